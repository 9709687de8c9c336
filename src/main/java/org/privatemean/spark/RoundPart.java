package org.privatemean.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntBiFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.privatemean.protocol.ReportKey;
import org.privatemean.protocol.RoundTally;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.VectorColumn;

/**
 * The reports of some users of a round, their communication cost, and a checksum of users and rows,
 * which is equal in all rounds of a run, for every partitioning of the rows. Not released.
 */
record RoundPart<T extends RoundTally<T>>(T tally, long checksum, long users, long bytes)
    implements Serializable {
  public RoundPart(T tally) {
    this(tally, 0, 0, 0);
  }

  public byte[] toBytes() {
    return serialize(this);
  }

  static byte[] serialize(Serializable object) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out =
        new ObjectOutputStream(bytes) {
          {
            enableReplaceObject(true);
          }

          @Override
          protected Object replaceObject(Object written) {
            return written instanceof double[] doubles ? Packed.pack(doubles) : written;
          }
        }) {
      out.writeObject(object);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  static <T> T read(byte[] bytes, Class<T> type) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return type.cast(in.readObject());
    } catch (IOException | ClassNotFoundException impossible) {
      throw new IllegalStateException("what a task returned could not be read back", impossible);
    }
  }

  /** An array of doubles as bytes, which Java writes and reads many times faster. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Packed(byte[] bytes) implements Serializable {
    static Packed pack(double[] doubles) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(doubles.length, Double.BYTES));
      bytes.asDoubleBuffer().put(doubles);
      return new Packed(bytes.array());
    }

    private Object readResolve() {
      double[] doubles = new double[bytes.length / Double.BYTES];
      ByteBuffer.wrap(bytes).asDoubleBuffer().get(doubles);
      return doubles;
    }
  }

  /** One round of a protocol, for the users of a partition. */
  interface ReportRound<T extends RoundTally<T>> extends Serializable {
    String task();

    int dimension();

    T newTally();

    /**
     * Returns a function that adds the reports of a user to the tally, and returns their size in
     * bytes, or 0 if the size follows from the plan of the protocol.
     */
    ToIntBiFunction<String, double[]> reporter(ReportKey key, T tally);
  }

  /** Runs a round; a few tasks merge its parts if the driver has no room for all. */
  static <T extends RoundTally<T>> RoundPart<T> collect(
      Dataset<byte[]> parts, ReportRound<T> round, JobNames jobs, long count, long most) {
    Dataset<byte[]> returned =
        count > most
            ? parts
                .repartition(PassMemory.mergeTasks(most))
                .mapPartitions(mergeParts(round), Encoders.BINARY())
            : parts;
    return merge(jobs.pass(round.task(), returned::collectAsList).iterator(), round);
  }

  @SuppressWarnings("unchecked")
  private static <T extends RoundTally<T>> RoundPart<T> merge(
      Iterator<byte[]> parts, ReportRound<T> round) {
    RoundPart<T> all = new RoundPart<>(round.newTally());
    while (parts.hasNext()) {
      RoundPart<T> part = read(parts.next(), RoundPart.class);
      all.tally.merge(part.tally);
      all =
          new RoundPart<>(
              all.tally,
              all.checksum + part.checksum,
              all.users + part.users,
              all.bytes + part.bytes);
    }
    return all;
  }

  private static PartitionTask<byte[]> mergeParts(ReportRound<?> round) {
    return parts -> merge(parts, round).toBytes();
  }

  /** Returns a function that makes the reports of the users of a partition: vectors, then ids. */
  static <T extends RoundTally<T>> MapPartitionsFunction<Row, byte[]> reportUsers(
      ReportRound<T> round, ReportKey key, VectorColumn column, InvalidRows invalidRows) {
    return rows -> {
      if (!rows.hasNext()) {
        return List.<byte[]>of().iterator();
      }
      T tally = round.newTally();
      ToIntBiFunction<String, double[]> reporter = round.reporter(key, tally);
      double[] buffer = new double[round.dimension()];
      long checksum = 0;
      long users = 0;
      long bytes = 0;
      while (rows.hasNext()) {
        Row row = rows.next();
        column.read(row, buffer, invalidRows);
        String id = row.getString(Users.ID);
        checksum += Users.checksum(id, buffer);
        users++;
        bytes += reporter.applyAsInt(id, buffer);
      }
      return List.of(new RoundPart<>(tally, checksum, users, bytes).toBytes()).iterator();
    };
  }
}
