package org.privatemean.local;

import org.privatemean.local.LocalRound.Task;
import org.privatemean.numeric.GaussianExcess;
import org.privatemean.numeric.Normal;

/**
 * The error of a {@link LocalMeanPlan} to be expected of rows drawn from N(mu, sigma^2 I), from
 * public values.
 *
 * <p>A centre that is off by c in l2 makes rows about it a Gaussian of {@code sigma^2 + c^2 / d} a
 * coordinate, to first order: the clipping norm C is the quantile of its length that the plan aims
 * at. The squared error is the sum of
 *
 * <ul>
 *   <li>noise, {@code C^2 k / n} for n reports of relative squared error k, of which padding holds
 *       its share;
 *   <li>bias: the part of c that clipping takes back;
 *   <li>sampling, {@code d sigma^2 / n}: only those who report on the mean are averaged.
 * </ul>
 *
 * <p>A search for a median errs by its rank error near the median, and by taking a wrong branch
 * where cells are wider than sigma. There all rows are on one side, and prefixes 0 or n: the error
 * of the prefix, of standard deviation s, must pass n / 2. The search then ends at the edge that it
 * took for the median's side, which is U(0, w) off, w the width of the branch.
 */
public final class GaussianForecast {
  /** A search ends at the upper end of a cell: on average half a cell above the quantile. */
  private static final double NORM_CELL = 1.025;

  private static final int HALVINGS = 40;

  private final LocalMeanPlan plan;
  private final double sigma;
  private final int dimension;

  private GaussianForecast(LocalMeanPlan plan, double sigma) {
    this.plan = plan;
    this.sigma = sigma;
    this.dimension = plan.dimension();
  }

  /**
   * What to expect of rows that are Gaussian, before anybody reports.
   *
   * @param plan what was decided from public values
   * @param spread root mean square l2 distance of the rows to their mean, in data units, positive
   * @throws IllegalArgumentException if spread is not positive and finite
   */
  public static LocalMeanForecast of(LocalMeanPlan plan, double spread) {
    if (!(spread > 0 && spread < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "spread must be positive and finite. Provided value: " + spread);
    }
    return of(plan, spread / Math.sqrt(plan.dimension()), plan.typicalNorm());
  }

  /**
   * The forecast.
   *
   * @param sigma standard deviation of every coordinate, in data units
   * @param norm of mu, in data units: only a mean without medians depends on it
   */
  static LocalMeanForecast of(LocalMeanPlan plan, double sigma, double norm) {
    return new GaussianForecast(plan, sigma).forecast(norm);
  }

  private LocalMeanForecast forecast(double norm) {
    boolean medians = plan.rounds().get(0).task() == Task.CENTRE;
    double centre = medians ? ofMedians() + ofWrongBranches() : ofFirstMean(norm);
    return around(centre, plan.roundCount() - 1);
  }

  /** Squared distance of the medians to the mean, where searches stay near it. */
  private double ofMedians() {
    double rank = plan.medianRankError();
    double cell = plan.medianGrid().width() * plan.lattice().step();
    return 2 * Math.PI * rank * rank * dimension * sigma * sigma + cell * cell / 12;
  }

  /** What wrong branches add to it. */
  private double ofWrongBranches() {
    int levels = plan.medianGrid().levels();
    double each = plan.splitsUsers() ? reports(0) / plan.columns() : reports(0);
    double scale = plan.response(Task.CENTRE).scale();
    double unit = plan.lattice().step() / Math.sqrt(plan.columns());
    double width = 2.0 * plan.medianGrid().range() * unit;
    double narrow = sigma * Math.sqrt((double) dimension / plan.columns());
    double sum = 0;
    for (int level = 1; level <= levels && width > 2 * narrow; level++) {
      width /= 2;
      double deviation = scale * Math.sqrt(levels * (0.25 + (level - 1) / 12.0) / each);
      sum += Normal.cdf(-0.5 / deviation) * width * width / 3;
    }
    return plan.columns() * sum;
  }

  /**
   * Squared distance of a first mean around zero to the mean. All rows are about as long as the
   * mean is far: clipping to a norm among theirs takes off less than 0.4 sigma.
   */
  private double ofFirstMean(double norm) {
    double square = NORM_CELL * NORM_CELL * (norm * norm + dimension * sigma * sigma);
    double noise = plan.ball().relativeSquaredError() / reports(1);
    return square * noise + 0.16 * sigma * sigma;
  }

  private double reports(int round) {
    return plan.users() * plan.rounds().get(round).share();
  }

  /** The mean of a round around a centre at a squared distance. */
  private LocalMeanForecast around(double centre, int round) {
    double spread = Math.sqrt(sigma * sigma + centre / dimension);
    double clipped = 1 - plan.normRank(round - 1);
    double norm = NORM_CELL * quantile(clipped) * spread;
    double each = plan.ball().relativeSquaredError() / plan.columns();
    double noise = norm * Math.sqrt(each / reports(round));
    double back = GaussianExcess.of(dimension, norm / spread).takenBack(dimension);
    double sampling = sigma * sigma / reports(round);
    double squaredError = dimension * (noise * noise + sampling) + centre * back * back;
    return new LocalMeanForecast(norm, noise, Math.sqrt(squaredError));
  }

  /** The norm that a share of standard Gaussian vectors passes. */
  private double quantile(double above) {
    double low = 0;
    double high = Math.sqrt(dimension) + 10;
    for (int halving = 0; halving < HALVINGS; halving++) {
      double middle = (low + high) / 2;
      if (GaussianExcess.of(dimension, middle).share() > above) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
