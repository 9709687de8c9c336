package org.privatemean.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.privatemean.noise.BitSource;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;
import org.privatemean.shuffle.MessageSink;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;
import org.privatemean.spark.column.VectorColumn;
import scala.Tuple4;

/**
 * The three parties of the shuffle mean on Spark: a round makes the messages of all users, shuffles
 * them, and only then counts. Messages carry no user, so the checksum takes separate passes: before
 * the first round, and after each.
 */
record ShuffledRounds(Users users, InvalidRows invalidRows, ReportKey key) {
  /** Messages per partition, about 20 MiB in Spark's rows. */
  private static final double PARTITION = 1 << 19;

  /** The halves of a message's random position, and what it carries. */
  private static final String[] FIELDS = {"high", "low", "label", "body"};

  private static final Encoder<Tuple4<Long, Long, Integer, Long>> PLACED =
      Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.INT(), Encoders.LONG());

  /** Runs all remaining rounds; the listener is notified of each before it runs. */
  public ShuffleMeanState finish(ShuffleMeanState start, Progress progress) {
    ShuffleMeanState state = start;
    while (!state.isFinished()) {
      progress.round(state.round() + 1, state.plan().roundCount());
      state = next(state);
    }
    return state;
  }

  /** Runs the next round; throws IllegalStateException if the rows have changed since the last. */
  public ShuffleMeanState next(ShuffleMeanState state) {
    if (!users.isChecked()) {
      checkRows(state);
    }
    ShuffleMeanTally tally = tally(state);
    checkRows(state);
    return state.next(tally);
  }

  private void checkRows(ShuffleMeanState state) {
    users.checkUnchanged(
        users.checksum(invalidRows, state.plan().dimension()),
        "a user's messages of one round may not belong together");
  }

  private ShuffleMeanTally tally(ShuffleMeanState state) {
    Dataset<byte[]> parts =
        shuffle(state, partitions(state.expectedMessages()))
            .mapPartitions(tallyPartition(state), Encoders.BINARY());
    ShuffleMeanTally all = state.newTally();
    for (byte[] part : users.jobs().pass(state.task() + ", shuffled", parts::collectAsList)) {
      all.merge(RoundPart.read(part, ShuffleMeanTally.class));
    }
    return all;
  }

  static int partitions(double messages) {
    return (int) Math.max(1, Math.ceil(messages / PARTITION));
  }

  /**
   * Returns the messages of the next round, without making any yet: label and body, in a uniformly
   * random order, without a trace of their rows.
   *
   * <p>A message goes to the partition given by a hash of its random position of 126 bits, is
   * sorted there by position, and loses the position. So its place is a function of positions
   * alone: every order is equally likely. The number of partitions is fixed by public values, since
   * adaptive execution would coalesce partitions by bytes that depend on bodies.
   *
   * <p>Spark's internal data, such as files between tasks, are not hidden: the cluster is trusted
   * as a shuffler is, and more.
   */
  Dataset<Row> shuffle(ShuffleMeanState state, int partitions) {
    return users
        .rows()
        .mapPartitions(new MakeMessages(state, key, users.column(), invalidRows), PLACED)
        .toDF(FIELDS)
        .repartition(partitions, functions.col(FIELDS[0]))
        .sortWithinPartitions(functions.col(FIELDS[0]), functions.col(FIELDS[1]))
        .select(functions.col(FIELDS[2]), functions.col(FIELDS[3]));
  }

  /**
   * The function that makes the messages of the users of a partition, and draws a random position
   * for each. Both use the bits of the user in this state: first all messages, then their
   * positions. A recomputed partition gives the same messages.
   */
  private record MakeMessages(
      ShuffleMeanState state, ReportKey key, VectorColumn column, InvalidRows invalidRows)
      implements MapPartitionsFunction<Row, Tuple4<Long, Long, Integer, Long>> {
    @Override
    public Iterator<Tuple4<Long, Long, Integer, Long>> call(Iterator<Row> rows) {
      return new MessageIterator(rows);
    }

    /** An iterator over messages, with one user in memory at a time. */
    private final class MessageIterator
        implements Iterator<Tuple4<Long, Long, Integer, Long>>, MessageSink {
      private static final int HALF_BITS = 63;

      private final Iterator<Row> rows;
      private final ShuffleMeanClient client = ShuffleMeanClient.of(state);
      private final double[] buffer = new double[state.plan().dimension()];
      private BitSource secret;
      private int[] labels = new int[64];
      private long[] bodies = new long[64];
      private int size;
      private int next;

      MessageIterator(Iterator<Row> rows) {
        this.rows = rows;
      }

      @Override
      public void send(int label, long body) {
        if (size == labels.length) {
          labels = Arrays.copyOf(labels, 2 * size);
          bodies = Arrays.copyOf(bodies, 2 * size);
        }
        labels[size] = label;
        bodies[size] = body;
        size++;
      }

      @Override
      public boolean hasNext() {
        while (next == size && rows.hasNext()) {
          size = 0;
          next = 0;
          Row row = rows.next();
          column.read(row, buffer, invalidRows);
          String user = row.getString(Users.ID);
          secret = key.bits(state, user);
          client.randomize(user, buffer, secret, this);
        }
        return next < size;
      }

      @Override
      public Tuple4<Long, Long, Integer, Long> next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        long high = secret.nextBits(HALF_BITS);
        long low = secret.nextBits(HALF_BITS);
        Tuple4<Long, Long, Integer, Long> message =
            new Tuple4<>(high, low, labels[next], bodies[next]);
        next++;
        return message;
      }
    }
  }

  private static MapPartitionsFunction<Row, byte[]> tallyPartition(ShuffleMeanState state) {
    return messages -> {
      if (!messages.hasNext()) {
        return List.<byte[]>of().iterator();
      }
      ShuffleMeanTally tally = state.newTally();
      while (messages.hasNext()) {
        Row message = messages.next();
        tally.send(message.getInt(0), message.getLong(1));
      }
      return List.of(RoundPart.serialize(tally)).iterator();
    };
  }
}
