package org.privatemean.bench.fit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The rows of a setting as a DataFrame of one vector column, there until it is closed. */
final class Frame implements AutoCloseable {
  /** Name of the column. */
  static final String COLUMN = "features";

  private final Dataset<Row> rows;

  /** What is deleted when it is closed, or null. */
  private final Path folder;

  private final Set<Integer> cached;

  private Frame(Dataset<Row> rows, Path folder) {
    this.rows = rows;
    this.folder = folder;
    this.cached = HeldBlocks.persisted(rows.sparkSession().sparkContext());
  }

  /**
   * Generates the rows and caches or writes them, unless each reading is to make them.
   *
   * @throws UncheckedIOException if they cannot be written
   */
  static Frame of(SparkSession spark, Setting setting) {
    Dataset<Row> generated = generated(spark, setting);
    if (setting.source() == Source.CACHED) {
      Dataset<Row> cached = generated.cache();
      long unused = cached.count();
      return new Frame(cached, null);
    }
    if (setting.source() == Source.GENERATED) {
      return new Frame(generated, null);
    }
    Path folder = newFolder();
    try {
      String file = folder.resolve("rows.parquet").toString();
      generated.write().parquet(file);
      return new Frame(spark.read().parquet(file), folder);
    } catch (RuntimeException failure) {
      delete(folder);
      throw failure;
    }
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("private-mean-bench");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Dataset<Row> generated(SparkSession spark, Setting setting) {
    StructType schema =
        new StructType().add(DataTypes.createStructField(COLUMN, SQLDataTypes.VectorType(), false));
    MapFunction<Long, Row> row =
        index -> RowFactory.create(setting.data().row(setting.seed(), index, setting.dimension()));
    return spark.range(0, setting.rows(), 1, setting.partitions()).map(row, Encoders.row(schema));
  }

  /** The column, in a query that was not planned yet. */
  Dataset<Row> column() {
    return rows.select(COLUMN);
  }

  /** Where Spark keeps account of what is persisted. */
  SparkContext context() {
    return rows.sparkSession().sparkContext();
  }

  /** Whether all that was cached is still in memory; true where nothing was. */
  boolean isInMemory() {
    return Stream.of(context().getRDDStorageInfo())
        .filter(info -> cached.contains(info.id()))
        .allMatch(
            info -> info.diskSize() == 0 && info.numCachedPartitions() == info.numPartitions());
  }

  /** Frees the memory, or deletes the files. */
  @Override
  public void close() {
    if (folder == null) {
      rows.unpersist(true);
    } else {
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
