package org.privatemean.mean;

import java.math.BigInteger;
import java.util.Optional;
import java.util.function.LongFunction;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.mean.clipped.MeanGeometry;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowCount;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.release.Estimate;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.request.MeanSpec;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * The clipped mean (CM) and the shifted clipped mean (Shifted-CM) of Huang, Liang and Yi (2021),
 * section 3: the mean of the rows, clipped to a private norm around zero, or rotated at random and
 * clipped around the private medians of their coordinates.
 *
 * <p><b>Privacy guarantee</b> (central model): the release is rho-zCDP, with rho the budget of the
 * {@link MeanSpec} (Theorems 3.4 and 3.6), for the {@link PrivacyUnit} that it names. Lattice and
 * rotation map each row separately. A private number of rows is released first ({@link RowCount});
 * then, for the shifted mean, the medians of all D coordinates, L levels of one vector of D counts
 * each ({@link PrivacyUnit#squaredSensitivityOfCounts}); the clipping norm, a search of counts,
 * unless it is given; and the sum of the vectors clipped to it ({@link ClippedSum}). Each step is
 * charged before its noise is drawn, and centre and norm are released, so the charges add up by
 * adaptive composition (Lemma 2.2).
 *
 * @param rotation null for the clipped mean, which does not rotate
 */
record ClippedMean(MeanPlan plan, TrustModel trust, ZcdpGrant grant, RandomRotation rotation) {
  private static ClippedMean start(MeanPlan plan, TrustModel trust, ZcdpGrant grant) {
    RandomRotation rotation =
        plan.geometry().shifts()
            ? RandomRotation.draw(plan.geometry().lattice().dimension(), trust.publicBits())
            : null;
    return new ClippedMean(plan, trust, grant, rotation);
  }

  private MeanGeometry geometry() {
    return plan.geometry();
  }

  /**
   * Releases the mean of the rows, or the zero vector if there are too few; the ledger is charged
   * exactly the spec's budget. Sums that could overflow are refused, before anything is charged or
   * read if they could with one row, and so is a public number of rows that may be dropped.
   */
  public static Release release(MeanSpec spec, Rows rows, TrustModel trust) {
    RowCount rowCount = spec.rowCount();
    rowCount.checkPublic(rows);
    LongFunction<MeanPlan> planned = n -> MeanPlan.create(spec, n, rows.dimension());
    Optional<MeanPlan> ofPublicCount = rowCount.ifPublic(rows).map(planned::apply);
    if (ofPublicCount.isEmpty()) {
      // What is refused for one row is refused for any number, which then need not be paid for.
      MeanPlan unused = planned.apply(1);
    }
    try (ZcdpGrant grant = trust.open(spec.name(), spec.rho(), spec.unit())) {
      MeanPlan plan = ofPublicCount.orElseGet(() -> planned.apply(rowCount.ask(rows, trust)));
      if (plan.isTooSmall()) {
        Estimate zero = Estimate.of(new double[rows.dimension()], plan.rows());
        return plan.release(zero, plan.zeroReport()).withCharges(trust.charges());
      }
      ClippedMean mean = start(plan, trust, grant);
      try (Blocks<LatticeBlock> blocks = rows.prepare(mean.encoder())) {
        blocks.setSize(plan.rows());
        long[] centre = mean.centre(blocks);
        return mean.average(blocks, centre, mean.norm(blocks, centre));
      }
    }
  }

  /** Forecasts a release on Gaussian rows, unless exact sums could overflow. */
  public static Release forecast(MeanSpec spec, long rows, int dimension, double spread) {
    return MeanPlan.create(spec, rows, dimension).forecast(spread);
  }

  private LatticeEncoder encoder() {
    return new LatticeEncoder(
        geometry().lattice(), rotation, (double) geometry().coordinateBound());
  }

  /** Returns the private medians, or zero for the clipped mean. */
  private long[] centre(Blocks<LatticeBlock> blocks) {
    if (!geometry().shifts()) {
      return new long[geometry().columns()];
    }
    Universe universe = geometry().medianUniverse();
    Coordinates statistic = new Coordinates(geometry().columns(), universe);
    RangeCounter counter = trust.rangeCounter(blocks, statistic, plan.rhoMedians(), Step.MEDIANS);
    return QuantileSearch.search(counter, universe, geometry().columns(), plan.medianRank());
  }

  /** Returns the clipping norm, in steps: private unless it is given. */
  private long norm(Blocks<LatticeBlock> blocks, long[] centre) {
    if (!geometry().searchesNorm()) {
      return geometry().givenNorm();
    }
    NormGrid grid = geometry().thresholdGrid();
    RangeCounter counter =
        trust.rangeCounter(
            blocks, new CentredNorm(centre, grid), plan.rhoThreshold(), Step.THRESHOLD);
    long[] cell = QuantileSearch.search(counter, grid.universe(), 1, plan.thresholdRank());
    return grid.wholeNorm(cell[0]);
  }

  private Release average(Blocks<LatticeBlock> blocks, long[] centre, long norm) {
    double rho = Math.min(plan.rhoAverage(), grant.remaining());
    ShiftedSum sum = new ShiftedSum(centre, norm);
    BigInteger[] noisy = trust.clippedSum(blocks, sum, rho, Step.AVERAGE);
    double[] mean = average(centre, noisy);
    Estimate estimate = Estimate.of(rotation == null ? mean : rotation.inverse(mean), plan.rows());
    Noise noise = plan.report(norm, trust.clippedSumDeviation(sum, rho), length(noisy));
    return plan.release(estimate, noise.withClippingNorm(norm * geometry().unit()))
        .withCharges(trust.charges());
  }

  /** Returns the norm of the mean of the clipped vectors, in steps of their space. */
  private double length(BigInteger[] sum) {
    double squares = 0;
    for (BigInteger coordinate : sum) {
      double mean = coordinate.doubleValue() / plan.rows();
      squares += mean * mean;
    }
    return Math.sqrt(squares);
  }

  private double[] average(long[] centre, BigInteger[] sum) {
    double[] mean = new double[sum.length];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = (sum[j].doubleValue() / plan.rows() + centre[j]) * geometry().lattice().step();
    }
    return mean;
  }

  /** Coordinates of lattice vectors: the statistic of the medians. */
  record Coordinates(int width, Universe universe) implements RowStatistic<LatticeBlock> {
    @Override
    public void count(LatticeBlock block, long[] base, int shift, int bits, long[] counts) {
      for (int j = 0; j < width; j++) {
        block.count(j, base[j], shift, bits, counts, j << bits);
      }
    }
  }

  /** Cell of the distance of a row to a centre; the clipping norm is a quantile. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record CentredNorm(long[] centre, NormGrid grid) implements RowStatistic<LatticeBlock> {
    CentredNorm {
      centre = centre.clone();
    }

    @Override
    public Universe universe() {
      return grid.universe();
    }

    @Override
    public void count(LatticeBlock block, long[] base, int shift, int bits, long[] counts) {
      for (double square : block.squaredDistances(centre)) {
        long offset = grid.cell(square) - base[0];
        if (offset >>> shift >>> bits == 0) {
          counts[(int) (offset >>> shift)]++;
        }
      }
    }
  }

  /** Sum of {@code clip(x - centre)} over lattice vectors; {@link ExactClipping}: sensitivity. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record ShiftedSum(long[] centre, long norm) implements ClippedSum<LatticeBlock> {
    @Override
    public BigInteger squaredSensitivity(PrivacyUnit unit) {
      return unit.squaredSensitivityOfSum(norm);
    }

    @Override
    public int size() {
      return centre.length;
    }

    /**
     * Adds the differences of all rows by column, then exchanges long ones for their exact
     * clipping. Addition modulo 2^64 is exact, as {@code 2nB < 2^63} for the public bound B on
     * coordinates.
     */
    @Override
    public void add(LatticeBlock block, long[] totals) {
      for (int j = 0; j < centre.length; j++) {
        totals[j] += block.sum(j) - block.rows() * centre[j];
      }
      double[] squares = block.squaredDistances(centre);
      long[] vector = new long[centre.length];
      for (int i = 0; i < block.rows(); i++) {
        if (!ExactClipping.certainlyWithin(squares[i], centre.length, norm)) {
          exchange(block, i, vector, totals);
        }
      }
    }

    private void exchange(LatticeBlock block, int i, long[] vector, long[] totals) {
      for (int j = 0; j < vector.length; j++) {
        vector[j] = block.valueAt(i, j) - centre[j];
        totals[j] -= vector[j];
      }
      ExactClipping.clip(vector, norm);
      for (int j = 0; j < vector.length; j++) {
        totals[j] += vector[j];
      }
    }
  }
}
