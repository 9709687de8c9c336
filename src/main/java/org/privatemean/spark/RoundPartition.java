package org.privatemean.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.local.report.Report;
import org.privatemean.noise.ReportKey;
import org.privatemean.rows.InvalidRows;

/**
 * Makes the reports of the users of a partition in one round and collects them: rows of a vector
 * and an id become one tally in binary form.
 *
 * @param state public state before the round
 * @param key the secret of the reports
 * @param column reads the vector, the first field of a row; the second is the id
 * @param invalidRows what becomes of rows that are no vector
 */
record RoundPartition(
    LocalMeanState state, ReportKey key, VectorColumn column, InvalidRows invalidRows)
    implements MapPartitionsFunction<Row, byte[]> {

  /** Fields of the rows. */
  static final int ID = 1;

  @Override
  public Iterator<byte[]> call(Iterator<Row> rows) {
    if (!rows.hasNext()) {
      return List.<byte[]>of().iterator();
    }
    LocalMeanClient client = LocalMeanClient.of(state);
    Part part = new Part(state.newTally());
    double[] buffer = new double[state.plan().dimension()];
    while (rows.hasNext()) {
      Row row = rows.next();
      boolean wellFormed = column.read(row, buffer);
      invalidRows.apply(buffer, wellFormed, column.name());
      String id = row.getString(ID);
      part.seen(id, buffer);
      for (Report report : client.reports(id, buffer, key.bits(state, id))) {
        part.tally.add(report);
      }
    }
    return List.of(part.toBytes()).iterator();
  }

  /**
   * The reports of some users of a round, and a checksum of the users and rows that were asked: it
   * is equal in all rounds of a run, however the rows are split. Not released.
   */
  static final class Part implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final long FIRST = 0x9E3779B97F4A7C15L;

    private final LocalMeanTally tally;
    private long checksum;

    Part(LocalMeanTally tally) {
      this.tally = tally;
    }

    LocalMeanTally tally() {
      return tally;
    }

    long checksum() {
      return checksum;
    }

    private void seen(String id, double[] row) {
      long hash = FIRST;
      for (int i = 0; i < id.length(); i++) {
        hash = mix(hash ^ id.charAt(i));
      }
      for (double x : row) {
        hash = mix(hash ^ Double.doubleToLongBits(x));
      }
      checksum += mix(hash);
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long value) {
      long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
      z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
      return (z ^ z >>> 31) + FIRST;
    }

    void merge(Part other) {
      tally.merge(other.tally);
      checksum += other.checksum;
    }

    byte[] toBytes() {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(this);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      return bytes.toByteArray();
    }

    static Part of(byte[] bytes) {
      try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
        return (Part) in.readObject();
      } catch (IOException | ClassNotFoundException impossible) {
        throw new IllegalStateException("a tally could not be read back", impossible);
      }
    }
  }
}
