package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.central.ZeroNoise;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.Rows;

/** Columns of different units: each has an error that is small in its own. */
final class RecentredMeanScalingTest {
  private static final int SEEDS = 10;

  /** Ages, incomes and scores, skewed as such columns are. */
  private static double[][] people(long seed, int count) {
    return Fits.columns(
        seed,
        count,
        r -> 40 + 12 * r.nextGaussian(),
        r -> 33_000 * Fits.lognormal(r, 0.6),
        r -> 0.6 + 0.2 * r.nextGaussian());
  }

  private static double[] worst(double[][][] data) {
    double[] worst = new double[data[0][0].length];
    IntStream.range(0, SEEDS)
        .mapToObj(seed -> Fits.errors(Fits.fit(data[seed], seed), data[seed]))
        .forEach(errors -> Arrays.setAll(worst, j -> Math.max(worst[j], errors[j])));
    return worst;
  }

  private static double[][][] each(IntFunction<double[][]> draw) {
    return IntStream.range(0, SEEDS).mapToObj(draw).toArray(double[][][]::new);
  }

  @Test
  void release_peopleByDefault_isWithinAPercentOfEachDeviation() {
    double[][][] data = each(seed -> people(seed, 20_000));
    double[] worst = worst(data);
    assertTrue(Arrays.stream(worst).max().orElseThrow() < 0.01, () -> Arrays.toString(worst));
    // Without scaling the noise of income drowns the scores.
    RecentredSpec none =
        Fits.spec(Fits.RHO, Scaling.NONE, ErrorBarCoverage.CoverageKind.SAMPLE, Neighbours.REPLACE);
    double[] plain = Fits.errors(Fits.fit(none, data[0], 0), data[0]);
    assertTrue(plain[2] > 1, () -> Arrays.toString(plain));
  }

  @Test
  void release_fiveColumnsOfTenDecades_isWithinThreePercentOfEachDeviation() {
    double[] units = {3e4, 50, 1, 1e-3, 1e-6};
    double[] centres = {1e5, -20, 0, 4e-3, 7e-6};
    double[][][] data =
        each(
            seed -> {
              double[][] rows = Fits.rows(seed, 15_000, 5, r -> r.nextGaussian());
              for (double[] row : rows) {
                Arrays.setAll(row, j -> centres[j] + units[j] * row[j]);
              }
              return rows;
            });
    double[] worst = worst(data);
    assertTrue(Arrays.stream(worst).max().orElseThrow() < 0.03, () -> Arrays.toString(worst));
  }

  @Test
  void release_unusualColumns_areWithinThreePercentOfADeviationOrOfRounding() {
    double[][][] data =
        each(
            seed ->
                Fits.columns(
                    seed,
                    10_000,
                    r -> 1.7e9 + 2e7 * r.nextDouble(),
                    r -> 42,
                    r -> 0,
                    r -> r.nextDouble() < 0.03 ? 1 : 0,
                    r -> r.nextDouble() < 0.85 ? 0 : 20 * Fits.lognormal(r, 1),
                    r -> 1e-3 + 1e-9 * r.nextGaussian()));
    double[] worst = new double[6];
    for (int seed = 0; seed < SEEDS; seed++) {
      double[][] rows = data[seed];
      double[] released = Fits.fit(rows, seed).mean();
      double[] mean = Fits.mean(rows);
      double[] deviations = Fits.deviations(rows);
      double[] unit = {deviations[0], 42, 1, deviations[3], deviations[4], deviations[5]};
      Arrays.setAll(worst, j -> Math.max(worst[j], Math.abs(released[j] - mean[j]) / unit[j]));
    }
    for (int j : new int[] {0, 3, 4, 5}) {
      assertTrue(worst[j] < 0.03, () -> Arrays.toString(worst));
    }
    // A column of zeros is measured in the public unit of rare values.
    assertTrue(worst[1] < 1e-5 && worst[2] < 0.01, () -> Arrays.toString(worst));
  }

  private static List<String> steps(Release release) {
    return release.charges().stream().map(Charge::step).toList();
  }

  @Test
  void release_publicScales_chargesNothingForThem() {
    double[][] rows = people(1, 5000);
    RecentredSpec none =
        Fits.spec(Fits.RHO, Scaling.NONE, ErrorBarCoverage.CoverageKind.SAMPLE, Neighbours.REPLACE);
    double[] scales = {10, 20_000, 0.2};
    RecentredSpec scaled = none.with(Scaling.by(scales), none.regions());
    Release release = Fits.fit(scaled, rows, 1);
    Release plain = Fits.fit(none, rows, 1);
    List<String> looks =
        List.of("magnitudes", "spreads", "norm of ordinary rows", "variance norm", "variances");
    assertTrue(steps(release).stream().noneMatch(looks::contains), () -> "" + steps(release));
    double last = release.charges().get(release.charges().size() - 1).rho();
    double without = plain.charges().get(plain.charges().size() - 1).rho();
    assertEquals(1, last / without, 0.05);
    assertArrayEquals(scales, release.scales().orElseThrow().values().orElseThrow(), 1e-9);
    assertEquals(Scales.From.PUBLIC, release.scales().orElseThrow().from());
    double[] errors = Fits.errors(release, rows);
    assertTrue(Arrays.stream(errors).max().orElseThrow() < 0.02, () -> Arrays.toString(errors));
  }

  /** Before anything is charged or read. */
  @Test
  void release_scalesOfAnotherLength_areRefusedByName() {
    RecentredSpec spec =
        RecentredSpec.of(Fits.RHO)
            .with(
                Scaling.by(new double[] {1, 2}),
                ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.NONE));
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(Fits.RHO));
    InMemoryRows rows = InMemoryRows.of(people(1, 1000), 3, InvalidRows.ERROR);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Mechanisms.release(spec, rows, Settings.with(ledger, new ZeroNoise(), 1)))
            .getMessage();
    assertEquals(
        "scales has 2 values, and rows have 3 coordinates: give one value for each coordinate",
        message);
    assertEquals(0, ledger.spent());
  }

  /** In data units all that is released scales: means bit for bit, and bars. */
  @ParameterizedTest
  @CsvSource({
    "1, none",
    "2, none",
    "3, none",
    "12, none",
    "1, standard",
    "3, standard",
    "12, standard",
    "3, auto",
    "12, auto"
  })
  void release_withoutNoiseOfRowsTimesAPowerOfTwo_isScaledBitForBit(int dimension, String label) {
    double[][] rows = Fits.rows(3, 700, dimension, r -> Fits.lognormal(r, 1));
    RecentredSpec spec =
        Fits.spec(400, Scaling.of(label), ErrorBarCoverage.CoverageKind.SAMPLE, Neighbours.REPLACE);
    Release expected = quiet(spec, rows, 1);
    // Where units are looked for, they are within the octaves that are counted.
    int[] powers = label.equals("standard") ? new int[] {-70, -3, 1, 60} : new int[] {-300, 1, 300};
    for (int power : powers) {
      double factor = Math.scalb(1.0, power);
      Release actual = quiet(spec, rows, factor);
      assertArrayEquals(
          Arrays.stream(expected.mean()).map(x -> x * factor).toArray(), actual.mean());
      // The octaves from the data to the end of the range take one count more or less.
      for (int j = 0; j < dimension; j++) {
        double width = expected.region().halfWidths()[j] * factor;
        assertEquals(1, actual.region().halfWidths()[j] / width, 0.01);
      }
      assertEquals(1, actual.region().radius() / (expected.region().radius() * factor), 0.01);
    }
  }

  private static Release quiet(RecentredSpec spec, double[][] rows, double factor) {
    double[][] scaled = new double[rows.length][];
    Arrays.setAll(scaled, i -> Arrays.stream(rows[i]).map(x -> x * factor).toArray());
    InMemoryRows held = InMemoryRows.of(scaled, rows[0].length, InvalidRows.ERROR);
    return Mechanisms.release(spec, held, Settings.exact(spec.rho(), 1));
  }

  /** Rows whose blocks note the counts by octave that memory is checked for, and those taken. */
  private record NotingRows(Rows rows, List<String> notes) implements Rows {
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
      Blocks<B> blocks = rows.prepare(encoder);
      return new Blocks<>() {
        @Override
        public void check(Fold<B> fold) {
          note("checked", fold);
        }

        @Override
        public long[] fold(Fold<B> fold, String description) {
          note("taken", fold);
          return blocks.fold(fold, description);
        }

        @Override
        public void close() {
          blocks.close();
        }
      };
    }

    private void note(String what, Blocks.Fold<?> fold) {
      if (fold instanceof OctaveCounts && !notes.contains(what)) {
        notes.add(what);
      }
    }
  }

  /** No counts by octave are taken of more than 2^14 columns, of few rows, or by other scalings. */
  @ParameterizedTest
  @CsvSource({
    "standard, 4, 4000, 0.5, checked taken",
    "standard, 1, 4000, 0.5, ''",
    "standard, 64, 300, 0.5, ''",
    "standard, 16385, 300, 5000, ''",
    "auto, 4, 4000, 0.5, ''",
    "none, 4, 4000, 0.5, ''",
  })
  void release_anyScaling_checksMemoryForCountsByOctaveIfItTakesThem(
      String scaling, int dimension, int count, double rho, String expected) {
    double[][] rows = Fits.rows(7, count, dimension, r -> r.nextGaussian());
    List<String> notes = new ArrayList<>();
    RecentredSpec spec =
        Fits.spec(
            rho, Scaling.of(scaling), ErrorBarCoverage.CoverageKind.SAMPLE, Neighbours.REPLACE);
    if (dimension > 1 << 14) {
      assertTrue(RecentredPlan.create(spec, count, 1 << 14).units().asksOctaves());
    }
    Mechanisms.release(
        spec,
        new NotingRows(InMemoryRows.of(rows, dimension, InvalidRows.ERROR), notes),
        Settings.seeded(rho, 3));
    assertEquals(expected, String.join(" ", notes));
  }
}
