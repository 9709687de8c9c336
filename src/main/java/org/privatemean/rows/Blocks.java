package org.privatemean.rows;

import java.io.Serializable;
import java.util.List;
import org.privatemean.annotation.Internal;

/** Encoded rows, held in memory until closed. */
@Internal
public interface Blocks<B extends Block> extends AutoCloseable {
  /**
   * Folds all blocks once. The totals are exact functions of private data: a noise step must
   * consume them at once, and they must not be logged, stored or shown.
   */
  long[] fold(Fold<B> fold, String description);

  /** Receives the public or released number of rows, on which no total depends. */
  default void setSize(long rows) {}

  /** Checks, before any row is read, that a pass fits the memory. The default has no limit. */
  default void check(Fold<B> fold) {}

  /** Returns blocks in the memory of this process, in a list that can be cleared. */
  static <B extends Block> Blocks<B> held(List<B> blocks) {
    return new Blocks<>() {
      @Override
      public long[] fold(Fold<B> fold, String description) {
        long[] totals = new long[fold.size()];
        blocks.forEach(block -> fold.add(block, totals));
        return totals;
      }

      @Override
      public void close() {
        blocks.clear();
      }
    };
  }

  /** Returns these blocks, each changed by a map where a pass reads it; closing closes these. */
  default Blocks<B> map(BlockMap<B> map) {
    Blocks<B> mapped = this;
    return new Blocks<>() {
      @Override
      public long[] fold(Fold<B> fold, String description) {
        return mapped.fold(new MappedFold<>(map, fold), description);
      }

      @Override
      public void check(Fold<B> fold) {
        mapped.check(fold);
      }

      @Override
      public void close() {
        mapped.close();
      }
    };
  }

  @Override
  void close();

  /** A function of one block and of public or released values; each row by itself. */
  interface BlockMap<B extends Block> extends Serializable {
    B apply(B block);
  }

  /** Folds blocks that a map has changed. */
  record MappedFold<B extends Block>(BlockMap<B> map, Fold<B> fold) implements Fold<B> {
    @Override
    public int size() {
      return fold.size();
    }

    @Override
    public int longest() {
      return fold.longest();
    }

    @Override
    public void add(B block, long[] totals) {
      fold.add(map.apply(block), totals);
    }
  }

  /** A pass that adds blocks to exact integers: partitions, order and retries do not matter. */
  interface Fold<B extends Block> extends Serializable {
    /** Length of the vector of totals. */
    int size();

    /** Length of the longest vector of this pass and of those that are sure to follow it. */
    default int longest() {
      return size();
    }

    void add(B block, long[] totals);
  }
}
