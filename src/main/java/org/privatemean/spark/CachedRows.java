package org.privatemean.spark;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
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
  /** Bytes of a stored column without nulls or values, not compressed. */
  private static final byte[] EMPTY = new byte[8];

  /**
   * Returns a reader of the columns that a query selects; empty if it computes others or if batches
   * have another form. Throws a RuntimeException or LinkageError without Spark's readers.
   */
  static Optional<CachedRows> create(InMemoryRelation held, LogicalPlan query) {
    if (held.cacheBuilder().serializer().getClass() != DefaultCachedBatchSerializer.class) {
      return Optional.empty();
    }
    List<Expression> stored = columns("output", held);
    List<Expression> selected = query instanceof Project ? columns("projectList", query) : stored;
    DataType[] types = selected.stream().map(Expression::dataType).toArray(DataType[]::new);
    int[] columns = selected.stream().mapToInt(stored::indexOf).toArray();
    if (Arrays.stream(columns).anyMatch(k -> k < 0)) {
      return Optional.empty();
    }
    Arrays.stream(types).forEach(type -> reader(type, EMPTY));
    return Optional.of(new CachedRows(columns, types));
  }

  /** Returns columns without their names: an alias is its child. */
  private static List<Expression> columns(String which, LogicalPlan node) {
    return ColumnOrigin.all(Expression.class, which, node).stream()
        .map(column -> (column instanceof Alias alias ? alias.child() : column).canonicalized())
        .toList();
  }

  private static ColumnAccessor reader(DataType type, byte[] values) {
    return ColumnAccessor$.MODULE$.apply(
        type, ByteBuffer.wrap(values).order(ByteOrder.nativeOrder()));
  }

  /** Returns the rows of a partition; each is valid until the next is read. */
  @Override
  public Iterator<InternalRow> call(Iterator<CachedBatch> batches) {
    return new Iterator<>() {
      private final ColumnAccessor[] readers = new ColumnAccessor[columns.length];
      private final GenericInternalRow row = new GenericInternalRow(columns.length);
      private int left;

      @Override
      public boolean hasNext() {
        while (left == 0 && batches.hasNext()) {
          DefaultCachedBatch batch = (DefaultCachedBatch) batches.next();
          left = batch.numRows();
          for (int j = 0; j < columns.length; j++) {
            readers[j] = reader(types[j], batch.buffers()[columns[j]]);
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
    };
  }
}
