package org.privatemean.shuffle.range;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;
import org.privatemean.noise.NoiseKey;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.query.Universe;
import org.privatemean.shuffle.message.Randomizer;
import org.privatemean.shuffle.range.tree.DyadicCounts;
import org.privatemean.shuffle.range.tree.DyadicTally;
import org.privatemean.shuffle.range.tree.TreeCounts;
import org.privatemean.shuffle.range.tree.TreeRound;
import org.privatemean.shuffle.range.tree.TreeTally;

/** Randomizers go to where the users are, tallies come back. */
class ThresholdRoundSerialisationTest {
  private static final RangeDomain DOMAIN = new RangeDomain(2, new Universe(-9, 40));

  private static final DummyShares DUMMIES = DummyShares.of(2.3, 3, 0.7);

  private static <T> T copy(T object) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      @SuppressWarnings("unchecked")
      T copied = (T) in.readObject();
      return copied;
    }
  }

  private static ListShuffler answers(Randomizer<long[]> randomizer) {
    ListShuffler shuffler = new ListShuffler(1);
    for (int user = 0; user < 20; user++) {
      randomizer.randomize(
          new long[] {user, -user}, NoiseKey.fromSeed(111).substream(0, 0, user), shuffler);
    }
    return shuffler;
  }

  private static ListShuffler answersOfCopy(Randomizer<long[]> randomizer) throws Exception {
    ListShuffler shuffler = answers(copy(randomizer));
    assertFalse(shuffler.messages().isEmpty());
    assertEquals(answers(randomizer).messages(), shuffler.messages());
    return shuffler;
  }

  @Test
  void thresholds_copied_sendAndCountTheSame() throws Exception {
    ThresholdRound round = ThresholdCounts.of(4, 2, 6, DUMMIES).round(2, new long[] {3, -7});
    ThresholdTally tally = round.newTally();
    answersOfCopy(round).drainTo(tally);
    ThresholdTally copied = copy(tally);
    assertArrayEquals(tally.counts(), copied.counts());
    tally.merge(copied);
    assertEquals(2 * copied.messages()[0], tally.messages()[0]);
  }

  @Test
  void tree_copied_sendAndCountTheSame() throws Exception {
    TreeRound round = TreeCounts.of(4, DOMAIN, 3, DUMMIES).round(1, new long[] {8, 0});
    TreeTally tally = new TreeTally(round);
    answersOfCopy(round).drainTo(tally);
    TreeTally copied = copy(tally);
    double before = tally.below(0, 4);
    assertEquals(before, copied.below(0, 4));
    tally.merge(copied);
    assertEquals(0, tally.malformed());
  }

  @Test
  void dyadic_copied_sendAndCountTheSame() throws Exception {
    DyadicCounts plan = DyadicCounts.of(4, DOMAIN, 4, DUMMIES);
    DyadicTally tally = new DyadicTally(plan);
    answersOfCopy(plan).drainTo(tally);
    DyadicTally copied = copy(tally);
    for (int cells = 0; cells < 50; cells++) {
      assertEquals(tally.estimates().below(1, cells), copied.estimates().below(1, cells));
    }
    tally.merge(copied);
    assertEquals(0, tally.malformed());
  }
}
