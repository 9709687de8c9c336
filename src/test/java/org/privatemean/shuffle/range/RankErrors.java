package org.privatemean.shuffle.range;

import java.util.Arrays;
import java.util.function.LongSupplier;

/** Rank errors of the medians that a protocol finds of one sample. */
public final class RankErrors {
  private final long[] sorted;
  private double squares;
  private double largest;
  private int runs;

  public RankErrors(long[] values) {
    this.sorted = values.clone();
    Arrays.sort(sorted);
  }

  /** A sample of 2^20 integers: uniform, or a bell of one in 64 of them. */
  public static long[] sample(int n, boolean narrow, LongSupplier uniform) {
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      long sum = 0;
      for (int k = 0; k < 12; k++) {
        sum += uniform.getAsLong();
      }
      values[i] = narrow ? (1 << 19) + (sum - (6 << 20)) / 64 : uniform.getAsLong();
    }
    return values;
  }

  public void add(long found) {
    double target = sorted.length / 2.0;
    double error = Math.max(0, Math.max(below(found) - target, target - below(found + 1)));
    squares += error * error;
    largest = Math.max(largest, error);
    runs++;
  }

  private int below(long point) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (sorted[mid] < point) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  public double rms() {
    return Math.sqrt(squares / runs);
  }

  double largest() {
    return largest;
  }
}
