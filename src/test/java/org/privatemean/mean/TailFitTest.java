package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.Normal;

final class TailFitTest {
  private static final int PER_OCTAVE = 3;
  private static final int CELLS = 36;

  /** Six octaves on both sides of 1. */
  private static final double[] EDGES = edges();

  private static double[] edges() {
    double[] edges = new double[CELLS];
    Arrays.setAll(edges, k -> Math.pow(2, (double) k / PER_OCTAVE - 6));
    return edges;
  }

  /** Expected counts of n rows whose share beyond t is given. */
  /** As the mechanism weighs shapes that fall little for octaves. */
  private static final double HEAVY = 0.1;

  private static double[] counts(double n, DoubleUnaryOperator beyond) {
    double[] counts = new double[CELLS];
    for (int k = 0; k < CELLS; k++) {
      double upper = k + 1 < CELLS ? beyond.applyAsDouble(EDGES[k + 1]) : 0;
      counts[k] = n * (beyond.applyAsDouble(EDGES[k]) - upper);
    }
    return counts;
  }

  private static double[] noisy(double[] counts, double deviation, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return Arrays.stream(counts).map(c -> c + deviation * random.nextGaussian()).toArray();
  }

  /** The mean of what lies beyond t, by the trapezoidal rule over the shares beyond. */
  private static double excess(double n, DoubleUnaryOperator beyond, double from) {
    double sum = 0;
    double top = EDGES[CELLS - 1] * Math.pow(2, 1.0 / PER_OCTAVE);
    double step = 1.0005;
    for (double t = from; t < top; t *= step) {
      sum += (beyond.applyAsDouble(t) + beyond.applyAsDouble(t * step)) / 2 * t * (step - 1);
    }
    return n * sum;
  }

  /** A law by its share beyond t; quiet below the first edge. */
  private enum Law {
    EXPONENTIAL(t -> Math.exp(-t / 0.2)),
    PARETO(t -> Math.min(1, Math.pow(t / 0.1, -3))),
    LOGNORMAL(t -> Normal.upperTail(Math.log(t / 0.1)));

    @SuppressWarnings("ImmutableEnumChecker") // A function without state.
    private final DoubleUnaryOperator beyond;

    Law(DoubleUnaryOperator beyond) {
      this.beyond = beyond;
    }

    double[] counts(double n) {
      return TailFitTest.counts(n, beyond);
    }

    double excess(double n, double from) {
      return TailFitTest.excess(n, beyond, from);
    }

    /** The length that so many of n rows are beyond. */
    double beyondWhich(double n, double rows) {
      return MonotoneSearch.halve(0, EDGES[CELLS - 1], 60, t -> n * beyond.applyAsDouble(t) > rows)
          .middle();
    }
  }

  /**
   * Up to which factor, where so many rows lie beyond a length: of three, fewer than the noise,
   * only the shape of the rest is known.
   */
  @ParameterizedTest
  @CsvSource({
    "EXPONENTIAL, 300, 1.2", "EXPONENTIAL, 30, 1.6", "EXPONENTIAL, 3, 2.5",
    "PARETO, 300, 1.2", "PARETO, 30, 1.6", "PARETO, 3, 2.5",
    "LOGNORMAL, 300, 1.2", "LOGNORMAL, 30, 1.6", "LOGNORMAL, 3, 2.5"
  })
  void beyond_exactCounts_isNearTheExcessOfTheLaw(Law law, double rows, double factor) {
    double n = 20_000;
    TailFit fit = TailFit.fit(EDGES, law.counts(n), 4, HEAVY);
    assertFalse(fit.isSilent());
    double length = law.beyondWhich(n, rows);
    TailFit.TailMass beyond = fit.massBeyond(length);
    double ratio = beyond.mean() / law.excess(n, length);
    assertTrue(ratio < factor && ratio > 1 / factor, "off by " + ratio);
    assertEquals(1, beyond.rows() / rows, factor - 1 + 0.2);
  }

  /** The claim of the whole spread: what it says covers the law's excess under noise too. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void beyond_noisyCounts_isWithinItsStatedError(Law law) {
    double n = 20_000;
    int runs = 200;
    int outside = 0;
    for (int run = 0; run < runs; run++) {
      TailFit fit = TailFit.fit(EDGES, noisy(law.counts(n), 4, run), 4, HEAVY);
      double length = law.beyondWhich(n, 20);
      TailFit.TailMass beyond = fit.massBeyond(length);
      double off = Math.abs(beyond.mean() - law.excess(n, length));
      outside += off > 2.5 * Math.sqrt(beyond.doubt() + beyond.scatter() + beyond.misfit()) ? 1 : 0;
    }
    // At 2.5 deviations, 1.2 percent: Bin(200, 0.05) is above 27 with probability below 1e-6.
    assertTrue(outside <= 27, "outside " + outside + " times");
  }

  /** How often in 200 runs a lognormal excess with sigma 2 is outside of two deviations. */
  private static int outsideOfHeavyTails(double heavy) {
    DoubleUnaryOperator law = t -> Normal.upperTail(Math.log(t / 0.02) / 2);
    double n = 20_000;
    double length =
        MonotoneSearch.halve(0, EDGES[CELLS - 1], 60, t -> n * law.applyAsDouble(t) > 15).middle();
    double excess = excess(n, law, length);
    int outside = 0;
    for (int run = 0; run < 200; run++) {
      TailFit fit = TailFit.fit(EDGES, noisy(counts(n, law), 6, run), 6, heavy);
      TailFit.TailMass beyond = fit.massBeyond(length);
      double off = Math.abs(beyond.mean() - excess);
      outside += off > 2 * Math.sqrt(beyond.doubt() + beyond.scatter() + beyond.misfit()) ? 1 : 0;
    }
    return outside;
  }

  @Test
  void beyond_lognormalOfSigma2_isWithinItsErrorForItsShape() {
    // At a true rate of 0.1, Bin(200, 0.1) is above 43 with probability below 1e-6.
    int outside = outsideOfHeavyTails(HEAVY);
    assertTrue(outside <= 43, "outside " + outside + " times");
    int without = outsideOfHeavyTails(0);
    assertTrue(without > 60, "without its shapes outside " + without + " times only");
  }

  @Test
  void of_equalCounts_givesEqualBits() {
    for (Law law : Law.values()) {
      double[] counts = noisy(law.counts(5000), 6, 3);
      TailFit one = TailFit.fit(EDGES, counts, 6, HEAVY);
      TailFit other = TailFit.fit(EDGES.clone(), counts.clone(), 6, HEAVY);
      for (double length : EDGES) {
        assertEquals(one.massBeyond(length), other.massBeyond(length));
      }
    }
  }

  /** In 300 samples of noise alone; a tail of it is heard. */
  @Test
  void isSilent_noiseAlone_isMostlyTrue() {
    int heard = 0;
    for (int run = 0; run < 300; run++) {
      TailFit fit = TailFit.fit(EDGES, noisy(new double[CELLS], 5, run), 5, HEAVY);
      heard += fit.isSilent() ? 0 : 1;
      if (fit.isSilent()) {
        assertEquals(new TailFit.TailMass(0, 0, 0, 0, 0), fit.massBeyond(EDGES[0]));
      }
    }
    // Some 140 groups at 4 deviations: 0.0044 each; Bin(300, 0.0044) is above 11 with 2e-7.
    assertTrue(heard <= 11, "heard " + heard + " times");
    assertTrue(TailFit.fit(EDGES, new double[CELLS], 5, HEAVY).isSilent());
    assertFalse(TailFit.fit(EDGES, Law.PARETO.counts(500), 5, HEAVY).isSilent());
  }

  /** Rows far beyond a quiet tail are no tail, and no fit smooths them away. */
  @Test
  void beyond_farLargeGroup_isKept() {
    double n = 20_000;
    double[] counts = Law.EXPONENTIAL.counts(n);
    int far = CELLS - 4;
    counts[far] += 100;
    TailFit fit = TailFit.fit(EDGES, noisy(counts, 4, 1), 4, HEAVY);
    double length = EDGES[far - 1];
    TailFit.TailMass beyond = fit.massBeyond(length);
    double middle = EDGES[far] * Math.pow(2, 0.5 / PER_OCTAVE);
    assertEquals(1, beyond.rows() / 100, 0.2);
    assertEquals(1, beyond.mean() / (100 * (middle - length)), 0.25);
    // Of 34, which only stand out of the fit, likewise.
    counts[far] -= 66;
    assertEquals(34, TailFit.fit(EDGES, counts, 4, HEAVY).massBeyond(length).rows(), 4);
  }

  @Test
  void beyond_allRowsInOneCell_isTheCell() {
    for (int cell : new int[] {0, 10, CELLS - 1}) {
      double[] counts = new double[CELLS];
      counts[cell] = 1000;
      TailFit fit = TailFit.fit(EDGES, counts, 4, HEAVY);
      assertFalse(fit.isSilent());
      TailFit.TailMass below = fit.massBeyond(EDGES[cell] / 2);
      double middle = EDGES[cell] * Math.pow(2, 0.5 / PER_OCTAVE);
      assertEquals(1000, below.rows(), 30);
      assertEquals(1, below.mean() / (1000 * (middle - EDGES[cell] / 2)), 0.1);
      double top = EDGES[cell] * Math.pow(2, 3.0 / PER_OCTAVE);
      assertTrue(fit.massBeyond(top).rows() < 10, () -> "beyond " + fit.massBeyond(top));
    }
  }

  /** Two samples of a law are alike; an exponential law and its mirror image are not. */
  @Test
  void alike_oneLaw_isLikely_twoLawsAreNot() {
    double least = 1;
    for (Law law : Law.values()) {
      int low = 0;
      for (int run = 0; run < 100; run++) {
        SplittableRandom random = new SplittableRandom(run);
        double[][] sides = new double[2][CELLS];
        double[] counts = law.counts(10_000);
        for (double[] side : sides) {
          Arrays.setAll(side, k -> counts[k] + Math.sqrt(counts[k] + 16) * random.nextGaussian());
        }
        double alike = TailFit.alike(sides[0], sides[1], 4);
        low += alike < 0.5 ? 1 : 0;
        least = Math.min(least, alike);
      }
      assertTrue(low <= 20, law + " not alike " + low + " times");
    }
    // Around its mean 0.2, the exponential law has a tail on one side only.
    double[] above = counts(10_000, t -> Math.exp(-(t + 0.2) / 0.2));
    double[] below = counts(10_000, t -> t < 0.2 ? 1 - Math.exp((t - 0.2) / 0.2) : 0);
    for (int run = 0; run < 20; run++) {
      double alike = TailFit.alike(noisy(above, 4, run), noisy(below, 4, run + 100), 4);
      assertTrue(alike < 1e-3, "alike " + alike);
    }
    assertEquals(TailFit.alike(above, below, 4), TailFit.alike(below, above, 4));
  }

  @Test
  void lastHeard_groups_areDetectedAndNoiseIsNot() {
    double[] quiet = new double[200];
    assertEquals(-1, TailFit.lastHeard(quiet, 5));
    int heard = 0;
    for (int run = 0; run < 1000; run++) {
      SplittableRandom random = new SplittableRandom(run);
      double[] noise = random.doubles(200).map(x -> 5 * random.nextGaussian()).toArray();
      heard += TailFit.lastHeard(noise, 5) >= 0 ? 1 : 0;
      noise[150] += 45;
      assertEquals(150, TailFit.lastHeard(noise, 5), 8);
    }
    // At 5.5 deviations, 2e-8 a group: below 1e-2 that it happens at all, 1e-6 that it does thrice.
    assertTrue(heard <= 2, "heard " + heard + " times");
    quiet[40] = 60;
    assertEquals(40, TailFit.lastHeard(quiet, 5));
    quiet[40] = 0;
    // Of many cells none stands out, but together they do.
    Arrays.fill(quiet, 100, 108, 11);
    assertEquals(107, TailFit.lastHeard(quiet, 5));
    assertNotEquals(107, TailFit.lastHeard(quiet, 7));
  }

  private static final double DEVIATION = 6.3;

  private static double[] farGroup(double[] noisy, int near) {
    return TailFit.fit(EDGES, noisy, DEVIATION, HEAVY).farGroup(noisy, DEVIATION, near);
  }

  @Test
  void farGroup_ofRowsAboveTheFit_holdsThemAlone() {
    double[] counts = Law.EXPONENTIAL.counts(20_000);
    counts[30] += 33;
    double[] group = farGroup(counts, 0);
    assertEquals(33, group[30], 1);
    group[30] = 0;
    assertEquals(0, Arrays.stream(group).map(Math::abs).max().orElse(0), 1);
  }

  @Test
  void farGroup_ofFewRows_isDetectedOnlyNearby() {
    double[] counts = Law.EXPONENTIAL.counts(20_000);
    counts[22] += 24;
    assertEquals(0, farGroup(counts, 22)[22]);
    assertEquals(24, farGroup(counts, 23)[22], 3);
  }

  /** Binomial(300, 1 in 100) is above 14 with probability 1e-6; a group is found less often. */
  @ParameterizedTest
  @EnumSource
  void farGroup_ofALawAndNoise_isRarelyFound(Law law) {
    int found = 0;
    for (int seed = 0; seed < 300; seed++) {
      double[] noisy = noisy(law.counts(20_000), DEVIATION, seed);
      found += Arrays.stream(farGroup(noisy, 0)).anyMatch(rows -> rows != 0) ? 1 : 0;
    }
    assertTrue(found <= 14, law + ": " + found);
  }
}
