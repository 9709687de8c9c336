package org.privatemean.local;

import java.io.Serializable;
import java.util.Arrays;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.Checks;

/**
 * PrivUnit, PrivUnitG or FastProjUnit of the vector divided by the norm and lifted to the unit
 * sphere (page privunit.md).
 *
 * <p><b>Privacy guarantee.</b> The report is epsilon-DP, for any norm: given the public bits of a
 * projection, which are drawn before the vector is read, it is a PrivUnit report of a unit vector
 * ({@link Threshold}; {@link ReportGrid} for the finite program).
 *
 * <p><b>Error.</b> At most {@code norm^2 k} per report. Reports are unbiased; those through a
 * projection to fewer coordinates up to a relative 0.4 % of the vector.
 */
record UnitBall(
    int dimension,
    Threshold threshold,
    ReportGrid grid,
    boolean isProjected,
    double unit,
    double relativeSquaredError,
    UnitSampler sampler)
    implements BallRandomizer {
  private static final int MAX_DIMENSION = 1 << 24;
  private static final int MAX_PROJECTED_DIMENSION = 1 << 22;
  private static final int SEED_BITS = 32;

  /** Creates PrivUnit or PrivUnitG, of dimension 1 to 2^24 and epsilon in [1e-9, 700]. */
  public static UnitBall create(ReportLaw law, int dimension, double epsilon) {
    boolean inRange = dimension >= 1 && dimension <= MAX_DIMENSION;
    Checks.argument("dimension", inRange, "in [1, " + MAX_DIMENSION + "]", dimension);
    Threshold threshold = Threshold.optimal(law, dimension + 1, epsilon);
    ReportGrid grid = ReportGrid.create(threshold, dimension);
    double rounding = grid.step() / (2 * threshold.gamma());
    double error = dimension * (threshold.coordinateVariance() + rounding * rounding);
    UnitSampler sampler = new UnitSampler(threshold, grid);
    double unit = grid.step() / threshold.gamma();
    return new UnitBall(dimension, threshold, grid, false, unit, error, sampler);
  }

  /** Creates FastProjUnit, of a dimension that is a power of two up to 2^22. */
  public static UnitBall projected(int dimension, double epsilon) {
    boolean inRange = dimension >= 1 && dimension <= MAX_PROJECTED_DIMENSION;
    boolean isPower = Integer.bitCount(dimension) == 1;
    Checks.argument("dimension", inRange && isPower, "a power of two up to 2^22", dimension);
    Threshold.checkEpsilon(epsilon);
    int size = HadamardProjection.recommendedSize(2 * dimension, epsilon);
    int whole = 2 * dimension;
    Threshold threshold = Threshold.optimal(ReportLaw.SPHERE, size, epsilon);
    ReportGrid grid = ReportGrid.shortest(threshold, size);
    double factor = threshold.gamma() * HadamardProjection.meanNorm(size, whole);
    double unit = grid.step() * HadamardProjection.unit(whole) / factor;
    double error = HadamardProjection.squaredError(threshold, grid, dimension, whole);
    UnitSampler sampler = new UnitSampler(threshold, grid);
    return new UnitBall(dimension, threshold, grid, true, unit, error, sampler);
  }

  int size() {
    return isProjected ? threshold.dimension() : dimension;
  }

  private int coordinateBits() {
    return ReportReader.bitsFor(2L * grid.limit() + 1);
  }

  @Override
  public long bits(long norm) {
    return (isProjected ? SEED_BITS : 0) + (long) size() * coordinateBits();
  }

  @Override
  public void write(long[] vector, long norm, BitSource secret, ReportWriter out) {
    UnitDirection direction;
    if (isProjected) {
      long seed = secret.nextBits(SEED_BITS);
      direction = UnitDirection.alongOrFirst(projection(seed).project(lift(vector, norm)));
      out.put(seed, SEED_BITS);
    } else {
      direction = direction(vector, norm);
    }
    for (short step : sampler.draw(direction, size(), secret)) {
      out.put(step + grid.limit(), coordinateBits());
    }
  }

  private HadamardProjection projection(long seed) {
    return HadamardProjection.draw(size(), 2 * dimension, new HadamardProjection.PublicBits(seed));
  }

  private UnitDirection direction(long[] vector, long norm) {
    double[] scaled = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      scaled[j] = (double) vector[j] / norm;
    }
    return UnitDirection.inBall(scaled, 1);
  }

  /** Returns the unit vector of 2 D coordinates; the last D are equal. */
  double[] lift(long[] vector, long norm) {
    double[] lifted = direction(vector, norm).toArray(2 * dimension);
    Arrays.fill(lifted, dimension, 2 * dimension, lifted[dimension] / Math.sqrt(dimension));
    return lifted;
  }

  @Override
  public long[] read(ReportReader in, long norm) throws MalformedReportException {
    in.expect(bits(norm));
    long seed = isProjected ? in.get(SEED_BITS) : 0;
    short[] steps = new short[size()];
    for (int j = 0; j < steps.length; j++) {
      steps[j] = (short) (in.getBelow(2L * grid.limit() + 1) - grid.limit());
    }
    if (!grid.holds(steps)) {
      throw new MalformedReportException(RejectionReason.RANGE);
    }
    long[] vector = new long[dimension];
    if (isProjected) {
      projection(seed).addBack(steps, vector);
    } else {
      for (int j = 0; j < dimension; j++) {
        vector[j] = steps[j];
      }
    }
    return vector;
  }

  @Override
  public double unit(long norm) {
    return norm * unit;
  }

  @Override
  public double largest(long norm) {
    return isProjected
        ? (double) HadamardProjection.largest(size(), grid.normLimit())
        : grid.limit();
  }

  @Override
  public double largestNorm(long norm) {
    return isProjected ? BallRandomizer.super.largestNorm(norm) : unit(norm) * grid.normLimit();
  }

  /**
   * The sampler of the random vector U of a unit vector v, rounded to its grid: W v + sqrt(1 - W^2)
   * g' / ||g'|| on the sphere and W v + g' for the normal distribution, g' standard normal without
   * its part along v ({@link UnitDirection#share}).
   */
  record UnitSampler(Threshold threshold, CapSampler cap, ReportGrid grid) implements Serializable {
    private static final int CHUNK = 512;

    UnitSampler(Threshold threshold, ReportGrid grid) {
      this(threshold, CapSampler.create(threshold), grid);
    }

    public short[] draw(UnitDirection v, int count, BitSource bits) {
      double w = cap.draw(bits);
      double[] g = new double[count];
      // Up to the chunk, the bits of the dither are read with those of g.
      long[] words = new long[Math.min(CHUNK, count + ReportGrid.words(count))];
      if (threshold.law() == ReportLaw.GAUSSIAN) {
        normals(g, bits, words);
        return onGrid(w - v.share() * v.dot(g), v, 1, g, bits, words);
      }
      double product;
      double squares;
      do {
        normals(g, bits, words);
        product = v.dot(g);
        squares = v.squaresAcross(g, product);
      } while (squares == 0);
      double side = Math.sqrt(w * (2 - w) / squares);
      return onGrid(1 - w - side * v.share() * product, v, side, g, bits, words);
    }

    private static void normals(double[] g, BitSource bits, long[] words) {
      if (!holdDither(words, g)) {
        Ziggurat.fillNormal(g, 0, g.length, bits, words);
        return;
      }
      bits.fill(words, 0, words.length);
      Ziggurat.normalsFrom(words, g, 0, g.length, bits);
    }

    private short[] onGrid(
        double along, UnitDirection v, double side, double[] g, BitSource bits, long[] words) {
      double scaled = along * v.factor();
      return holdDither(words, g)
          ? grid.round(scaled, v.coordinates(), side, g, words, g.length)
          : grid.dither(scaled, v.coordinates(), side, g, bits, words);
    }

    private static boolean holdDither(long[] words, double[] g) {
      return words.length == g.length + ReportGrid.words(g.length);
    }
  }
}
