package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.Promise;
import org.privatemean.central.CentralTrust;
import org.privatemean.central.OneLevelCounter;
import org.privatemean.central.WatchedTrust;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.release.Release;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;

/** With one seed, nothing about how the rows are held changes a bit of what is released. */
@Promise("how rows are held in memory changes no released bit")
final class MechanismsInvarianceTest {
  private static final int DIMENSION = 6;

  static List<MeanRequest> requests() {
    return Settings.requests(0.5);
  }

  private static Release release(MeanRequest request, Rows rows, long seed) {
    return Mechanisms.release(request, rows, Settings.seeded(request.rho(), seed));
  }

  private static void assertSameBits(Release expected, Release actual) {
    // The records hold Doubles, whose equality is that of their bits.
    assertEquals(expected, actual);
  }

  private static double[][] permuted(double[][] rows, SplittableRandom random) {
    double[][] order = rows.clone();
    for (int i = order.length - 1; i > 0; i--) {
      int k = random.nextInt(i + 1);
      double[] row = order[i];
      order[i] = order[k];
      order[k] = row;
    }
    return order;
  }

  @ParameterizedTest
  @MethodSource("requests")
  void release_anySplitOrderAndForm_hasTheSameBits(MeanRequest request) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = Settings.rows(random, 1000, DIMENSION);
    rows[17] = new double[] {1e308, -1e308, 1e308, 0, 1, 1e-310};
    Release expected = release(request, InMemoryRows.of(rows, DIMENSION, InvalidRows.ERROR), 42);
    for (int partitions : new int[] {1, 2, 7, 64}) {
      int size = partitions == 1 ? 13 : 500;
      boolean written = partitions == 7;
      assertSameBits(
          expected,
          release(
              request,
              new SplitRows(Arrays.asList(rows), DIMENSION, partitions, size, written),
              42));
      assertSameBits(
          expected,
          release(
              request,
              new SplitRows(
                  Arrays.asList(permuted(rows, random)), DIMENSION, partitions, 999, !written),
              42));
    }
    assertNotEquals(
        expected.mean()[0],
        release(request, InMemoryRows.of(rows, DIMENSION, InvalidRows.ERROR), 43).mean()[0]);
  }

  @ParameterizedTest
  @EnumSource
  void release_coordinatesBeyond32Bits_hasTheSameBits(Method method) {
    Bounds fine = new Bounds.Ball(10, OptionalDouble.of(1e-11));
    MeanSpec spec = MeanSpec.of(method, 0.5, fine);
    double[][] rows = Settings.rows(new SplittableRandom(2), 600, DIMENSION);
    Release expected = release(spec, InMemoryRows.of(rows, DIMENSION, InvalidRows.ERROR), 5);
    assertSameBits(
        expected, release(spec, new SplitRows(Arrays.asList(rows), DIMENSION, 3, 10, true), 5));
    double[][] reversed = permuted(rows, new SplittableRandom(3));
    assertSameBits(
        expected,
        release(spec, new SplitRows(Arrays.asList(reversed), DIMENSION, 5, 50, false), 5));
  }

  @Test
  void release_levelByLevel_hasTheSameBitsAsSeveralLevelsAPass() {
    for (MeanRequest request : requests()) {
      double[][] rows = Settings.rows(new SplittableRandom(4), 300, DIMENSION);
      Rows held = InMemoryRows.of(rows, DIMENSION, InvalidRows.ERROR);
      Release expected = release(request, held, 8);
      LevelByLevel trust = new LevelByLevel(Settings.seeded(request.rho(), 8));
      assertSameBits(expected, Mechanisms.release(request, held, trust));
    }
  }

  /** Makes one pass for every level of a search. */
  private static final class LevelByLevel extends WatchedTrust {
    LevelByLevel(CentralTrust inner) {
      super(inner);
    }

    @Override
    public <B extends Block> RangeCounter rangeCounter(
        Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
      return new OneLevelCounter<>(blocks, statistic, level -> inner(), rho, step);
    }
  }
}
