package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.Poisson;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

/**
 * The public parameters of a sum of vectors of bounded l2 norm in the shuffle model, with its
 * {@link #randomizer} and its {@link #analyzer}.
 *
 * <p>A user clips its lattice vector to the norm, rounds it at random to a grid, adds a Skellam
 * share to each coordinate and sends each coordinate by {@link SplitAndMix} under a separate label.
 * All coordinates are one release of one vector, as in the central model: the privacy of the noise
 * is that of a Skellam vector of variance {@link #variance()} and l2 sensitivity {@link
 * #sensitivity()}, without composition over coordinates. (Lemmas 5.3 and 5.4 of Huang, Liang and Yi
 * 2021 compose scalar sums over coordinates.)
 *
 * <p><b>Privacy.</b> If that Skellam release is (epsilon, delta)-DP, the messages are (epsilon,
 * delta + (1 + e^epsilon) {@link #distance()})-DP, for the replacement of one user's vector, if at
 * least {@code honestFraction users} follow the protocol and keep their messages secret, for any
 * behaviour of the others. See {@link SplitAndMix}.
 *
 * <p><b>Sensitivity.</b> The rounded vector of a user has squared norm at most {@link
 * #squaredNormBound()}, checked in integers; so replacing it moves the sum by at most twice the
 * root of that ({@link PrivacyUnit#sumSensitivity}).
 *
 * <p>A grid step is an integer number of lattice steps; the noise is on the grid.
 */
final class VectorSum implements Serializable {
  private static final long serialVersionUID = 1L;

  /** One user's vector may be replaced. */
  private static final PrivacyUnit USER = PrivacyUnit.row(Neighbours.REPLACE);

  /** Rounding may add 4 % to the variance of the sum, 2 % to its deviation. */
  private static final double OVERHEAD = 1.04;

  /** Sums leave the range of the modulus with probability at most 2^-40. */
  private static final double LOG_INVERSE_FAILURE = 40 * Math.log(2);

  /** A forged sum passes the check of its range with probability at most about 2^-10. */
  private static final int LOG_FORGED = 10;

  private final Batches batches;
  private final long users;
  private final int dimension;
  private final GridRounding rounding;
  private final double variance;
  private final double distance;
  private final long honest;
  private final SplitAndMix splitting;

  private VectorSum(
      Batches batches, int dimension, GridRounding rounding, double variance, double distance) {
    if (dimension < 1) {
      throw new IllegalArgumentException(
          "dimension must be at least 1. Provided value: " + dimension);
    }
    if (!(variance > 0 && variance < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "variance must be finite and above 0. Provided value: " + variance);
    }
    this.batches = batches;
    this.users = batches.users();
    this.dimension = dimension;
    this.rounding = rounding;
    this.variance = variance;
    this.distance = distance;
    this.honest = batches.honest();
    this.splitting = SplitAndMix.create(honest, modulusBits(), distance / dimension);
  }

  /**
   * Creates a sum on a given grid.
   *
   * @param users public number of users n; n honestFraction at least 20
   * @param dimension number d of coordinates
   * @param norm clipping norm, in lattice steps, at least 1
   * @param gridStep length of a grid step in lattice steps, from 1 (no rounding) to the norm
   * @param variance of the noise that the honest users together add to a coordinate of the sum, in
   *     squared grid steps; above 0
   * @param distance that split-and-mix may add, for all coordinates, see {@link
   *     SplitAndMix#distance(double, double)}; in (0, 1/2]
   * @param honestFraction fraction of the users on whose noise the guarantee relies, in (0, 1]
   * @throws IllegalArgumentException if an argument is out of its range, or the sum would need a
   *     modulus of more than 62 bits
   */
  public static VectorSum create(
      long users,
      int dimension,
      long norm,
      long gridStep,
      double variance,
      double distance,
      double honestFraction) {
    GridRounding rounding = GridRounding.create(dimension, norm, gridStep);
    Batches all = Batches.one(users, honestFraction);
    return new VectorSum(all, dimension, rounding, variance, distance);
  }

  /**
   * Creates a sum on the coarsest grid on which rounding adds at most 2 % to the error, with a
   * variance of the noise in proportion to the squared sensitivity there.
   *
   * @param noiseRatio variance / sensitivity^2, above 0; for a Gaussian of the same variance it
   *     would be 1 / (2 rho)
   */
  public static VectorSum forRatio(
      long users,
      int dimension,
      long norm,
      double noiseRatio,
      double distance,
      double honestFraction) {
    Batches all = Batches.one(users, honestFraction);
    return forBatches(all, dimension, norm, noiseRatio, distance);
  }

  /**
   * Same as {@link #forRatio}, with a sum for each batch that alone has the whole noise; grid and
   * rounding are those of a batch of mean size.
   *
   * @param batches the assignment of users, and the assumed number of honest users per batch
   * @param noiseRatio variance of a batch's noise / sensitivity^2, above 0
   * @param distance that split-and-mix may add, for all coordinates of one batch
   */
  public static VectorSum forBatches(
      Batches batches, int dimension, long norm, double noiseRatio, double distance) {
    long size = -Math.floorDiv(-batches.users(), (long) batches.count());
    long gridStep = gridStep(size, dimension, norm, noiseRatio);
    GridRounding rounding = GridRounding.create(dimension, norm, gridStep);
    double variance = Math.nextUp(4 * (double) rounding.squaredBound() * noiseRatio);
    return new VectorSum(batches, dimension, rounding, variance, distance);
  }

  /**
   * Returns the coarsest grid step, in lattice steps, for which the noise and the rounding of all
   * users together have at most 1.04 times the variance of the noise without rounding: {@code N^2 /
   * c^2 + n / (16 noiseRatio c^2) <= 1.04}, for a norm of c grid steps and a rounded norm of at
   * most N.
   */
  public static long gridStep(long users, int dimension, long norm, double noiseRatio) {
    if (!(noiseRatio > 0 && noiseRatio < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "noise ratio must be finite and above 0. Provided value: " + noiseRatio);
    }
    return MonotoneSearch.lastInteger(
        1,
        norm + 1,
        step -> {
          double c = (double) norm / step;
          double squares = GridRounding.squaredBound(dimension, c) + users / (16 * noiseRatio);
          return squares <= OVERHEAD * c * c;
        });
  }

  /**
   * Returns the least modulus in which the sum of all users does not wrap, except with probability
   * 2^-40, with additional bits for few coordinates, so that a uniform sum, the result of a forged
   * message, is rarely within {@link #largestNorm}.
   */
  private int modulusBits() {
    double shares = variance * ((double) users / honest);
    double logarithm = LOG_INVERSE_FAILURE + Math.log(2.0 * dimension);
    double tail = Math.sqrt(2 * shares * logarithm) + logarithm;
    double largest = users * Math.sqrt((double) rounding.squaredBound()) + tail;
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
   * Returns the additional bits e. A uniform vector of a cube 2^e times as wide as the ball of
   * valid sums is in the ball with probability {@code V 2^(-d (1 + e))}, where V is the volume of
   * the unit ball: e makes it at most 2^-10.
   */
  static int spareBits(int dimension) {
    double logVolume = dimension % 2 == 0 ? 0 : 1;
    for (int k = dimension % 2 == 0 ? 2 : 3; k <= dimension; k += 2) {
      logVolume += Math.log(2 * Math.PI / k) / Math.log(2);
    }
    return (int) Math.max(0, Math.ceil((LOG_FORGED + logVolume) / dimension - 1));
  }

  /**
   * Returns the randomizer of a user. It takes vectors of {@link #dimension()} lattice coordinates
   * below 2^62 in absolute value, and sends {@link #messages()} messages.
   *
   * @param firstLabel label of coordinate 0, at least 0; coordinate j has {@code firstLabel + j}
   */
  public MessageRandomizer<long[]> randomizer(int firstLabel) {
    Poisson noise = Poisson.share(variance / 2, honest);
    return new VectorRandomizer(firstLabel, dimension, rounding, noise, splitting);
  }

  /** Returns the variance of one user's noise on a coordinate. */
  private double noiseVariance() {
    return 2 * Poisson.share(variance / 2, honest).mean();
  }

  /** Returns the server's analyzer of the shuffled messages. */
  public SumAnalyzer analyzer(int firstLabel) {
    return splitting.analyzer(firstLabel, dimension);
  }

  /**
   * Returns the bound on the norm of a batch's sum in a run without malicious users: {@code m N + 2
   * sqrt(D v) + 10 sqrt(v) + 50} grid steps, where N is the bound on a rounded norm and v the
   * variance of the noise of all m senders on a coordinate. The norm of the noise is {@code sqrt(D
   * v)} with a deviation of at most about {@code sqrt(v)}. A sum beyond the bound was forged.
   *
   * @param senders m, the number of users whose messages are in the sum
   */
  public double largestNorm(long senders) {
    double noise = senders * noiseVariance();
    return senders * Math.sqrt((double) rounding.squaredBound())
        + 2 * Math.sqrt(dimension * noise)
        + 10 * Math.sqrt(noise)
        + 50;
  }

  /**
   * Returns the maximum change, by malicious senders of a batch that is not dropped, of the mean of
   * its vectors, in lattice steps: {@code 2 R(m) / m}, where R is {@link #largestNorm}, since the
   * sum has at most this norm with or without them. It is slightly more than 2 C, for any number of
   * malicious senders: the shares hide a false value as well as a true one.
   *
   * @param senders m, at least 1
   */
  public double largestShift(long senders) {
    return rounding.gridStep() * 2 * largestNorm(senders) / senders;
  }

  /** Returns the assignment of users to batches. */
  public Batches batches() {
    return batches;
  }

  /** Returns the noisy sums of the coordinates, in lattice steps. */
  public double[] estimate(SumAnalyzer analyzer) {
    long[] sums = analyzer.sums();
    double[] estimate = new double[sums.length];
    for (int j = 0; j < sums.length; j++) {
      estimate[j] = (double) sums[j] * rounding.gridStep();
    }
    return estimate;
  }

  /** Returns the number of coordinates. */
  public int dimension() {
    return dimension;
  }

  /** Returns the assumed number of honest users, rounded down: of all users, or of a batch. */
  public long honestUsers() {
    return honest;
  }

  /** Returns the length of a grid step, in lattice steps. */
  public long gridStep() {
    return rounding.gridStep();
  }

  /** Returns the maximum squared norm of a rounded vector, in squared grid steps. */
  public long squaredNormBound() {
    return rounding.squaredBound();
  }

  /**
   * Returns the exact square of the l2 sensitivity to replacing one user, in squared grid steps.
   */
  public long squaredSensitivity() {
    long factor = USER.sumSensitivity();
    return factor * factor * rounding.squaredBound();
  }

  /** Returns the l2 sensitivity, in grid steps, rounded up. */
  public double sensitivity() {
    return Math.nextUp(USER.sumSensitivity() * Math.sqrt((double) rounding.squaredBound()));
  }

  /** Returns sqrt(d) times the l2 sensitivity, rounded up: a bound on the l1 sensitivity. */
  public double absoluteSensitivity() {
    return Math.nextUp(Math.nextUp(Math.sqrt(dimension)) * sensitivity());
  }

  /** Returns the variance of the honest users' noise on a coordinate, in squared grid steps. */
  public double variance() {
    return variance;
  }

  /** Returns the total variation that split-and-mix adds, for all coordinates. */
  public double distance() {
    return distance;
  }

  /** Returns the split of a coordinate. */
  public SplitAndMix splitting() {
    return splitting;
  }

  /** Returns the number of messages per user. */
  public long messages() {
    return (long) dimension * splitting.messages();
  }

  /** Returns the bytes of the bodies of a user's messages, packed, without labels. */
  public long bodyBytes() {
    return (messages() * splitting.modulusBits() + 7) / 8;
  }

  /**
   * Returns the root mean squared l2 error of the sum of all users' clipped vectors, in all batches
   * together, in lattice steps, if all users send noise: {@code gridStep sqrt(d (variance n /
   * honest + n / 4))}. The second term, of the rounding, is an upper bound, and 0 if the grid is
   * the lattice.
   */
  public double expectedError() {
    double noise = users * noiseVariance();
    double rounded = rounding.gridStep() == 1 ? 0 : users / 4.0;
    return rounding.gridStep() * Math.sqrt(dimension * (noise + rounded));
  }
}
