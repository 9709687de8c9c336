package org.privatemean.spark.pass;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.spark.column.VectorColumn;

/**
 * The rows of the groups, each with the index of its group.
 *
 * <p>A row whose key is not in the list is dropped before its vector is read: whether it is kept
 * depends on its key and on the public or released list, and on no other row.
 */
final class GroupIndexedRows {
  /** Maximum bytes of a table of keys that is broadcast, so that no row moves. */
  private static final long MAX_BROADCAST = 1 << 25;

  /** Approximate bytes of an entry of such a table in addition to the key's bytes. */
  private static final long ENTRY_BYTES = 64;

  private static final String THRESHOLD = "spark.sql.autoBroadcastJoinThreshold";

  private GroupIndexedRows() {}

  /**
   * Joins the rows to the indices of their groups. Runs no job.
   *
   * <p>The list is a table to join, not a condition of the query, so no key appears in a plan.
   *
   * @param keyed rows with the vectors, {@link KeyColumns#KEY} and, if they are weighted, {@link
   *     KeyColumns#WEIGHT}
   * @param inputCol name of the column of vectors
   * @param keys all different; a group's index is its place in this list
   * @return three columns: the unchanged vectors, with name and metadata; {@link KeyColumns#GROUP},
   *     int, without nulls; {@link KeyColumns#WEIGHT}, int, 1 if rows have no weight
   */
  public static Dataset<Row> select(Dataset<Row> keyed, String inputCol, List<GroupKey> keys) {
    boolean weighted = Arrays.asList(keyed.schema().fieldNames()).contains(KeyColumns.WEIGHT);
    Column weight = weighted ? functions.col(KeyColumns.WEIGHT) : functions.lit(1);
    return keyed
        .join(table(keyed.sparkSession(), keys), KeyColumns.KEY)
        .select(
            VectorColumn.quote(inputCol),
            functions.col(KeyColumns.GROUP),
            weight.as(KeyColumns.WEIGHT));
  }

  /**
   * Returns the rows of listed keys. Runs no job.
   *
   * @param keyed rows with {@link KeyColumns#KEY}
   * @param keys all different
   * @return the same columns
   */
  public static Dataset<Row> keepKeys(Dataset<Row> keyed, List<GroupKey> keys) {
    Dataset<Row> table = table(keyed.sparkSession(), keys);
    return keyed.join(
        table, keyed.col(KeyColumns.KEY).equalTo(table.col(KeyColumns.KEY)), "leftsemi");
  }

  private static Dataset<Row> table(SparkSession session, List<GroupKey> keys) {
    List<Row> rows = new ArrayList<>(keys.size());
    long size = 0;
    for (GroupKey key : keys) {
      byte[] bytes = key.bytes();
      size += bytes.length + ENTRY_BYTES;
      rows.add(RowFactory.create(bytes, rows.size()));
    }
    StructType schema =
        new StructType()
            .add(KeyColumns.KEY, DataTypes.BinaryType, false)
            .add(KeyColumns.GROUP, DataTypes.IntegerType, false);
    Dataset<Row> table = session.createDataFrame(rows, schema);
    // Spark overestimates the size of a binary column, and would otherwise move all rows.
    boolean allowed = !session.conf().get(THRESHOLD).startsWith("-");
    // Keys are distinct and few compared with rows: a table of them is kept in memory, and no row
    // is sorted.
    return allowed && size <= MAX_BROADCAST
        ? functions.broadcast(table)
        : table.hint("shuffle_hash");
  }
}
