package org.privatemean.mean;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Tail of a distribution, fitted to noisy counts of rows by the logarithm of their length: from the
 * fullest cell on, {@code exp(a - b t - g t^2)}, t in octaves. Results are the mean over a grid of
 * pairs (b, g), each weighted by its fit with the best a, and their spread.
 *
 * @param sums the shapes that fit, each with its expected counts, null for others
 * @param weights the weight of each; they add up to 1
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record TailFit(double[] middles, SuffixSums[] sums, double[] weights) {
  private static final double MODEL_ERROR = 0.14;
  private static final double SHAPE_ERROR = 0.25;

  /** Number of deviations above the fit from which a count is used unchanged. */
  private static final double LOUD = 6;

  /** Number of deviations above 0 from which a count is more accurate than the fit. */
  private static final double CLEAR = 10;

  /** Number of deviations from which a group of cells is detected. */
  private static final double DETECTED = 4.5;

  /** The same for many cells: noise exceeds it once in ten thousand times. */
  private static final double HEARD_OF_MANY = 5.5;

  /** Deviations from which a group above the fit exceeds the noise. */
  private static final double FAR_GROUP = 5;

  /** The same in cells where rows are expected. */
  private static final double NEAR_GROUP = 3;

  private static final int WIDEST_GROUP = 8;
  private static final double THIN = 0.5;

  /** Number of deviations of their total count from which sides are compared. */
  private static final double ALIKE_HEARD = 3;

  /** Minimum slope of a power law, so that its mean is finite. */
  private static final double MIN_SLOPE = 1;

  /** Slope and bend below which a shape hardly falls for octaves. */
  private static final double FLAT = 0.1;

  private static final double NEGLIGIBLE = 1e-7;
  private static final int MAX_SKIPPED = 6;

  /** Cost of each of these cells, as twice the logarithm of a likelihood. */
  private static final double SKIPPING = 9;

  private static final double[] SLOPES = powers(24, 4, -1.75);
  private static final double[] BENDS = powers(20, 2, -5);
  public static final int PARTS = 4;

  /** Returns 0, and then powers of two whose exponents have equal distances. */
  private static double[] powers(int size, double perOctave, double before) {
    double[] powers = new double[size];
    Arrays.setAll(powers, i -> i == 0 ? 0 : StrictMath.pow(2, i / perOctave + before));
    return powers;
  }

  /** Fits a tail after the bulk; {@code heavy} is the prior weight of shapes that hardly fall. */
  public static TailFit fit(double[] edges, double[] noisy, double deviation, double heavy) {
    return fit(edges, noisy, deviation, heavy, 0);
  }

  /** Fits a tail that may start some cells further out; the cells before it keep their counts. */
  public static TailFit fitMixture(double[] edges, double[] noisy, double deviation, double heavy) {
    return fit(edges, noisy, deviation, heavy, MAX_SKIPPED);
  }

  private static TailFit fit(
      double[] edges, double[] noisy, double deviation, double heavy, int mostSkipped) {
    int cells = noisy.length;
    double ratio = edges[1] / edges[0];
    double octaves = StrictMath.log(ratio) / StrictMath.log(2);
    double[] middles = new double[cells * PARTS];
    for (int i = 0; i < middles.length; i++) {
      middles[i] = edges[i / PARTS] * StrictMath.pow(ratio, (i % PARTS + 0.5) / PARTS);
    }
    int start = start(noisy, deviation);
    if (start < 0) {
      SuffixSums none = new SuffixSums(new double[middles.length], middles);
      return new TailFit(middles, new SuffixSums[] {none}, new double[] {1});
    }
    int starts = Math.min(mostSkipped, cells - 2 - start) + 1;
    double[][] all = new double[Math.max(1, starts) * SLOPES.length * BENDS.length][];
    double[] costs = new double[all.length];
    Falls falls = new Falls(noisy, deviation, octaves);
    for (int i = 0; i < all.length; i++) {
      TailShape shape = TailShape.between(i, start);
      all[i] = shape.expected(noisy, falls);
      costs[i] = shape.cost(all[i], noisy, falls, heavy) + SKIPPING * (shape.start - start);
    }
    double[] weights = weights(costs);
    SuffixSums[] sums = new SuffixSums[all.length];
    for (int i = 0; i < all.length; i++) {
      if (weights[i] > NEGLIGIBLE) {
        TailShape shape = TailShape.between(i, start);
        sums[i] = new SuffixSums(divide(all[i], shape, falls, noisy, deviation), middles);
      }
    }
    return new TailFit(middles, sums, weights);
  }

  /** Decline of the shapes of one slope and bend, for any start. */
  private static final class Falls {
    private final double[] noisy;
    private final double octaves;
    private final double[] inverse;
    private final double[][] shapes = new double[SLOPES.length * BENDS.length][];

    /** Same as {@link #within} for counted rows, which decline as from the last cell. */
    private final double[][] counted;

    Falls(double[] noisy, double deviation, double octaves) {
      this.noisy = noisy;
      this.inverse = Arrays.stream(noisy).map(count -> weight(count, deviation)).toArray();
      this.octaves = octaves;
      this.counted = new double[noisy.length][];
      for (int k = 1; k < noisy.length; k++) {
        double fall = StrictMath.log(Math.max(1, noisy[k - 1]) / Math.max(1, noisy[k])) / octaves;
        counted[k] = parts(Math.max(0, fall));
      }
    }

    /** Returns counts relative to that of the start, cell by cell. */
    double[] shape(TailShape shape) {
      double[] known = shapes[shape.number];
      if (known == null) {
        known = new double[noisy.length];
        for (int k = 0; k < known.length; k++) {
          double t = k * octaves;
          known[k] = StrictMath.exp(-Math.min(700, shape.slope() * t + shape.bend() * t * t));
        }
        shapes[shape.number] = known;
      }
      return known;
    }

    /** Returns the parts of a cell by the shape, and their sum. */
    double[] within(TailShape shape, int k) {
      int cell = k - shape.start;
      return parts(cell == 0 ? 0 : shape.slope() + 2 * shape.bend() * cell * octaves);
    }

    private double[] parts(double fall) {
      double[] parts = new double[PARTS + 1];
      for (int i = 0; i < PARTS; i++) {
        parts[i] = StrictMath.exp(-fall * octaves * (i + 0.5) / PARTS);
        parts[PARTS] += parts[i];
      }
      return parts;
    }
  }

  /** A start and the number of a slope and bend. */
  private record TailShape(int start, int number) {
    static TailShape between(int i, int first) {
      int shapes = SLOPES.length * BENDS.length;
      return new TailShape(first + i / shapes, i % shapes);
    }

    double slope() {
      return SLOPES[number / BENDS.length];
    }

    double bend() {
      return BENDS[number % BENDS.length];
    }

    /** Returns expected counts, scaled to the noisy ones; 0 before the start. */
    double[] expected(double[] noisy, Falls falls) {
      double[] shape = falls.shape(this);
      double[] expected = new double[noisy.length];
      double products = 0;
      double squares = 0;
      for (int k = start; k < noisy.length; k++) {
        expected[k] = shape[k - start];
        double weight = falls.inverse[k];
        products += weight * noisy[k] * expected[k];
        squares += weight * expected[k] * expected[k];
      }
      double scale = Math.max(0, products / squares);
      for (int k = start; k < noisy.length; k++) {
        expected[k] *= scale;
      }
      return expected;
    }

    double cost(double[] expected, double[] noisy, Falls falls, double heavy) {
      double cost = 0;
      for (int k = start; k < noisy.length; k++) {
        double off = noisy[k] - expected[k];
        cost += falls.inverse[k] * off * off;
      }
      return cost - 2 * StrictMath.log(prior(slope(), bend(), heavy));
    }
  }

  private static double prior(double slope, double bend, double heavy) {
    if (bend >= FLAT || slope >= MIN_SLOPE) {
      return 1;
    }
    return bend == 0 ? 0 : heavy;
  }

  private static double[] weights(double[] costs) {
    double least = Arrays.stream(costs).min().orElse(0);
    double[] weights = Arrays.stream(costs).map(c -> StrictMath.exp((least - c) / 2)).toArray();
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(w -> w / sum).toArray();
  }

  /** Returns the expected counts in parts of the cells, as the shape falls within them. */
  private static double[] divide(
      double[] expected, TailShape shape, Falls falls, double[] noisy, double deviation) {
    double[] counts = new double[expected.length * PARTS];
    for (int k = 0; k < expected.length; k++) {
      boolean before = k < shape.start;
      boolean believed =
          before
              ? noisy[k] > 0
              : noisy[k] > CLEAR * deviation || noisy[k] > expected[k] + LOUD * deviation;
      double count = believed ? noisy[k] : expected[k];
      double[] parts =
          believed && k > shape.start
              ? falls.counted[k]
              : falls.within(shape, before ? shape.start : k);
      for (int i = 0; i < PARTS; i++) {
        counts[k * PARTS + i] = count * parts[i] / parts[PARTS];
      }
    }
    return counts;
  }

  /** Returns the clearest group of cells; empty if none exceeds the noise by these deviations. */
  private static int[] clearest(double[] noisy, double deviation, double threshold) {
    double clearest = threshold;
    int[] group = {};
    for (int w = 1; w <= WIDEST_GROUP; w *= 2) {
      for (int k = 0; k + w <= noisy.length; k++) {
        double sum = 0;
        for (int i = k; i < k + w; i++) {
          sum += noisy[i];
        }
        double clear = sum / (deviation * Math.sqrt(w));
        if (clear > clearest) {
          clearest = clear;
          group = IntStream.range(k, k + w).toArray();
        }
      }
    }
    return group;
  }

  /** Returns the last cell of the clearest group of cells; negative if none exceeds the noise. */
  public static int lastHeard(double[] noisy, double deviation) {
    int[] group = clearest(noisy, deviation, HEARD_OF_MANY);
    return group.length == 0 ? -1 : group[group.length - 1];
  }

  /**
   * Returns what noisy counts of cells hold above this fit, in the clearest group of cells where
   * that exceeds the noise, such as one of equal rows far out; 0 in all other cells.
   *
   * @param near number of cells in which rows are expected: a smaller group is detected there
   */
  public double[] farGroup(double[] noisy, double deviation, int near) {
    double[] above = noisy.clone();
    for (int i = 0; i < weights.length; i++) {
      for (int k = 0; sums[i] != null && k < above.length; k++) {
        double[] counts = sums[i].counts;
        above[k] -= weights[i] * (counts[k * PARTS] - counts[(k + 1) * PARTS]);
      }
    }
    int[] group = clearest(above, deviation, FAR_GROUP);
    if (group.length == 0) {
      group = clearest(Arrays.copyOf(above, near), deviation, NEAR_GROUP);
    }
    double[] held = new double[above.length];
    for (int k : group) {
      held[k] = above[k];
    }
    return held;
  }

  /** Returns the start of the tail: the fullest cell, or where the bulk ends; negative if none. */
  private static int start(double[] noisy, double deviation) {
    int[] group = clearest(noisy, deviation, DETECTED);
    if (group.length == 0) {
      return -1;
    }
    int fullest = group[0];
    for (int k : group) {
      fullest = noisy[k] > noisy[fullest] ? k : fullest;
    }
    // The bulk may be another mixture than the tail: start after it has thinned out.
    int begin = fullest;
    while (begin < noisy.length - 1
        && noisy[begin + 1] > CLEAR * deviation
        && noisy[begin] > THIN * noisy[fullest]) {
      begin++;
    }
    return begin;
  }

  /** Returns the probability that two sides have the same shape, from their noisy counts. */
  public static double alike(double[] some, double[] others, double deviation) {
    double square = 0;
    int cells = 0;
    for (int k = 0; k < some.length; k++) {
      double sum = some[k] + others[k];
      if (sum > ALIKE_HEARD * deviation) {
        double difference = some[k] - others[k];
        square += difference * difference / (2 * deviation * deviation + sum);
        cells++;
      }
    }
    return 1 / (1 + StrictMath.exp(Math.min(700, square / 2 - cells)));
  }

  /** Returns the inverse variance of a count: of the noise, of the rows and of the model. */
  private static double weight(double noisy, double deviation) {
    double count = Math.max(0, noisy);
    return 1 / (deviation * deviation + count + MODEL_ERROR * MODEL_ERROR * count * count);
  }

  /** True if no cell exceeds the noise: nothing is known about such a tail. */
  public boolean isSilent() {
    return Arrays.stream(sums).allMatch(shape -> shape == null || shape.counts[0] == 0);
  }

  /**
   * Mass beyond a length.
   *
   * @param mean sum of the excess: the square of the mean root over the shapes, since a few heavy
   *     ones would dominate the mean
   * @param doubt mean square distance of the shapes from it
   * @param scatter its variance from the rows, given a shape
   * @param misfit mean square distance of any shape from the distribution
   */
  public record TailMass(double mean, double doubt, double scatter, double misfit, double rows) {}

  /** Returns the mass beyond a length: rows count as in the middle of their cell. */
  public TailMass massBeyond(double length) {
    double root = 0;
    double mean = 0;
    double square = 0;
    double scatter = 0;
    double rows = 0;
    int first = 0;
    while (first < middles.length && middles[first] <= length) {
      first++;
    }
    for (int i = 0; i < weights.length; i++) {
      if (sums[i] != null) {
        TailMass one = massBeyond(sums[i], first, length);
        root += weights[i] * Math.sqrt(one.mean);
        mean += weights[i] * one.mean;
        square += weights[i] * one.mean * one.mean;
        scatter += weights[i] * one.scatter;
        rows += weights[i] * one.rows;
      }
    }
    double typical = root * root;
    double doubt = Math.max(0, square - 2 * typical * mean + typical * typical);
    double model = SHAPE_ERROR * typical;
    return new TailMass(typical, doubt, scatter, model * model, rows);
  }

  /** Computes the mass from the sums that start at the first middle beyond the length. */
  private TailMass massBeyond(SuffixSums sums, int first, double length) {
    double number = sums.counts[first];
    double excess = sums.lengths[first] - length * number;
    double spread = sums.squares[first] - length * (2 * sums.lengths[first] - length * number);
    return new TailMass(Math.max(0, excess), 0, Math.max(0, spread), 0, number);
  }

  /** Sums over all parts from each one on: of counts, and of counts times lengths and squares. */
  private static final class SuffixSums {
    private final double[] counts;
    private final double[] lengths;
    private final double[] squares;

    SuffixSums(double[] shape, double[] middles) {
      counts = new double[shape.length + 1];
      lengths = new double[shape.length + 1];
      squares = new double[shape.length + 1];
      for (int k = shape.length - 1; k >= 0; k--) {
        counts[k] = counts[k + 1] + shape[k];
        lengths[k] = lengths[k + 1] + shape[k] * middles[k];
        squares[k] = squares[k + 1] + shape[k] * middles[k] * middles[k];
      }
    }
  }
}
