package org.privatemean.spark.pass;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.privatemean.local.gaussian.GaussianRandomizer;
import org.privatemean.local.gaussian.GaussianRound;
import org.privatemean.local.gaussian.GaussianTally;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.VectorColumn;

/**
 * The function that makes and counts the reports of the users of a partition in one round: rows of
 * an id and a vector of one coordinate become one tally in binary form.
 *
 * @param round the public round
 * @param key the secret of the reports
 * @param column reads the vector, the first field of a row; the second is the id
 * @param invalidRows rule for rows without a finite number
 */
record GaussianPartition(
    GaussianRound round, ReportKey key, VectorColumn column, InvalidRows invalidRows)
    implements MapPartitionsFunction<Row, byte[]> {

  @Override
  public Iterator<byte[]> call(Iterator<Row> rows) {
    if (!rows.hasNext()) {
      return List.<byte[]>of().iterator();
    }
    GaussianRandomizer randomizer = round.randomizer();
    GaussianPart part = new GaussianPart(round.tally());
    double[] buffer = new double[1];
    while (rows.hasNext()) {
      Row row = rows.next();
      column.read(row, buffer, invalidRows);
      String id = row.getString(Users.ID);
      part.seen(id, buffer);
      long number = GaussianRandomizer.userId(id);
      if (randomizer.taskOf(number).isPresent()) {
        for (byte[] report : randomizer.randomize(number, buffer, key.bits(round, id))) {
          part.add(report);
        }
      }
    }
    return List.of(ObjectBytes.serialize(part)).iterator();
  }

  static GaussianPart merge(Iterator<byte[]> parts, GaussianRound round) {
    GaussianPart all = new GaussianPart(round.tally());
    parts.forEachRemaining(part -> all.merge(ObjectBytes.read(part, GaussianPart.class)));
    return all;
  }

  /** The function that merges parts if the driver has no room for all of them. */
  record MergeGaussianParts(GaussianRound round) implements MapPartitionsFunction<byte[], byte[]> {
    @Override
    public Iterator<byte[]> call(Iterator<byte[]> parts) {
      return parts.hasNext()
          ? List.of(ObjectBytes.serialize(merge(parts, round))).iterator()
          : List.<byte[]>of().iterator();
    }
  }

  /** The reports of some users, their communication cost, and a checksum of users and rows. */
  static final class GaussianPart implements Serializable {
    private static final long serialVersionUID = 1L;

    private final GaussianTally tally;
    private long messages;
    private long bytes;
    private long checksum;
    private long users;

    private GaussianPart(GaussianTally tally) {
      this.tally = tally;
    }

    private void add(byte[] report) {
      tally.add(report);
      messages++;
      bytes += report.length;
    }

    private void seen(String id, double[] row) {
      checksum += Users.checksum(id, row);
      users++;
    }

    private void merge(GaussianPart other) {
      tally.merge(other.tally);
      messages += other.messages;
      bytes += other.bytes;
      checksum += other.checksum;
      users += other.users;
    }

    GaussianTally tally() {
      return tally;
    }

    long messages() {
      return messages;
    }

    long bytes() {
      return bytes;
    }

    long checksum() {
      return checksum;
    }

    long users() {
      return users;
    }
  }
}
