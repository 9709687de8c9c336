package org.privatemean.spark;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.ReportKey;
import org.privatemean.rows.InvalidRows;

/**
 * Users of the local model, simulated: every row of a column is the row of one user, and every
 * round is one pass that makes the users' reports and collects them.
 *
 * <p><b>A report is drawn once.</b> Its bits are a function of the key, the round and the user's
 * id, so that a task that runs again, and a partition that is read again, makes the same report.
 * The id is the value of a column where one is named. Elsewhere it is the place of the row: its
 * partition and its number in it. The rows with their ids are persisted before the first round; if
 * Spark loses some of them it reads them again, and a source that then gives its rows in another
 * order would give them other ids, so that a user might report in two rounds. Each round therefore
 * takes a checksum over ids and rows, and the run stops if it is not that of the round before.
 */
final class SimulatedRounds implements AutoCloseable {
  private final Dataset<Row> users;
  private final VectorColumn column;
  private final Optional<String> idCol;
  private final InvalidRows invalidRows;
  private final ReportKey key;
  private final JobNames jobs;
  private OptionalLong checksum = OptionalLong.empty();

  private SimulatedRounds(
      Dataset<Row> users,
      VectorColumn column,
      Optional<String> idCol,
      InvalidRows invalidRows,
      ReportKey key,
      JobNames jobs) {
    this.users = users;
    this.column = column;
    this.idCol = idCol;
    this.invalidRows = invalidRows;
    this.key = key;
    this.jobs = jobs;
  }

  /**
   * The users of a DataFrame. Reads nothing yet.
   *
   * @param idCol column that identifies users, or empty for the places of the rows
   */
  static SimulatedRounds of(
      Dataset<?> dataset,
      VectorColumn column,
      Optional<String> idCol,
      InvalidRows invalidRows,
      ReportKey key) {
    Column id = idCol.map(VectorColumn::quoted).orElseGet(functions::monotonically_increasing_id);
    Dataset<Row> users = dataset.select(column.column().as("vector"), id.cast("string").as("id"));
    return new SimulatedRounds(
        users.persist(StorageLevel.MEMORY_AND_DISK()),
        column,
        idCol,
        invalidRows,
        key,
        JobNames.of(dataset.sparkSession()));
  }

  /** Number of users in each partition that has any: as many tallies come back from a round. */
  List<Long> counts() {
    Dataset<Row> counts =
        users.select(functions.spark_partition_id().as("part")).groupBy("part").count();
    return jobs.run("private mean: count", counts::collectAsList).stream()
        .map(row -> row.getLong(1))
        .toList();
  }

  /**
   * Checks that every user has an id of its own: the noise of two users of one id would be the
   * same.
   *
   * @throws IllegalArgumentException if a row has no id, or one that another row has
   */
  void checkIds(String idCol, long count) {
    Dataset<Row> ids = users.select(functions.col("id")).na().drop();
    if (jobs.run("private mean: ids", ids.distinct()::count) != count) {
      throw new IllegalArgumentException(
          String.format(
              "idCol: column %s holds nulls or an id twice: every row must have an id of its own",
              idCol));
    }
  }

  /**
   * Runs the coming round.
   *
   * @throws IllegalStateException if the rows are not those of the round before
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and that is an error
   */
  LocalMeanState next(LocalMeanState state) {
    Dataset<byte[]> parts =
        users.mapPartitions(new RoundPartition(state, key, column, invalidRows), Encoders.BINARY());
    RoundPartition.Part all = new RoundPartition.Part(state.newTally());
    for (byte[] part : jobs.pass(state.task(), parts::collectAsList)) {
      all.merge(RoundPartition.Part.of(part));
    }
    if (checksum.isPresent() && checksum.getAsLong() != all.checksum()) {
      throw new IllegalStateException(changed());
    }
    checksum = OptionalLong.of(all.checksum());
    return state.next(all.tally());
  }

  private String changed() {
    return idCol
        .map(
            name ->
                "the rows, or the ids in column "
                    + name
                    + ", changed between two rounds, so that a user might report of two rows: write"
                    + " the rows to a file or a table first")
        .orElse(
            "the rows, or their order, changed between two rounds, so that a user might report"
                + " twice: set idCol, or write the rows to a file first");
  }

  @Override
  public void close() {
    users.unpersist();
  }
}
