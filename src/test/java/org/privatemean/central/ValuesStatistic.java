package org.privatemean.central;

import java.util.List;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RowStatistic;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Blocks.Fold;

/** Rows that are nothing but the integers to be searched. */
record ValuesStatistic(int width, Universe universe)
    implements RowStatistic<ValuesStatistic.Values> {

  /** Entry (j, i) is coordinate j of row i. */
  record Values(List<long[]> columns) implements Block {
    @Override
    public int rows() {
      return columns.get(0).length;
    }

    @Override
    public byte[] toBytes() {
      throw new UnsupportedOperationException("never written");
    }
  }

  /** Holds one block and counts the passes over it. */
  static final class Held implements Blocks<Values> {
    private final Values values;
    private int passes;

    Held(List<long[]> columns) {
      this.values = new Values(columns);
    }

    int passes() {
      return passes;
    }

    @Override
    public long[] fold(Fold<Values> fold, String description) {
      passes++;
      long[] totals = new long[fold.size()];
      fold.add(values, totals);
      return totals;
    }

    @Override
    public void close() {}
  }

  @Override
  public void count(Values block, long[] base, int shift, int bits, long[] counts) {
    for (int j = 0; j < width; j++) {
      for (long value : block.columns().get(j)) {
        long cell = Math.floorDiv(value - base[j], 1L << shift);
        if (cell >= 0 && cell < 1L << bits) {
          counts[(j << bits) + (int) cell]++;
        }
      }
    }
  }
}
