package org.privatemean.central;

import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Blocks.Fold;

/**
 * Range counts of the central model: exact counts plus discrete Gaussian noise.
 *
 * <p><b>Privacy guarantee.</b> A level is one vector of {@code width} counts of squared l2
 * sensitivity s^2, {@link PrivacyUnit#squaredSensitivityOfCounts}. With noise of variance {@code
 * s^2 / (2 rho)} on each count it is rho-zCDP (Canonne, Kamath and Steinke 2020, Theorem 14). Each
 * level is charged before its noise is drawn.
 *
 * <p><b>Passes.</b> A pass counts the {@code 2^bits} cells of each coordinate's interval, which
 * give the counts of the next levels. Only those that the search visits get noise.
 */
final class HistogramCounter<B extends Block> implements RangeCounter {
  /** Log2 of the cells of a pass where that leaves enough levels: 4 MiB per task. */
  private static final int CELLS_LOG = 19;

  /** Minimum number of levels of a pass, also where it needs more cells. */
  private static final int FEW_BITS = 4;

  /** Log2 of the maximum number of cells of a pass, or two per coordinate: 16 MiB per task. */
  private static final int MAX_CELLS_LOG = 21;

  /** Maximum number of levels of a pass: with more, its cells leave the cache. */
  private static final int MAX_BITS = 12;

  /** Levels of the first pass over many coordinates: one or two of its cells hold most rows. */
  private static final int FIRST_BITS = 8;

  /** Maximum number of levels of a pass over a single coordinate, whose cells fit the cache. */
  private static final int MAX_BITS_ALONE = 16;

  private final Blocks<B> blocks;
  private final RowStatistic<B> statistic;
  private final LevelNoise noise;
  private final double rhoPerLevel;
  private final Step step;
  private final int levels;

  /** Rows below the first cell of the current pass, for each coordinate. */
  private long[] below;

  private long[] base;
  private long[] cells;
  private int bits;
  private int shift;
  private int nextLevel;
  private int passEnd;

  interface LevelNoise {
    /** Charges a level, then returns counts with its noise. */
    long[] add(long[] counts, double rho, Step step, int level);
  }

  /** Creates a counter for the price of the whole search. */
  HistogramCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, LevelNoise noise, double rho, Step step) {
    this.blocks = blocks;
    this.statistic = statistic;
    this.noise = noise;
    this.step = step;
    this.levels = statistic.universe().levels();
    this.rhoPerLevel = rho / levels;
    this.below = new long[statistic.width()];
  }

  @Override
  public long[] countsUpTo(int level, long[] mids) {
    if (level != nextLevel || level >= levels) {
      throw new IllegalStateException(
          String.format("level %d of %d asked for, %d expected", level, levels, nextLevel));
    }
    if (level == passEnd) {
      startPass(level, mids);
    }
    nextLevel++;
    long[] counts = new long[mids.length];
    for (int j = 0; j < counts.length; j++) {
      counts[j] = exactCount(j, mids[j] + 1);
    }
    return noise.add(counts, rhoPerLevel, step, level);
  }

  private void startPass(int level, long[] mids) {
    long half = 1L << (levels - 1 - level);
    long[] nextBase = new long[mids.length];
    for (int j = 0; j < mids.length; j++) {
      nextBase[j] = mids[j] + 1 - half;
      below[j] = level == 0 ? 0 : exactCount(j, nextBase[j]);
    }
    base = nextBase;
    int width = statistic.width();
    bits = level == 0 ? firstBits(width, levels) : bitsPerPass(width, levels - level);
    shift = levels - level - bits;
    passEnd = level + bits;
    int bitsOfNext = passEnd < levels ? bitsPerPass(width, levels - passEnd) : 0;
    // Drop the old cells before the next pass allocates its own.
    cells = null;
    cells =
        blocks.fold(
            new HistogramFold<>(statistic, base, shift, bits, bitsOfNext),
            String.format("%s, bits %d-%d of %d", step.name(), level + 1, passEnd, levels));
  }

  /** Number of rows with coordinate j below {@code end}, the start of a cell. */
  private long exactCount(int j, long end) {
    long count = below[j];
    int first = j << bits;
    int cellsBefore = (int) ((end - base[j]) >> shift);
    for (int k = first; k < first + cellsBefore; k++) {
      count += cells[k];
    }
    return count;
  }

  static int firstBits(int width, int levels) {
    int most = bitsPerPass(width, levels);
    return width == 1 || most == levels ? most : Math.min(FIRST_BITS, most);
  }

  /** Number of levels of a pass: all that memory allows, since later cells are narrow. */
  static int bitsPerPass(int width, int levelsLeft) {
    int widthLog = Integer.SIZE - Integer.numberOfLeadingZeros(width - 1);
    int cached = width == 1 ? MAX_BITS_ALONE : MAX_BITS;
    int few = Math.max(1, Math.min(FEW_BITS, MAX_CELLS_LOG - widthLog));
    int most = Math.max(few, Math.min(cached, CELLS_LOG - widthLog));
    return Math.min(most, levelsLeft);
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record HistogramFold<B extends Block>(
      RowStatistic<B> statistic, long[] base, int shift, int bits, int bitsOfNext)
      implements Fold<B> {
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
}
