package org.privatemean.bench.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.privatemean.mean.SearchLevels;
import org.privatemean.request.Bounds;

/**
 * What the cost of a fit may grow with: settings that differ in one number.
 *
 * @param name of its files
 * @param title of the number, and what the others are
 * @param points in the order of the number
 */
record Axis(String name, String title, List<Point> points) {
  private static final long SEED = 1;
  private static final long ROWS = 1_000_000;
  private static final long QUICK_ROWS = 100_000;
  private static final int DIMENSION = 16;

  /** Rows where the dimension grows: 16384 coordinates of them are 1.3 GB. */
  private static final int FEW_ROWS = 10_000;

  /** Coordinates of all rows together, where only their shape changes: 1 GB. */
  private static final long SHAPED = 1L << 27;

  /**
   * A setting of an axis.
   *
   * @param x its number
   * @param setting what is fitted
   * @param contenders in the order of tables, the same at all points
   */
  record Point(double x, Setting setting, List<Contender> contenders) {}

  /** All axes: of minutes, or of seconds where that will do. */
  static List<Axis> all(boolean quick) {
    return List.of(
        rows(quick),
        dimension(quick),
        partitions(quick),
        levels(quick),
        generated(quick),
        shape(quick));
  }

  private static Axis rows(boolean quick) {
    long[] rows =
        quick
            ? new long[] {10_000, 30_000, QUICK_ROWS}
            : new long[] {100_000, 300_000, ROWS, 3_000_000, 10_000_000};
    List<Point> points =
        LongStream.of(rows)
            .mapToObj(n -> point((double) n, setting(n, DIMENSION, Setting.PARTITIONS)))
            .toList();
    return new Axis("rows", "rows n, d = " + DIMENSION, points);
  }

  private static Axis dimension(boolean quick) {
    int[] dimensions = quick ? new int[] {16, 64, 256} : new int[] {16, 64, 256, 1024, 4096, 16384};
    return new Axis(
        "dimension",
        "coordinates d, n = " + FEW_ROWS,
        points(dimensions, d -> setting(FEW_ROWS, d, Setting.PARTITIONS)));
  }

  private static Axis partitions(boolean quick) {
    int[] partitions = quick ? new int[] {2, 8, 32} : new int[] {2, 5, 10, 20, 50, 100, 200, 2000};
    long rows = quick ? QUICK_ROWS : ROWS;
    return new Axis(
        "partitions",
        String.format("partitions, n = %d, d = %d", rows, DIMENSION),
        points(partitions, p -> setting(rows, DIMENSION, p)));
  }

  /** As many rows as a cluster has: each reading makes them, as nothing could hold them here. */
  private static Axis generated(boolean quick) {
    long[] rows =
        quick
            ? new long[] {10_000, 30_000, QUICK_ROWS}
            : new long[] {100_000, ROWS, 10_000_000, 100_000_000};
    List<Point> points = new ArrayList<>();
    for (long n : rows) {
      Setting setting =
          new Setting(n, DIMENSION, Source.GENERATED, Data.GAUSSIAN, Setting.PARTITIONS, SEED);
      points.add(
          new Point(
              n,
              setting,
              List.of(
                  Contender.summarizer(), Contender.privateMean(Contender.RECENTRED, setting))));
    }
    return new Axis("generated", "rows n made by each reading, d = " + DIMENSION, points);
  }

  /** The same coordinates in all as ever fewer and longer rows. */
  private static Axis shape(boolean quick) {
    int[] dimensions = quick ? new int[] {16, 64, 256} : new int[] {16, 64, 256, 1024, 4096, 16384};
    long coordinates = quick ? QUICK_ROWS * DIMENSION : SHAPED;
    List<Point> points = new ArrayList<>();
    for (int d : dimensions) {
      Setting setting = setting(coordinates / d, d, Setting.PARTITIONS);
      points.add(
          new Point(
              d,
              setting,
              List.of(
                  Contender.summarizer(),
                  Contender.bareSum(d),
                  Contender.privateMean(Contender.UNSCALED, setting),
                  Contender.privateMean(Contender.RECENTRED, setting))));
    }
    return new Axis(
        "shape",
        String.format(Locale.ROOT, "coordinates d, n d = %.3g", (double) coordinates),
        points);
  }

  private static Axis levels(boolean quick) {
    int[] levels = quick ? new int[] {16, 24, 32} : new int[] {12, 16, 20, 24, 28, 32, 36, 40};
    long rows = quick ? QUICK_ROWS : ROWS;
    Setting setting = setting(rows, DIMENSION, Setting.PARTITIONS);
    List<Point> points = new ArrayList<>();
    for (int level : levels) {
      double resolution = resolution(setting, level);
      points.add(new Point(level, setting, List.of(Contender.shiftedClipped(resolution, setting))));
    }
    return new Axis(
        "levels",
        String.format("levels of a median's search, n = %d, d = %d", rows, DIMENSION),
        points);
  }

  /**
   * A resolution with which the medians have that many levels: the widest coordinate of rotated
   * rows, about {@code bound d / step} steps, is put at 0.75 of what the levels reach.
   */
  static double resolution(Setting setting, int levels) {
    double bound = setting.data().coordinateBound();
    double step = 2 * bound * setting.dimension() / (0.75 * Math.scalb(1.0, levels));
    double resolution = step * Math.sqrt(setting.dimension());
    int actual =
        SearchLevels.of(
            new Bounds.Box(bound, OptionalDouble.of(resolution)),
            Contender.RHO,
            setting.rows(),
            setting.dimension());
    if (actual != levels) {
      throw new IllegalStateException(levels + " levels were wanted, but there are " + actual);
    }
    return resolution;
  }

  private static List<Point> points(int[] numbers, IntFunction<Setting> setting) {
    return IntStream.of(numbers).mapToObj(x -> point(x, setting.apply(x))).toList();
  }

  private static Setting setting(long rows, int dimension, int partitions) {
    return new Setting(rows, dimension, Source.CACHED, Data.GAUSSIAN, partitions, SEED);
  }

  private static Point point(double x, Setting setting) {
    return new Point(
        x,
        setting,
        List.of(
            Contender.summarizer(),
            Contender.bareSum(setting.dimension()),
            Contender.privateMean("shiftedClipped", setting),
            Contender.privateMean(Contender.RECENTRED, setting)));
  }
}
