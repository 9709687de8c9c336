package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.Skellam;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

/**
 * The public parameters of a sum of vectors of bounded l2 norm in the shuffle model, from which its
 * {@link #randomizer} and its {@link #analyzer} are made.
 *
 * <p>A user clips its lattice vector to the norm, rounds it at random to a grid, adds a Skellam
 * share to each coordinate and sends each coordinate by {@link SplitAndMix} under its own label.
 * All coordinates are one release of one vector, as that of a trusted curator: the privacy of the
 * noise is that of a Skellam vector of variance {@link #variance()} and l2 sensitivity {@link
 * #sensitivity()}, and no composition over coordinates takes place. (Lemmas 5.3 and 5.4 of Huang,
 * Liang and Yi 2021 compose scalar sums over coordinates.)
 *
 * <p><b>Privacy.</b> Where that Skellam release is (epsilon, delta)-DP, the messages are (epsilon,
 * delta + (1 + e^epsilon) {@link #distance()})-DP, for the replacement of one user's vector, if at
 * least {@code honestFraction users} follow the protocol and keep their messages to themselves,
 * whatever the others do. See {@link SplitAndMix}.
 *
 * <p><b>Sensitivity.</b> The rounded vector of a user is of squared norm at most {@link
 * #squaredNormBound()}, checked in integers; so replacing it moves the sum by at most twice the
 * root of that ({@link PrivacyUnit#sumSensitivity}).
 *
 * <p>Grid steps are a whole number of lattice steps; noise is on the grid.
 */
final class VectorSum implements Serializable {
  private static final long serialVersionUID = 1L;

  /** One user's vector may be replaced. */
  private static final PrivacyUnit USER = PrivacyUnit.row(Neighbours.REPLACE);

  /** Rounding may add 4 % to the variance of the sum, 2 % to its deviation. */
  private static final double OVERHEAD = 1.04;

  /** Sums leave the range of the modulus with at most this chance: 2^-40. */
  private static final double LOG_INVERSE_FAILURE = 40 * Math.log(2);

  /** A forged sum passes the check of its range with a chance of at most 2^-10, about. */
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
   * A sum on a given grid.
   *
   * @param users the number n of users, public; n honestFraction at least 20
   * @param dimension number d of coordinates
   * @param norm the clipping norm, in lattice steps, at least 1
   * @param gridStep length of a grid step in lattice steps, from 1, no rounding, to the norm
   * @param variance of the noise on a coordinate of the sum that the honest users add together, in
   *     squared grid steps; above 0
   * @param distance what split-and-mix may add, for all coordinates, see {@link
   *     SplitAndMix#distance(double, double)}; in (0, 1/2]
   * @param honestFraction the share of the users whose noise is counted on, in (0, 1]
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
   * A sum on the coarsest grid on which rounding adds at most 2 % to the error, with noise of a
   * variance in proportion to the squared sensitivity there.
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
   * @param batches who is in which batch, and how many honest users of one are counted on
   * @param noiseRatio variance of a batch's noise / sensitivity^2, above 0
   * @param distance what split-and-mix may add, for all coordinates of one batch
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
   * The coarsest grid step, in lattice steps, for which the noise and the rounding of all users
   * together have at most 1.04 times the variance that the noise would have without rounding:
   * {@code N^2 / c^2 + n / (16 noiseRatio c^2) <= 1.04}, for a norm of c grid steps and a rounded
   * norm of at most N.
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
   * The least modulus in which the sum of all users does not wrap, except for a chance of 2^-40;
   * and some bits more where coordinates are few, so that a uniform one, as a forged message makes
   * it, is seldom within {@link #largestNorm}.
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
   * A uniform vector of a cube that is 2^e times as wide as the ball of valid sums is in the ball
   * with chance {@code V 2^(-d (1 + e))}, V the volume of the unit ball: e makes it 2^-10 at most.
   */
  static int spareBits(int dimension) {
    double logVolume = dimension % 2 == 0 ? 0 : 1;
    for (int k = dimension % 2 == 0 ? 2 : 3; k <= dimension; k += 2) {
      logVolume += Math.log(2 * Math.PI / k) / Math.log(2);
    }
    return (int) Math.max(0, Math.ceil((LOG_FORGED + logVolume) / dimension - 1));
  }

  /**
   * Returns what a user runs. It takes vectors of {@link #dimension()} lattice coordinates below
   * 2^62 in absolute value, and sends {@link #messages()} messages.
   *
   * @param firstLabel the label of coordinate 0, at least 0; coordinate j has {@code firstLabel +
   *     j}
   */
  public MessageRandomizer<long[]> randomizer(int firstLabel) {
    Skellam noise = Skellam.share(variance, honest);
    return new VectorRandomizer(firstLabel, dimension, rounding, noise, splitting);
  }

  /** Returns what the server runs on the shuffled messages. */
  public SumAnalyzer analyzer(int firstLabel) {
    return splitting.analyzer(firstLabel, dimension);
  }

  /**
   * Returns what the norm of a batch's sum does not pass in a run in which nobody lies: {@code m N
   * + 2 sqrt(D v) + 10 sqrt(v) + 50} grid steps, N the bound on a rounded norm and v the variance
   * of the noise of all m senders on a coordinate. The norm of the noise is {@code sqrt(D v)} with
   * a deviation of at most {@code sqrt(v)}, about. A sum beyond it was forged.
   *
   * @param senders m, the number of users whose messages are in the sum
   */
  public double largestNorm(long senders) {
    double noise = senders * Skellam.share(variance, honest).variance();
    return senders * Math.sqrt((double) rounding.squaredBound())
        + 2 * Math.sqrt(dimension * noise)
        + 10 * Math.sqrt(noise)
        + 50;
  }

  /**
   * The most that senders of a batch who send whatever they like can move the mean of its vectors
   * by without that it is dropped, in lattice steps: {@code 2 R(m) / m}, R being {@link
   * #largestNorm}. With or without their lies the sum has at most this norm. It is little more than
   * 2 C, for one liar as for many: the shares keep a lie as secret as the truth.
   *
   * @param senders m, at least 1
   */
  public double largestShift(long senders) {
    return rounding.gridStep() * 2 * largestNorm(senders) / senders;
  }

  /** Returns who is in which batch. */
  public Batches batches() {
    return batches;
  }

  /** The noisy sums of the coordinates, in lattice steps. */
  public double[] estimate(SumAnalyzer analyzer) {
    long[] sums = analyzer.sums();
    double[] estimate = new double[sums.length];
    for (int j = 0; j < sums.length; j++) {
      estimate[j] = (double) sums[j] * rounding.gridStep();
    }
    return estimate;
  }

  /** Number of coordinates. */
  public int dimension() {
    return dimension;
  }

  /** Number of users that are counted on: the fraction of all, rounded down; or of a batch. */
  public long honestUsers() {
    return honest;
  }

  /** Length of a grid step, in lattice steps. */
  public long gridStep() {
    return rounding.gridStep();
  }

  /** The most that the squared norm of a rounded vector can be, in squared grid steps. */
  public long squaredNormBound() {
    return rounding.squaredBound();
  }

  /** The square of the l2 sensitivity to replacing one user, in squared grid steps: exact. */
  public long squaredSensitivity() {
    long factor = USER.sumSensitivity();
    return factor * factor * rounding.squaredBound();
  }

  /** The l2 sensitivity, in grid steps, rounded up. */
  public double sensitivity() {
    return Math.nextUp(USER.sumSensitivity() * Math.sqrt((double) rounding.squaredBound()));
  }

  /** A bound on the l1 sensitivity, in grid steps: sqrt(d) times the l2 sensitivity, rounded up. */
  public double absoluteSensitivity() {
    return Math.nextUp(Math.nextUp(Math.sqrt(dimension)) * sensitivity());
  }

  /** The variance of the honest users' noise on a coordinate of the sum, in squared grid steps. */
  public double variance() {
    return variance;
  }

  /** Returns what split-and-mix adds in total variation, for all coordinates. */
  public double distance() {
    return distance;
  }

  /** Returns how a coordinate is sent. */
  public SplitAndMix splitting() {
    return splitting;
  }

  /** Number of messages of a user. */
  public long messages() {
    return (long) dimension * splitting.messages();
  }

  /** Bytes of the bodies of a user's messages, packed; labels are not counted. */
  public long bodyBytes() {
    return (messages() * splitting.modulusBits() + 7) / 8;
  }

  /**
   * The root mean squared l2 error of the sum of all users' clipped vectors, in all batches
   * together, in lattice steps, when everybody sends noise: {@code gridStep sqrt(d (variance n /
   * honest + n / 4))}. The second term, of the rounding, is at most that, and 0 where the grid is
   * the lattice.
   */
  public double expectedError() {
    double noise = users * Skellam.share(variance, honest).variance();
    double rounded = rounding.gridStep() == 1 ? 0 : users / 4.0;
    return rounding.gridStep() * Math.sqrt(dimension * (noise + rounded));
  }
}
