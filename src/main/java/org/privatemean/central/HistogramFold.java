package org.privatemean.central;

import org.privatemean.query.RowStatistic;
import org.privatemean.rows.Block;
import org.privatemean.rows.Fold;

/** One pass of {@link HistogramCounter}: the cells of all coordinates. */
final class HistogramFold<B extends Block> implements Fold<B> {
  private static final long serialVersionUID = 1L;

  private final RowStatistic<B> statistic;
  private final long[] base;
  private final int shift;
  private final int bits;
  private final int bitsOfNext;

  HistogramFold(RowStatistic<B> statistic, long[] base, int shift, int bits, int bitsOfNext) {
    this.statistic = statistic;
    this.base = base.clone();
    this.shift = shift;
    this.bits = bits;
    this.bitsOfNext = bitsOfNext;
  }

  @Override
  public int size() {
    return statistic.width() << bits;
  }

  @Override
  public int longest() {
    return statistic.width() << Math.max(bits, bitsOfNext);
  }

  @Override
  public void add(B block, long[] totals) {
    statistic.count(block, base, shift, bits, totals);
  }
}
