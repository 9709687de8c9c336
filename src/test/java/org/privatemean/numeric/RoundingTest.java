package org.privatemean.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class RoundingTest {

  @Property(seed = "1")
  void sumUp_anyPair_isTheLeastDoubleNotBelow(
      @ForAll @DoubleRange(min = 0, max = 1e9) @Scale(12) double a,
      @ForAll @DoubleRange(min = 0, max = 1e9) @Scale(12) double b) {
    assertLeastNotBelow(new BigDecimal(a).add(new BigDecimal(b)), Rounding.sumUp(a, b));
  }

  @Property(seed = "2")
  void productUp_anyPair_isTheLeastDoubleNotBelow(
      @ForAll @DoubleRange(min = 0, max = 1e9) @Scale(12) double a,
      @ForAll @DoubleRange(min = 0, max = 1e9) @Scale(12) double b) {
    assertLeastNotBelow(
        new BigDecimal(a / 7).multiply(new BigDecimal(b / 3)), Rounding.productUp(a / 7, b / 3));
  }

  @Property(seed = "3")
  void doubleUp_anyNumber_isTheLeastDoubleNotBelow(
      @ForAll @BigRange(min = "0", max = "1000") @Scale(25) BigDecimal exact) {
    double rounded = Rounding.doubleUp(exact);
    assertLeastNotBelow(exact, rounded);
    assertEquals(rounded, Rounding.doubleUp(new BigDecimal(rounded)));
  }

  @Test
  void doubleUp_belowTheLeastDouble_isNotZero() {
    assertEquals(0, Rounding.doubleUp(BigDecimal.ZERO));
    assertEquals(Double.MIN_VALUE, Rounding.doubleUp(new BigDecimal("1e-400")));
  }

  @Test
  void productUp_underflow_isNotZero() {
    assertEquals(0, Rounding.productUp(0, 1e300));
    assertTrue(Rounding.productUp(1e-200, 1e-200) > 0);
  }

  @Test
  void up_zero_isAboveIt() {
    assertEquals(Double.MIN_VALUE, Rounding.up(0, 0x1p-50));
    assertTrue(Rounding.up(1, 0x1p-50) > 1);
  }

  private static void assertLeastNotBelow(BigDecimal exact, double rounded) {
    assertTrue(new BigDecimal(rounded).compareTo(exact) >= 0);
    assertTrue(rounded == 0 || new BigDecimal(Math.nextDown(rounded)).compareTo(exact) < 0);
  }
}
