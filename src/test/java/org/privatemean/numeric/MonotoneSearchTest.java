package org.privatemean.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MonotoneSearchTest {
  @Test
  void halve_theUnitInterval_hasTheBinaryDigitsOfTheEdge() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 1000; k++) {
      double edge = random.nextDouble();
      int times = random.nextInt(40);
      MonotoneSearch.Bracket left = MonotoneSearch.halve(0, 1, times, x -> x <= edge);
      double cells = Math.scalb(1.0, times);
      assertEquals(Math.floor(edge * cells) / cells, left.low());
      assertEquals((Math.floor(edge * cells) + 1) / cells, left.high());
      assertEquals((left.low() + left.high()) / 2, left.middle());
    }
  }

  @Test
  void halve_anyInterval_evaluatesInsideTheStatedNumberOfTimes() {
    AtomicInteger requested = new AtomicInteger();
    MonotoneSearch.halve(
        -3,
        5,
        17,
        x -> {
          requested.incrementAndGet();
          assertTrue(x > -3 && x < 5);
          return false;
        });
    assertEquals(17, requested.get());
  }

  @ParameterizedTest
  @CsvSource({"0, 2, 1.4142135623730951", "-60, 600, 1e-9", "-1, 1, 0", "-5, -1, -3.3"})
  void halveAll_anyEdge_endsAtNeighbours(double low, double high, double edge) {
    MonotoneSearch.Bracket left = MonotoneSearch.halveAll(low, high, x -> x < edge);
    assertTrue(left.low() < edge && left.high() >= edge);
    assertEquals(left.low(), Math.nextDown(left.high()));
    assertTrue(left.middle() == left.low() || left.middle() == left.high());
  }

  /** Up and down, over the whole range of the doubles. */
  @Test
  void lastTrue_anyEdge_isNextToItInFewSteps() {
    SplittableRandom random = new SplittableRandom(2);
    for (int k = 0; k < 1000; k++) {
      double edge = Math.exp(random.nextDouble(-700, 700));
      AtomicInteger requested = new AtomicInteger();
      double below =
          MonotoneSearch.lastTrue(
              Double.MIN_NORMAL,
              Double.MAX_VALUE,
              x -> {
                requested.incrementAndGet();
                return x <= edge;
              });
      assertTrue(below <= edge && below >= edge - 4 * Math.ulp(edge));
      assertTrue(requested.get() < 80, requested::toString);
      double above = MonotoneSearch.lastTrue(Double.MAX_VALUE, Double.MIN_NORMAL, x -> x >= edge);
      assertTrue(above >= edge && above <= edge + 4 * Math.ulp(edge));
    }
  }

  @Test
  void lastTrue_nonMonotoneCondition_returnsATestedValue() {
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < 1000; k++) {
      double[] seen = {1};
      double found =
          MonotoneSearch.lastTrue(
              1,
              1e9,
              x -> {
                boolean holds = random.nextBoolean();
                seen[0] = holds ? x : seen[0];
                return holds;
              });
      assertEquals(seen[0], found);
    }
  }

  @Test
  void lastInteger_anyEdge_isIt() {
    for (long low = -5; low < 5; low++) {
      for (long high = low + 1; high < 12; high++) {
        for (long edge = low; edge < high; edge++) {
          long last = edge;
          assertEquals(last, MonotoneSearch.lastInteger(low, high, x -> x <= last));
        }
      }
    }
    long far = (1L << 61) + 12_345;
    assertEquals(far, MonotoneSearch.lastInteger(0, Long.MAX_VALUE, x -> x <= far));
  }

  /** Powers, an exponential, and a step: from guesses far off on either side. */
  @Test
  void largestWithin_smoothFunctions_isJustBelowTheTargetInFewCalls() {
    SplittableRandom random = new SplittableRandom(4);
    for (int k = 0; k < 1000; k++) {
      double power = random.nextDouble(0.5, 10);
      double root = Math.exp(random.nextDouble(-5, 5));
      double start = root * Math.exp(random.nextDouble(-1, 1));
      double target = 1e-9;
      assertFound(start, target, 12, x -> target * Math.pow(x / root, power));
      assertFound(start, target, 20, x -> target * Math.expm1(x) / Math.expm1(root));
    }
  }

  private static void assertFound(
      double start, double target, int calls, DoubleUnaryOperator function) {
    AtomicInteger requested = new AtomicInteger();
    double found =
        MonotoneSearch.largestWithin(
            start,
            target,
            x -> {
              requested.incrementAndGet();
              return function.applyAsDouble(x);
            });
    double value = function.applyAsDouble(found);
    assertTrue(value <= target * (1 + 1e-15) && value >= target * 0.995, value + "");
    assertTrue(requested.get() <= calls, requested::toString);
  }

  @Test
  void largestWithin_aStep_staysBelowIt() {
    double found = MonotoneSearch.largestWithin(0.01, 1, x -> x < Math.PI ? 0.5 : 2);
    assertEquals(Math.PI, found, 1e-8);
    assertTrue(found < Math.PI);
  }

  @Test
  void largestWithin_valuesThatUnderflow_areTheSmallestNormalOnes() {
    double found = MonotoneSearch.largestWithin(1, 1e-300, x -> x < 2 ? 0 : 1e-300 * (x - 1));
    assertEquals(2, found, 0.01);
  }
}
