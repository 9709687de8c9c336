package org.privatemean.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.spark.LocalSpark;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanModel;

/** Rows of three coordinates, in the formats that the job reads. */
public final class Sample {
  static final int DIMENSION = 3;

  /** Planted where the job must not repeat it. */
  static final String SENTINEL = "31857.19345";

  private static final double[][] ROWS = rows();

  private Sample() {}

  static Dataset<Row> open(Input input, PrivateMean stage) {
    return input.open(session(), stage, Optional.empty(), warning -> {}).rows();
  }

  private static double[][] rows() {
    SplittableRandom random = new SplittableRandom(11);
    double[][] rows = new double[400][DIMENSION];
    for (double[] row : rows) {
      for (int j = 0; j < DIMENSION; j++) {
        row[j] = 3 + j + random.nextGaussian();
      }
    }
    return rows;
  }

  public static SparkSession session() {
    return LocalSpark.session();
  }

  /** What {@link Run#fit} must release of these rows, the last of them replaced. */
  static PrivateMeanModel fitWithLast(double... last) {
    double[][] rows = ROWS.clone();
    rows[rows.length - 1] = last;
    return fit(rows);
  }

  /** What {@link Run#fit} must release of these rows. */
  static PrivateMeanModel fit() {
    return fit(ROWS);
  }

  private static PrivateMeanModel fit(double[][] rows) {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(DIMENSION)
        .setMethod("clipped")
        .setClippingNorm(10)
        .setRho(0.5)
        .setSeed(7)
        .fit(frame(rows));
  }

  static Dataset<Row> frame() {
    return frame(ROWS);
  }

  private static Dataset<Row> frame(double[][] rows) {
    List<Row> list = Arrays.stream(rows).map(row -> RowFactory.create((Object) row)).toList();
    return session()
        .createDataFrame(
            list,
            new StructType().add("features", DataTypes.createArrayType(DataTypes.DoubleType)));
  }

  static Path csv(Path folder) {
    return csvWithLast(folder, line(ROWS[ROWS.length - 1], ","));
  }

  /** With another column first, and the last line given. */
  static Path csvWithLast(Path folder, String last) {
    Stream<String> lines =
        Arrays.stream(ROWS, 0, ROWS.length - 1).map(row -> "x," + line(row, ","));
    return write(
        folder.resolve("rows.csv"),
        Stream.of(Stream.of("id,a,b,c c"), lines, Stream.of("x," + last)).flatMap(s -> s));
  }

  static Path json(Path folder) {
    return write(
        folder.resolve("rows.json"),
        Arrays.stream(ROWS)
            .map(
                row ->
                    String.format(
                        "{\"a\":%s,\"b\":%s,\"c c\":%s,\"v\":[%s]}",
                        row[0], row[1], row[2], line(row, ","))));
  }

  static Path libsvm(Path folder) {
    return write(
        folder.resolve("rows.libsvm"),
        Arrays.stream(ROWS)
            .map(
                row ->
                    "1 "
                        + IntStream.range(0, row.length)
                            .mapToObj(j -> (j + 1) + ":" + row[j])
                            .collect(Collectors.joining(" "))));
  }

  static Path parquet(Path folder) {
    Path path = folder.resolve("rows.parquet");
    frame().write().parquet(path.toString());
    return path;
  }

  static String line(double[] row, String separator) {
    return Arrays.stream(row).mapToObj(Double::toString).collect(Collectors.joining(separator));
  }

  static Path write(Path path, Stream<String> lines) {
    try {
      return Files.write(path, lines.toList());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Every file and folder under a folder, by its relative path. */
  static List<String> listing(Path folder) {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.map(path -> folder.relativize(path).toString()).sorted().toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
