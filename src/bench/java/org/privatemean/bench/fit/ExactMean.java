package org.privatemean.bench.fit;

import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.stat.Summarizer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** A job of Spark alone: the exact mean of columns of a CSV file, by {@link Summarizer}. */
public final class ExactMean {
  static final String VECTOR = "features";

  private ExactMean() {}

  /**
   * Prints the mean.
   *
   * @param args the file, and the columns separated by commas
   * @throws IOException if Spark does not stop
   */
  public static void main(String[] args) throws IOException {
    try (SparkSession spark = SparkSession.builder().appName("exact mean").getOrCreate()) {
      System.out.println(compute(read(spark, args[0], args[1].split(","))));
    }
  }

  /** Returns the columns of a CSV file with a header as one column of vectors. */
  static Dataset<Row> read(SparkSession spark, String file, String... columns) {
    Column[] numbers =
        Arrays.stream(columns)
            .map(name -> functions.col(name).cast("double").as(name))
            .toArray(Column[]::new);
    return new VectorAssembler()
        .setInputCols(columns)
        .setOutputCol(VECTOR)
        .transform(spark.read().option("header", "true").csv(file).select(numbers))
        .select(VECTOR);
  }

  static Vector compute(Dataset<Row> vectors) {
    return vectors.select(Summarizer.mean(functions.col(VECTOR))).first().getAs(0);
  }
}
