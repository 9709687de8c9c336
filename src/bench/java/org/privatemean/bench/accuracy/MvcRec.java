package org.privatemean.bench.accuracy;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * CoinPress MVCRec-MVMRec: MVCRec (Biswas, Dong, Kamath and Ullman 2020) estimates the covariance
 * in t steps with half of the budget, the rows are whitened with it, and MVMRec with 10 steps
 * estimates the mean of the white rows with the other half.
 *
 * <p>MVCRec keeps a map under which the covariance is at most the identity and tightens it: in each
 * step the images are clipped to the tail bound, their second moment is released, and the map is
 * followed by the inverse root of that moment plus {@code eta I}. Constants are those of the
 * authors' experiments: beta = 0.1, {@code eta = sqrt(d / n) + d / (2 n)}.
 *
 * <p>Neither paper says how the rows are whitened: see {@link Whiten}.
 *
 * @param name in tables and plots
 * @param steps t of MVCRec
 * @param deviation the bound on standard deviations that it is told
 * @param whiten with what
 * @param pairs whether the covariance is that of differences of neighbouring rows: needed where the
 *     mean is not 0
 */
record MvcRec(
    String name, int steps, ToDoubleFunction<Setting> deviation, Whiten whiten, boolean pairs)
    implements Contender {
  private static final double BETA = 0.1;
  private static final int MEAN_STEPS = 10;

  /** What the rows are whitened with. */
  enum Whiten {
    /** The map after the last step: at most the identity, as MVMRec asks. */
    LAST_MAP,
    /** The inverse root of the estimated covariance, eigenvalues of at least sigmaMin^2. */
    COVARIANCE
  }

  static MvcRec of(int steps) {
    return of(steps, false);
  }

  /** For rows whose mean is not 0. */
  static MvcRec ofPairs(int steps) {
    return of(steps, true);
  }

  private static MvcRec of(int steps, boolean pairs) {
    String name = "CoinPress MVCRec-MVMRec t" + steps;
    return new MvcRec(name, steps, MvmRec.TRUE_DEVIATION, Whiten.LAST_MAP, pairs);
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double half = setting.rho() / 2;
    double[][] rows = sample.rows();
    Whitening whitening =
        whitening(pairs ? differences(rows) : rows, deviation.applyAsDouble(setting), half, random);
    double[] white =
        MvmRec.of(MEAN_STEPS)
            .mean(whitening.apply(rows), setting.radius() * whitening.normBound(), 1, half, random);
    return whitening.invert(white);
  }

  /** One from each two rows, of the same covariance; a row is in one of them only. */
  private static double[][] differences(double[][] rows) {
    double[][] differences = new double[rows.length / 2][];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = Vectors.difference(rows[2 * i], rows[2 * i + 1]);
      for (int j = 0; j < differences[i].length; j++) {
        differences[i][j] *= Math.sqrt(0.5);
      }
    }
    return differences;
  }

  private Whitening whitening(double[][] rows, double sigma, double rho, SplittableRandom random) {
    int d = rows[0].length;
    double ratio = (double) d / rows.length;
    double eta = Math.sqrt(ratio) + ratio / 2;
    Whitening before = null;
    Whitening map = Whitening.scaling(d, 1 / sigma);
    Eigen moment = null;
    for (int step = 0; step < steps; step++) {
      before = map;
      moment = noisyMoment(map.apply(rows), rho * MvmRec.shareOfStep(step, steps), random);
      map = map.then(moment, raised(moment, 0, eta));
    }
    if (whiten == Whiten.LAST_MAP) {
      return map;
    }
    Eigen covariance = Eigen.of(before.covarianceBefore(moment));
    double least = Setting.SIGMA_MIN * Setting.SIGMA_MIN;
    return Whitening.scaling(d, 1).then(covariance, raised(covariance, least, 0));
  }

  /** The eigenvalues, those below {@code least} raised to it, and {@code more} added to each. */
  private static double[] raised(Eigen eigen, double least, double more) {
    return Arrays.stream(eigen.values()).map(value -> Math.max(value, least) + more).toArray();
  }

  /**
   * The second moment of clipped rows with the noise of the Gaussian mechanism: replacing a row
   * changes it by at most {@code sqrt(2) clip^2 / n} in Frobenius norm.
   */
  private static Eigen noisyMoment(double[][] rows, double rho, SplittableRandom random) {
    int n = rows.length;
    int d = rows[0].length;
    double clip = MvmRec.tailBound(d, BETA);
    clip(rows, clip);
    double[][] moment = Vectors.secondMoment(rows);
    double deviation = clip * clip / (n * Math.sqrt(rho));
    for (int j = 0; j < d; j++) {
      for (int k = 0; k <= j; k++) {
        moment[j][k] = moment[j][k] / n + deviation * random.nextGaussian();
        moment[k][j] = moment[j][k];
      }
    }
    return Eigen.of(moment);
  }

  private static void clip(double[][] rows, double clip) {
    for (double[] row : rows) {
      double norm = Vectors.norm(row);
      if (norm > clip) {
        for (int j = 0; j < row.length; j++) {
          row[j] *= clip / norm;
        }
      }
    }
  }
}
