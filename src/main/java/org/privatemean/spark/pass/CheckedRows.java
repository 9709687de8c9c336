package org.privatemean.spark.pass;

import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Fold;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.Rows;

/** Rows of Spark, whose count can also check their vectors. */
public abstract class CheckedRows implements Rows {
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

  /** Runs a job that counts the rows. */
  abstract long runCount();

  /** Runs a job that reads and counts the rows. */
  abstract long runCheckedCount();

  /** Prepares blocks, which the first pass encodes and persists. */
  abstract <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder, PassMemory memory);

  abstract Optional<RowPasses> passes(PassMemory memory);

  @Override
  public final long count() {
    if (count < 0) {
      setCount(runCount());
    }
    return count;
  }

  /**
   * Counts the rows and reads each, for {@link InvalidRows#ERROR} before a step that draws noise
   * without reading the vectors. {@link #count} is known afterwards.
   *
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and invalid rows are an
   *     error
   */
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

  @Override
  public final Optional<RowPasses> passes() {
    return passes(memory());
  }

  final PassMemory memory() {
    return PassMemory.measure(session, dimension);
  }

  /** Blocks that Spark persists, in memory first, then on disk. */
  abstract class PersistedBlocks<B extends Block> implements Blocks<B> {
    final PassMemory memory;

    PersistedBlocks(PassMemory memory) {
      this.memory = memory;
      memory.checkNarrowPasses();
    }

    abstract PassTotals run(PassTotals.FoldBlocks<B> task, String description);

    @Override
    public final void check(Fold<B> fold) {
      memory.check(fold);
    }

    @Override
    public final long[] fold(Fold<B> fold, String description) {
      check(fold);
      PassTotals all = run(new PassTotals.FoldBlocks<>(fold), description);
      same.checkPass(all.rows(), all.fingerprint());
      return all.totals();
    }
  }
}
