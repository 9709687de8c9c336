package org.privatemean.request;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScalingTest {
  @Test
  void of_everyName_isTheScalingOfThatName() {
    assertEquals(
        List.of("none", "auto", "standard"), Scaling.named().stream().map(Scaling::label).toList());
    for (Scaling scaling : Scaling.named()) {
      assertEquals(scaling, Scaling.of(scaling.label()));
      assertEquals(scaling.label(), scaling.toString());
      assertEquals(Optional.empty(), scaling.scales());
    }
    assertThrows(NoSuchElementException.class, () -> Scaling.of("most"));
  }

  @Test
  void by_scales_keepsCopies() {
    double[] given = {10, 1e-6};
    Scaling scaling = Scaling.by(given);
    given[0] = 3;
    scaling.scales().orElseThrow()[1] = 3;
    assertArrayEquals(new double[] {10, 1e-6}, scaling.scales().orElseThrow());
    assertEquals("none", scaling.label());
    assertEquals("[10.0, 1.0E-6]", scaling.toString());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.0, -1, 0.99e-100, 1.01e100, Double.NaN, Double.POSITIVE_INFINITY})
  void by_invalidScales_areRefusedByName(double scale) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Scaling.by(new double[] {1, scale}))
            .getMessage();
    assertTrue(message.contains("scales"), message);
    assertTrue(message.contains("in [1e-100, 1e100]"), message);
    assertTrue(message.contains(String.valueOf(scale)), message);
    Scaling.by(new double[] {1e-100, 1e100});
  }

  @Test
  void equals_otherScales_areAnother() {
    Scaling one = Scaling.by(new double[] {1, 2});
    assertEquals(one, Scaling.by(new double[] {1, 2}));
    assertEquals(one.hashCode(), Scaling.by(new double[] {1, 2}).hashCode());
    assertNotEquals(one, Scaling.by(new double[] {1, 3}));
    assertNotEquals(one, Scaling.NONE);
    assertNotEquals(Scaling.AUTO, Scaling.STANDARD);
  }
}
