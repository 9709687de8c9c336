package org.privatemean.mean;

import java.util.Arrays;
import java.util.List;
import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.query.NormGrid;
import org.privatemean.release.Covariance;
import org.privatemean.release.Warning;

/** The private second moments of clipped rows about the mean; proof: page {@code covariance}. */
record CovarianceEstimation(RecentredPlan plan, PrivateQueries queries) {
  /** Share of the budget of the matrix for the clipping norm. */
  private static final double NORM_SHARE = 0.02;

  /** The clipping norm is at most this multiple of that of the mean, and at least its inverse. */
  private static final double REACH = 2;

  private static final double LOWEST = 1.0 / 64;

  /** Share of the budget for the excess over the clipping norm. */
  private static final double EXCESS_SHARE = 0.04;

  /** A smaller share of the variance beyond the norm causes no warning. */
  private static final double SMALL_SHARE = 0.01;

  /** Standard deviations of its noise by which a share must exceed that. */
  private static final double CERTAIN = 2;

  /** Rows clipped for the matrix, in units of the number whose bias may equal the noise. */
  private static final double MATRIX_KAPPA = 0.5;

  /**
   * Asks for the matrix with the budget that the mean has left.
   *
   * @param safe clipping norm of the mean, in units of the frame
   * @param noise standard deviation of the noise of each coordinate of the mean, in data units
   * @param warnings receives a warning if clipping takes a large share of the variance
   */
  Covariance ask(Frame frame, double safe, double[] mean, double[] noise, List<Warning> warnings) {
    double budget = plan.spec().rowCount().rhoLeft() - plan.rho();
    queries.raise(budget);
    CoordinateWeights weights = frame.weights();
    CentredTransform view = weights.view(mean);
    NormGrid grid = NormGrid.octaves(LOWEST * safe, REACH * safe, RecentredPlan.COARSE_PER_OCTAVE);
    double forNorm = NORM_SHARE * budget;
    double rank = rank(grid, forNorm, budget);
    double norm = queries.norm(view, grid, rank, forNorm, "covariance norm");
    SecondMomentMatrix sum = new SecondMomentMatrix(view, norm);
    // Without the limits of columns, which take variance too.
    ExcessSum excess =
        new ExcessSum(new CentredTransform(mean, weights.values(), new double[0]), norm);
    NoisyValues beyond = queries.total(excess, EXCESS_SHARE * budget, "covariance excess");
    NoisyValues matrix = queries.matrix(sum, queries.all(), "covariance");
    double trace = 0;
    for (int j = 0; j < plan.dimension(); j++) {
      trace += matrix.values()[j * plan.dimension() + j];
    }
    // A row of norm |v| > C loses |v|^2 - C^2, which is at least 2 C (|v| - C).
    double certain = beyond.values()[0] - CERTAIN * beyond.deviation();
    double least = 2 * norm * excess.step() * certain / plan.rows();
    double share = least / (Math.max(0, trace) + least);
    if (share > SMALL_SHARE) {
      warnings.add(warning(share));
    }
    return covariance(matrix, weights.undo(1), noise);
  }

  /** Returns the rank of the norm: clipping biases by about the noise, or what the search hides. */
  private double rank(NormGrid grid, double forNorm, double budget) {
    double noise = Math.sqrt(plan.spec().unit().squaredSensitivityOfOrthantSum(1).doubleValue());
    double balanced = MATRIX_KAPPA * noise * plan.dimension() / Math.sqrt(2 * budget);
    return plan.rankBelow(Math.max(plan.hiddenRows(grid, forNorm), balanced));
  }

  private static Warning warning(double lost) {
    return new Warning(
        Warning.Code.CLIPPED_VARIANCE,
        NumberFormat.format(
            "long rows, which are clipped, hold at least %.0f %% of the variance, in units of the"
                + " columns' scales: variances and covariances are too small by that, and"
                + " covarianceNoise does not include it; use more rows or a larger budget, or"
                + " transform long-tailed columns, as by a logarithm",
            100 * lost));
  }

  private Covariance covariance(NoisyValues moments, double[] scales, double[] meanNoise) {
    int d = scales.length;
    double sample = plan.rows() / Math.max(1.0, plan.rows() - 1.0);
    double[] noisy = Arrays.stream(moments.values()).map(moment -> sample * moment).toArray();
    for (int j = 0; j < d; j++) {
      // The moments are around a noisy mean.
      double off = meanNoise[j] / scales[j];
      noisy[j * d + j] -= off * off;
    }
    return Covariance.of(noisy, sample * moments.deviation(), scales);
  }
}
