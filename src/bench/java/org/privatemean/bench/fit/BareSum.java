package org.privatemean.bench.fit;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.Platform;

/**
 * The least that a mean can cost: one sum a coordinate, over the rows as Spark holds them, by the
 * way to them that a private fit takes in a classic session.
 */
final class BareSum implements FlatMapFunction<Iterator<InternalRow>, double[]> {
  private static final long serialVersionUID = 1L;

  private static final int FIELDS = 4;
  private static final int INDICES = 2;
  private static final int VALUES = 3;
  private static final byte SPARSE = 0;

  private final int dimension;

  private BareSum(int dimension) {
    this.dimension = dimension;
  }

  static double[] mean(Dataset<Row> column, int dimension) {
    JavaRDD<InternalRow> rows = column.queryExecution().toRdd().toJavaRDD();
    double[] total = new double[dimension + 1];
    for (double[] part : rows.mapPartitions(new BareSum(dimension)).collect()) {
      for (int j = 0; j < total.length; j++) {
        total[j] += part[j];
      }
    }
    double[] mean = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      mean[j] = total[j] / total[dimension];
    }
    return mean;
  }

  /** The sums of a partition, and after them its number of rows. */
  @Override
  public Iterator<double[]> call(Iterator<InternalRow> rows) {
    double[] sums = new double[dimension + 1];
    double[] buffer = new double[dimension];
    while (rows.hasNext()) {
      InternalRow vector = rows.next().getStruct(0, FIELDS);
      ArrayData values = vector.getArray(VALUES);
      if (vector.getByte(0) == SPARSE) {
        addSparse(vector.getArray(INDICES), values, sums);
      } else {
        copy((UnsafeArrayData) values, buffer);
        addDense(buffer, sums);
      }
      sums[dimension]++;
    }
    return List.of(sums).iterator();
  }

  private static void copy(UnsafeArrayData values, double[] buffer) {
    Platform.copyMemory(
        values.getBaseObject(),
        values.getBaseOffset() + UnsafeArrayData.calculateHeaderPortionInBytes(buffer.length),
        buffer,
        Platform.DOUBLE_ARRAY_OFFSET,
        (long) buffer.length * Double.BYTES);
  }

  private static void addDense(double[] values, double[] sums) {
    for (int j = 0; j < values.length; j++) {
      sums[j] += values[j];
    }
  }

  private static void addSparse(ArrayData indices, ArrayData values, double[] sums) {
    for (int k = 0; k < indices.numElements(); k++) {
      sums[indices.getInt(k)] += values.getDouble(k);
    }
  }
}
