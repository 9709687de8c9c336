package org.privatemean.shuffle.range;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.loss.ShuffleGrant;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.Universe;
import org.privatemean.shuffle.range.tree.DyadicCounts;
import org.privatemean.shuffle.range.tree.TreeCounts;

class ThresholdCountsTest {
  private static BitSource bits(int stream) {
    return NoiseKey.fromSeed(61).substream(stream, 0, 0);
  }

  private static ThresholdTally run(ThresholdRound round, long[][] users, BitSource secret) {
    ListShuffler shuffler = new ListShuffler(1);
    for (long[] values : users) {
      round.randomize(values, secret, shuffler);
    }
    ThresholdTally tally = round.newTally();
    shuffler.drainTo(tally);
    return tally;
  }

  private static long[] exact(long[][] users, long[] mids) {
    long[] counts = new long[mids.length];
    for (long[] values : users) {
      for (int j = 0; j < mids.length; j++) {
        counts[j] += values[j] <= mids[j] ? 1 : 0;
      }
    }
    return counts;
  }

  /**
   * The law of all that the server sees in a search of a universe of four: counts of two rounds.
   */
  private static Map<List<Integer>, Double> transcripts(long[] data, double[] noise, double rank) {
    Map<List<Integer>, Double> law = new HashMap<>();
    long[][] users = Arrays.stream(data).mapToObj(x -> new long[] {x}).toArray(long[][]::new);
    double[] first = Laws.shift(noise, (int) exact(users, new long[] {1})[0]);
    double mean = mean(noise);
    for (int a = 0; a < first.length; a++) {
      // The second middle depends on the first noisy count.
      long mid = Math.round(a - mean) <= rank ? 2 : 0;
      double[] second = Laws.shift(noise, (int) exact(users, new long[] {mid})[0]);
      for (int b = 0; b < second.length; b++) {
        law.merge(List.of(a, b), first[a] * second[b], Double::sum);
      }
    }
    return law;
  }

  private static double mean(double[] law) {
    double mean = 0;
    for (int k = 0; k < law.length; k++) {
      mean += k * law[k];
    }
    return mean;
  }

  /**
   * Every transcript of every pair of neighbours of n values of four, against the dominating pairs.
   */
  private static double worst(int n, double[] noise, double epsilon) {
    double worst = 0;
    int all = 1 << (2 * n);
    for (int code = 0; code < all; code++) {
      long[] data = new long[n];
      for (int i = 0; i < n; i++) {
        data[i] = (code >> (2 * i)) & 3;
      }
      Map<List<Integer>, Double> law = transcripts(data, noise, n / 2.0);
      for (int other = 0; other < 4; other++) {
        long[] neighbour = data.clone();
        neighbour[0] = other;
        worst = Math.max(worst, Laws.delta(law, transcripts(neighbour, noise, n / 2.0), epsilon));
      }
    }
    return worst;
  }

  @Test
  void delta_binomialDummies_isTheEnumeratedOne() {
    // Three users of ten dummies each, 0.4 of which are sent.
    double[] user = Laws.binomial(10, 0.4);
    double[] noise = Laws.sum(Laws.sum(user, user), user);
    double[] more = Laws.shift(noise, 1);
    for (double[] oracle : new double[][] {{1, .00180082}, {.5, .02225208}}) {
      double delta =
          Math.max(Laws.delta(more, noise, oracle[0]), Laws.delta(noise, more, oracle[0]));
      assertEquals(oracle[1], delta, 1e-8);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 0.5", "3, 0.5", "3, 1", "4, 1"})
  void transcripts_allNeighbours_areWithinTheComposedPairs(int n, double epsilon) {
    for (double[] noise : List.of(Laws.poisson(4, 30), Laws.binomial(5 * n, 0.4))) {
      // A value that is replaced by a larger one lowers all counts, if any.
      double stated =
          Math.max(Laws.composed(noise, epsilon, 1, 1), Laws.composed(noise, epsilon, -1, -1));
      double worst = worst(n, noise, epsilon);
      assertTrue(worst <= stated * (1 + 1e-9), worst + " > " + stated);
      // No slack to hide in: a pair less would not do.
      double one = Math.max(Laws.composed(noise, epsilon, 1), Laws.composed(noise, epsilon, -1));
      assertTrue(worst > one, worst + " <= " + one);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.6})
  void messages_fewUsers_haveTheLawOfTheExactCountAndPoissonNoise(double honest) {
    long[][] users = {{0, 5}, {1, 5}, {2, 1}, {3, 2}, {3, 0}};
    DummyShares dummies = DummyShares.of(2.5, users.length, honest);
    ThresholdRound round = ThresholdCounts.of(3, 2, 4, dummies).round(1, new long[] {1, 0});
    BitSource secret = bits(1);
    int runs = 60_000;
    long[][] seen = new long[2][40];
    long[][] few = new long[2][40];
    for (int i = 0; i < runs; i++) {
      long[] all = run(round, users, secret).messages();
      // Two of five stay away.
      long[] some = run(round, Arrays.copyOf(users, 3), secret).messages();
      for (int j = 0; j < 2; j++) {
        seen[j][(int) all[j]]++;
        few[j][(int) some[j]]++;
      }
    }
    assertEquals(2.5 / honest, dummies.expected(), 1e-12);
    assertEquals(2.5 / honest - 2.5, dummies.biasBound(), 1e-12);
    for (int j = 0; j < 2; j++) {
      int exact = 2 - j;
      assertTrue(Laws.fits(Laws.shift(Laws.poisson(2.5 / honest, 40), exact), seen[j]));
      assertFalse(Laws.fits(Laws.shift(Laws.poisson(2.5 / honest * 1.05, 40), exact), seen[j]));
      // The noise of those who are left is still that of mu where the fraction allows for them.
      exact = 2 * (1 - j);
      assertEquals(honest < 1, Laws.fits(Laws.shift(Laws.poisson(2.5, 40), exact), few[j]));
    }
  }

  @Test
  void drawCounts_hasTheLawOfAllMessages() {
    long[][] users = {{0}, {1}, {2}, {3}, {3}};
    ThresholdRound round =
        ThresholdCounts.of(0, 1, 2, DummyShares.of(3, 5, 0.8)).round(0, new long[] {1});
    BitSource secret = bits(2);
    long[] messages = new long[50];
    long[] drawn = new long[50];
    double[] law = Laws.shift(Laws.poisson(3.75, 40), 2);
    for (int i = 0; i < 60_000; i++) {
      // A count is the messages less 3.75, rounded: 4 more than it.
      messages[(int) run(round, users, secret).counts()[0] + 4]++;
      drawn[(int) round.drawCounts(new long[] {2}, secret)[0] + 4]++;
    }
    assertTrue(Laws.fits(law, messages));
    assertTrue(Laws.fits(law, drawn));
    assertFalse(Laws.fits(Laws.shift(Laws.poisson(3.75, 40), 1), drawn));
  }

  @Test
  void search_withoutNoise_isTheExactQuantile() {
    int n = 301;
    Universe universe = new Universe(-500, 500);
    BitSource data = bits(3);
    long[][] users = new long[n][2];
    for (long[] user : users) {
      user[0] = data.nextBelow(1001) - 500;
      user[1] = data.nextBelow(3) * 100;
    }
    ThresholdCounts plan = ThresholdCounts.of(0, 2, universe.levels(), DummyShares.of(0, n, 1));
    BitSource secret = bits(4);
    ThresholdCounter counter =
        new ThresholdCounter(plan, round -> run(round, users, secret).counts());
    long[] found = QuantileSearch.search(counter, universe, 2, n / 2.0);
    for (int j = 0; j < 2; j++) {
      int coordinate = j;
      long[] sorted = Arrays.stream(users).mapToLong(u -> u[coordinate]).sorted().toArray();
      assertEquals(sorted[150], found[j]);
    }
    assertThrows(IllegalStateException.class, () -> counter.countsUpTo(0, new long[2]));
  }

  @Test
  void search_manyUsers_hasTheRankErrorOfTheFormulaAndOfACurator() {
    int n = 100_000;
    int levels = 20;
    double mu = 625.2;
    ThresholdCounts plan = ThresholdCounts.of(0, 1, levels, DummyShares.of(mu, n, 1));
    BitSource secret = bits(5);
    // Uniform values and the centre of a narrow Gaussian-like bulk, as ranks of a point.
    Function<Long, Long> uniform = x -> (x * n) >> 20;
    Function<Long, Long> narrow = x -> Math.round(n / (1 + Math.exp(-(x - (1 << 19)) / 6000.0)));
    for (Function<Long, Long> ranks : List.of(uniform, narrow)) {
      int runs = 100;
      double squares = 0;
      double most = 0;
      for (int i = 0; i < runs; i++) {
        ThresholdCounter counter =
            new ThresholdCounter(
                plan,
                round -> round.drawCounts(new long[] {ranks.apply(round.mids()[0] + 1)}, secret));
        long found = QuantileSearch.search(counter, new Universe(0, (1 << 20) - 1), 1, n / 2.0)[0];
        double above = ranks.apply(found) - n / 2.0;
        double below = n / 2.0 - ranks.apply(found + 1);
        double error = Math.max(0, Math.max(above, below));
        squares += error * error;
        most = Math.max(most, error);
      }
      double rms = Math.sqrt(squares / runs);
      // A curator with the best zCDP accounting has a deviation of 25.8, these counts one of 25.
      assertTrue(rms > 8 && rms < 30, "rms rank error " + rms);
      assertTrue(most <= plan.rankError(1e-6), "largest rank error " + most);
    }
    assertEquals(
        Math.sqrt(2 * mu * Math.log(2e7)) + Math.log(2e7) / 3 + 0.5, plan.rankError(1e-6), 1e-6);
    assertEquals(0.125, plan.dummiesPerUser(), 1e-3);
  }

  @Test
  void deviation_poissonTails_areWithinBeta() {
    for (double mu : new double[] {3, 57, 625.2}) {
      double[] law = Laws.poisson(mu, 2000);
      for (double beta : new double[] {0.1, 1e-3, 1e-9}) {
        double reach = DummyShares.of(mu, 10, 1).deviation(beta);
        double above = 0;
        double below = 0;
        double threeTenthsLess = 0;
        for (int k = 0; k < law.length; k++) {
          above += k - mu > reach ? law[k] : 0;
          below += mu - k > reach ? law[k] : 0;
          threeTenthsLess += k - mu > 0.7 * reach ? law[k] : 0;
        }
        assertTrue(above <= beta && below <= beta, mu + ", " + beta);
        assertTrue(threeTenthsLess > beta || beta > 0.01, mu + ", " + beta);
      }
    }
  }

  @Test
  void charge_calibratedShares_isWithinTheTarget() {
    ApproxDp target = new ApproxDp(1, 1e-9);
    DummyShares shares = DummyShares.forThresholds(1, 20, target, 1000, 1);
    assertEquals(625.2, shares.mu(), 3);
    assertTrue(ShuffleGrant.deltaUp(ThresholdCounts.of(0, 1, 20, shares).charge(), 1) <= 1e-9);
    assertTrue(
        ShuffleGrant.deltaUp(
                ThresholdCounts.of(0, 1, 20, DummyShares.of(0.98 * shares.mu(), 1000, 1)).charge(),
                1)
            > 1e-9);
    // A curator's Gaussian noise of the same guarantee, by zCDP, has a larger variance.
    double central = 20 / (2 * Conversions.rhoDown(target).rho());
    assertTrue(shares.expected() < central && shares.expected() > 0.9 * central);
    RangeDomain domain = new RangeDomain(1, new Universe(0, (1 << 20) - 1));
    DummyShares cells = DummyShares.forCells(20, target, 100_000, 1);
    assertEquals(1210.9, cells.mu(), 6);
    assertTrue(ShuffleGrant.deltaUp(TreeCounts.of(0, domain, 5, cells).charge(), 1) <= 1e-9);
    assertTrue(ShuffleGrant.deltaUp(DyadicCounts.of(0, domain, cells).charge(), 1) <= 1e-9);
  }

  @Test
  void send_messagesOfNobody_areDroppedAndCounted() {
    ThresholdRound round =
        ThresholdCounts.of(10, 3, 2, DummyShares.of(0, 1, 1)).round(1, new long[3]);
    assertEquals(13, round.firstLabel());
    ThresholdTally tally = round.newTally();
    for (int label : new int[] {Integer.MIN_VALUE, -1, 0, 12, 16, Integer.MAX_VALUE}) {
      tally.send(label, 0);
    }
    tally.send(14, 1);
    tally.send(14, -1);
    tally.send(14, Long.MIN_VALUE);
    assertEquals(9, tally.malformed());
    tally.send(14, 0);
    ThresholdTally other = round.newTally();
    other.send(15, 0);
    other.send(99, 0);
    tally.merge(other);
    assertEquals(10, tally.malformed());
    assertArrayEquals(new long[] {0, 1, 1}, tally.messages());
    ThresholdTally first =
        ThresholdCounts.of(10, 3, 2, DummyShares.of(0, 1, 1)).round(0, new long[3]).newTally();
    assertThrows(IllegalArgumentException.class, () -> tally.merge(first));
  }

  @Test
  void counts_lostRepeatedAndForgedMessages_moveByOneEach() {
    ThresholdRound round =
        ThresholdCounts.of(0, 1, 1, DummyShares.of(6, 4, 1)).round(0, new long[] {1});
    ListShuffler shuffler = new ListShuffler(2);
    BitSource secret = bits(6);
    for (long value = 0; value < 4; value++) {
      round.randomize(new long[] {value}, secret, shuffler);
    }
    int messages = shuffler.messages().size();
    shuffler.messages().add(shuffler.messages().get(0));
    shuffler.send(0, 0);
    shuffler.messages().remove(1);
    shuffler.messages().remove(1);
    shuffler.messages().remove(1);
    ThresholdTally tally = round.newTally();
    shuffler.drainTo(tally);
    assertEquals(messages - 1 - 6, tally.counts()[0]);
  }

  @Test
  void delta_lostAndRepeatedMessages_isWhatIsStated() {
    double[] noise = Laws.poisson(20, 90);
    double stated = either(Laws.shift(noise, 1), noise);
    assertEquals(Math.max(Laws.composed(noise, 1, 1), Laws.composed(noise, 1, -1)), stated, 1e-15);
    // Each message is lost with probability 0.2, real or not: the total is thinned.
    double[] thinned = Laws.poisson(16, 90);
    double[] kept = Laws.sum(thinned, new double[] {0.2, 0.8});
    assertTrue(either(kept, thinned) < stated, "chance that sees no message costs nothing");
    // A fifth of the users and their dummies are gone, and nobody planned for it.
    assertTrue(either(Laws.shift(thinned, 1), thinned) > 3 * stated);
    // One user's message arrives twice, or five times: further from that of no message.
    assertTrue(either(Laws.shift(noise, 2), noise) > 10 * stated);
    assertTrue(either(Laws.shift(noise, 5), noise) > 100 * stated);
    // Forged messages shift both laws alike.
    assertEquals(stated, either(Laws.shift(noise, 1 + 7), Laws.shift(noise, 7)), 1e-15);
  }

  /** The delta at epsilon = 1, the worse of both directions. */
  private static double either(double[] one, double[] other) {
    return Math.max(Laws.delta(one, other, 1), Laws.delta(other, one, 1));
  }

  @Test
  void randomize_wrongNumberOfValues_isRefused() {
    ThresholdRound round =
        ThresholdCounts.of(0, 2, 1, DummyShares.of(0, 1, 1)).round(0, new long[2]);
    assertThrows(
        IllegalArgumentException.class,
        () -> round.randomize(new long[1], bits(7), (label, body) -> {}));
  }

  @Test
  void of_badArguments_areRefused() {
    DummyShares none = DummyShares.of(0, 1, 1);
    assertThrows(IllegalArgumentException.class, () -> ThresholdCounts.of(-1, 1, 1, none));
    assertThrows(IllegalArgumentException.class, () -> ThresholdCounts.of(0, 0, 1, none));
    assertThrows(IllegalArgumentException.class, () -> ThresholdCounts.of(0, 1, 63, none));
    assertThrows(
        IllegalArgumentException.class, () -> ThresholdCounts.of(1 << 30, 1 << 29, 2, none));
    ThresholdCounts plan = ThresholdCounts.of(0, 1, 2, none);
    assertThrows(IllegalArgumentException.class, () -> plan.round(2, new long[1]));
    assertThrows(IllegalArgumentException.class, () -> plan.round(0, new long[2]));
    assertThrows(IllegalArgumentException.class, () -> DummyShares.of(-1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> DummyShares.of(1, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> DummyShares.of(1, 10, 0.09));
    assertThrows(IllegalArgumentException.class, () -> DummyShares.of(1, 10, 1.01));
  }
}
