package org.privatemean.bench.coverage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The fits of one line, summed up. Shares and ratios of error bars are over the fits that claim to
 * cover the mean of the rows; NaN where there are none.
 *
 * @param line the rows
 * @param fits how many
 * @param claims how many of them claim to cover the mean of the rows
 * @param covered how many of the claims hold: by the radius
 * @param intervals share of the half-widths that cover their coordinate
 * @param width median radius over the 95 % quantile of the errors
 * @param expected median of the expected errors over the root mean square error, the largest 1 % of
 *     errors left out
 * @param error root mean square error of all fits
 * @param plainError that without scaling and regions
 * @param fixedError that of the best fixed clipping norm
 */
record Measures(
    Line line,
    int fits,
    int claims,
    int covered,
    double intervals,
    double width,
    double expected,
    double error,
    double plainError,
    double fixedError) {
  private static final double QUANTILE = 0.95;
  private static final double LEFT_OUT = 0.01;
  private static final double LEAST_COVERAGE = 0.91;
  private static final double MOST_NOISE = 0.05;
  private static final double WIDEST_EVEN = 2;
  private static final double WIDEST = 4;
  private static final double LEAST_EXPECTED = 0.67;
  private static final double MOST_EXPECTED = 1.5;
  private static final double MOST_OVER_FIXED = 1.4;
  private static final int MOST_COORDINATES = 16;

  /** A share of fewer claims says little. */
  private static final int FEW_CLAIMS = 20;

  static Measures of(Line line, List<Fit> fits) {
    List<Fit> claims = fits.stream().filter(fit -> !fit.noiseOnly()).toList();
    double[] errors = sorted(claims, Fit::error);
    double held = claims.stream().mapToInt(Fit::intervals).sum();
    List<Fit.Compared> compared = fits.stream().flatMap(fit -> fit.compared().stream()).toList();
    return new Measures(
        line,
        fits.size(),
        claims.size(),
        (int) claims.stream().filter(Fit::covered).count(),
        held / ((double) claims.size() * line.dimension()),
        quantile(sorted(claims, Fit::radius), 0.5) / quantile(errors, QUANTILE),
        quantile(sorted(claims, Fit::expected), 0.5) / rootMeanSquare(withoutLargest(errors)),
        rootMeanSquare(sorted(fits, Fit::error)),
        rootMeanSquare(compared.stream().mapToDouble(Fit.Compared::plainError).toArray()),
        bestFixed(compared));
  }

  /** Share of the claims that hold: by the radius. */
  double coverage() {
    return (double) covered / claims;
  }

  /** Share of the fits that claim nothing of the mean of the rows. */
  double noise() {
    return (double) (fits - claims) / fits;
  }

  double overFixed() {
    return error / fixedError;
  }

  double plainOverFixed() {
    return plainError / fixedError;
  }

  /** The names of what is not as it should be; nothing is asked of rows that are all equal. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    if (line.isConstant()) {
      return failures;
    }
    Law.Shape shape = line.law().shape();
    if (noise() > MOST_NOISE && !line.mayMissOnes()) {
      failures.add("noise");
    }
    if (claims >= Math.min(FEW_CLAIMS, fits)) {
      note(failures, "radius", coverage() >= LEAST_COVERAGE);
      note(failures, "intervals", intervals >= LEAST_COVERAGE);
      note(failures, "width", width <= (shape == Law.Shape.EVEN ? WIDEST_EVEN : WIDEST));
      note(failures, "expected", expected >= LEAST_EXPECTED && expected <= MOST_EXPECTED);
    }
    if (shape == Law.Shape.SKEWED && line.dimension() <= MOST_COORDINATES) {
      note(failures, "error", overFixed() <= MOST_OVER_FIXED);
    }
    return failures;
  }

  private static void note(List<String> failures, String name, boolean holds) {
    if (!holds) {
      failures.add(name);
    }
  }

  private static double[] sorted(List<Fit> fits, ToDoubleFunction<Fit> value) {
    return fits.stream().mapToDouble(value).sorted().toArray();
  }

  /** The least value that at least that share of the sorted ones does not pass. */
  private static double quantile(double[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted.length == 0 ? Double.NaN : sorted[Math.max(rank, 1) - 1];
  }

  private static double[] withoutLargest(double[] sorted) {
    return Arrays.copyOf(sorted, sorted.length - (int) (LEFT_OUT * sorted.length));
  }

  private static double rootMeanSquare(double[] errors) {
    return Math.sqrt(Arrays.stream(errors).map(e -> e * e).average().orElse(Double.NaN));
  }

  /** One norm for all draws: the least of the mean squares. */
  private static double bestFixed(List<Fit.Compared> compared) {
    if (compared.isEmpty()) {
      return Double.NaN;
    }
    double[] sums = new double[compared.get(0).fixedSquares().length];
    for (Fit.Compared each : compared) {
      for (int k = 0; k < sums.length; k++) {
        sums[k] += each.fixedSquares()[k];
      }
    }
    return Math.sqrt(Arrays.stream(sums).min().orElseThrow() / compared.size());
  }
}
