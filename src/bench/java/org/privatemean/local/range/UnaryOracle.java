package org.privatemean.local.range;

import org.privatemean.local.report.MalformedReportException;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.RandomizedResponse;

/**
 * Optimised unary encoding: the bit of the cell itself is a fair coin, every other bit is set with
 * probability {@code q = 1 / (e^epsilon + 1)}.
 *
 * <p><b>Privacy guarantee.</b> Two cells change the probabilities of their own two bits only. The
 * ratio is greatest where the first's bit is set and the second's is not: {@code (1/2)(1 - q) / (q
 * (1/2)) = e^epsilon}.
 */
final class UnaryOracle extends FrequencyOracle {
  private static final long serialVersionUID = 1L;

  UnaryOracle(RandomizedResponse response) {
    super(response);
  }

  @Override
  public double variance() {
    double c = response().scale();
    return c * c - 1;
  }

  @Override
  public long bits(int cells) {
    return cells;
  }

  @Override
  void write(int cell, int cells, BitSource secret, ReportWriter out) {
    for (int v = 0; v < cells; v++) {
      boolean set = v == cell ? secret.nextBit() : response().flips(secret);
      out.put(set ? 1 : 0, 1);
    }
  }

  @Override
  CellCounts newCounts(int cells) {
    return new Counts(cells, response().other());
  }

  private static final class Counts extends CellCounts {
    private static final long serialVersionUID = 1L;

    private final int[] set;
    private final double q;

    Counts(int cells, double q) {
      this.set = new int[cells];
      this.q = q;
    }

    @Override
    void readOne(ReportReader in) throws MalformedReportException {
      in.expect(set.length);
      for (int v = 0; v < set.length; v++) {
        set[v] += (int) in.get(1);
      }
    }

    @Override
    void mergeAll(CellCounts other) {
      int[] more = ((Counts) other).set;
      for (int v = 0; v < set.length; v++) {
        set[v] += more[v];
      }
    }

    @Override
    double[] estimates() {
      double[] counts = new double[set.length];
      for (int v = 0; v < counts.length; v++) {
        counts[v] = (set[v] - reports() * q) / (0.5 - q);
      }
      return counts;
    }
  }
}
