package org.privatemean.local;

import java.io.Serializable;
import java.util.Arrays;
import org.privatemean.noise.RandomizedResponse;
import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.protocol.RangeDomain;

/**
 * The server's side of HaarHRR: reports, collected by coordinate and level as exact integers.
 * Tallies of disjoint reports merge into the tally of all of them, in any order.
 */
final class HaarTally implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int REPORT_BYTES = 16;
  private static final int LEVEL_BYTES = 80;
  private static final int SLOT_BYTES = 8;

  private final HaarFormat format;
  private final SignSums[] sums;
  private final Rejections rejections = new Rejections();
  private long reports;

  public HaarTally(HaarFormat format) {
    this.format = format;
    this.sums = new SignSums[Math.multiplyExact(format.domain().width(), format.domain().levels())];
  }

  /** Adds a report as received; a malformed one is dropped and counted by its reason. */
  public void add(Report report) {
    rejections.accepts(() -> add(format.read(report)));
  }

  /** Adds all reports of one user's bundle, or none of them; returns whether it was accepted. */
  public boolean take(byte[] bundle, int count) {
    return rejections.accepts(() -> format.readBundle(bundle, count).forEach(this::add));
  }

  public void add(HaarReport report) {
    format.domain().checkCoordinate(report.coordinate());
    if (report.level() >= format.domain().levels()) {
      throw new IllegalArgumentException(
          String.format(
              "level must be in [0, %d]. Provided value: %d",
              format.domain().levels() - 1, report.level()));
    }
    sums(report.coordinate(), report.level()).add(report.index(), report.isNegative());
    reports++;
  }

  /** Returns the maximum bytes of the tallies of the parts of some reports together. */
  public static double mostBytes(RangeDomain domain, double reports, long parts) {
    double slots = (double) parts * domain.width() * domain.levels();
    return REPORT_BYTES * reports + LEVEL_BYTES * Math.min(reports, slots) + SLOT_BYTES * slots;
  }

  private SignSums sums(int coordinate, int level) {
    int slot = coordinate * format.domain().levels() + level;
    if (sums[slot] == null) {
      sums[slot] = new SignSums(level);
    }
    return sums[slot];
  }

  public void merge(HaarTally other) {
    if (!format.equals(other.format)) {
      throw new IllegalArgumentException(
          "tallies of different formats do not merge: " + format + " and " + other.format);
    }
    for (int slot = 0; slot < sums.length; slot++) {
      if (other.sums[slot] != null) {
        sums(slot / format.domain().levels(), slot % format.domain().levels())
            .merge(other.sums[slot]);
      }
    }
    reports += other.reports;
    rejections.merge(other.rejections);
  }

  public long reports() {
    return reports;
  }

  public long reports(int coordinate, int level) {
    SignSums found = sums[coordinate * format.domain().levels() + level];
    return found == null ? 0 : found.count();
  }

  public Rejections rejections() {
    return rejections;
  }

  /** Returns the sum of {@code s (-1)^popcount(j & node)} over a level's reports; 0 if empty. */
  long correlation(int coordinate, int level, long node) {
    SignSums found = sums[coordinate * format.domain().levels() + level];
    return found == null ? 0 : found.correlation(node);
  }

  HaarFormat format() {
    return format;
  }

  /** Returns the estimates, scaled to a population; add no more reports while they are in use. */
  public PrefixEstimates estimates(RandomizedResponse response, double population) {
    return new HaarEstimates(format.domain(), sums, response.scale(), population);
  }

  /**
   * Prefix counts from Haar coefficients (page local-range-counting.md): a prefix is the sum of the
   * left children next to the path to its end, and a level without reports splits evenly. Each
   * coordinate caches the last node of each level, so a search reads each report once.
   */
  static final class HaarEstimates implements PrefixEstimates {
    private final RangeDomain domain;

    /** Sums by coordinate and level; null if there is no report. */
    private final SignSums[] sums;

    private final double scale;
    private final double population;
    private final long[][] nodes;
    private final double[][] coefficients;

    HaarEstimates(RangeDomain domain, SignSums[] sums, double scale, double population) {
      this.domain = domain;
      this.sums = sums;
      this.scale = scale;
      this.population = population;
      this.nodes = new long[domain.width()][];
      this.coefficients = new double[domain.width()][];
    }

    @Override
    public RangeDomain domain() {
      return domain;
    }

    @Override
    public double population() {
      return population;
    }

    @Override
    public double countBelow(int coordinate, long cells) {
      int levels = domain().levels();
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
        nodes[coordinate] = new long[domain().levels()];
        Arrays.fill(nodes[coordinate], -1);
        coefficients[coordinate] = new double[domain().levels()];
      }
      if (nodes[coordinate][level] != node) {
        nodes[coordinate][level] = node;
        coefficients[coordinate][level] = estimate(coordinate, level, node);
      }
      return coefficients[coordinate][level];
    }

    /** Returns the estimated coefficient of a node, in values of the population. */
    double estimate(int coordinate, int level, long node) {
      SignSums found = sums[coordinate * domain.levels() + level];
      return found == null ? 0 : population / found.count() * scale * found.correlation(node);
    }
  }
}
