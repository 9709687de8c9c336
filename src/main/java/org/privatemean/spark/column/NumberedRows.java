package org.privatemean.spark.column;

import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.rows.RowSample;

/**
 * The rows of a column in the form that is cheapest to read, each with a number: that of its
 * partition, times 2^33, plus its place there.
 *
 * @param partition returns the number of a row's partition
 */
public record NumberedRows<R>(
    Dataset<R> rows, CellReader<R> reader, MapFunction<R, Integer> partition) {
  private static final String NUMBER = "number";
  private static final int PLACE_BITS = 33;

  /** Numbers the rows of a column without weights, which {@link VectorColumn#column()} selected. */
  public static NumberedRows<?> number(Dataset<Row> column, VectorColumn reader) {
    Column number = functions.monotonically_increasing_id().as(NUMBER);
    if (reader.kind() == VectorReader.VectorKind.VECTOR) {
      Column struct = VectorColumn.quote(reader.name());
      Column[] fields =
          Stream.concat(
                  Stream.of("type", "size", "indices", "values")
                      .map(field -> struct.getField(field).as(field)),
                  Stream.of(number))
              .toArray(Column[]::new);
      return new NumberedRows<>(
          column.select(fields).as(Encoders.bean(VectorCell.class)),
          new VectorCells(reader.name()),
          cell -> partition(cell.getNumber()));
    }
    Column vectors = VectorColumn.quote(reader.name()).as("values");
    return new NumberedRows<>(
        column.select(vectors, number), reader, row -> partition(row.getLong(1)));
  }

  /** Returns the rows of a sample. Spark does not read the vectors of others. */
  public Dataset<R> sample(RowSample sample) {
    UserDefinedFunction isPicked = functions.udf(new IsPicked(sample), DataTypes.BooleanType);
    return rows.filter(isPicked.apply(functions.col(NUMBER)));
  }

  private static int partition(long number) {
    return (int) (number >>> PLACE_BITS);
  }

  /** A function of the number of a row; fast for rows in their order. */
  private static final class IsPicked implements UDF1<Long, Boolean> {
    private static final long serialVersionUID = 1L;

    private final RowSample sample;
    private transient RowSample.Picks picks;
    private transient long next;

    IsPicked(RowSample sample) {
      this.sample = sample;
    }

    @Override
    public Boolean call(Long number) {
      if (picks == null || number != next) {
        picks = sample.picks(partition(number));
        for (long place = number & (1L << PLACE_BITS) - 1; place > 0; place--) {
          picks.next();
        }
      }
      next = number + 1;
      return picks.next();
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

  /** A bean of an ml Vector's fields and row number, public for code that Spark generates. */
  public static final class VectorCell {
    private Byte type;
    private Integer size;
    private int[] indices;
    private double[] values;
    private long number;

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

    public long getNumber() {
      return number;
    }

    public void setNumber(long number) {
      this.number = number;
    }
  }
}
