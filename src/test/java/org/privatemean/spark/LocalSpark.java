package org.privatemean.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** One local session for all tests of a JVM, and DataFrames of one vector column. */
public final class LocalSpark {
  private LocalSpark() {}

  /** The session. */
  public static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("spark-private-mean tests")
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config(
            "spark.sql.warehouse.dir", "target/spark-warehouse/" + ProcessHandle.current().pid())
        .getOrCreate();
  }

  /** The number of jobs so far in a group, or without one (null): after all events have arrived. */
  static int jobs(String group) {
    SparkContext context = session().sparkContext();
    try {
      context.listenerBus().waitUntilEmpty();
    } catch (TimeoutException late) {
      throw new AssertionError(late);
    }
    return context.statusTracker().getJobIdsForGroup(group).length;
  }

  /** Whether texts can have collations, which Spark 4.0 brought. */
  public static boolean hasCollations() {
    return !session().version().startsWith("3.");
  }

  /** Runs something while all fits keep to Spark's public Dataset calls. */
  public static <T> T withPublicCallsOnly(Supplier<T> action) {
    session().conf().set(SparkRows.PUBLIC_ONLY, "true");
    try {
      return action.get();
    } finally {
      session().conf().unset(SparkRows.PUBLIC_ONLY);
    }
  }

  /** Runs fits whose rows stay on the executors, however few there are. */
  public static <T> T onExecutors(Supplier<T> action) {
    session().conf().set(PassMemory.DRIVER_VALUES, "0");
    try {
      return action.get();
    } finally {
      session().conf().unset(PassMemory.DRIVER_VALUES);
    }
  }

  /** How the rows of a test are held. */
  public enum Form {
    DENSE,
    SPARSE,
    DOUBLES,
    FLOATS;

    DataType type() {
      return switch (this) {
        case DENSE, SPARSE -> SQLDataTypes.VectorType();
        case DOUBLES -> DataTypes.createArrayType(DataTypes.DoubleType);
        case FLOATS -> DataTypes.createArrayType(DataTypes.FloatType);
      };
    }

    Object value(double[] row) {
      return switch (this) {
        case DENSE -> Vectors.dense(row);
        case SPARSE -> Vectors.dense(row).toSparse();
        case DOUBLES -> row;
        case FLOATS -> floats(row);
      };
    }

    private static float[] floats(double[] row) {
      float[] values = new float[row.length];
      for (int j = 0; j < row.length; j++) {
        values[j] = (float) row[j];
      }
      return values;
    }
  }

  /** A DataFrame with the rows in column {@code features}. */
  public static Dataset<Row> frame(double[][] rows, Form form, int partitions) {
    List<Row> list = new ArrayList<>();
    for (double[] row : rows) {
      list.add(RowFactory.create(row == null ? null : form.value(row)));
    }
    return session()
        .createDataFrame(list, new StructType().add("features", form.type()))
        .repartition(partitions);
  }

  public static Dataset<Row> withIds(double[][] rows, Form form, int partitions) {
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      list.add(RowFactory.create("user " + i, rows[i] == null ? null : form.value(rows[i])));
    }
    return session()
        .createDataFrame(
            list, new StructType().add("id", DataTypes.StringType).add("features", form.type()))
        .repartition(partitions);
  }
}
