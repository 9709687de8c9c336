package org.privatemean.bench.coverage;

import java.util.Optional;
import org.privatemean.bench.ours.Bars;
import org.privatemean.bench.ours.Requests;
import org.privatemean.release.Release;
import org.privatemean.request.MeanRequest;

/**
 * One fit, and how its error bars did.
 *
 * @param noiseOnly whether it says that they cover the noise alone
 * @param covered whether the radius covers the mean of the rows
 * @param intervals how many half-widths do
 * @param radius in l2
 * @param expected the l2 error that it expects
 * @param error l2 distance to the mean of the rows
 * @param compared what others reach on the same rows, if it was asked
 */
record Fit(
    boolean noiseOnly,
    boolean covered,
    int intervals,
    double radius,
    double expected,
    double error,
    Optional<Compared> compared) {
  /** What others reach on the same rows. */
  static final class Compared {
    private final double plainError;
    private final double[] fixedSquares;

    /**
     * @param plainError l2 error without scaling and regions
     * @param fixedSquares expected squared l2 errors by clipping norm, see {@link FixedNorm}
     */
    Compared(double plainError, double[] fixedSquares) {
      this.plainError = plainError;
      this.fixedSquares = fixedSquares;
    }

    double plainError() {
      return plainError;
    }

    /** Not to be changed. */
    double[] fixedSquares() {
      return fixedSquares;
    }
  }

  /**
   * Draws rows, and fits them.
   *
   * @param request what is asked for
   * @param rho its budget
   * @param stream of rows and noise
   * @param compare whether others are asked too
   */
  static Fit of(Line line, MeanRequest request, double rho, long stream, boolean compare) {
    double[][] rows = line.draw(stream);
    double[] truth = mean(rows);
    Release release = Requests.release(request, rho, rows, ~stream);
    Optional<Compared> compared =
        compare ? Optional.of(compared(rows, truth, rho, stream)) : Optional.empty();
    return of(release.mean(), Bars.of(release), truth, compared);
  }

  static Fit of(double[] answer, Bars bars, double[] truth, Optional<Compared> compared) {
    double error = distance(answer, truth);
    int intervals = 0;
    for (int j = 0; j < truth.length; j++) {
      if (Math.abs(answer[j] - truth[j]) <= bars.halfWidth(j)) {
        intervals++;
      }
    }
    return new Fit(
        bars.noiseOnly(),
        error <= bars.radius(),
        intervals,
        bars.radius(),
        bars.expectedL2Error(),
        error,
        compared);
  }

  private static Compared compared(double[][] rows, double[] truth, double rho, long stream) {
    Release plain = Requests.release(Requests.plain(rho), rho, rows, ~stream);
    return new Compared(distance(plain.mean(), truth), FixedNorm.squares(rows, rho));
  }

  private static double[] mean(double[][] rows) {
    double[] mean = new double[rows[0].length];
    for (double[] row : rows) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += row[j];
      }
    }
    for (int j = 0; j < mean.length; j++) {
      mean[j] /= rows.length;
    }
    return mean;
  }

  private static double distance(double[] a, double[] b) {
    double square = 0;
    for (int j = 0; j < a.length; j++) {
      square += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return Math.sqrt(square);
  }
}
