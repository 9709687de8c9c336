package org.privatemean.local.unit;

import java.util.Arrays;
import org.privatemean.local.unit.MalformedReportException.RejectionReason;
import org.privatemean.noise.BitSource;

/**
 * FastProjUnit (Asi, Feldman, Nelson, Nguyen and Talwar 2023) of the vector divided by the norm and
 * lifted to the unit sphere: a report is 32 public bits that determine a projection R to k of 2 D
 * coordinates, and the k coordinates of a PrivUnit report of R v / ||R v||, on a grid of the fewest
 * bits that cost a thousandth of the variance, usually 10. D is a power of two.
 *
 * <p><b>The lift</b> spreads the difference to the norm: v = (y, l / sqrt(D), .., l / sqrt(D)) with
 * D equal coordinates, where y is the vector divided by the norm and l^2 = 1 - ||y||^2. The
 * transform has 2 D coordinates for any lift of D, so this costs nothing; only the D of y are
 * decoded.
 *
 * <p><b>Privacy guarantee.</b> The report is epsilon-DP, for any norm. The 32 bits are drawn before
 * the vector is read, so they have one distribution for all vectors. Given them, R is fixed and the
 * rest is a PrivUnit report in k dimensions of some unit vector: for any two unit vectors, the
 * densities differ by at most e^epsilon ({@link Threshold}). A vector that R maps to zero is
 * reported as the first unit vector. {@link ReportGrid} proves the guarantee of the finite program.
 *
 * <p><b>Unbiased</b> if k = 2 D, since nothing is projected, and else up to a relative {@code sum
 * v_j^4 / (4 k)} of the vector itself, at most 0.4 %. For signs S and the transform H, the mean of
 * R^T R v / ||R v|| is a multiple kappa' v in every coordinate, since flipping the sign of a
 * coordinate of v flips only its mean; kappa' is E||R v|| = kappa for a random rotation, and for S
 * and H larger by sum v_j^4 (1 - k / 2 D) / (4 k) to first order, by the kurtosis 3 - 2 sum v_j^4
 * of the transformed coordinates. The rows of a mean were first rotated by its public seed, which
 * gives them a sum of about 3 / D, and the spread lift has at most 1 / D: about 1 / (D k), compared
 * with 1 / (4 k) for short vectors lifted into one coordinate.
 *
 * <p><b>Error.</b> At most {@code norm^2 k'} per report, k' within a factor 1 + O(epsilon / k) of
 * PrivUnit's; k is 100 epsilon, at least 64 and at most 2 D.
 */
public final class ProjUnitBall implements BallRandomizer {
  private static final long serialVersionUID = 1L;

  private static final int SEED_BITS = 32;

  private final ProjUnitParameters parameters;
  private final UnitSampler sampler;
  private final ReportGrid grid;
  private final double unit;
  private final double error;

  private ProjUnitBall(ProjUnitParameters parameters) {
    this.parameters = parameters;
    Threshold threshold = parameters.threshold();
    this.grid = ReportGrid.shortest(threshold, parameters.size());
    this.sampler = new UnitSampler(threshold, grid);
    double factor = threshold.gamma() * parameters.meanNorm();
    this.unit = grid.step() * SharedProjection.unit(parameters) / factor;
    this.error = parameters.squaredError(grid);
  }

  /**
   * Creates a randomizer.
   *
   * @param dimension number of coordinates D, a power of two up to 2^22
   * @param epsilon guarantee of a report, in [1e-9, 700]
   * @throws IllegalArgumentException if one is out of its range
   */
  public static ProjUnitBall create(int dimension, double epsilon) {
    if (dimension < 1 || dimension > 1 << 22 || Integer.bitCount(dimension) != 1) {
      throw new IllegalArgumentException(
          "dimension must be a power of two up to 2^22. Provided value: " + dimension);
    }
    int size = ProjUnitParameters.recommendedSize(2 * dimension, epsilon);
    return new ProjUnitBall(
        new ProjUnitParameters(
            Projection.HADAMARD, InputDomain.BALL, dimension, size, 1, epsilon, 0));
  }

  @Override
  public int dimension() {
    return parameters.dimension();
  }

  /** Returns the number k of coordinates of a report. */
  public int size() {
    return parameters.size();
  }

  private int coordinateBits() {
    return ReportReader.bitsFor(2L * grid.limit() + 1);
  }

  @Override
  public long bits(long norm) {
    return SEED_BITS + (long) size() * coordinateBits();
  }

  @Override
  public void write(long[] vector, long norm, BitSource secret, ReportWriter out) {
    long seed = secret.nextBits(SEED_BITS);
    double[] projected = projection(seed).project(lift(vector, norm));
    short[] steps = sampler.draw(UnitDirection.alongOrFirst(projected), size(), secret);
    out.put(seed, SEED_BITS);
    for (short step : steps) {
      out.put(step + grid.limit(), coordinateBits());
    }
  }

  private SharedProjection projection(long seed) {
    return SharedProjection.create(parameters, seed);
  }

  /** Returns the unit vector of 2 D coordinates. */
  double[] lift(long[] vector, long norm) {
    int dimension = dimension();
    double[] scaled = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      scaled[j] = (double) vector[j] / norm;
    }
    double[] lifted = InputDomain.BALL.direction(scaled, 1).toArray(2 * dimension);
    Arrays.fill(lifted, dimension, 2 * dimension, lifted[dimension] / Math.sqrt(dimension));
    return lifted;
  }

  @Override
  public long[] read(ReportReader in, long norm) throws MalformedReportException {
    in.expect(bits(norm));
    long seed = in.get(SEED_BITS);
    short[] steps = new short[size()];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = (short) (in.getBelow(2L * grid.limit() + 1) - grid.limit());
    }
    if (!grid.holds(steps)) {
      throw new MalformedReportException(RejectionReason.RANGE);
    }
    long[] vector = new long[dimension()];
    projection(seed).addBack(steps, vector);
    return vector;
  }

  @Override
  public double unit(long norm) {
    return norm * unit;
  }

  @Override
  public double largest(long norm) {
    return (double) SharedProjection.largest(parameters, grid.normLimit());
  }

  @Override
  public double squaredError(long norm) {
    return (double) norm * norm * error;
  }

  @Override
  public double relativeSquaredError() {
    return error;
  }
}
