package org.privatemean.spark;

import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.Rows;
import org.privatemean.rows.RowsChangedException;

/** Rows of Spark, whose count can also check their vectors. */
abstract class CheckedRows implements Rows {
  final InvalidRows invalidRows;
  final SparkSession session;
  final JobNames names;
  final RowConsistencyCheck same = new RowConsistencyCheck();
  private final int dimension;
  private long count = -1;

  CheckedRows(SparkSession session, int dimension, InvalidRows invalidRows) {
    this.session = session;
    this.dimension = dimension;
    this.invalidRows = invalidRows;
    this.names = JobNames.find(session);
  }

  abstract long runCount();

  abstract long runCheckedCount();

  abstract <B extends Block> PersistedBlocks<B> encode(RowEncoder<B> encoder, PassMemory memory);

  abstract Optional<RowPasses> passes(PassMemory memory);

  @Override
  public final long count() {
    if (count < 0) {
      setCount(runCount());
    }
    return count;
  }

  /** Counts and reads rows, for {@link InvalidRows#ERROR} before a step that reads only keys. */
  public final void countChecked() {
    setCount(runCheckedCount());
  }

  private void setCount(long counted) {
    count = counted;
    same.checkCount(count);
  }

  @Override
  public final int dimension() {
    return dimension;
  }

  @Override
  public final boolean dropsRows() {
    return invalidRows == InvalidRows.SKIP;
  }

  @Override
  public final <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
    return prepare(encoder, memory());
  }

  final <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder, PassMemory memory) {
    memory.checkNarrowPasses();
    return new Blocks<>() {
      private PersistedBlocks<B> blocks = encode(encoder, memory);

      @Override
      public void setSize(long rows) {
        blocks = DriverBlocks.ofFew(blocks, encoder, memory.driverRows(rows));
      }

      @Override
      public void check(Fold<B> fold) {
        memory.check(fold);
      }

      @Override
      public long[] fold(Fold<B> fold, String description) {
        check(fold);
        PassTotals all = blocks.run(PassTotals.foldBlocks(fold), 0, fold.size(), description);
        same.checkPass(all.rows(), all.fingerprint());
        return all.totals();
      }

      @Override
      public void close() {
        blocks.close();
      }
    };
  }

  @Override
  public final Optional<RowPasses> passes() {
    return passes(memory());
  }

  final PassMemory memory() {
    return PassMemory.measure(session, dimension);
  }

  /**
   * The check, on the driver, that all passes of a fit see the same rows, in any order: rows of a
   * lost block are read again, and a nondeterministic source may then give others. The compared
   * values are exact, private and never disclosed.
   */
  static final class RowConsistencyCheck {
    /** Null until a pass has found it; so is the fingerprint. */
    private Long rows;

    private Long fingerprint;

    /** Records the number of rows of a pass, which must be that of the passes before. */
    void checkCount(long count) {
      if (rows != null && rows != count) {
        throw new RowsChangedException();
      }
      rows = count;
    }

    /** Records the rows of a pass and the sum of their fingerprints, which must stay the same. */
    void checkPass(long count, long sum) {
      checkCount(count);
      if (fingerprint != null && fingerprint != sum) {
        throw new RowsChangedException();
      }
      fingerprint = sum;
    }
  }
}
