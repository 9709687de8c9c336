package org.privatemean.bench.accuracy;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Integers of which medians are searched: one column a coordinate, and the same in order.
 *
 * @param values a row a user
 * @param sorted a sorted column a coordinate
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record RankSample(long[][] values, long[][] sorted) {
  /** Where the integers lie in [0, 2^levels). */
  enum Law {
    /** Everywhere alike. */
    UNIFORM("uniform"),
    /** Normal around the middle, of a deviation of 1/1024 of the universe. */
    NARROW("normal, narrow");

    private final String words;

    Law(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    private long draw(int levels, SplittableRandom random) {
      double universe = Math.scalb(1.0, levels);
      double share = this == UNIFORM ? random.nextDouble() : 0.5 + random.nextGaussian() / 1024;
      return (long) Math.max(0, Math.min(universe - 1, Math.floor(share * universe)));
    }
  }

  static RankSample draw(Law law, int users, int coordinates, int levels, SplittableRandom random) {
    long[][] values = new long[users][coordinates];
    long[][] sorted = new long[coordinates][users];
    for (int i = 0; i < users; i++) {
      for (int j = 0; j < coordinates; j++) {
        values[i][j] = law.draw(levels, random);
        sorted[j][i] = values[i][j];
      }
    }
    for (long[] column : sorted) {
      Arrays.sort(column);
    }
    return new RankSample(values, sorted);
  }

  /** For each coordinate, how many values are at most a point. */
  long[] countsUpTo(long[] points) {
    long[] counts = new long[points.length];
    for (int j = 0; j < points.length; j++) {
      counts[j] = countBelow(sorted[j], points[j] + 1);
    }
    return counts;
  }

  /** By how many ranks the median of a coordinate is missed. */
  double rankError(int coordinate, long found) {
    double target = values.length / 2.0;
    double below = countBelow(sorted[coordinate], found);
    double upTo = countBelow(sorted[coordinate], found + 1);
    return Math.max(0, Math.max(below - target, target - upTo));
  }

  private static int countBelow(long[] column, long point) {
    int low = 0;
    int high = column.length;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (column[mid] < point) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }
}
