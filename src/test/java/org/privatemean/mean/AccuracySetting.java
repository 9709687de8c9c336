package org.privatemean.mean;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.request.Bounds;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;

/**
 * One line of {@code accuracy/central.csv}: a setting of the source paper's experiments and the
 * error that an independent prototype reached there.
 */
record AccuracySetting(
    String figure,
    int rows,
    int dimension,
    double mu,
    boolean anisotropic,
    String radius,
    double rho,
    String method,
    int trials,
    double totalError,
    double totalStandardError,
    double privateError,
    double privateStandardError) {

  static List<AccuracySetting> all() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                AccuracySetting.class.getResourceAsStream("/accuracy/central.csv"),
                StandardCharsets.UTF_8))) {
      return lines.lines().skip(1).map(AccuracySetting::parse).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static AccuracySetting parse(String line) {
    String[] fields = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
    return new AccuracySetting(
        fields[0],
        Integer.parseInt(fields[1]),
        Integer.parseInt(fields[2]),
        fields[3].isEmpty() ? 0 : Double.parseDouble(fields[3].replace("*ones", "")),
        fields[4].startsWith("\"A"),
        fields[5],
        Double.parseDouble(fields[6]),
        fields[7].replace("\"", ""),
        Integer.parseInt(fields[8]),
        number(fields[9]),
        number(fields[10]),
        number(fields[11]),
        number(fields[12]));
  }

  private static double number(String field) {
    return field.isEmpty() ? Double.NaN : Double.parseDouble(field);
  }

  /** Figure 9's rows are the multiples of the all-ones vector. */
  boolean multiplesOfOnes() {
    return figure.startsWith("figure 9");
  }

  MeanRequest request() {
    if (method.startsWith("recentred")) {
      return new RecentredSpec(
          rho,
          OptionalDouble.empty(),
          Optional.empty(),
          method.endsWith("scaling=auto") ? Scaling.AUTO : Scaling.NONE,
          ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.NONE),
          RecentredSpec.Moments.MEAN,
          PrivacyUnit.row(Neighbours.REPLACE));
    }
    return MeanSpec.of(
        method.startsWith("shifted") ? Method.SHIFTED_CLIPPED : Method.CLIPPED, rho, bounds());
  }

  private Bounds bounds() {
    double root = Math.sqrt(dimension);
    if (multiplesOfOnes()) {
      return new Bounds.Ball(rows * root, OptionalDouble.of(root));
    }
    double r = Double.parseDouble(radius.substring(0, radius.indexOf('*'))) * root;
    return new Bounds.Statistical(r, 0.1, r / root);
  }

  double[][] draw(SplittableRandom random) {
    double[][] data = new double[rows][dimension];
    double[][] factor = anisotropic ? rotatedDeviations(random) : null;
    double[] z = new double[dimension];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < dimension; j++) {
        z[j] = multiplesOfOnes() ? i + 1 : random.nextGaussian();
      }
      for (int j = 0; j < dimension; j++) {
        data[i][j] = mu + (factor == null ? z[j] : product(factor[j], z));
      }
    }
    return data;
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  /** A diag(sigma) for a random rotation A and variances uniform in [1, 10]. */
  private double[][] rotatedDeviations(SplittableRandom random) {
    double[][] a = new double[dimension][dimension];
    for (double[] row : a) {
      for (int j = 0; j < dimension; j++) {
        row[j] = random.nextGaussian();
      }
    }
    for (int i = 0; i < dimension; i++) {
      for (int k = 0; k < i; k++) {
        double along = product(a[i], a[k]);
        for (int j = 0; j < dimension; j++) {
          a[i][j] -= along * a[k][j];
        }
      }
      double norm = Math.sqrt(product(a[i], a[i]));
      for (int j = 0; j < dimension; j++) {
        a[i][j] /= norm;
      }
    }
    double[] deviations = random.doubles(dimension, 1, 10).map(Math::sqrt).toArray();
    for (double[] row : a) {
      for (int j = 0; j < dimension; j++) {
        row[j] *= deviations[j];
      }
    }
    return a;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%s d=%d mu=%s R=%s rho=%s %s", figure, dimension, mu, radius, rho, method);
  }
}
