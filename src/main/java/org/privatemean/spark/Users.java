package org.privatemean.spark;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowsChangedException;
import org.privatemean.spark.column.VectorColumn;
import scala.Tuple2;

/**
 * The users of a simulation: every row of a column is the row of one user, with the value of a
 * named column or the place of the row as the user's id.
 *
 * <p><b>Each user's reports are drawn once.</b> Their bits are a function of the key, the public
 * state and the user's id, so that a repeated task makes the same reports. If Spark loses a
 * persisted row it reads it again, and rows with other ids, or other rows with the same ids, would
 * break this: every round takes a checksum over ids and rows, and the run stops if it differs from
 * that of the round before.
 */
final class Users implements AutoCloseable {
  /** The field of a row that holds the id; the vector is the first. */
  public static final int ID = 1;

  private final Dataset<Row> rows;
  private final VectorColumn column;
  private final Optional<String> idCol;
  private final JobNames jobs;
  private long parts;
  private long count;
  private OptionalLong checksum = OptionalLong.empty();

  /** Persists the users of a DataFrame; without a column of ids, their ids are the rows' places. */
  Users(Dataset<?> dataset, VectorColumn column, Optional<String> idCol) {
    Column id = idCol.map(VectorColumn::quote).orElseGet(functions::monotonically_increasing_id);
    this.rows =
        dataset
            .select(column.column().as("vector"), id.cast("string").as("id"))
            .persist(StorageLevel.MEMORY_AND_DISK());
    this.column = column;
    this.idCol = idCol;
    this.jobs = JobNames.find(dataset.sparkSession());
  }

  public Dataset<Row> rows() {
    return rows;
  }

  VectorColumn column() {
    return column;
  }

  JobNames jobs() {
    return jobs;
  }

  public long count() {
    Dataset<Row> groups =
        rows.select(functions.spark_partition_id().as("part")).groupBy("part").count();
    List<Row> counts = jobs.run("private mean: count", groups::collectAsList);
    parts = counts.size();
    count = counts.stream().mapToLong(row -> row.getLong(1)).sum();
    return count;
  }

  public long parts() {
    return parts;
  }

  public void checkCounted(long seen) {
    if (seen != count) {
      throw rowsChanged("not every user was counted once");
    }
  }

  /** Checks that ids are distinct: two users with one id would have the same noise. */
  public void checkIds() {
    if (idCol.isEmpty()) {
      return;
    }
    Dataset<Row> ids = rows.select(functions.col("id")).na().drop();
    if (jobs.run("private mean: ids", ids.distinct()::count) != count) {
      throw new ParamException(
          "idCol",
          String.format(
              "{idCol}: column %s holds nulls or an id twice", Refusal.literal(idCol.get())),
          "every row must have its own id");
    }
  }

  /** Checks that a checksum of all users equals that of the round before, if any. */
  void checkUnchanged(long found, String harm) {
    if (checksum.isPresent() && checksum.getAsLong() != found) {
      throw rowsChanged(harm);
    }
    checksum = OptionalLong.of(found);
  }

  boolean isChecked() {
    return checksum.isPresent();
  }

  private RowsChangedException rowsChanged(String harm) {
    return new RowsChangedException(
        idCol
            .map(
                name ->
                    String.format(
                        "the rows, or the ids in column %s, changed between two rounds, so that %s:"
                            + " write the rows to a file or a table first",
                        name, harm))
            .orElse(
                String.format(
                    "the rows, or their order, changed between two rounds, so that %s: set idCol,"
                        + " or write the rows to a file first",
                    harm)));
  }

  /** Computes a checksum of ids and rows, for every partitioning; checks the number of users. */
  public long checksum(InvalidRows invalidRows, int dimension) {
    Dataset<Tuple2<Long, Long>> parts =
        rows.mapPartitions(
            checksumPartition(column, invalidRows, dimension),
            Encoders.tuple(Encoders.LONG(), Encoders.LONG()));
    List<Tuple2<Long, Long>> found = jobs.pass("rows", parts::collectAsList);
    checkCounted(found.stream().mapToLong(Tuple2::_1).sum());
    return found.stream().mapToLong(Tuple2::_2).sum();
  }

  @Override
  public void close() {
    rows.unpersist();
  }

  private static MapPartitionsFunction<Row, Tuple2<Long, Long>> checksumPartition(
      VectorColumn column, InvalidRows invalidRows, int dimension) {
    return rows -> {
      double[] buffer = new double[dimension];
      long seen = 0;
      long sum = 0;
      while (rows.hasNext()) {
        Row row = rows.next();
        column.read(row, buffer, invalidRows);
        sum += checksum(row.getString(ID), buffer);
        seen++;
      }
      return List.of(new Tuple2<>(seen, sum)).iterator();
    };
  }

  /** Returns the checksum of one user; the checksums of all users are added. */
  public static long checksum(String id, double[] row) {
    return RowFingerprint.compute(RowFingerprint.compute(id), row);
  }
}
