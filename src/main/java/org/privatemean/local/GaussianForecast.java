package org.privatemean.local;

import java.util.Optional;
import org.privatemean.numeric.GaussianExcess;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.Normal;

/**
 * The expected error of a {@link LocalMeanPlan} for rows drawn from N(mu, sigma^2 I), from public
 * values.
 *
 * <p>For a centre with an l2 error c, rows around it are, to first order, Gaussian with {@code
 * sigma^2 + c^2 / d} per coordinate: the clipping norm C is the target quantile of their length.
 * The squared error is the sum of
 *
 * <ul>
 *   <li>noise, {@code C^2 k / n} for n reports of relative squared error k, of which padding holds
 *       its share;
 *   <li>bias: the part of c that clipping takes back;
 *   <li>sampling, {@code d sigma^2 / n}: only users who report on the mean are averaged.
 * </ul>
 *
 * <p>A search for a median has its rank error near the median, and the error of a wrong branch if
 * cells are wider than sigma. There all rows are on one side, and prefixes are 0 or n: the error of
 * the prefix, of standard deviation s, must exceed n / 2. The search then ends at the edge that it
 * took for the median's side, with an error of U(0, w), where w is the width of the branch.
 */
final class GaussianForecast {
  /** A search ends at the upper end of a cell: on average half a cell above the quantile. */
  private static final double NORM_CELL = 1.025;

  private static final int HALVINGS = 40;

  private final ForecastFigures plan;
  private final double sigma;
  private final int dimension;

  /**
   * The values of a plan that determine errors.
   *
   * @param dimension number of coordinates per row
   * @param columns number of coordinates per rotated row
   * @param step of the lattice, in data units
   * @param medians search for medians; empty if a first mean replaces them
   * @param firstReports number of reports on that first mean
   * @param reports number of reports on the last mean
   * @param clipped fraction of the rows beyond the last clipping norm
   * @param ballError relative squared error of one report of a vector
   */
  record ForecastFigures(
      int dimension,
      int columns,
      double step,
      Optional<Medians> medians,
      double firstReports,
      double reports,
      double clipped,
      double ballError) {}

  /**
   * The search for medians.
   *
   * @param grid the cells
   * @param scale of the coin
   * @param reports number of reports on one of them
   * @param rankError expected, as a fraction of n
   */
  record Medians(MedianGrid grid, double scale, double reports, double rankError) {}

  private GaussianForecast(ForecastFigures plan, double sigma) {
    this.plan = plan;
    this.sigma = sigma;
    this.dimension = plan.dimension();
  }

  /**
   * Computes the forecast.
   *
   * @param sigma standard deviation of every coordinate, in data units
   * @param norm of mu, in data units: only a mean without medians depends on it
   */
  static LocalMeanForecast compute(ForecastFigures plan, double sigma, double norm) {
    return new GaussianForecast(plan, sigma).forecast(norm);
  }

  private LocalMeanForecast forecast(double norm) {
    return forecastAt(
        plan.medians()
            .map(medians -> ofMedians(medians) + ofWrongBranches(medians))
            .orElseGet(() -> ofFirstMean(norm)));
  }

  /** Returns the squared distance of the medians to the mean if searches end near it. */
  private double ofMedians(Medians medians) {
    double rank = medians.rankError();
    double cell = medians.grid().width() * plan.step();
    return 2 * Math.PI * rank * rank * dimension * sigma * sigma + cell * cell / 12;
  }

  /** Returns the addition of wrong branches to it. */
  private double ofWrongBranches(Medians medians) {
    int levels = medians.grid().levels();
    double unit = plan.step() / Math.sqrt(plan.columns());
    double width = 2.0 * medians.grid().range() * unit;
    double narrow = sigma * Math.sqrt((double) dimension / plan.columns());
    double sum = 0;
    for (int level = 1; level <= levels && width > 2 * narrow; level++) {
      width /= 2;
      double variance = levels * (0.25 + (level - 1) / 12.0) / medians.reports();
      double deviation = medians.scale() * Math.sqrt(variance);
      sum += Normal.cdf(-0.5 / deviation) * width * width / 3;
    }
    return plan.columns() * sum;
  }

  /**
   * Returns the squared distance of a first mean around zero to the mean. The lengths of all rows
   * are near the norm of the mean: clipping to a norm among them removes less than 0.4 sigma.
   */
  private double ofFirstMean(double norm) {
    double square = NORM_CELL * NORM_CELL * (norm * norm + dimension * sigma * sigma);
    double noise = plan.ballError() / plan.firstReports();
    return square * noise + 0.16 * sigma * sigma;
  }

  /** Returns the forecast of the last mean, for a centre at a squared distance. */
  private LocalMeanForecast forecastAt(double centre) {
    double spread = Math.sqrt(sigma * sigma + centre / dimension);
    double norm = NORM_CELL * quantile(plan.clipped()) * spread;
    double each = plan.ballError() / plan.columns();
    double noise = norm * Math.sqrt(each / plan.reports());
    double back = GaussianExcess.compute(dimension, norm / spread).takenBack(dimension);
    double sampling = sigma * sigma / plan.reports();
    double squaredError = dimension * (noise * noise + sampling) + centre * back * back;
    return new LocalMeanForecast(norm, noise, Math.sqrt(squaredError));
  }

  /** Returns the norm that a fraction of standard Gaussian vectors exceeds. */
  private double quantile(double above) {
    double farthest = Math.sqrt(dimension) + 10;
    return MonotoneSearch.halve(
            0, farthest, HALVINGS, norm -> GaussianExcess.compute(dimension, norm).share() > above)
        .high();
  }
}
