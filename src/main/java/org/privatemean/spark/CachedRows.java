package org.privatemean.spark;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.execution.columnar.ColumnAccessor;
import org.apache.spark.sql.execution.columnar.ColumnAccessor$;
import org.apache.spark.sql.execution.columnar.DefaultCachedBatch;
import org.apache.spark.sql.execution.columnar.DefaultCachedBatchSerializer;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.types.DataType;
import org.privatemean.spark.column.ColumnOrigin;

/**
 * Reads columns of persisted data by Spark's own readers of its batches. Spark's scan copies each
 * row, also one that is not in a sample; here arrays stay where they are.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record CachedRows(int[] columns, DataType[] types)
    implements FlatMapFunction<Iterator<CachedBatch>, InternalRow> {
  private static final int NONE = -1;

  /** Bytes of a stored column without nulls or values, not compressed. */
  private static final byte[] EMPTY = new byte[8];

  /**
   * Returns a reader of the columns that a query selects; empty if it computes others or if batches
   * have another form. Throws a RuntimeException or LinkageError without Spark's readers.
   */
  static Optional<CachedRows> of(InMemoryRelation held, LogicalPlan query) {
    if (held.cacheBuilder().serializer().getClass() != DefaultCachedBatchSerializer.class) {
      return Optional.empty();
    }
    List<Expression> stored = ColumnOrigin.all(Expression.class, "output", held);
    List<Expression> selected =
        query instanceof Project
            ? ColumnOrigin.all(Expression.class, "projectList", query)
            : stored;
    int[] columns = new int[selected.size()];
    DataType[] types = new DataType[columns.length];
    for (int j = 0; j < columns.length; j++) {
      Expression value = selected.get(j) instanceof Alias alias ? alias.child() : selected.get(j);
      columns[j] =
          IntStream.range(0, stored.size())
              .filter(k -> stored.get(k).semanticEquals(value))
              .findFirst()
              .orElse(NONE);
      types[j] = value.dataType();
    }
    if (Arrays.stream(columns).anyMatch(k -> k == NONE)) {
      return Optional.empty();
    }
    Arrays.stream(types).forEach(type -> reader(type, EMPTY));
    return Optional.of(new CachedRows(columns, types));
  }

  private static ColumnAccessor reader(DataType type, byte[] values) {
    return ColumnAccessor$.MODULE$.apply(
        type, ByteBuffer.wrap(values).order(ByteOrder.nativeOrder()));
  }

  /** Returns the rows of a partition; each is valid until the next is read. */
  @Override
  public Iterator<InternalRow> call(Iterator<CachedBatch> batches) {
    return new BatchedRows(batches);
  }

  private final class BatchedRows implements Iterator<InternalRow> {
    private final Iterator<CachedBatch> batches;
    private final ColumnAccessor[] readers = new ColumnAccessor[columns.length];
    private final GenericInternalRow row = new GenericInternalRow(columns.length);
    private int left;

    BatchedRows(Iterator<CachedBatch> batches) {
      this.batches = batches;
    }

    @Override
    public boolean hasNext() {
      while (left == 0 && batches.hasNext()) {
        DefaultCachedBatch batch = (DefaultCachedBatch) batches.next();
        left = batch.numRows();
        for (int j = 0; j < columns.length; j++) {
          ByteBuffer values = ByteBuffer.wrap(batch.buffers()[columns[j]]);
          readers[j] =
              ColumnAccessor$.MODULE$.apply(types[j], values.order(ByteOrder.nativeOrder()));
        }
      }
      return left > 0;
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      left--;
      for (int j = 0; j < readers.length; j++) {
        readers[j].extractTo(row, j);
      }
      return row;
    }
  }
}
