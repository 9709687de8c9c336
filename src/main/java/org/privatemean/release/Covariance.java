package org.privatemean.release;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.SymmetricMatrix;

/** A private covariance matrix, in data units, with the noise of its entries. */
@Internal
public final class Covariance extends Section {
  private static final long serialVersionUID = 1L;

  /** A variance is resolved if it is this multiple of the standard deviation of its noise. */
  private static final double RESOLVED = 4;

  private static final double UPPER = 1.645;

  private final int size;
  private final double[] values;
  private final double[] noisy;

  /**
   * A number for each column: the noise of an entry off the diagonal has the standard deviation
   * {@code noise_i noise_j / sqrt(2)}, one on it {@code noise_i^2}.
   */
  private final double[] noise;

  private Covariance(int size, double[] values, double[] noisy, double[] noise) {
    this.size = size;
    this.values = values;
    this.noisy = noisy;
    this.noise = noise;
  }

  /**
   * Creates a matrix from one of columns divided by scales. Negative eigenvalues are removed there,
   * where columns have the same noise.
   *
   * @param noisy row by row; two entries off the diagonal hold independent noise, and are averaged
   * @param deviation standard deviation of the noise of each entry
   */
  public static Covariance of(double[] noisy, double deviation, double[] scales) {
    int d = scales.length;
    double[] symmetric = new double[d * d];
    Arrays.setAll(symmetric, k -> (noisy[k] + noisy[k % d * d + k / d]) / 2);
    double[] nonnegative = SymmetricMatrix.of(symmetric, d).nonnegativePart();
    double[] noise = Arrays.stream(scales).map(s -> s * Math.sqrt(deviation)).toArray();
    return new Covariance(d, scaled(nonnegative, scales), scaled(symmetric, scales), noise);
  }

  private static double[] scaled(double[] matrix, double[] scales) {
    int d = scales.length;
    double[] scaled = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        // Once for both entries, since the two orders of the factors round differently.
        scaled[i * d + j] = matrix[i * d + j] * scales[i] * scales[j];
        scaled[j * d + i] = scaled[i * d + j];
      }
    }
    return scaled;
  }

  public int size() {
    return size;
  }

  /** Returns the matrix, row by row, without negative eigenvalues. */
  public double[] values() {
    return values.clone();
  }

  /** Returns the matrix as released, row by row: an unbiased one, which may have negative ones. */
  public double[] noisy() {
    return noisy.clone();
  }

  double[] noiseByColumn() {
    return noise.clone();
  }

  /** Returns the standard deviation of the noise of each entry of {@link #noisy}, row by row. */
  public double[] noise() {
    double[] deviations = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        deviations[i * size + j] = noise[i] * noise[j] * (i == j ? 1 : Math.sqrt(0.5));
      }
    }
    return deviations;
  }

  /**
   * Returns the edge of the noise: eigenvalues of noise are below it, or slightly above with few
   * columns.
   */
  public double eigenvalueNoise() {
    double most = Arrays.stream(noise).max().orElse(0);
    double squares = Arrays.stream(noise).map(x -> x * x).sum();
    return Math.sqrt(2) * most * Math.sqrt(squares);
  }

  /** Returns the correlations, row by row; NaN for a column of unresolved deviation. */
  public double[] correlation(Deviations deviations) {
    double[] correlation = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double scale = Math.sqrt(values[i * size + i]) * Math.sqrt(values[j * size + j]);
        double found = values[i * size + j] / scale;
        correlation[i * size + j] =
            deviations.isUnresolved(i) || deviations.isUnresolved(j)
                ? Double.NaN
                : i == j ? 1 : Math.max(-1, Math.min(1, found));
      }
    }
    return correlation;
  }

  /** Returns the eigenvalues, from the largest to the smallest. */
  public double[] eigenvalues() {
    return SymmetricMatrix.of(values, size).eigenvalues();
  }

  /** Returns the eigenvectors of the largest eigenvalues, one after another. */
  public double[] eigenvectors(int count) {
    return SymmetricMatrix.of(values, size).eigenvectors(count);
  }

  /**
   * Returns the standard deviations: upper bounds of columns whose variance the noise hides, or
   * whose rare values may be undetected.
   *
   * @param hidden bounds on the deviations that undetected values make; 0 if there are none
   */
  public Deviations deviations(double[] hidden) {
    double[] deviations = new double[size];
    double[] errors = new double[size];
    boolean[] unresolved = new boolean[size];
    for (int j = 0; j < size; j++) {
      double variance = noisy[j * size + j];
      double ofVariance = noise[j] * noise[j];
      double undetected = hidden[j] * hidden[j];
      unresolved[j] = variance < Math.max(RESOLVED * ofVariance, undetected);
      double bound = Math.max(0, variance) + UPPER * ofVariance + undetected;
      deviations[j] = Math.sqrt(unresolved[j] ? bound : variance);
      errors[j] = ofVariance / (2 * deviations[j]);
    }
    return new Deviations(deviations, errors, unresolved);
  }

  static List<double[]> rows(double[] matrix, int size) {
    return IntStream.range(0, size)
        .mapToObj(i -> Arrays.copyOfRange(matrix, i * size, (i + 1) * size))
        .toList();
  }

  static Optional<Covariance> read(Values values) {
    return values
        .anyNumbers("covariance")
        .map(
            covariance -> {
              double[] noise = values.numbers("covarianceNoise");
              double[] noisy = values.numbers("noisyCovariance");
              return new Covariance(noise.length, covariance, noisy, noise);
            });
  }

  @Override
  Object[] parts() {
    return new Object[] {values, noisy, noise};
  }
}
