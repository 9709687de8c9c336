package org.privatemean.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.Rows;

/** The rows of one column of a DataFrame, through the public Dataset API alone. */
final class SparkRows implements Rows {
  private final Dataset<Row> column;
  private final VectorColumn reader;
  private final int dimension;
  private final InvalidRows invalidRows;
  private final JobNames jobs;
  private long count = -1;

  SparkRows(Dataset<?> dataset, VectorColumn reader, int dimension, InvalidRows invalidRows) {
    this.column = dataset.select(reader.column());
    this.reader = reader;
    this.dimension = dimension;
    this.invalidRows = invalidRows;
    this.jobs = JobNames.of(dataset.sparkSession());
  }

  @Override
  public long count() {
    if (count < 0) {
      count = jobs.run("private mean: count", counted()::count);
    }
    return count;
  }

  private Dataset<Row> counted() {
    return invalidRows == InvalidRows.SKIP
        ? column.filter(new ValidRow(reader, dimension))
        : column;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  /** The blocks are encoded and persisted by the first pass over them. */
  @Override
  public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
    Dataset<byte[]> blocks =
        column
            .mapPartitions(new EncodePartition<>(reader, encoder, invalidRows), Encoders.BINARY())
            .persist(StorageLevel.MEMORY_AND_DISK());
    return new SparkBlocks<>(blocks, encoder, jobs);
  }
}
