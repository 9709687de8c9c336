package org.privatemean.central;

import java.math.BigInteger;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;

/**
 * Range counts by their definition: one pass a level, the count from two cells whose border is the
 * end of the range. A level may be released by another curator, to make a faulty one.
 */
public final class OneLevelCounter<B extends Block> implements RangeCounter {
  /** Who adds the noise of a level. */
  public interface Curators {
    CentralTrust of(int level);
  }

  private final Blocks<B> blocks;
  private final RowStatistic<B> statistic;
  private final Curators curators;
  private final double rho;
  private final Step step;

  public OneLevelCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, Curators curators, double rho, Step step) {
    this.blocks = blocks;
    this.statistic = statistic;
    this.curators = curators;
    this.rho = rho;
    this.step = step;
  }

  @Override
  public long[] countsUpTo(int level, long[] mids) {
    int levels = statistic.universe().levels();
    long[] base = new long[mids.length];
    for (int j = 0; j < mids.length; j++) {
      // The first of two cells of 2^levels integers ends with the range.
      base[j] = BigInteger.valueOf(mids[j]).add(BigInteger.ONE).longValueExact() - (1L << levels);
    }
    long[] cells =
        blocks.fold(
            new HistogramCounter.HistogramFold<>(statistic, base, levels, 1, 0), "one level");
    long[] counts = new long[mids.length];
    for (int j = 0; j < mids.length; j++) {
      counts[j] = cells[2 * j];
    }
    return curators.of(level).addCountNoise(counts, rho / levels, step, level);
  }
}
