package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What noisy counts by octave tell of columns, against the columns themselves. */
final class ColumnOctavesTest {
  private static final int ROWS = 30_000;

  /** The noise of 0.6 percent of rho = 0.5 for four columns. */
  private static final double NOISE = 37;

  private static final double FAILURE = 1e-4;

  /** Centred columns. */
  private enum Law {
    NORMAL,
    LOGNORMAL,
    HALVES,
    FLAG,
    RARE_FLAG;

    private double next(SplittableRandom random) {
      return switch (this) {
        case NORMAL -> 3 * random.nextGaussian();
        case LOGNORMAL -> Math.exp(random.nextGaussian()) - 1.65;
        case HALVES -> random.nextBoolean() ? 0.5 : -0.5;
        case FLAG -> random.nextDouble() < 0.05 ? 1 : 0;
        case RARE_FLAG -> random.nextDouble() < 0.02 ? 1 : 0;
      };
    }

    double[] column(SplittableRandom random) {
      double[] column = new double[ROWS];
      Arrays.setAll(column, i -> next(random));
      return column;
    }
  }

  private static double[] noisy(SplittableRandom random, double[]... columns) {
    double[] counts = new double[columns.length * OctaveCounts.CELLS];
    for (int j = 0; j < columns.length; j++) {
      for (double x : columns[j]) {
        counts[j * OctaveCounts.CELLS + OctaveCounts.cell(x)]++;
      }
    }
    Arrays.setAll(counts, k -> counts[k] + NOISE * random.nextGaussian());
    return counts;
  }

  private static ColumnOctaves[] of(SplittableRandom random, double[]... columns) {
    return ColumnOctaves.of(noisy(random, columns), columns[0].length, NOISE, FAILURE);
  }

  /** But for noise that is taken for a tail, once in fifty columns. */
  @ParameterizedTest
  @EnumSource(Law.class)
  void rms_anyLaw_isWithinAQuarterAndReachBeyondTheBulk(Law law) {
    int off = 0;
    for (int seed = 0; seed < 40; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] column = law.column(random);
      ColumnOctaves[] octaves = of(random, column);
      double rms = Math.sqrt(Arrays.stream(column).map(x -> x * x).average().orElseThrow());
      double[] sizes = Arrays.stream(column).map(Math::abs).sorted().toArray();
      assertTrue(octaves[0].reach() >= sizes[ROWS - 1 - ROWS / 50]);
      boolean near = Math.abs(octaves[0].rms() / rms - 1) < 0.25;
      off += near && octaves[0].reach() <= 2.2 * sizes[ROWS - 1] ? 0 : 1;
    }
    assertTrue(off <= 5, "off " + off);
  }

  @ParameterizedTest
  @CsvSource({
    "FLAG, true, true, false, 1.0625",
    "RARE_FLAG, true, true, false, 1.0625",
    "HALVES, false, false, true, 0.53125"
  })
  void columnOfTwoValues_isRecognised(
      Law law, boolean zeros, boolean lone, boolean narrow, double reach) {
    int known = 0;
    for (int seed = 0; seed < 40; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ColumnOctaves[] octaves = of(random, law.column(random));
      assertTrue(octaves[0].isSeen());
      assertEquals(zeros, octaves[0].isMostlyZero());
      known +=
          octaves[0].reach() == reach
                  && octaves[0].isLone() == lone
                  && octaves[0].isNarrow() == narrow
                  && !octaves[0].isFar()
                  && octaves[0].tailBeyond(2 * reach).median() < 1e-4
              ? 1
              : 0;
    }
    assertTrue(known >= 35, "known " + known);
  }

  @Test
  void zerosAlone_areNotDetected() {
    for (int seed = 0; seed < 200; seed++) {
      ColumnOctaves[] octaves = of(new SplittableRandom(seed), new double[ROWS], new double[ROWS]);
      assertFalse(octaves[0].isSeen() || octaves[1].isSeen());
      assertTrue(octaves[0].isMostlyZero());
      assertEquals(0, octaves[0].rms());
      assertEquals(0, octaves[0].reach());
      assertEquals(0, octaves[0].tailBeyond(1).high());
    }
  }

  /** Noise lengthens the tail of one of sixteen columns in less than one fit of eight. */
  @Test
  void reach_normalColumns_isRarelyLengthenedByNoise() {
    int fits = 400;
    double[] base = new double[16 * OctaveCounts.CELLS];
    SplittableRandom random = new SplittableRandom(1);
    double[] column = Law.NORMAL.column(random);
    for (double x : column) {
      for (int j = 0; j < 16; j++) {
        base[j * OctaveCounts.CELLS + OctaveCounts.cell(x)]++;
      }
    }
    double largest = Arrays.stream(column).map(Math::abs).max().orElseThrow();
    int lengthened = 0;
    for (int k = 0; k < fits; k++) {
      double[] counts = new double[base.length];
      Arrays.setAll(counts, i -> base[i] + NOISE * random.nextGaussian());
      ColumnOctaves[] octaves = ColumnOctaves.of(counts, ROWS, NOISE, FAILURE);
      boolean any = false;
      for (int j = 0; j < 16; j++) {
        any |= octaves[j].reach() > 2.2 * largest;
      }
      lengthened += any ? 1 : 0;
    }
    assertTrue(lengthened < fits / 8, "lengthened " + lengthened);
  }

  /** In 999 of 1000 cases the rows that are not seen are no more than is said. */
  @Test
  void hiddenAtMost_undetectedRows_areMoreOnceInAThousand() {
    SplittableRandom random = new SplittableRandom(2);
    int passed = 0;
    for (int k = 0; k < 2000; k++) {
      int ones = random.nextInt(200);
      double[] column = new double[2000];
      // Rows in many octaves, each below what is seen.
      for (int i = 0; i < ones; i++) {
        column[i] = Math.scalb(1.0, i % 8);
      }
      ColumnOctaves[] octaves = of(random, column);
      int seen = octaves[0].isSeen() ? ones : 0;
      passed += ones - seen > octaves[0].hiddenAtMost(0) ? 1 : 0;
    }
    // 2 are expected; 13 or more come once in a million times.
    assertTrue(passed < 13, "passed " + passed);
  }

  @Test
  void beyond_longTail_isMoreThanThatOfAShortOne() {
    SplittableRandom random = new SplittableRandom(3);
    double[] column = Law.LOGNORMAL.column(random);
    ColumnOctaves[] octaves = of(random, column, Law.NORMAL.column(random));
    double exact =
        Arrays.stream(column).map(x -> Math.max(0, Math.abs(x) - 5)).average().orElseThrow();
    OctaveTail.TailBias tail = octaves[0].tailBeyond(5);
    assertTrue(tail.median() > exact / 3 && tail.median() < 3 * exact, tail + " of " + exact);
    assertTrue(tail.high() >= tail.median());
    // The least limit of an ordinary column, 16 deviations.
    assertTrue(octaves[1].tailBeyond(48).median() < 1e-4);
  }

  /**
   * The variance of a normal column is 1; about a distant centre a constant column has the same
   * root mean square.
   */
  @Test
  void cappedVariance_ofAnyCentre_isBelowTheVarianceAndOfOneValueNearZero() {
    for (int seed = 0; seed < 40; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      for (double off : new double[] {0, 0.3, 0.6, 1, 2}) {
        double[] spread = new double[ROWS];
        Arrays.setAll(spread, i -> off + random.nextGaussian());
        double[] equal = new double[ROWS];
        Arrays.fill(equal, Math.hypot(1, off));
        ColumnOctaves[] octaves = of(random, spread, equal);
        double low = octaves[0].cappedVariance();
        assertTrue(low > 0.05 && low < 1.1, off + ": " + low);
        double none = octaves[1].cappedVariance();
        assertTrue(none < 0.02 * (1 + off * off), off + ": " + none);
      }
    }
  }
}
