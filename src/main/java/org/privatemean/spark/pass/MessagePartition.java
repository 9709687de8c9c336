package org.privatemean.spark.pass;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.privatemean.noise.BitSource;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;
import org.privatemean.shuffle.MessageSink;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.spark.column.VectorColumn;
import scala.Tuple4;

/**
 * The function that makes the messages of the users of a partition in one round of the shuffle
 * mean, and draws a random position for each. Both use the bits of the user in this state: first
 * all messages, then their positions. A recomputed partition gives the same messages.
 *
 * @param state public state before the round
 * @param key the secret of the users' bits
 * @param column reads the vector, the first field of a row
 * @param invalidRows rule for invalid rows
 */
record MessagePartition(
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
        ask(rows.next());
      }
      return next < size;
    }

    private void ask(Row row) {
      column.read(row, buffer, invalidRows);
      String user = row.getString(Users.ID);
      secret = key.bits(state, user);
      client.randomize(user, buffer, secret, this);
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
