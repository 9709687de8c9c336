package org.privatemean.local;

import java.io.Serializable;
import java.util.Arrays;
import org.privatemean.local.HaarFormat.HaarReport;
import org.privatemean.query.RangeCounter;

/**
 * The server's side of HaarHRR: reports by coordinate and level as exact integers, which merge in
 * any order. The variance of a prefix is on the page local-range-counting.md.
 */
final class HaarTally implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int REPORT_BYTES = 16;
  private static final int LEVEL_BYTES = 80;
  private static final int SLOT_BYTES = 8;

  /** Measured over {@link #typicalError}: 0.4 to 0.8. */
  private static final double SEARCH = 0.6;

  private final RangeDomain domain;

  /** Sums by coordinate and level; null if there is no report. */
  private final SignSums[] sums;

  private long reports;

  HaarTally(RangeDomain domain) {
    this.domain = domain;
    this.sums = new SignSums[Math.multiplyExact(domain.width(), domain.levels())];
  }

  void add(HaarReport report) {
    domain.checkCoordinate(report.coordinate());
    domain.checkLevel(report.level());
    sums(report.coordinate(), report.level()).add(report.index(), report.isNegative());
    reports++;
  }

  static double mostBytes(RangeDomain domain, double reports, long parts) {
    double slots = (double) parts * domain.width() * domain.levels();
    return REPORT_BYTES * reports + LEVEL_BYTES * Math.min(reports, slots) + SLOT_BYTES * slots;
  }

  SignSums sums(int coordinate, int level) {
    int slot = coordinate * domain.levels() + level;
    if (sums[slot] == null) {
      sums[slot] = new SignSums(level);
    }
    return sums[slot];
  }

  void merge(HaarTally other) {
    for (int slot = 0; slot < sums.length; slot++) {
      if (other.sums[slot] != null) {
        sums(slot / domain.levels(), slot % domain.levels()).merge(other.sums[slot]);
      }
    }
    reports += other.reports;
  }

  long reports() {
    return reports;
  }

  /** Returns the estimates, scaled to a population; add no more reports while they are in use. */
  HaarEstimates estimates(RandomizedResponse response, double population) {
    return new HaarEstimates(response.scale(), population);
  }

  /** Returns the standard deviation of a prefix with any end, for users n of one coordinate. */
  static double typicalError(double scale, int levels, double users) {
    return scale * Math.sqrt(levels * (0.25 + (levels - 1) / 12.0) / users);
  }

  /** Returns the largest standard deviation of any prefix: {@code c L / (2 sqrt(n))}. */
  static double worstError(double scale, int levels, double users) {
    return scale * levels / (2 * Math.sqrt(users));
  }

  static double searchError(double scale, int levels, double users) {
    return SEARCH * typicalError(scale, levels, users);
  }

  /** Returns the bound that all L prefixes of a search meet with probability {@code 1 - beta}. */
  static double errorBound(double scale, int levels, double users, double beta) {
    return worstError(scale, levels, users) * Math.sqrt(2 * StrictMath.log(2 * levels / beta));
  }

  /** Prefix counts; caches the last node of each level, so a search reads each report once. */
  final class HaarEstimates implements RangeCounter {
    private final double scale;
    private final double population;
    private final long[][] nodes = new long[domain.width()][];
    private final double[][] coefficients = new double[domain.width()][];

    private HaarEstimates(double scale, double population) {
      this.scale = scale;
      this.population = population;
    }

    /** {@inheritDoc} Levels may be queried in any order. */
    @Override
    public long[] countsUpTo(int level, long[] mids) {
      long[] counts = new long[mids.length];
      for (int j = 0; j < counts.length; j++) {
        counts[j] = Math.round(countBelow(j, mids[j] - domain.universe().low() + 1));
      }
      return counts;
    }

    /** Returns the estimated number of values in the first cells: unbiased, not clamped. */
    double countBelow(int coordinate, long cells) {
      int levels = domain.levels();
      if (cells >>> levels != 0) {
        return population;
      }
      double before = 0;
      double inside = population;
      // Below the last set bit the end is between two nodes: nothing more is split.
      for (int level = 0; level < levels && hasBitsBelow(cells, levels - level); level++) {
        double left = (inside + coefficient(coordinate, level, cells >>> (levels - level))) / 2;
        if (((cells >>> (levels - 1 - level)) & 1) == 1) {
          before += left;
          inside -= left;
        } else {
          inside = left;
        }
      }
      return before;
    }

    private static boolean hasBitsBelow(long cells, int bit) {
      return (cells & ((1L << bit) - 1)) != 0;
    }

    private double coefficient(int coordinate, int level, long node) {
      if (nodes[coordinate] == null) {
        nodes[coordinate] = new long[domain.levels()];
        Arrays.fill(nodes[coordinate], -1);
        coefficients[coordinate] = new double[domain.levels()];
      }
      if (nodes[coordinate][level] != node) {
        nodes[coordinate][level] = node;
        coefficients[coordinate][level] = estimate(coordinate, level, node);
      }
      return coefficients[coordinate][level];
    }

    double estimate(int coordinate, int level, long node) {
      SignSums found = sums[coordinate * domain.levels() + level];
      return found == null ? 0 : population / found.count() * scale * found.correlation(node);
    }
  }

  /**
   * The signs for one level of one coordinate: a net sign per index, or the list of few reports.
   */
  static final class SignSums implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int DENSE_FACTOR = 4;

    private final int level;
    private long count;

    /** Pairs {@code index << 1 | minus}, until there is a table. */
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
}
