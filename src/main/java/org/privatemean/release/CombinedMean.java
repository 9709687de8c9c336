package org.privatemean.release;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.ParamException;

/**
 * One mean of several releases: of each coordinate the average, weighted by the inverse of what
 * each release is expected to be off by. It assumes that the mean did not move between them.
 *
 * <p><b>Why it costs nothing.</b> It is a function of released values, and the promise of each
 * release holds for whatever is computed from it (post-processing): together they cost what they
 * cost before.
 *
 * <p><b>Why these weights.</b> The noises of separate releases are independent, so weights {@code
 * w_i} of sum 1 leave the variance {@code sum w_i^2 v_i}, which is least at {@code w_i}
 * proportional to {@code 1 / v_i}, by Cauchy and Schwarz. For releases of the same rows {@code v_i}
 * is the noise; where each has its own rows, a fresh sample of one law, {@code sigma^2 / n} is
 * added. T releases of the same rows at rho / T each have T times the variance of one at rho, and
 * their average has that of the one.
 *
 * @since 0.2.0
 */
public final class CombinedMean {
  /** The assumption of the result. */
  public static final String ASSUMPTION = "assumes that the mean did not move";

  private final double[] mean;
  private final double[] deviations;
  private final double expectedL2Error;
  private final int releases;
  private final boolean fresh;

  private CombinedMean(
      double[] mean, double[] deviations, double expectedL2Error, int releases, boolean fresh) {
    this.mean = mean;
    this.deviations = deviations;
    this.expectedL2Error = expectedL2Error;
    this.releases = releases;
    this.fresh = fresh;
  }

  /**
   * Combines releases of the same rows.
   *
   * @param releases at least two, of the same coordinates and trust model, without seed
   * @throws ParamException naming their fault
   */
  public static CombinedMean of(List<Release> releases) {
    check(releases);
    return of(releases, new double[releases.size()][releases.get(0).estimate().dimension()], false);
  }

  /**
   * Combines releases as {@link #of(List)}, each of different rows from the same distribution.
   *
   * @param spread guess of the root mean square distance of the rows to their mean, data units,
   *     positive; empty for the released standard deviations, which each release must have then
   * @throws ParamException naming the fault of the releases or of the spread
   */
  public static CombinedMean ofFresh(List<Release> releases, OptionalDouble spread) {
    check(releases);
    spread.ifPresent(deviation -> Checks.positiveParam("spread", deviation));
    return of(
        releases, releases.stream().map(r -> sampling(r, spread)).toArray(double[][]::new), true);
  }

  /** The variance that a fresh sample gives to the mean of each coordinate. */
  private static double[] sampling(Release release, OptionalDouble spread) {
    if (spread.isPresent()) {
      // Spread over the coordinates in proportion to their noise.
      double[] noise = noise(release);
      double sum = Arrays.stream(noise).sum();
      double square = spread.getAsDouble() * spread.getAsDouble();
      return Arrays.stream(noise).map(v -> square * v / sum / release.rows()).toArray();
    }
    Deviations found =
        release
            .deviations()
            .orElseThrow(
                () ->
                    new ParamException(
                        "spread",
                        "not all models have standard deviations, which fresh samples need",
                        "give a guess of the {spread}, or fit standard deviations too"));
    return Arrays.stream(found.values()).map(s -> s * s / release.rows()).toArray();
  }

  /** Returns the variance of the noise of each coordinate, with that of a private count. */
  private static double[] noise(Release release) {
    double[] deviations = release.noise().deviations(release.estimate().dimension());
    double sum = Arrays.stream(deviations).map(s -> s * s).sum();
    double count = release.noise().countStdDev();
    double more = 1 + count * count / sum;
    return Arrays.stream(deviations).map(s -> s * s * more).toArray();
  }

  private static void check(List<Release> releases) {
    if (releases.size() < 2) {
      throw refuse("there are " + releases.size(), "combine two or more");
    }
    Release first = releases.get(0);
    for (Release release : releases) {
      if (release.estimate().mean().isEmpty() || !(release.noise().noiseStdDev() > 0)) {
        throw refuse("one has no mean with noise: it is a forecast or a zero vector", "leave it");
      }
      if (release.seeded() == NoiseSeeding.YES) {
        throw refuse(
            "one was fitted with a seed: anyone who knows it can remove the noise",
            "combine models fitted without {seed}");
      }
      if (release.trusted() != first.trusted()) {
        throw refuse("they are of more than one {trustModel}", "combine those of each by itself");
      }
      if (release.estimate().dimension() != first.estimate().dimension()) {
        throw refuse(
            String.format(
                "one has %s coordinates and another %s",
                first.estimate().dimension(), release.estimate().dimension()),
            "combine models of the same columns");
      }
      boolean named = !release.columns().isEmpty() && !first.columns().isEmpty();
      if (named && !release.columns().equals(first.columns())) {
        throw refuse("their columns have other names", "combine models of the same columns");
      }
    }
    if (new HashSet<>(releases).size() < releases.size()) {
      throw refuse(
          "one is given twice, and its noise is the same both times", "give each release once");
    }
  }

  private static ParamException refuse(String bound, String remedy) {
    return new ParamException("models", "models cannot be combined: " + bound, remedy);
  }

  private static CombinedMean of(List<Release> releases, double[][] sampling, boolean fresh) {
    int d = releases.get(0).estimate().dimension();
    double[] sums = new double[d];
    double[][] weights = new double[releases.size()][d];
    double[][] noise = new double[releases.size()][];
    for (int i = 0; i < weights.length; i++) {
      noise[i] = noise(releases.get(i));
      for (int j = 0; j < d; j++) {
        weights[i][j] = 1 / (noise[i][j] + sampling[i][j]);
        sums[j] += weights[i][j];
      }
    }
    double[] mean = new double[d];
    double[] variances = new double[d];
    double square = 0;
    double bias = 0;
    for (int i = 0; i < weights.length; i++) {
      double[] released = releases.get(i).mean();
      double weighted = 0;
      double total = 0;
      for (int j = 0; j < d; j++) {
        double weight = weights[i][j] / sums[j];
        mean[j] += weight * released[j];
        variances[j] += weight * weight * noise[i][j];
        square += weight * weight * (noise[i][j] + sampling[i][j]);
        weighted += weight * weight * noise[i][j];
        total += noise[i][j];
      }
      bias += Math.sqrt(weighted / total) * bias(releases.get(i), total);
    }
    return new CombinedMean(
        mean,
        Arrays.stream(variances).map(Math::sqrt).toArray(),
        Math.sqrt(square + bias * bias),
        releases.size(),
        fresh);
  }

  /** Returns the expected clipping bias of a release, which may be the same in all. */
  private static double bias(Release release, double noise) {
    double error = release.noise().reportedL2Error();
    return Math.sqrt(Math.max(0, error * error - noise));
  }

  /** The combined mean, in data units, as a copy. */
  public double[] mean() {
    return mean.clone();
  }

  /** Standard deviation of the noise of each coordinate, in data units, as a copy. */
  public double[] noiseStdDevs() {
    return deviations.clone();
  }

  /** Root mean square of {@link #noiseStdDevs}. */
  public double noiseStdDev() {
    return Math.sqrt(Arrays.stream(deviations).map(s -> s * s).average().orElse(0));
  }

  /**
   * Returns the expected root mean square l2 error if the mean did not move: the noise, a clipping
   * bias that is the same in all releases, and with fresh samples the sampling error.
   */
  public double expectedL2Error() {
    return expectedL2Error;
  }

  /** Returns the number of releases. */
  public int releases() {
    return releases;
  }

  /** True if the releases were combined as those of different rows. */
  public boolean isOfFreshRows() {
    return fresh;
  }

  /** Returns its releases, its noise and error, and {@link #ASSUMPTION}. */
  @Override
  public String toString() {
    return NumberFormat.format(
        "CombinedMean: %d releases of %s, dimension=%d, noiseStdDev=%s, expectedL2Error=%s; %s",
        releases,
        fresh ? "fresh rows" : "the same rows",
        mean.length,
        noiseStdDev(),
        expectedL2Error,
        ASSUMPTION);
  }
}
