package org.privatemean.spark.column;

import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/** The rows of a column with their partition numbers, in the form that is cheapest to read. */
public record NumberedRows<R>(
    Dataset<R> rows, CellReader<R> reader, MapFunction<R, Integer> number) {
  /** Numbers the rows of a column without weights, which {@link VectorColumn#column()} selected. */
  public static NumberedRows<?> number(Dataset<Row> column, VectorColumn reader) {
    Column number = functions.spark_partition_id();
    if (reader.kind() == VectorReader.VectorKind.VECTOR) {
      Column struct = VectorColumn.quote(reader.name());
      Column[] fields =
          Stream.concat(
                  Stream.of("type", "size", "indices", "values")
                      .map(field -> struct.getField(field).as(field)),
                  Stream.of(number.as("partition")))
              .toArray(Column[]::new);
      return new NumberedRows<>(
          column.select(fields).as(Encoders.bean(VectorCell.class)),
          new VectorCells(reader.name()),
          VectorCell::getPartition);
    }
    return new NumberedRows<>(
        column.select(functions.col("*"), number.as("private mean partition")),
        reader,
        row -> row.getInt(1));
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

  /** A bean of an ml Vector's fields and partition number, public for code that Spark generates. */
  public static final class VectorCell {
    private Byte type;
    private Integer size;
    private int[] indices;
    private double[] values;
    private int partition;

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
  }
}
