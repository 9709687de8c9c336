package org.privatemean.local;

import java.io.Serializable;
import java.util.Arrays;

/** The signs for one level of one coordinate: a net sign per index, or the list of few reports. */
final class SignSums implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int DENSE_FACTOR = 4;

  private final int level;
  private long count;

  /** Pairs {@code index << 1 | minus}, while there is no table. */
  private long[] list = new long[4];

  private int listed;

  private int[] table;

  SignSums(int level) {
    this.level = level;
  }

  long count() {
    return count;
  }

  boolean isDense() {
    return table != null;
  }

  void add(long index, boolean isNegative) {
    countMore(1);
    if (table == null) {
      if (listed == list.length) {
        list = Arrays.copyOf(list, 2 * list.length);
      }
      list[listed++] = index << 1 | (isNegative ? 1 : 0);
      densifyWhenShort();
    } else {
      table[(int) index] += isNegative ? -1 : 1;
    }
  }

  private void countMore(long reports) {
    count = Math.addExact(count, reports);
    if (count > Integer.MAX_VALUE) {
      throw new IllegalStateException("a level takes at most 2^31 - 1 reports");
    }
  }

  /** Replaces the list by a table, by a rule on the number of reports only. */
  private void densifyWhenShort() {
    if (level > 30 || 1L << level > DENSE_FACTOR * count) {
      return;
    }
    table = new int[1 << level];
    for (int k = 0; k < listed; k++) {
      table[(int) (list[k] >>> 1)] += (list[k] & 1) == 1 ? -1 : 1;
    }
    list = new long[0];
    listed = 0;
  }

  void merge(SignSums other) {
    if (other.table == null) {
      for (int k = 0; k < other.listed; k++) {
        add(other.list[k] >>> 1, (other.list[k] & 1) == 1);
      }
      return;
    }
    countMore(other.count);
    if (table == null) {
      densifyWhenShort();
    }
    for (int j = 0; j < table.length; j++) {
      table[j] += other.table[j];
    }
  }

  /** Returns the sum of {@code s (-1)^popcount(j & node)} over the reports. */
  long correlation(long node) {
    long sum = 0;
    if (table == null) {
      for (int k = 0; k < listed; k++) {
        sum += 1 - 2 * ((Long.bitCount((list[k] >>> 1) & node) + list[k]) & 1);
      }
    } else {
      for (int j = 0; j < table.length; j++) {
        sum += (Long.bitCount(j & node) & 1) == 1 ? -table[j] : table[j];
      }
    }
    return sum;
  }
}
