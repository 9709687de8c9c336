package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleRun;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.param.FitRequest;

/** The messages of a round: the same for any partitions, in an order that shows nothing of rows. */
final class ShuffledRoundsTest {
  private static final int USERS = 2000;
  private static final double[][] ROWS = ShuffleRun.rows(USERS, 2, 9);
  private static final ReportKey KEY = ReportKey.fromSeed(77);

  /** A small search space, since every round is two jobs. */
  private static final ShuffleMeanPlan PLAN =
      ShuffleMeanPlan.of(
          ((FitRequest.Shuffle)
                  FitRequest.create(
                      new PrivateMean()
                          .setInputCol("features")
                          .setDimension(2)
                          .setTrustModel("shuffle")
                          .setEpsilon(6)
                          .setDelta(1e-6)
                          .setCoordinateBound(8)
                          .setResolution(0.5)))
              .spec(),
          USERS,
          2);

  /** More than so few messages need, so that they are spread. */
  private static final int PARTITIONS = 3;

  private static Dataset<Row> withIds(int partitions) {
    return LocalSpark.withIds(ROWS, LocalSpark.Form.FLOATS, partitions);
  }

  private static Dataset<Row> messages(Users users, ShuffleMeanState state, int partitions) {
    return new ShuffledRounds(users, InvalidRows.ERROR, KEY).shuffle(state, partitions);
  }

  @AfterEach
  void forget() {
    LocalSpark.session().catalog().clearCache();
  }

  private static Users users(Dataset<Row> frame) {
    return new Users(frame, VectorColumn.find(frame.schema(), "features"), Optional.of("id"));
  }

  /** The messages that the analyzer sees in a round, in its order. */
  private static List<String> seen(Dataset<Row> frame, ShuffleMeanState state) {
    try (Users users = users(frame)) {
      return texts(messages(users, state, PARTITIONS));
    }
  }

  private static List<String> texts(Dataset<Row> messages) {
    List<String> texts = new ArrayList<>();
    for (Row message : messages.collectAsList()) {
      assertEquals(2, message.size(), "a label and a body and nothing else");
      texts.add(message.getInt(0) + ":" + message.getLong(1));
    }
    return texts;
  }

  private static List<String> sorted(List<String> messages) {
    List<String> copy = new ArrayList<>(messages);
    Collections.sort(copy);
    return copy;
  }

  private static ShuffleMeanState lastRound() {
    ShuffleMeanState state = ShuffleMeanState.start(PLAN, 3);
    while (state.round() < PLAN.roundCount() - 1) {
      state = ShuffleRun.next(state, ROWS, KEY);
    }
    return state;
  }

  @Test
  void shuffler_anyNumberOfPartitions_givesTheSameMessages() {
    ShuffleMeanState state = lastRound();
    try (Users users = users(withIds(3))) {
      Dataset<Row> one = messages(users, state, 1);
      Dataset<Row> four = messages(users, state, 4);
      assertEquals(1, one.rdd().getNumPartitions());
      assertEquals(4, four.rdd().getNumPartitions());
      assertEquals(sorted(texts(one)), sorted(texts(four)));
    }
  }

  /** Made again, of rows that are read again: the same messages, in the same order. */
  @Tag("long")
  @Test
  void shuffler_cacheLostOrOtherPartitions_givesTheSameMessages() {
    for (ShuffleMeanState state : List.of(ShuffleMeanState.start(PLAN, 3), lastRound())) {
      List<String> first;
      try (Users users = users(withIds(4))) {
        Dataset<Row> messages = messages(users, state, PARTITIONS);
        long count = messages.count();
        // In the first round all users may be below the middle, and not half of them.
        assertEquals(0, Math.log((double) count / state.expectedMessages()), Math.log(3));
        first = texts(messages);
        assertEquals(count, first.size());
        LocalSpark.session().catalog().clearCache();
        assertEquals(first, texts(messages(users, state, PARTITIONS)));
      }
      assertEquals(sorted(first), sorted(seen(withIds(1), state)));
      assertNotEquals(first, sorted(first));
    }
  }

  /** Adaptive execution would join partitions as small as these by their compressed bytes. */
  @Test
  void shuffler_fewMessages_keepsItsPartitions() {
    try (Users users = users(withIds(4))) {
      Dataset<Row> messages = messages(users, lastRound(), PARTITIONS);
      assertTrue(messages.count() > 0);
      Dataset<Row> parts = messages.select(functions.spark_partition_id()).distinct();
      assertEquals(PARTITIONS, parts.count());
    }
    assertEquals(1, ShuffledRounds.partitions(0));
    assertEquals(2, ShuffledRounds.partitions(1e6));
  }

  @Tag("long")
  @Test
  void shuffler_anotherState_sharesNoBits() {
    ShuffleMeanState last = lastRound();
    ShuffleMeanState other = ShuffleMeanState.start(PLAN, 4);
    while (other.round() < last.round()) {
      other = ShuffleRun.next(other, ROWS, KEY);
    }
    List<String> bodies = sorted(seen(withIds(2), last));
    List<String> others = seen(withIds(2), other);
    long shared = others.stream().filter(m -> Collections.binarySearch(bodies, m) >= 0).count();
    assertTrue(shared < others.size() / 20, shared + " of " + others.size());
    assertFalse(others.isEmpty());
  }

  /**
   * Messages of the second half of the rows among those of all: their places are a random subset.
   * The statistic is a chi-square of the tenths of the sequence.
   */
  @Tag("long")
  @Test
  void shuffler_places_doNotDependOnRows() {
    ShuffleMeanState last = lastRound();
    List<String> halves = sorted(sent(last, USERS / 2));
    List<String> all = seen(withIds(4), last);
    assertTrue(isUniform(all, halves));
    List<String> inOrder = sent(last, 0);
    assertEquals(sorted(inOrder), sorted(all));
    // One message in ten left where its row put it is found out.
    List<String> partly = new ArrayList<>(all);
    for (int i = 0; i < partly.size(); i += 10) {
      Collections.swap(partly, i, partly.indexOf(inOrder.get(i)));
    }
    assertFalse(isUniform(partly, halves));
  }

  /** The messages of the users from one on, as they make them. */
  private static List<String> sent(ShuffleMeanState state, int from) {
    List<String> messages = new ArrayList<>();
    ShuffleRun.send(
        state, ROWS, from, USERS, KEY, (label, body) -> messages.add(label + ":" + body));
    return messages;
  }

  private static boolean isUniform(List<String> sequence, List<String> sortedMarked) {
    int cells = 10;
    long[] counts = new long[cells];
    for (int i = 0; i < sequence.size(); i++) {
      if (Collections.binarySearch(sortedMarked, sequence.get(i)) >= 0) {
        counts[(int) ((long) i * cells / sequence.size())]++;
      }
    }
    double expected = (double) sortedMarked.size() / cells;
    double statistic = 0;
    for (long count : counts) {
      statistic += (count - expected) * (count - expected) / expected;
    }
    // Marks are drawn without replacement: half the variance. 9 degrees, 1e-6 (Laurent, Massart).
    double x = Math.log(1e6);
    return 2 * statistic <= 9 + 2 * Math.sqrt(9 * x) + 2 * x;
  }
}
