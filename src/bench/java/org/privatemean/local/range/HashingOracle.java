package org.privatemean.local.range;

import java.util.Arrays;
import org.privatemean.local.report.MalformedReportException;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.RandomizedResponse;

/**
 * Optimised local hashing: a hash h of the cell to g = round(e^epsilon) + 1 values (1024 at most),
 * drawn afresh by the device, and h(cell) through randomized response on g values.
 *
 * <p><b>Privacy guarantee.</b> The hash does not depend on the cell. The value y sent is h(cell)
 * through {@link RandomizedResponse}: exactly e^epsilon times as likely as every other.
 *
 * <p><b>Unbiased.</b> {@code h(v) = ((a v + b) mod p) mod g}, p = 2^31 - 1, with a and b uniform on
 * [0, p): before the last reduction the hashes of two cells are independent and uniform on [0, p),
 * so they collide with a probability K that is known exactly. With P the probability of y =
 * h(cell), a report supports (y = h(v)) another cell with {@code Q = P K + (1 - P)(1 - K) / (g -
 * 1)}.
 */
final class HashingOracle extends FrequencyOracle {
  private static final long serialVersionUID = 1L;

  private static final long PRIME = (1L << 31) - 1;
  private static final int PRIME_BITS = 31;

  /** The rejection draws g / 2 values on average, and more than this many gain little. */
  private static final int MOST_VALUES = 1024;

  private final RandomizedResponse choice;

  HashingOracle(RandomizedResponse response) {
    super(response);
    double wanted = Math.rint(StrictMath.exp(response.epsilon())) + 1;
    int values = (int) Math.max(2, Math.min(MOST_VALUES, wanted));
    this.choice = RandomizedResponse.withAnswers(values, response.epsilon());
  }

  int values() {
    return choice.answers();
  }

  /** P: the probability that the hashed cell itself is sent. */
  private double truth() {
    return choice.truth();
  }

  /** Q: the probability that a report supports a cell that is not its own. */
  private double support() {
    int values = values();
    long quotient = PRIME / values;
    long larger = PRIME % values;
    double same =
        (double) larger * (quotient + 1) * (quotient + 1)
            + (double) (values - larger) * quotient * quotient;
    double collision = same / (double) PRIME / (double) PRIME;
    return truth() * collision + (1 - truth()) * (1 - collision) / (values - 1);
  }

  @Override
  public double variance() {
    double gap = truth() - support();
    return support() * (1 - support()) / (gap * gap);
  }

  @Override
  public long bits(int cells) {
    return 2L * PRIME_BITS + ReportReader.bitsFor(values());
  }

  @Override
  void write(int cell, int cells, BitSource secret, ReportWriter out) {
    long a = secret.nextBelow(PRIME);
    long b = secret.nextBelow(PRIME);
    long hashed = hash(a, b, cell, values());
    long sent = choice.respond((int) hashed, secret);
    out.put(a, PRIME_BITS);
    out.put(b, PRIME_BITS);
    out.put(sent, ReportReader.bitsFor(values()));
  }

  private static long hash(long a, long b, long cell, int values) {
    return (a * cell + b) % PRIME % values;
  }

  @Override
  CellCounts newCounts(int cells) {
    return new Counts(cells, values(), truth(), support());
  }

  private static final class Counts extends CellCounts {
    private static final long serialVersionUID = 1L;

    private final int cells;
    private final int values;
    private final double truth;
    private final double support;

    /** Pairs {@code a << 31 | b}, and the value sent with each. */
    private long[] hashes = new long[4];

    private int[] sent = new int[4];
    private int size;

    Counts(int cells, int values, double truth, double support) {
      this.cells = cells;
      this.values = values;
      this.truth = truth;
      this.support = support;
    }

    @Override
    void readOne(ReportReader in) throws MalformedReportException {
      in.expect(2L * PRIME_BITS + ReportReader.bitsFor(values));
      long a = in.getBelow(PRIME);
      long b = in.getBelow(PRIME);
      append(a << PRIME_BITS | b, (int) in.getBelow(values));
    }

    private void append(long hash, int value) {
      if (size == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * size);
        sent = Arrays.copyOf(sent, 2 * size);
      }
      hashes[size] = hash;
      sent[size] = value;
      size++;
    }

    @Override
    void mergeAll(CellCounts other) {
      Counts that = (Counts) other;
      for (int i = 0; i < that.size; i++) {
        append(that.hashes[i], that.sent[i]);
      }
    }

    @Override
    double[] estimates() {
      double[] counts = new double[cells];
      for (int v = 0; v < cells; v++) {
        long supporting = 0;
        for (int i = 0; i < size; i++) {
          long b = hashes[i] & ((1L << PRIME_BITS) - 1);
          supporting += hash(hashes[i] >>> PRIME_BITS, b, v, values) == sent[i] ? 1 : 0;
        }
        counts[v] = (supporting - reports() * support) / (truth - support);
      }
      return counts;
    }
  }
}
