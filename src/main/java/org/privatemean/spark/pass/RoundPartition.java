package org.privatemean.spark.pass;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.local.unit.Report;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.VectorColumn;

/**
 * The function that makes and collects the reports of the users of a partition in one round: rows
 * of a vector and an id become one tally in binary form.
 *
 * @param state public state before the round
 * @param key the secret of the reports
 * @param column reads the vector, the first field of a row; the second is the id
 * @param invalidRows rule for invalid rows
 */
public record RoundPartition(
    LocalMeanState state, ReportKey key, VectorColumn column, InvalidRows invalidRows)
    implements MapPartitionsFunction<Row, byte[]> {

  @Override
  public Iterator<byte[]> call(Iterator<Row> rows) {
    if (!rows.hasNext()) {
      return List.<byte[]>of().iterator();
    }
    LocalMeanClient client = LocalMeanClient.of(state);
    RoundPart part = new RoundPart(state.newTally());
    double[] buffer = new double[state.plan().dimension()];
    while (rows.hasNext()) {
      Row row = rows.next();
      column.read(row, buffer, invalidRows);
      String id = row.getString(Users.ID);
      part.seen(id, buffer);
      for (Report report : client.reports(id, buffer, key.bits(state, id))) {
        part.tally.add(report);
      }
    }
    return List.of(part.toBytes()).iterator();
  }

  /**
   * Runs a pass and merges its parts.
   *
   * @param parts in binary form
   * @param count number of parts
   * @param most maximum number of parts for which the driver has room; if there are more, a few
   *     tasks merge them first
   */
  public static RoundPart collect(
      Dataset<byte[]> parts, LocalMeanState state, JobNames jobs, long count, long most) {
    Dataset<byte[]> returned =
        count > most
            ? parts
                .repartition(PassMemory.mergeTasks(most))
                .mapPartitions(new MergeRoundParts(state), Encoders.BINARY())
            : parts;
    return merge(jobs.pass(state.task(), returned::collectAsList).iterator(), state);
  }

  private static RoundPart merge(Iterator<byte[]> parts, LocalMeanState state) {
    RoundPart all = new RoundPart(state.newTally());
    parts.forEachRemaining(part -> all.merge(RoundPart.deserialize(part)));
    return all;
  }

  private record MergeRoundParts(LocalMeanState state)
      implements MapPartitionsFunction<byte[], byte[]> {
    @Override
    public Iterator<byte[]> call(Iterator<byte[]> parts) {
      return parts.hasNext()
          ? List.of(merge(parts, state).toBytes()).iterator()
          : List.<byte[]>of().iterator();
    }
  }

  /**
   * The reports of some users of a round, and a checksum of the selected users and rows: it is
   * equal in all rounds of a run, for every partitioning of the rows. Not released.
   */
  public static final class RoundPart implements Serializable {
    private static final long serialVersionUID = 1L;

    private final LocalMeanTally tally;
    private long checksum;
    private long users;

    public RoundPart(LocalMeanTally tally) {
      this.tally = tally;
    }

    public LocalMeanTally tally() {
      return tally;
    }

    long checksum() {
      return checksum;
    }

    long users() {
      return users;
    }

    private void seen(String id, double[] row) {
      checksum += Users.checksum(id, row);
      users++;
    }

    public void merge(RoundPart other) {
      tally.merge(other.tally);
      checksum += other.checksum;
      users += other.users;
    }

    public byte[] toBytes() {
      return ObjectBytes.serialize(this);
    }

    public static RoundPart deserialize(byte[] bytes) {
      return ObjectBytes.read(bytes, RoundPart.class);
    }
  }
}
