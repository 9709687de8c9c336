package org.privatemean.spark.column;

import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF0;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.rows.RowSample;

/**
 * The rows of a column without weights, each with the number of its partition and whether it is in
 * a sample, in the form that is cheapest to read.
 */
public record NumberedRows<R>(
    Dataset<R> rows,
    CellReader<R> reader,
    MapFunction<R, Integer> number,
    MapFunction<R, Integer> pick) {
  /** Values of the pick: the last one if no task ran where Spark evaluated it. */
  public static final int DROPPED = 0;

  public static final int KEPT = 1;
  public static final int OPEN = 2;

  private static final String PICK = "private mean pick";

  /** Returns all rows of a column that {@link VectorColumn#column()} selected. */
  public static NumberedRows<?> all(Dataset<Row> column, VectorColumn reader) {
    return number(column, reader, functions.lit(KEPT));
  }

  /** Same as {@link #all}; Spark decodes only the rows in the sample: it gives nulls in others. */
  public static NumberedRows<?> sample(Dataset<Row> column, VectorColumn reader, RowSample sample) {
    Column pick =
        functions.udf(new PickRow(sample), DataTypes.IntegerType).asNondeterministic().apply();
    return number(column.select(functions.col("*"), pick.as(PICK)), reader, functions.col(PICK));
  }

  private static NumberedRows<?> number(Dataset<Row> column, VectorColumn reader, Column pick) {
    Column number = functions.spark_partition_id();
    Column read = VectorColumn.quote(reader.name());
    Column isRead = pick.notEqual(DROPPED);
    if (reader.kind() == VectorReader.VectorKind.VECTOR) {
      Column[] fields =
          Stream.concat(
                  Stream.of("type", "size", "indices", "values")
                      .map(field -> functions.when(isRead, read.getField(field)).as(field)),
                  Stream.of(number.as("partition"), pick.as("pick")))
              .toArray(Column[]::new);
      return new NumberedRows<>(
          column.select(fields).as(Encoders.bean(VectorCell.class)),
          new VectorCells(reader.name()),
          VectorCell::getPartition,
          VectorCell::getPick);
    }
    return new NumberedRows<>(
        column.select(
            functions.when(isRead, read).as(reader.name()),
            number.as("private mean partition"),
            pick.as(PICK)),
        reader,
        row -> row.getInt(1),
        row -> row.getInt(2));
  }

  /** The pick of each row of a task: Spark deserializes a task's functions for it alone. */
  private static final class PickRow implements UDF0<Integer> {
    private static final long serialVersionUID = 1L;

    private final RowSample sample;
    private transient RowSample.Picks picks;

    PickRow(RowSample sample) {
      this.sample = sample;
    }

    @Override
    public Integer call() {
      if (picks == null) {
        TaskContext task = TaskContext.get();
        if (task == null) {
          return OPEN;
        }
        picks = sample.picks(task.partitionId());
      }
      return picks.next() ? KEPT : DROPPED;
    }
  }

  /** A column of ml Vectors as beans, cheaper to read than the rows of a {@link VectorColumn}. */
  private static final class VectorCells extends VectorReader<VectorCell, Object> {
    private static final long serialVersionUID = 1L;

    VectorCells(String name) {
      super(name, VectorKind.VECTOR, 0);
    }

    /** A null vector has no type. */
    @Override
    boolean isNull(VectorCell cell, int field) {
      return switch (field) {
        case TYPE -> cell.getType() == null;
        case SIZE -> cell.getSize() == null;
        case INDICES -> cell.getIndices() == null;
        default -> cell.getValues() == null;
      };
    }

    @Override
    VectorCell struct(VectorCell row, int field) {
      return row;
    }

    @Override
    Object array(VectorCell cell, int field) {
      return field == INDICES ? cell.getIndices() : cell.getValues();
    }

    @Override
    byte byteAt(VectorCell cell, int field) {
      return cell.getType();
    }

    @Override
    int intAt(VectorCell cell, int field) {
      return cell.getSize();
    }

    @Override
    int length(Object array) {
      return array instanceof int[] indices ? indices.length : ((double[]) array).length;
    }

    @Override
    boolean hasNull(Object array) {
      return false;
    }

    @Override
    int intOf(Object array, int k) {
      return ((int[]) array)[k];
    }

    @Override
    double doubleOf(Object array, int k) {
      return ((double[]) array)[k];
    }

    @Override
    void copy(Object values, double[] buffer) {
      System.arraycopy(values, 0, buffer, 0, buffer.length);
    }
  }

  /**
   * A bean of an ml Vector's fields, partition number and pick, public for code that Spark
   * generates.
   */
  public static final class VectorCell {
    private Byte type;
    private Integer size;
    private int[] indices;
    private double[] values;
    private int partition;
    private int pick;

    public VectorCell() {}

    public Byte getType() {
      return type;
    }

    public void setType(Byte type) {
      this.type = type;
    }

    public Integer getSize() {
      return size;
    }

    public void setSize(Integer size) {
      this.size = size;
    }

    public int[] getIndices() {
      return indices;
    }

    public void setIndices(int[] indices) {
      this.indices = indices;
    }

    public double[] getValues() {
      return values;
    }

    public void setValues(double[] values) {
      this.values = values;
    }

    public int getPartition() {
      return partition;
    }

    public void setPartition(int partition) {
      this.partition = partition;
    }

    public int getPick() {
      return pick;
    }

    public void setPick(int pick) {
      this.pick = pick;
    }
  }
}
