package org.privatemean.spark;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.execution.columnar.ColumnAccessor;
import org.apache.spark.sql.execution.columnar.DefaultCachedBatch;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.types.DataType;
import scala.collection.immutable.Seq;

/**
 * Reads columns of persisted data by Spark's own readers of its batches. Spark's scan copies each
 * row, also one that is not in a sample; here arrays stay where they are.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record CachedRows(int[] columns, DataType[] types)
    implements FlatMapFunction<Iterator<CachedBatch>, InternalRow>, Serializable {
  /** Returns a reader of the columns that a query selects; empty if it computes others. */
  static Optional<CachedRows> of(InMemoryRelation held, LogicalPlan query) {
    Seq<Attribute> stored = held.output();
    Seq<? extends NamedExpression> selected =
        query instanceof Project project ? project.projectList() : stored;
    int[] columns = new int[selected.size()];
    DataType[] types = new DataType[columns.length];
    for (int j = 0; j < columns.length; j++) {
      NamedExpression column = selected.apply(j);
      Expression value = column instanceof Alias alias ? alias.child() : (Expression) column;
      columns[j] = stored.indexWhere(each -> each.semanticEquals(value));
      types[j] = value.dataType();
    }
    boolean areStored = Arrays.stream(columns).allMatch(k -> k >= 0);
    return areStored ? Optional.of(new CachedRows(columns, types)) : Optional.empty();
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
          readers[j] = ColumnAccessor.apply(types[j], values.order(ByteOrder.nativeOrder()));
        }
      }
      return left > 0;
    }

    @Override
    public InternalRow next() {
      left--;
      for (int j = 0; j < readers.length; j++) {
        readers[j].extractTo(row, j);
      }
      return row;
    }
  }
}
