package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.noise.BitSource;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

/**
 * The sum of vectors of bounded l2 norm in the shuffle model. A user clips its lattice vector,
 * rounds it at random to a coarser grid, adds a Skellam share to each coordinate and sends each by
 * {@link SplitAndMix} under a separate label: one release of one vector, where Lemmas 5.3 and 5.4
 * of Huang, Liang and Yi (2021) compose scalar sums.
 *
 * <p><b>Privacy.</b> If the release with Skellam noise of {@link #variance()} is (epsilon,
 * delta)-DP, the messages are (epsilon, delta + (1 + e^epsilon) distance)-DP, with the distance of
 * the shares of all coordinates, for any behaviour of users beyond the assumed honest ones
 * (shuffle-summation.md, "Vectors: Skellam noise").
 *
 * <p><b>Sensitivity.</b> A rounded vector has squared norm at most {@link
 * GridRounding#squaredBound}, checked in integers; so replacing it moves the sum by at most twice
 * the root of that ({@link PrivacyUnit#sumSensitivity}).
 *
 * @param variance of the honest users' noise on a coordinate, in squared grid steps
 * @param half half of a user's Skellam share, which is the difference of two draws
 */
record VectorSum(
    Batches batches,
    int dimension,
    GridRounding rounding,
    double variance,
    Poisson half,
    SplitAndMix splitting)
    implements Serializable {

  private static final PrivacyUnit USER = PrivacyUnit.row(Neighbours.REPLACE);

  /** Rounding may add 4 % to the variance of the sum, 2 % to its deviation. */
  private static final double OVERHEAD = 1.04;

  /** Sums leave the range of the modulus with probability at most 2^-40. */
  private static final double LOG_INVERSE_FAILURE = 40 * Math.log(2);

  /** A forged sum passes the check of its range with probability at most about 2^-10. */
  private static final int LOG_FORGED = 10;

  static VectorSum create(
      Batches batches, int dimension, GridRounding rounding, double variance, double distance) {
    Checks.argument("dimension", dimension >= 1, "at least 1", dimension);
    boolean finite = variance > 0 && variance < Double.POSITIVE_INFINITY;
    Checks.argument("variance", finite, "finite and above 0", variance);
    Poisson half = Poisson.share(variance / 2, batches.honest());
    int bits = modulusBits(batches, dimension, rounding, variance);
    SplitAndMix splitting = SplitAndMix.create(batches.honest(), bits, distance / dimension);
    return new VectorSum(batches, dimension, rounding, variance, half, splitting);
  }

  /**
   * Creates a sum on the coarsest grid on which rounding adds at most 2 % to the error. Each batch
   * alone has the whole noise; grid and rounding are those of a batch of mean size.
   *
   * @param norm clipping norm, in lattice steps, at least 1
   * @param noiseRatio variance of a batch's noise / sensitivity^2, above 0
   * @param distance that split-and-mix may add, for all coordinates of one batch; in (0, 1/2]
   */
  static VectorSum forBatches(
      Batches batches, int dimension, long norm, double noiseRatio, double distance) {
    long size = -Math.floorDiv(-batches.users(), (long) batches.count());
    long gridStep = gridStep(size, dimension, norm, noiseRatio);
    GridRounding rounding = GridRounding.create(dimension, norm, gridStep);
    double variance = Math.nextUp(4 * (double) rounding.squaredBound() * noiseRatio);
    return create(batches, dimension, rounding, variance, distance);
  }

  /**
   * Returns the coarsest grid step, in lattice steps, for which noise and rounding of all users
   * have at most 1.04 times the variance of the noise alone (shuffle-summation.md, "Grid").
   */
  static long gridStep(long users, int dimension, long norm, double noiseRatio) {
    boolean finite = noiseRatio > 0 && noiseRatio < Double.POSITIVE_INFINITY;
    Checks.argument("noise ratio", finite, "finite and above 0", noiseRatio);
    return MonotoneSearch.lastInteger(
        1,
        norm + 1,
        step -> {
          double c = (double) norm / step;
          double squares = GridRounding.squaredBound(dimension, c) + users / (16 * noiseRatio);
          return squares <= OVERHEAD * c * c;
        });
  }

  /** Returns the least modulus in which the sum of all users does not wrap, and spare bits. */
  private static int modulusBits(
      Batches batches, int dimension, GridRounding rounding, double variance) {
    double shares = variance * ((double) batches.users() / batches.honest());
    double logarithm = LOG_INVERSE_FAILURE + Math.log(2.0 * dimension);
    double tail = Math.sqrt(2 * shares * logarithm) + logarithm;
    double largest = batches.users() * Math.sqrt((double) rounding.squaredBound()) + tail;
    if (!(largest < 0x1p60)) {
      throw new IllegalArgumentException(
          String.format(
              "the sum would need a modulus of more than %d bits: choose a coarser grid. Provided: a"
                  + " bound of %s grid steps on a coordinate of the sum",
              SplitAndMix.MAX_BITS, largest));
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(2 * (long) Math.ceil(largest));
    return Math.min(SplitAndMix.MAX_BITS, bits + spareBits(dimension));
  }

  /**
   * Returns the additional bits e for which a uniform vector is within the ball of valid sums, of a
   * unit ball of volume V, with probability {@code V 2^(-d (1 + e))} of at most 2^-10.
   */
  static int spareBits(int dimension) {
    double logVolume = dimension % 2 == 0 ? 0 : 1;
    for (int k = dimension % 2 == 0 ? 2 : 3; k <= dimension; k += 2) {
      logVolume += Math.log(2 * Math.PI / k) / Math.log(2);
    }
    return (int) Math.max(0, Math.ceil((LOG_FORGED + logVolume) / dimension - 1));
  }

  /** Sends a user's messages. Coordinate j, below 2^62, has the label {@code firstLabel + j}. */
  void randomize(long[] value, int firstLabel, BitSource secret, MessageSink messages) {
    if (value.length != dimension) {
      throw new IllegalArgumentException(
          String.format(
              "a vector must have %d coordinates. Provided: %d", dimension, value.length));
    }
    long[] rounded = rounding.round(value, secret);
    for (int j = 0; j < dimension; j++) {
      splitting.share(rounded[j] + half.sampleDifference(secret), firstLabel + j, secret, messages);
    }
  }

  SumAnalyzer analyzer(int firstLabel) {
    return new SumAnalyzer(firstLabel, dimension, splitting.modulusBits(), splitting.messages());
  }

  /**
   * Returns the bound in grid steps on the norm of the sum of a batch's honest senders; a sum
   * beyond it was forged.
   */
  double largestNorm(long senders) {
    double noise = senders * 2 * half.mean();
    return senders * Math.sqrt((double) rounding.squaredBound())
        + 2 * Math.sqrt(dimension * noise)
        + 10 * Math.sqrt(noise)
        + 50;
  }

  /**
   * Returns the maximum change of the mean of a kept batch, in lattice steps, by any number of
   * malicious senders.
   */
  double largestShift(long senders) {
    return rounding.gridStep() * 2 * largestNorm(senders) / senders;
  }

  /** Returns the l2 sensitivity to replacing one user, in grid steps, rounded up. */
  double sensitivity() {
    return Math.nextUp(USER.sumSensitivity() * Math.sqrt((double) rounding.squaredBound()));
  }

  long messages() {
    return (long) dimension * splitting.messages();
  }

  /** Returns a bound on the rms l2 error of the sum if all users send noise, in lattice steps. */
  double expectedError() {
    double noise = batches.users() * 2 * half.mean();
    double rounded = rounding.gridStep() == 1 ? 0 : batches.users() / 4.0;
    return rounding.gridStep() * Math.sqrt(dimension * (noise + rounded));
  }

  /**
   * The clipping of a lattice vector to a norm and its unbiased random rounding to a coarser grid.
   *
   * <p>Each coordinate is rounded to one of the two grid points around it, with the coordinate as
   * mean, exactly. A vector beyond {@link #squaredBound}, on which the sensitivity relies, is drawn
   * again: with probability 2^-40 (Kairouz, Liu and Steinke 2021, Proposition 22), which moves the
   * mean by less than 2^-20 grid steps (shuffle-summation.md, "Vectors: Skellam noise").
   *
   * @param norm clipping norm, in lattice steps
   * @param gridStep in lattice steps
   * @param squaredBound maximum squared norm of a rounded vector, in grid steps
   */
  record GridRounding(long norm, long gridStep, long squaredBound) implements Serializable {
    private static final double DEVIATIONS = Math.sqrt(80 * Math.log(2));

    /** Squares of longer norms, times the four of the sensitivity, would not fit a long. */
    private static final double LONGEST = 0x1p29;

    /** Creates the rounding for a norm of at least 1 step; a grid step of 1 rounds nothing. */
    static GridRounding create(int dimension, long norm, long gridStep) {
      Checks.argument("norm", norm >= 1, "at least 1", norm);
      boolean inRange = gridStep >= 1 && gridStep <= norm;
      Checks.argument("grid step", inRange, "in [1, norm = " + norm + "]", gridStep);
      double c = (double) norm / gridStep;
      if (c + Math.sqrt(dimension) > LONGEST) {
        throw new IllegalArgumentException(
            String.format(
                "the norm must be below 2^29 grid steps: a coarser grid is needed. Provided: norm %d,"
                    + " grid step %d",
                norm, gridStep));
      }
      long squaredBound = gridStep == 1 ? norm * norm : (long) squaredBound(dimension, c);
      return new GridRounding(norm, gridStep, squaredBound);
    }

    /**
     * Returns the bound on the square of a rounded norm, for a norm of c grid steps: the lesser of
     * one that holds with probability 1 - 2^-40 and of one that always holds.
     */
    static double squaredBound(int dimension, double c) {
      double root = Math.sqrt(dimension);
      double likely = c * c + dimension / 4.0 + DEVIATIONS * (c + root / 2);
      return Math.min(likely, (c + root) * (c + root));
    }

    long[] round(long[] vector, BitSource secret) {
      long[] clipped = vector.clone();
      ExactClipping.clip(clipped, norm);
      if (gridStep == 1) {
        return clipped;
      }
      long[] rounded = new long[clipped.length];
      long squares;
      do {
        squares = 0;
        for (int j = 0; j < clipped.length; j++) {
          rounded[j] = toGrid(clipped[j], gridStep, secret);
          squares += rounded[j] * rounded[j];
        }
      } while (squares > squaredBound);
      return rounded;
    }

    /** Returns one of the two grid points around x, in grid steps, with mean x / gridStep. */
    static long toGrid(long x, long gridStep, BitSource secret) {
      long rest = Math.floorMod(x, gridStep);
      long up = rest != 0 && secret.nextBelow(gridStep) < rest ? 1 : 0;
      return Math.floorDiv(x, gridStep) + up;
    }
  }
}
