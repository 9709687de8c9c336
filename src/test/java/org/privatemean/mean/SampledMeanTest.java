package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.central.CentralTrust;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;
import org.privatemean.request.WarmStart;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.Rows;

/** The recentred mean that is located on a sample and takes its last steps from one pass. */
final class SampledMeanTest {
  private static final double RHO = Fits.RHO;
  private static final int ROWS = 20_000;

  private static RecentredSpec spec(
      double rho, Scaling scaling, ErrorBarCoverage.CoverageKind regions, Neighbours neighbours) {
    return Fits.spec(rho, scaling, regions, neighbours).withSampling(Sampling.ALWAYS);
  }

  private static RecentredSpec always(Scaling scaling) {
    return spec(RHO, scaling, ErrorBarCoverage.CoverageKind.SAMPLE, Neighbours.REPLACE);
  }

  private static double[][] gaussian(long seed, int count, int dimension) {
    return Fits.rows(seed, count, dimension, r -> 3 + r.nextGaussian());
  }

  /** Rows of which one in so many is twenty deviations away in every coordinate. */
  private static double[][] cluster(long seed, int count, int dimension, int oneIn) {
    double[][] rows = gaussian(seed, count, dimension);
    for (int i = 0; i < count; i += oneIn) {
      Arrays.setAll(rows[i], j -> 23.0);
    }
    return rows;
  }

  private static double[] errors(RecentredSpec spec, double[][] rows, int seeds) {
    double[] mean = Fits.mean(rows);
    return IntStream.range(0, seeds)
        .parallel()
        .mapToDouble(seed -> Fits.distance(Fits.fit(spec, rows, seed).mean(), mean))
        .sorted()
        .toArray();
  }

  private static double rms(double[] errors) {
    return Math.sqrt(Arrays.stream(errors).map(x -> x * x).average().orElseThrow());
  }

  @Test
  void release_autoOfFewRows_hasTheBitsOfNone() {
    double[][] rows = gaussian(1, 3000, 9);
    Release none = Fits.fit(RecentredSpec.of(RHO), rows, 4);
    Release auto = Fits.fit(RecentredSpec.of(RHO).withSampling(Sampling.AUTO), rows, 4);
    assertEquals(none.withSampling(new Release.Sampled(Sampling.AUTO, 0, -1)), auto);
  }

  @Test
  void release_reportsItsSampling() {
    double[][] rows = gaussian(2, ROWS, 9);
    Release.Sampled replace = Fits.fit(always(Scaling.NONE), rows, 4).sampled().orElseThrow();
    assertEquals(Sampling.ALWAYS, replace.requested());
    assertEquals(1, replace.halvings());
    double deviations = (replace.rows() - ROWS / 2.0) / Math.sqrt(ROWS / 4.0);
    assertTrue(Math.abs(deviations) < 5, "rows " + replace.rows());
    Release.Sampled removed =
        Fits.fit(
                spec(
                    RHO, Scaling.NONE, ErrorBarCoverage.CoverageKind.SAMPLE, Neighbours.ADD_REMOVE),
                rows,
                4)
            .sampled()
            .orElseThrow();
    assertEquals(1, removed.halvings());
    assertTrue(removed.rows() < 0, "the number of rows of the sample is private here");
  }

  @Test
  void release_sameSeedAndRows_sameBits() {
    double[][] rows = gaussian(3, ROWS, 9);
    RecentredSpec spec = always(Scaling.STANDARD);
    assertEquals(Fits.fit(spec, rows, 4), Fits.fit(spec, rows, 4));
    assertNotEquals(Fits.fit(spec, rows, 4), Fits.fit(spec, rows, 5));
  }

  /**
   * Nothing ends a release that has been paid for, and what is paid for is a number: whatever rows
   * hold, and in whatever public scales.
   */
  @Test
  void release_fuzzedPublicScalesAndRows_isFinite() {
    SplittableRandom random = new SplittableRandom(36);
    for (int i = 0; i < 200; i++) {
      double[] scales = random.doubles(1 + random.nextInt(4)).map(u -> ends(u, 100)).toArray();
      double size = ends(random.nextDouble(), 300);
      double[][] rows = Fits.rows(i, 300, scales.length, r -> size * r.nextGaussian());
      RecentredSpec spec =
          spec(
              20 + random.nextInt(200),
              Scaling.by(scales),
              random.nextBoolean()
                  ? ErrorBarCoverage.CoverageKind.NONE
                  : ErrorBarCoverage.CoverageKind.SAMPLE,
              random.nextBoolean() ? Neighbours.REPLACE : Neighbours.ADD_REMOVE);
      Release release = Fits.fit(spec, rows, i);
      double[] mean = release.mean();
      assertTrue(
          Arrays.stream(mean).allMatch(Double::isFinite)
              && release.region().radius() >= 0
              && Arrays.stream(release.region().halfWidths()).allMatch(width -> width >= 0),
          () -> size + " in " + Arrays.toString(scales) + ": " + Arrays.toString(mean));
    }
  }

  /** A number between 10^-most and 10^most, in a third of all cases one of these. */
  private static double ends(double uniform, int most) {
    return Math.pow(10, Math.max(-most, Math.min(most, most * (3 * uniform - 1.5))));
  }

  /** Rows that none of the first steps may see as they are. */
  private enum Law {
    GAUSSIAN,
    LOGNORMAL,
    ONE_HOT,
    MOSTLY_ZERO,
    FAR_CLUSTER,
    RARE_CLUSTER,
    UNLIKE_UNITS,
    EQUAL,
    ONE_HUGE;

    private double[][] rows(long seed, int dimension) {
      return switch (this) {
        case GAUSSIAN -> gaussian(seed, ROWS, dimension);
        case LOGNORMAL -> Fits.rows(seed, ROWS, dimension, r -> Fits.lognormal(r, 1));
        case ONE_HOT -> Fits.zipf(seed, ROWS, dimension);
        case MOSTLY_ZERO -> {
          double[][] rows = gaussian(seed, ROWS, dimension);
          for (int i = 0; i < ROWS; i++) {
            if (i % 5 < 3) {
              rows[i] = new double[dimension];
            }
          }
          yield rows;
        }
        case FAR_CLUSTER -> cluster(seed, ROWS, dimension, 60);
        case RARE_CLUSTER -> cluster(seed, ROWS, dimension, 180);
        case UNLIKE_UNITS -> {
          double[][] rows = gaussian(seed, ROWS, dimension);
          for (double[] row : rows) {
            Arrays.setAll(row, j -> row[j] * Math.pow(10, j % 7 - 3));
          }
          yield rows;
        }
        case EQUAL -> Fits.rows(seed, ROWS, dimension, r -> 3.7);
        case ONE_HUGE -> {
          double[][] rows = gaussian(seed, ROWS, dimension);
          Arrays.fill(rows[77], 1e150);
          yield rows;
        }
      };
    }
  }

  /** Shorter than a law of its own: within what a fit of all rows gets, seed by seed. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource(Law.class)
  void release_anyLaw_errsAsAFitOfAllRows(Law law) {
    int dimension = 8;
    double[][] rows = law.rows(5, dimension);
    if (law == Law.ONE_HUGE) {
      // The mean of all is that of one row, which no fit keeps.
      double[][] others = gaussian(5, ROWS, dimension);
      double[] mean = Fits.mean(others);
      double sampled = Fits.distance(Fits.fit(always(Scaling.NONE), rows, 1).mean(), mean);
      double all =
          Fits.distance(
              Fits.fit(always(Scaling.NONE).withSampling(Sampling.NONE), rows, 1).mean(), mean);
      assertTrue(sampled < 3 * all, sampled + " and " + all);
      return;
    }
    double[] all = errors(always(Scaling.NONE).withSampling(Sampling.NONE), rows, 24);
    double[] sampled = errors(always(Scaling.NONE), rows, 24);
    // At 24 seeds and eight coordinates two equal laws differ by a fifth once in a million.
    assertTrue(rms(sampled) < 1.35 * rms(all), law + ": " + rms(sampled) + " and " + rms(all));
    assertTrue(sampled[23] < 3.5 * all[11], law + ": " + sampled[23] + " and " + all[11]);
  }

  /** The norm of the sample alone would cut the cluster off: an error of all of its mean. */
  @Test
  void release_rareFarCluster_keepsIt() {
    double[][] rows = cluster(6, ROWS, 8, 180);
    double taken = Fits.distance(Fits.mean(rows), Fits.mean(gaussian(6, ROWS, 8)));
    double[] sampled = errors(always(Scaling.NONE), rows, 12);
    assertTrue(sampled[11] < taken / 4, sampled[11] + " of " + taken);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(
      value = Law.class,
      names = {"GAUSSIAN", "LOGNORMAL", "ONE_HOT", "FAR_CLUSTER", "MOSTLY_ZERO"})
  void region_coversTheMeanOfTheRows(Law law) {
    double[][] rows = law.rows(7, 8);
    double[] mean = Fits.mean(rows);
    long outside =
        IntStream.range(0, 100)
            .parallel()
            .mapToObj(seed -> Fits.fit(always(Scaling.NONE), rows, seed))
            .filter(release -> Fits.distance(release.mean(), mean) > release.region().radius())
            .count();
    // At 95 percent 5 are expected; 22 or more come once in 10^8 times.
    assertTrue(outside < 22, law + ": " + outside + " of 100 outside");
  }

  static SplittableRandom[] settings() {
    return new SplittableRandom(8).splits(60).toArray(SplittableRandom[]::new);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void release_anySetting_chargesItsBudgetAndIsFinite(SplittableRandom random) {
    int[] dimensions = {1, 2, 3, 7, 8, 16, 40};
    int dimension = dimensions[random.nextInt(dimensions.length)];
    Law[] laws = Law.values();
    Law law = laws[random.nextInt(laws.length)];
    Scaling scaling =
        random.nextInt(4) == 0
            ? Scaling.by(random.doubles(dimension, 0.1, 1e4).toArray())
            : Scaling.named().get(random.nextInt(3));
    double rho = Math.exp(random.nextDouble(-1.5, 3));
    ErrorBarCoverage.CoverageKind regions =
        random.nextBoolean()
            ? ErrorBarCoverage.CoverageKind.NONE
            : ErrorBarCoverage.CoverageKind.SAMPLE;
    Neighbours neighbours = random.nextBoolean() ? Neighbours.REPLACE : Neighbours.ADD_REMOVE;
    RecentredSpec spec = spec(rho, scaling, regions, neighbours);
    double[][] rows = law.rows(random.nextLong(), dimension);
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(rho));
    CentralTrust trust = CentralTrust.of(ledger, NoiseKey.fromSeed(random.nextInt(1000)));
    Release release =
        Mechanisms.release(spec, InMemoryRows.of(rows, dimension, InvalidRows.ERROR), trust);
    double sum = release.charges().stream().mapToDouble(Charge::rho).sum();
    assertEquals(1, sum / rho, 1e-9, () -> spec + ": " + release.charges());
    assertTrue(ledger.spent() <= rho);
    assertTrue(release.charges().stream().allMatch(charge -> charge.rho() > 0));
    assertTrue(Arrays.stream(release.mean()).allMatch(Double::isFinite));
    assertTrue(release.region().radius() > 0 && Double.isFinite(release.region().radius()));
    double[] widths = release.region().halfWidths(dimension);
    assertTrue(Arrays.stream(widths).allMatch(w -> w > 0 && Double.isFinite(w)));
    // The last question has most of what there is.
    assertTrue(release.charges().get(release.charges().size() - 1).rho() > 0.3 * rho);
  }

  @Test
  void release_manyCoordinates_hasFewerNorms() {
    // In 4096 dimensions a pass keeps 64 norms to clip at, and rho = 40 makes 962 rows enough.
    double[][] rows = gaussian(9, 2000, 4096);
    RecentredSpec spec =
        spec(40, Scaling.NONE, ErrorBarCoverage.CoverageKind.SAMPLE, Neighbours.REPLACE);
    double[] mean = Fits.mean(rows);
    double sampled = Fits.distance(Fits.fit(spec, rows, 1).mean(), mean);
    double all = Fits.distance(Fits.fit(spec.withSampling(Sampling.NONE), rows, 1).mean(), mean);
    assertTrue(sampled < 1.15 * all, sampled + " and " + all);
  }

  @Test
  void release_fromAStart_skipsTheSearch() {
    double[][] rows = gaussian(10, ROWS, 8);
    Release first = Fits.fit(always(Scaling.NONE), rows, 1);
    WarmStart start = WarmStart.of(first.mean(), first.clippingNorm().orElseThrow());
    Release next = Fits.fit(always(Scaling.NONE).withStart(start), rows, 2);
    assertEquals(List.of(true), next.startUsed().stream().toList());
    double[] mean = Fits.mean(rows);
    assertTrue(
        Fits.distance(next.mean(), mean) < next.region().radius(), "outside of its error bars");
    assertTrue(cost(next, "radius") < cost(first, "radius"));
    WarmStart elsewhere = WarmStart.of(new double[] {1e6, 0, 0, 0, 0, 0, 0, 0}, 3);
    Release away = Fits.fit(always(Scaling.NONE).withStart(elsewhere), rows, 2);
    assertEquals(List.of(false), away.startUsed().stream().toList());
    assertTrue(Fits.distance(away.mean(), mean) < away.region().radius());
  }

  private static double cost(Release release, String step) {
    return release.charges().stream()
        .filter(charge -> charge.step().equals(step))
        .mapToDouble(Charge::rho)
        .sum();
  }

  static Stream<Scaling> scalings() {
    return Scaling.named().stream();
  }

  /** Both the clipping norm and what clipping takes off are asked of all rows. */
  @ParameterizedTest
  @MethodSource("scalings")
  void charges_haveTheStepsOfTheMechanism(Scaling scaling) {
    Release release = Fits.fit(always(scaling), Law.UNLIKE_UNITS.rows(11, 9), 3);
    Set<String> steps = release.charges().stream().map(Charge::step).collect(Collectors.toSet());
    assertTrue(
        steps.containsAll(
            Set.of("radius", "recentring", "guide norm", "clipping norm", "excess", "clipped sum")),
        steps.toString());
    assertTrue(release.warnings().stream().noneMatch(w -> w.code() == Warning.Code.NOT_SETTLED));
  }

  /** Rows that can only be read as a whole. */
  private record Whole(Rows rows) implements Rows {
    @Override
    public long count() {
      return rows.count();
    }

    @Override
    public int dimension() {
      return rows.dimension();
    }

    @Override
    public boolean dropsRows() {
      return rows.dropsRows();
    }

    @Override
    public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
      return rows.prepare(encoder);
    }
  }

  @Test
  void release_ofRowsWithoutPasses_takesAllRowsOrRefuses() {
    Whole rows = new Whole(InMemoryRows.of(gaussian(12, 600_000, 8), 8, InvalidRows.ERROR));
    RecentredSpec auto = always(Scaling.NONE).withSampling(Sampling.AUTO);
    Release release = Mechanisms.release(auto, rows, Settings.seeded(RHO, 1));
    assertEquals(0, release.sampled().orElseThrow().halvings());
    ParamException refused =
        assertThrows(
            ParamException.class,
            () -> Mechanisms.release(always(Scaling.NONE), rows, Settings.seeded(RHO, 1)));
    assertEquals("sampling", refused.param());
  }
}
