package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.central.CentralTrust;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.Rows;

final class ClippedMeanTest {
  private static final Bounds BALL = new Bounds.Ball(10, OptionalDouble.empty());

  /** Rows that may be counted, or not even that, but never read. */
  private record Unreadable(long rows, int dimension) implements Rows {
    @Override
    public long count() {
      if (rows < 0) {
        throw new AssertionError("the rows were counted");
      }
      return rows;
    }

    @Override
    public boolean dropsRows() {
      return false;
    }

    @Override
    public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
      throw new AssertionError("the rows were read");
    }
  }

  private static CentralTrust trust(double rho, long seed) {
    return CentralTrust.of(new PrivacyLedger(new Zcdp(rho)), NoiseKey.fromSeed(seed));
  }

  private static Release release(MeanSpec spec, double[][] rows, int dimension) {
    Rows held = InMemoryRows.of(rows, dimension, InvalidRows.ERROR);
    return Mechanisms.release(spec, held, trust(spec.rho(), 1));
  }

  private static double[][] filled(int count, int dimension, double value) {
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      Arrays.fill(row, value);
    }
    return rows;
  }

  @ParameterizedTest
  @EnumSource
  void release_beyondTheBudget_isRefusedBeforeTheRowsAreRead(Method method) {
    MeanSpec spec = MeanSpec.of(method, 0.5, BALL);
    CentralTrust poor = trust(0.499, 1);
    BudgetExceededException refusal =
        assertThrows(
            BudgetExceededException.class,
            () -> Mechanisms.release(spec, new Unreadable(1000, 5), poor));
    assertEquals(method.label(), refusal.step());
    assertEquals(0.5, refusal.requested());
    assertEquals(List.of(), poor.charges());
  }

  @ParameterizedTest
  @EnumSource
  void release_rowsTooLongForABlock_isRefusedBeforeTheyAreRead(Method method) {
    MeanSpec spec = MeanSpec.of(method, 0.5, new Bounds.Box(1, OptionalDouble.empty()));
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> Mechanisms.release(spec, new Unreadable(1L << 30, (1 << 22) + 1), trust(0.5, 1)));
    assertEquals(
        "dimension must be at most 2^22 = 4194304: use fewer coordinates. Provided value: 4194305",
        refusal.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void release_sumsThatCouldOverflow_isRefusedBeforeTheRowsAreRead(Method method) {
    MeanSpec spec = MeanSpec.of(method, 0.5, new Bounds.Ball(1e9, OptionalDouble.of(1e-3)));
    CentralTrust trust = trust(0.5, 1);
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> Mechanisms.release(spec, new Unreadable(1L << 40, 5), trust));
    for (String part : List.of("n = 1099511627776", "resolution", "bound", "overflow")) {
      assertTrue(refusal.getMessage().contains(part), refusal::getMessage);
    }
    assertEquals(List.of(), trust.charges());
  }

  @ParameterizedTest
  @EnumSource
  void release_tooFewRows_isZeroAndFreeAndReadsNothing(Method method) {
    MeanSpec spec = MeanSpec.of(method, 0.5, BALL);
    long smallest = MeanPlan.usefulRows(spec, 3).getAsLong();
    for (long rows : new long[] {0, 1, 2, smallest - 1}) {
      PrivacyLedger ledger = new PrivacyLedger(new Zcdp(0.5));
      CentralTrust trust = CentralTrust.of(ledger, NoiseKey.fromSeed(1));
      Release release = Mechanisms.release(spec, new Unreadable(rows, 3), trust);
      assertArrayEquals(new double[3], release.mean());
      assertEquals(List.of(), release.charges());
      assertEquals(0, ledger.remaining());
      assertEquals(rows, release.rows());
      assertEquals(OptionalDouble.empty(), release.clippingNorm());
      assertEquals(0, release.noise().noiseStdDev());
      assertTrue(release.noise().clippingBiasBound() >= 10);
      assertTrue(
          release.warnings().get(0).text().contains("n = " + rows), release.warnings().toString());
    }
    assertThrows(
        AssertionError.class,
        () -> Mechanisms.release(spec, new Unreadable(smallest, 3), trust(0.5, 1)));
  }

  @ParameterizedTest
  @EnumSource
  void release_oneRowAndPlentyOfBudget_isAboutTheRow(Method method) {
    MeanSpec spec = MeanSpec.of(method, 1e8, BALL);
    Release release = release(spec, new double[][] {{1, -2, 0.5}}, 3);
    double[] expected = {1, -2, 0.5};
    for (int j = 0; j < 3; j++) {
      assertEquals(expected[j], release.mean()[j], 0.05);
    }
    assertEquals(1e8, release.charges().stream().mapToDouble(c -> c.rho()).sum(), 1e-4);
  }

  @ParameterizedTest
  @EnumSource
  void release_oneDimension_isNearTheMean(Method method) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[5000][1];
    double mean = 0;
    for (double[] row : rows) {
      row[0] = 3 + random.nextGaussian();
      mean += row[0] / rows.length;
    }
    Release release = release(MeanSpec.of(method, 0.5, BALL), rows, 1);
    // Six standard deviations, and the few rows that the norm cuts.
    double noise = 6 * release.noise().noiseStdDev();
    assertEquals(mean, release.mean()[0], noise + release.noise().clippingBiasBound());
    assertTrue(noise < 0.05);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void release_131072Dimensions_works(Method method) {
    int dimension = 1 << 17;
    double[][] rows = new double[10][];
    SplittableRandom random = new SplittableRandom(1);
    Arrays.setAll(rows, i -> random.doubles(dimension, -0.01, 0.02).toArray());
    MeanSpec spec = MeanSpec.of(method, 1e6, BALL);
    Release release = release(spec, rows, dimension);
    double[] released = release.mean();
    double square = 0;
    for (int j = 0; j < dimension; j++) {
      double mean = 0;
      for (double[] row : rows) {
        mean += row[j] / rows.length;
      }
      square += (released[j] - mean) * (released[j] - mean);
    }
    Noise error = release.noise();
    double limit =
        release.region().radius() + error.clippingBiasBound() + 0.5 * 10 * dimension * 0x1p-30;
    assertTrue(Math.sqrt(square) < limit, "error " + Math.sqrt(square) + " above " + limit);
  }

  @ParameterizedTest
  @EnumSource
  void release_rowsAllOnTheCentre_isReleasedOnBothGrids(Method method) {
    for (MeanSpec.Grid grid : MeanSpec.Grid.values()) {
      MeanSpec spec =
          new MeanSpec(
              method,
              100,
              Optional.of(new Bounds.Ball(10, OptionalDouble.of(0.5))),
              OptionalDouble.empty(),
              1e-3,
              grid,
              BudgetSplit.paper(method, OptionalDouble.empty()),
              PrivacyUnit.row(Neighbours.REPLACE));
      Release release = release(spec, filled(500, 4, 0), 4);
      assertTrue(release.clippingNorm().orElseThrow() > 0);
      for (double x : release.mean()) {
        assertEquals(0, x, 0.5);
      }
    }
  }

  @Test
  void release_withoutBounds_isTheClassicClippedMean() {
    MeanSpec spec =
        new MeanSpec(
            Method.CLIPPED,
            1e4,
            Optional.empty(),
            OptionalDouble.of(5),
            1e-3,
            MeanSpec.Grid.GEOMETRIC,
            BudgetSplit.paper(Method.CLIPPED, OptionalDouble.of(1)),
            PrivacyUnit.row(Neighbours.REPLACE));
    double[][] rows = {{3, 4}, {6, 8}, {0, 0}, {0, -50}};
    Release release = release(spec, rows, 2);
    assertEquals(1.5, release.mean()[0], 0.1);
    assertEquals(0.75, release.mean()[1], 0.1);
    assertEquals(5, release.clippingNorm().orElseThrow(), 0.01);
    assertEquals("clipped sum", release.charges().get(0).step());
    assertEquals(1e4, release.charges().get(0).rho());
  }

  @Test
  void release_twiceFromOneTrust_isRefused() {
    MeanSpec spec = MeanSpec.of(Method.SHIFTED_CLIPPED, 0.5, BALL);
    Rows rows = InMemoryRows.of(filled(1000, 2, 1), 2, InvalidRows.ERROR);
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(1));
    CentralTrust trust = CentralTrust.of(ledger, NoiseKey.fromSeed(1));
    Mechanisms.release(spec, rows, trust);
    assertThrows(IllegalStateException.class, () -> Mechanisms.release(spec, rows, trust));
    assertEquals(0.5, ledger.remaining());
  }

  @Test
  void release_invalidRow_isRefusedWithNothingSpent() {
    double[][] rows = filled(1000, 2, 1);
    rows[500][1] = Double.NaN;
    CentralTrust trust = trust(0.5, 1);
    MeanSpec spec = MeanSpec.of(Method.CLIPPED, 0.5, BALL);
    assertThrows(
        InvalidRowException.class,
        () -> Mechanisms.release(spec, InMemoryRows.of(rows, 2, InvalidRows.ERROR), trust));
    assertEquals(List.of(), trust.charges());
    rows[500] = new double[2];
    Rows zeroed = InMemoryRows.of(rows, 2, InvalidRows.ERROR);
    Release expected = Mechanisms.release(spec, zeroed, trust(0.5, 2));
    rows[500] = null;
    Rows missing = InMemoryRows.of(rows, 2, InvalidRows.ZERO);
    assertEquals(expected, Mechanisms.release(spec, missing, trust(0.5, 2)));
  }

  @ParameterizedTest
  @EnumSource
  void release_passThatFails_releasesTheBlocks(Method method) {
    boolean[] closed = new boolean[1];
    Rows rows =
        new Rows() {
          @Override
          public long count() {
            return 100_000;
          }

          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public boolean dropsRows() {
            return false;
          }

          @Override
          public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
            return new Blocks<>() {
              @Override
              public long[] fold(Fold<B> fold, String description) {
                throw new IllegalStateException("the pass failed");
              }

              @Override
              public void close() {
                closed[0] = true;
              }
            };
          }
        };
    MeanSpec spec = MeanSpec.of(method, 0.5, BALL);
    assertThrows(IllegalStateException.class, () -> Mechanisms.release(spec, rows, trust(0.5, 1)));
    assertTrue(closed[0]);
  }
}
