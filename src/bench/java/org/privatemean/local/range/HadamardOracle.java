package org.privatemean.local.range;

import org.privatemean.geometry.WalshHadamard;
import org.privatemean.local.report.MalformedReportException;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.RandomizedResponse;

/**
 * Hadamard randomized response: a uniform row j of the Hadamard matrix of the padded size, and the
 * cell's sign in that row through binary randomized response.
 *
 * <p><b>Privacy guarantee.</b> j does not depend on the cell, and the sign is one bit through the
 * coin.
 */
final class HadamardOracle extends FrequencyOracle {
  private static final long serialVersionUID = 1L;

  HadamardOracle(RandomizedResponse response) {
    super(response);
  }

  @Override
  public double variance() {
    double c = response().scale();
    return c * c;
  }

  @Override
  public long bits(int cells) {
    return ReportReader.bitsFor(cells) + 1L;
  }

  @Override
  void write(int cell, int cells, BitSource secret, ReportWriter out) {
    int indexBits = ReportReader.bitsFor(cells);
    long index = indexBits == 0 ? 0 : secret.nextBits(indexBits);
    boolean odd = (Long.bitCount(index & cell) & 1) == 1;
    out.put(index, indexBits);
    out.put(odd ^ response().flips(secret) ? 1 : 0, 1);
  }

  @Override
  CellCounts newCounts(int cells) {
    return new Counts(cells, response().scale());
  }

  private static final class Counts extends CellCounts {
    private static final long serialVersionUID = 1L;

    private final int cells;
    private final double scale;
    private final int[] signs;

    Counts(int cells, double scale) {
      this.cells = cells;
      this.scale = scale;
      this.signs = new int[WalshHadamard.paddedSize(cells)];
    }

    @Override
    void readOne(ReportReader in) throws MalformedReportException {
      int indexBits = ReportReader.bitsFor(cells);
      in.expect(indexBits + 1);
      int index = (int) in.get(indexBits);
      signs[index] += in.get(1) == 1 ? -1 : 1;
    }

    @Override
    void mergeAll(CellCounts other) {
      int[] more = ((Counts) other).signs;
      for (int j = 0; j < signs.length; j++) {
        signs[j] += more[j];
      }
    }

    @Override
    double[] estimates() {
      double[] transformed = new double[signs.length];
      for (int j = 0; j < signs.length; j++) {
        transformed[j] = signs[j];
      }
      WalshHadamard.transform(transformed);
      double[] counts = new double[cells];
      for (int v = 0; v < cells; v++) {
        counts[v] = scale * transformed[v];
      }
      return counts;
    }
  }
}
