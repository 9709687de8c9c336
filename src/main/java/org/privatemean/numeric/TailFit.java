package org.privatemean.numeric;

import java.util.Arrays;

/**
 * The tail of a law behind noisy counts of rows by the logarithm of their length.
 *
 * <p>From the fullest cell on, expected counts are taken to be {@code exp(a - b t - g t^2)}, t in
 * octaves, with b and g at least 0: a power law where g is 0, a lognormal tail where it is not, and
 * what falls off faster by larger ones. Every pair (b, g) of a grid is weighed by how well it fits,
 * the scale a being the best for it; what is said of the tail is the mean over all pairs, and the
 * spread among them. So an answer is as uncertain as the counts leave it. The grid is fixed: equal
 * counts give equal bits.
 */
public final class TailFit {
  /** Where counts are large, the model is off by such a share of them. */
  private static final double MODEL_ERROR = 0.14;

  /** The relative error of the mass beyond a length, since rows lie unevenly in a cell. */
  private static final double SHAPE_ERROR = 0.25;

  /** A count this many deviations above the fit is not a tail, and is believed as it is. */
  private static final double LOUD = 6;

  /** A count this many deviations above 0 is better known than fitted. */
  private static final double CLEAR = 10;

  /** A group of cells is detected from this many deviations on. */
  private static final double DETECTED = 4.5;

  /** The same where cells are many: the noise of one gets there once in ten thousand times. */
  private static final double HEARD_OF_MANY = 5.5;

  private static final int WIDEST_GROUP = 8;

  private static final double THIN = 0.5;

  /** Sides are compared where their counts together are this many deviations. */
  private static final double ALIKE_HEARD = 3;

  /** A power law has at least this slope: its mean is finite. */
  private static final double MIN_SLOPE = 1;

  /** A shape of less slope and less bend than this hardly falls for octaves. */
  private static final double FLAT = 0.1;

  /** Shapes of less weight are left out. */
  private static final double NEGLIGIBLE = 1e-7;

  /** A tail that is another mixture begins at most this number of cells beyond the bulk. */
  private static final int MAX_SKIPPED = 6;

  /** The cost of each of these, as twice the logarithm of a likelihood. */
  private static final double SKIPPING = 9;

  private static final double[] SLOPES = slopes();
  private static final double[] BENDS = bends();

  /** Each cell is divided into this many. */
  public static final int PARTS = 4;

  private final double[] middles;

  /** The shapes that fit, each with its expected counts and its weight; weights add up to 1. */
  private final SuffixSums[] sums;

  private final double[] weights;

  private TailFit(double[] middles, double[][] counts, double[] weights) {
    this.middles = middles;
    this.sums = new SuffixSums[counts.length];
    for (int i = 0; i < counts.length; i++) {
      sums[i] = counts[i] == null ? null : new SuffixSums(counts[i], middles);
    }
    this.weights = weights;
  }

  private static double[] slopes() {
    double[] slopes = new double[24];
    for (int i = 1; i < slopes.length; i++) {
      slopes[i] = StrictMath.pow(2, i / 4.0 - 1.75);
    }
    return slopes;
  }

  private static double[] bends() {
    double[] bends = new double[20];
    for (int i = 1; i < bends.length; i++) {
      bends[i] = StrictMath.pow(2, i / 2.0 - 5);
    }
    return bends;
  }

  /**
   * Fits a tail that goes on from the fullest cell, or from where the bulk has thinned out.
   *
   * @param edges lower edges of the cells, ascending, equal steps in the logarithm
   * @param noisy their noisy counts
   * @param deviation standard deviation of the noise of each
   * @param heavy prior weight, from 0 to 1, of shapes that fall little for octaves, such as a
   *     lognormal law with sigma 2; other shapes have 1
   */
  public static TailFit fit(double[] edges, double[] noisy, double deviation, double heavy) {
    return fit(edges, noisy, deviation, heavy, 0);
  }

  /**
   * Fits a tail that may be another mixture than the bulk: it may begin some cells further out,
   * those before being as they were counted.
   */
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
      return new TailFit(middles, new double[][] {new double[middles.length]}, new double[] {1});
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
    double[][] counts = new double[all.length][];
    for (int i = 0; i < all.length; i++) {
      if (weights[i] > NEGLIGIBLE) {
        TailShape shape = TailShape.between(i, start);
        counts[i] = divide(all[i], shape, falls, noisy, deviation);
      }
    }
    return new TailFit(middles, counts, weights);
  }

  /** The decline of shapes: what those of one slope and bend have in common wherever they start. */
  private static final class Falls {
    private final double[] noisy;
    private final double octaves;
    private final double[] inverse;
    private final double[][] shapes = new double[SLOPES.length * BENDS.length][];
    private final double[][] within;
    private final double[][] counted;

    Falls(double[] noisy, double deviation, double octaves) {
      this.noisy = noisy;
      this.inverse = Arrays.stream(noisy).map(count -> weight(count, deviation)).toArray();
      this.octaves = octaves;
      this.within = new double[shapes.length * noisy.length][];
      this.counted = new double[noisy.length][];
    }

    /** Counts over that of the start, cell by cell. */
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

    /** The parts of a cell by the shape, and their sum. */
    double[] within(TailShape shape, int k) {
      int cell = k - shape.start;
      int at = shape.number * noisy.length + cell;
      if (within[at] == null) {
        within[at] = parts(cell == 0 ? 0 : shape.slope() + 2 * shape.bend() * cell * octaves);
      }
      return within[at];
    }

    /** The same where rows are counted: they are known to fall as from the last cell. */
    double[] counted(int k) {
      if (counted[k] == null) {
        double fall = StrictMath.log(Math.max(1, noisy[k - 1]) / Math.max(1, noisy[k])) / octaves;
        counted[k] = parts(Math.max(0, fall));
      }
      return counted[k];
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

  /**
   * A shape from its start on.
   *
   * @param number of its slope and bend
   */
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

    /** Expected counts, scaled to the noisy ones; 0 before the start. */
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

  /** Returns what a shape weighs before it is compared with the counts. */
  private static double prior(double slope, double bend, double heavy) {
    if (bend >= FLAT || slope >= MIN_SLOPE) {
      return 1;
    }
    return bend == 0 ? 0 : heavy;
  }

  /** The weight of each shape by how badly it fits; they add up to 1. */
  private static double[] weights(double[] costs) {
    double least = Arrays.stream(costs).min().orElse(0);
    double[] weights = Arrays.stream(costs).map(c -> StrictMath.exp((least - c) / 2)).toArray();
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(w -> w / sum).toArray();
  }

  /** The expected counts in parts of the cells, as the shape falls within them. */
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
              ? falls.counted(k)
              : falls.within(shape, before ? shape.start : k);
      for (int i = 0; i < PARTS; i++) {
        counts[k * PARTS + i] = count * parts[i] / parts[PARTS];
      }
    }
    return counts;
  }

  /**
   * A group of neighbouring cells.
   *
   * @param first the first of them; negative if there is none
   * @param width how many
   */
  private record CellGroup(int first, int width) {}

  /** The clearest group, if one stands out of the noise by this many deviations. */
  private static CellGroup clearest(double[] noisy, double deviation, double threshold) {
    double clearest = threshold;
    CellGroup group = new CellGroup(-1, 0);
    for (int w = 1; w <= WIDEST_GROUP; w *= 2) {
      for (int k = 0; k + w <= noisy.length; k++) {
        double sum = 0;
        for (int i = k; i < k + w; i++) {
          sum += noisy[i];
        }
        double clear = sum / (deviation * Math.sqrt(w));
        if (clear > clearest) {
          clearest = clear;
          group = new CellGroup(k, w);
        }
      }
    }
    return group;
  }

  /**
   * The last cell of the clearest group of neighbouring cells, of a thousand or so; negative where
   * none stands out of the noise.
   *
   * @param deviation standard deviation of the noise of each count
   */
  public static int lastHeard(double[] noisy, double deviation) {
    CellGroup group = clearest(noisy, deviation, HEARD_OF_MANY);
    return group.first < 0 ? -1 : group.first + group.width - 1;
  }

  /**
   * Returns where the tail begins: at the fullest cell of the clearest group, or where the bulk has
   * thinned out beyond it; negative where no group stands out of the noise.
   */
  private static int start(double[] noisy, double deviation) {
    CellGroup group = clearest(noisy, deviation, DETECTED);
    int first = group.first;
    int width = group.width;
    int fullest = first;
    for (int k = first; k < first + width; k++) {
      fullest = noisy[k] > noisy[fullest] ? k : fullest;
    }
    // The bulk may be another mixture than the tail: begin where it has thinned out.
    int begin = fullest;
    while (begin >= 0
        && begin < noisy.length - 1
        && noisy[begin + 1] > CLEAR * deviation
        && noisy[begin] > THIN * noisy[fullest]) {
      begin++;
    }
    return begin;
  }

  /**
   * The probability that two sides have one shape, from their noisy counts: near 1 where these
   * differ no more than noise does.
   *
   * @param deviation standard deviation of the noise of each count
   */
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

  /** Inverse variance of a count: of the noise, of the rows and of the model. */
  private static double weight(double noisy, double deviation) {
    double count = Math.max(0, noisy);
    return 1 / (deviation * deviation + count + MODEL_ERROR * MODEL_ERROR * count * count);
  }

  /** True if no cell stands out of the noise: nothing is known of such a tail. */
  public boolean isSilent() {
    return Arrays.stream(sums).allMatch(shape -> shape == null || shape.counts[0] == 0);
  }

  /**
   * The mass beyond a length.
   *
   * @param mean the sum over the rows beyond it of what they have above it: the square of the mean
   *     root over the shapes, since a few heavy ones would decide the mean
   * @param doubt mean square of how far the shapes are from that
   * @param scatter variance of that sum for a given shape, of the rows
   * @param misfit mean square of how far any shape is from the law
   * @param rows their number, expected
   */
  public record TailMass(double mean, double doubt, double scatter, double misfit, double rows) {}

  /** Returns what lies beyond a length: rows count as in the middle of their cell. */
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

  /** Computes the mass from the sums from the first middle beyond the length on. */
  private TailMass massBeyond(SuffixSums sums, int first, double length) {
    double number = sums.counts[first];
    double excess = sums.lengths[first] - length * number;
    double spread = sums.squares[first] - length * (2 * sums.lengths[first] - length * number);
    return new TailMass(Math.max(0, excess), 0, Math.max(0, spread), 0, number);
  }

  /** Sums over the parts from each on: of counts, of counts times lengths, times squares. */
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
