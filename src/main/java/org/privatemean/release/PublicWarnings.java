package org.privatemean.release;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.Normal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.request.ErrorBarCoverage;

/** Warnings from a release and its request alone; a mechanism's warning of the same stands. */
@Internal
public final class PublicWarnings {
  /** A larger rho promises next to nothing. */
  public static final double LARGE_RHO = 10;

  /** A larger epsilon promises next to nothing. */
  public static final double LARGE_EPSILON = 20;

  /** A mean that is larger by this factor has larger units. */
  private static final double FAR_ABOVE = 10;

  /** A mean within this multiple of the noise is hidden: 4.9 deviations, passed once in 1e6. */
  private static final double HIDDEN = 2.5;

  /** The largest number of columns that a warning names. */
  private static final int NAMED = 5;

  private final Release release;
  private final List<Warning> found;

  /** Coordinates that are hidden by noise that suits far larger ones. */
  private final int[] hidden;

  private PublicWarnings(Release release) {
    this.release = release;
    this.hidden = hidden(release);
    this.found = new ArrayList<>(release.warnings());
  }

  public static Release addTo(Release release, ErrorBarCoverage.CoverageKind requested) {
    PublicWarnings warnings = new PublicWarnings(release);
    warnings.checkGuarantee();
    warnings.checkColumns();
    warnings.warn(
        Warning.Code.NOISE_ONLY,
        // A forecast reads no rows.
        requested != ErrorBarCoverage.CoverageKind.NONE
            && !release.estimate().isForecast()
            && release.region().covers() == ConfidenceRegion.Covers.NOISE,
        () -> "the error bars cover only the noise: they do not include what clipping removes");
    return release.withWarnings(warnings.found).withColumnWarnings(warnings.ofColumns());
  }

  private void warn(Warning.Code code, boolean applies, Supplier<String> text) {
    if (applies && found.stream().noneMatch(warning -> warning.code() == code)) {
      found.add(new Warning(code, text.get()));
    }
  }

  private void checkGuarantee() {
    Guarantee guarantee = release.guarantee();
    double delta = guarantee.delta().orElse(0);
    warn(
        Warning.Code.LARGE_DELTA,
        release.rows() > 0 && delta * release.rows() >= 1,
        () ->
            String.format(
                "delta = %s is not below 1/n for n = %d: it would allow publishing a %s "
                    + "unchanged; choose it far below 1/n",
                delta, release.rows(), guarantee.unit().label()));
    boolean byEpsilon = guarantee.epsilon().isPresent();
    double budget = guarantee.epsilon().orElse(guarantee.zcdp().rho());
    double large = byEpsilon ? LARGE_EPSILON : LARGE_RHO;
    warn(
        Warning.Code.LARGE_BUDGET,
        budget > large,
        () ->
            String.format(
                "%s = %s guarantees almost nothing: 1 is usual, and above %s hardly any "
                    + "privacy remains",
                byEpsilon ? "epsilon" : "rho", budget, large));
    warn(
        Warning.Code.SEEDED,
        release.seeded() == NoiseSeeding.YES,
        () ->
            "the noise comes from a seed, and anyone who knows the seed can remove it: for "
                + "tests only, not to be published");
  }

  private void checkColumns() {
    int[] noisy = noisy();
    warn(
        Warning.Code.NOISY_COLUMNS,
        noisy.length > 0,
        () ->
            String.format(
                "the noise is larger than both the mean and the standard deviation of %s: take more"
                    + " %s or more budget, or leave such columns out",
                names(noisy), release.guarantee().unit().plural()));
    warn(
        Warning.Code.NOISY_COLUMNS,
        hidden.length > 0,
        () ->
            String.format(
                "the noise is large relative to the mean of %s, which is at most a tenth of "
                    + "that of %s: if they are in smaller units, their means are useless; divide "
                    + "columns of different units by public scales first",
                names(hidden), names(largest(release.mean()))));
    Optional<Deviations> known = release.deviations();
    warn(
        Warning.Code.UNRESOLVED_DEVIATIONS,
        known.filter(deviations -> deviations.unresolved() > 0).isPresent(),
        () ->
            String.format(
                "%d of %d standard deviations are upper bounds only: the noise hides more",
                known.orElseThrow().unresolved(), known.orElseThrow().values().length));
  }

  /** Returns the columns whose noise exceeds mean and deviation, as far as these are known. */
  private int[] noisy() {
    double[] mean = release.mean();
    double[] deviations =
        release
            .deviations()
            .map(Deviations::values)
            .or(() -> release.scales().filter(Scales::areDeviations).flatMap(Scales::values))
            .orElse(new double[0]);
    if (deviations.length == 0 || mean.length == 0) {
      return new int[0];
    }
    double[] noise = noise(release);
    return IntStream.range(0, noise.length)
        .filter(j -> noise[j] > Math.max(Math.abs(mean[j]), deviations[j]))
        .toArray();
  }

  /**
   * Without a curator nobody asks for deviations. A column whose mean the noise hides, and is at
   * most a small part of that of another, is then likely to be of smaller units.
   */
  private static int[] hidden(Release release) {
    double[] mean = release.mean();
    if (release.trusted() == TrustedParty.CURATOR || mean.length == 0) {
      return new int[0];
    }
    double[] noise = noise(release);
    int largest = largest(mean);
    double least = Math.abs(mean[largest]) - noise[largest];
    return IntStream.range(0, mean.length)
        .filter(j -> Math.abs(mean[j]) < HIDDEN * noise[j])
        .filter(j -> FAR_ABOVE * (Math.abs(mean[j]) + noise[j]) < least)
        .toArray();
  }

  private static int largest(double[] mean) {
    return IntStream.range(0, mean.length)
        .reduce((a, b) -> Math.abs(mean[b]) > Math.abs(mean[a]) ? b : a)
        .orElseThrow();
  }

  /** Those of the release, and one for each column that the noise hides. */
  private List<ColumnWarning> ofColumns() {
    return Stream.concat(
            release.columnWarnings().stream(),
            Arrays.stream(hidden)
                .mapToObj(j -> new ColumnWarning(j, ColumnWarning.ColumnWarningCode.UNRESOLVED)))
        .distinct()
        .toList();
  }

  /**
   * Returns a bound on the noise of each coordinate at the usual confidence: of the length that the
   * noise of the number of rows adds, the error bars contain the share of the coordinate.
   */
  private static double[] noise(Release release) {
    int dimension = release.estimate().dimension();
    double[] noise =
        ConfidenceRegion.fromNoise(release.noise(), dimension, ErrorBarCoverage.CONFIDENCE)
            .halfWidths(dimension);
    double[] bars = release.region().halfWidths(dimension);
    double usual = Normal.roughUpperQuantile((1 - ErrorBarCoverage.CONFIDENCE) / 2);
    double requested = Normal.roughUpperQuantile((1 - release.region().confidence()) / 2);
    double wider = usual / Math.max(requested, Double.MIN_NORMAL);
    Arrays.setAll(noise, j -> bars[j] > 0 ? Math.min(noise[j], wider * bars[j]) : noise[j]);
    return noise;
  }

  private String names(int... coordinates) {
    List<String> labels = release.labels();
    return NumberFormat.list(Arrays.stream(coordinates).mapToObj(labels::get).toList(), NAMED);
  }
}
