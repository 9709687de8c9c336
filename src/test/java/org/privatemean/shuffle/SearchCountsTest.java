package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.QuantileSearch.Universe;

/** Searches by thresholds and by flat cells: exact privacy of few users, noise, and absence. */
final class SearchCountsTest {
  private static final DummyShares NO_DUMMIES = DummyShares.compute(0, 100, 1);

  private static BitSource bits(int stream) {
    return NoiseKey.fromSeed(83).substream(stream, 0, 0);
  }

  private static QuantileSearch start(int levels, int width) {
    return QuantileSearch.start(new Universe(0, (1L << levels) - 1), width);
  }

  @ParameterizedTest
  @CsvSource({"8,8", "8,3", "8,1", "7,2", "20,6", "40,2", "62,62"})
  void rounds_allLevels_areAskedOnceAndInOrder(int levels, int rounds) {
    SearchRounds plan = new SearchRounds(levels, rounds);
    int before = 0;
    long cells = 0;
    for (int r = 0; r < rounds; r++) {
      assertEquals(before, plan.levelsBefore(r));
      assertTrue(plan.levels(r) >= 1 && plan.levels(r) <= plan.levels(0));
      cells += plan.cells() ? (1L << plan.levels(r)) + (r == 0 ? 0 : 2) : 1;
      before += plan.levels(r);
    }
    assertEquals(levels, before);
    assertEquals(cells, plan.allCells());
    assertEquals(rounds < levels ? 2 * rounds : levels, plan.changes());
  }

  @ParameterizedTest
  @CsvSource({"0,1", "63,63", "8,9", "8,0", "41,2", "21,1"})
  void rounds_outOfRange_areRefused(int levels, int rounds) {
    assertThrows(IllegalArgumentException.class, () -> new SearchRounds(levels, rounds));
  }

  @ParameterizedTest
  @CsvSource({"1,false", "2,false", "3,false", "5,false", "10,false", "10,true", "4,true"})
  void search_withoutNoise_isTheExactQuantileOfThosePresent(int rounds, boolean countsAbove) {
    BitSource data = bits(1);
    long[][] users = new long[80][2];
    for (long[] user : users) {
      user[0] = data.nextBelow(1 << 10);
      user[1] = 600 + data.nextBelow(4);
    }
    SearchCounts plan =
        new SearchCounts(4, 2, new SearchRounds(10, rounds), countsAbove, NO_DUMMIES);
    QuantileSearch search = start(10, 2);
    for (int r = 0; r < rounds; r++) {
      SearchRound round = SearchRound.create(plan, r, search);
      SearchTally tally = new SearchTally(round);
      for (long[] user : users) {
        round.randomize(user, bits(2), tally);
      }
      assertEquals(0, tally.malformed());
      // 80 of the 100 users of the plan are here.
      assertEquals(80, tally.present());
      search = tally.next(search, 40);
    }
    for (int j = 0; j < 2; j++) {
      int coordinate = j;
      long[] sorted = Arrays.stream(users).mapToLong(user -> user[coordinate]).sorted().toArray();
      assertEquals(sorted[40], search.quantiles()[j]);
    }
  }

  /**
   * All that the server sees of two users in a cell round of two levels and one of one level, which
   * depends on the first, for all values of both and all replacements of one: the exact delta, with
   * binomial dummies, against that of two independent pairs a label.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1})
  void views_twoAdaptiveCellRounds_areWithinTheComposedPairs(double epsilon) {
    double[] noise = Laws.binomial(3, 0.5);
    SearchCounts plan = new SearchCounts(0, 1, new SearchRounds(3, 2), false, NO_DUMMIES);
    double stated = Laws.composed(noise, epsilon, 1, -1, 1, -1);
    double worst = 0;
    for (int value = 0; value < 8; value++) {
      for (int other = 0; other < 8; other++) {
        for (int third = 0; third < 8; third += 3) {
          worst = Math.max(worst, delta(plan, noise, value, other, third, epsilon));
        }
      }
    }
    assertTrue(worst <= stated * (1 + 1e-9), worst + " > " + stated);
    // One pair less would not do: no slack to hide in.
    double less = Laws.composed(noise, epsilon, 1, -1, 1);
    assertTrue(worst > less, worst + " <= " + less);
  }

  /** Sum of (P - e^epsilon Q)+ over the transcripts of both rounds. */
  private static double delta(
      SearchCounts plan, double[] noise, int value, int other, int third, double epsilon) {
    SearchRound round = SearchRound.create(plan, 0, start(3, 1));
    int cells = round.cells();
    int most = noise.length + 2;
    double sum = 0;
    for (int code = 0; code < Math.pow(most, cells); code++) {
      SearchTally tally = new SearchTally(round);
      double p = 1;
      double q = 1;
      int rest = code;
      for (int cell = 0; cell < cells; cell++) {
        int count = rest % most;
        rest /= most;
        int same = round.cell(0, third) == cell ? 1 : 0;
        p *= at(noise, count - same - (round.cell(0, value) == cell ? 1 : 0));
        q *= at(noise, count - same - (round.cell(0, other) == cell ? 1 : 0));
        for (int i = 0; i < count; i++) {
          tally.send(0, cell);
        }
      }
      if (p > 0 || q > 0) {
        tally.send(round.presentLabel(), 0);
        tally.send(round.presentLabel(), 0);
        SearchRound next = SearchRound.create(plan, 1, tally.next(start(3, 1), 1));
        sum += second(next, noise, value, other, p, Math.exp(epsilon) * q);
      }
    }
    return sum;
  }

  /** Of the second round only the cells that change: the others have the same law, and sum to 1. */
  private static double second(
      SearchRound round, double[] noise, int value, int other, double p, double q) {
    if (round.cell(0, value) == round.cell(0, other)) {
      return Math.max(0, p - q);
    }
    double sum = 0;
    for (int a = 0; a <= noise.length; a++) {
      for (int b = 0; b <= noise.length; b++) {
        double first = p * at(noise, a - 1) * at(noise, b);
        double second = q * at(noise, a) * at(noise, b - 1);
        sum += Math.max(0, first - second);
      }
    }
    return sum;
  }

  private static double at(double[] law, int k) {
    return k < 0 || k >= law.length ? 0 : law[k];
  }

  /** The account of cells is that of the enumerated pairs, and not below it. */
  @ParameterizedTest
  @CsvSource({"1,12", "2,16"})
  void charge_ofCells_isTheEnumeratedDelta(int labels, double mu) {
    SearchCounts plan =
        new SearchCounts(0, labels, new SearchRounds(4, 1), false, DummyShares.compute(mu, 100, 1));
    DummyCounts charged = plan.charge();
    assertEquals(2 * labels, charged.changes());
    int[] pairs = labels == 1 ? new int[] {1, -1} : new int[] {1, -1, 1, -1};
    double exact = Laws.composed(Laws.poisson(mu, 60), 1, pairs);
    double account = ShuffleGrant.deltaUp(List.of(charged), List.of(), 1);
    assertTrue(account >= exact, account + " < " + exact);
    assertEquals(1, account / exact, 0.03);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void messages_fewUsers_haveTheLawOfExactCellsAndPoissonNoise(int number) {
    DummyShares dummies = DummyShares.compute(1.5, 4, 0.75);
    SearchCounts plan = new SearchCounts(2, 1, new SearchRounds(4, 2), false, dummies);
    long[] node = {number == 0 ? 0 : 8};
    SearchRound round =
        SearchRound.create(
            plan,
            number,
            QuantileSearch.create(new Universe(0, 15), plan.rounds().levelsBefore(number), node));
    long[][] users = {{1}, {8}, {9}, {14}};
    int[][] exact = {{1, 0, 2, 1}, {1, 1, 0, 0, 1, 1}};
    BitSource secret = bits(3);
    long[][] seen = new long[round.cells()][40];
    for (int run = 0; run < 40_000; run++) {
      SearchTally tally = new SearchTally(round);
      for (long[] user : users) {
        round.randomize(user, secret, tally);
      }
      assertEquals(4, tally.present());
      for (int cell = 0; cell < round.cells(); cell++) {
        seen[cell][(int) tally.messages(0, cell)]++;
      }
    }
    for (int cell = 0; cell < round.cells(); cell++) {
      double[] law = Laws.shift(Laws.poisson(2, 38), exact[number][cell]);
      assertTrue(Laws.fits(law, seen[cell]), "cell " + cell);
      double[] wrong = Laws.shift(Laws.poisson(2.1, 38), exact[number][cell]);
      assertFalse(Laws.fits(wrong, seen[cell]), "cell " + cell);
    }
  }

  /** Noise of an answer over many runs in which a tenth of the users is absent. */
  private record Moments(double mean, double variance) {
    static Moments of(int runs, LongSupplier draw) {
      double sum = 0;
      double squares = 0;
      for (int run = 0; run < runs; run++) {
        double value = draw.getAsLong() / 16.0;
        sum += value;
        squares += value * value;
      }
      double mean = sum / runs;
      return new Moments(mean, squares / runs - mean * mean);
    }
  }

  @ParameterizedTest
  @CsvSource({"2,1", "2,3", "2,7", "8,1"})
  void upTo_aTenthAbsent_isUnbiasedWithTheStatedVariance(int rounds, int parts) {
    int n = 100;
    int present = 90;
    SearchRounds how = new SearchRounds(rounds == 8 ? 8 : 6, rounds);
    DummyShares dummies = DummyShares.compute(80, n, 0.8);
    SearchRound round =
        SearchRound.create(new SearchCounts(0, 1, how, false, dummies), 0, start(how.levels(), 1));
    double exact = Math.scalb((double) parts * present, -how.levels(0));
    int runs = 1500;
    BitSource secret = bits(4 + parts);
    double[] naive = new double[1];
    Moments found =
        Moments.of(
            runs,
            () -> {
              SearchTally tally = new SearchTally(round);
              for (int i = 0; i < present; i++) {
                // Spread evenly over the universe.
                round.randomize(new long[] {((long) i << how.levels()) / present}, secret, tally);
              }
              naive[0] += (tally.messages(0, 0) - dummies.expectedDummies()) / runs;
              return Math.round(16 * tally.upTo(0, parts));
            });
    double each = dummies.expectedDummies() * present / n;
    int c = how.cells(0);
    double variance = how.cells() ? each * parts * (c - parts) / c : each;
    double deviation = Math.sqrt(variance / runs);
    // Spreading is even up to one user a part.
    assertEquals(exact, found.mean(), 1 + 5 * deviation);
    assertEquals(1, found.variance() / variance, 5 * Math.sqrt(2.0 / runs) + 0.02);
    // With the dummies of all n users taken off, as if nobody were absent, it is found out.
    double first = (double) present / (how.cells() ? c : 2);
    assertTrue(Math.abs(naive[0] - first) > 1 + 5 * Math.sqrt(each / runs), "naive " + naive[0]);
  }

  /**
   * The search for a norm that 30 of those present exceed, where 4 % are absent: from the top it
   * ends near it; from the bottom, against n - 30, at the end of the grid.
   */
  @ParameterizedTest
  @ValueSource(ints = {8, 2, 1})
  void search_ofANormWithAbsentUsers_isRightFromTheTopOnly(int rounds) {
    int n = 4000;
    int present = n * 96 / 100;
    int margin = 60;
    DummyShares dummies = DummyShares.compute(20, n, 0.95);
    SearchRounds how = new SearchRounds(8, rounds);
    long[] values = new long[present];
    for (int i = 0; i < present; i++) {
      // 100 +- 8, evenly.
      values[i] = 92 + 16L * i / present;
    }
    long fromTheTop = found(how, true, dummies, values, present - margin);
    assertTrue(Math.abs(fromTheTop - 107) <= 1, "cell " + fromTheTop);
    // The mutants: those up to the middle are compared with a rank of all n.
    assertTrue(found(how, false, dummies, values, n - margin) > 200);
  }

  private static long found(
      SearchRounds how, boolean countsAbove, DummyShares dummies, long[] values, double rank) {
    SearchCounts plan = new SearchCounts(0, 1, how, countsAbove, dummies);
    QuantileSearch search = start(8, 1);
    BitSource secret = bits(9);
    for (int r = 0; r < how.rounds(); r++) {
      SearchRound round = SearchRound.create(plan, r, search);
      SearchTally tally = new SearchTally(round);
      for (long value : values) {
        round.randomize(new long[] {value}, secret, tally);
      }
      search = tally.next(search, rank);
    }
    return search.quantiles()[0];
  }

  @Test
  void send_messagesOfOtherRoundsOrNoCell_areDroppedAndCounted() {
    SearchCounts plan = new SearchCounts(7, 2, new SearchRounds(4, 2), false, NO_DUMMIES);
    SearchRound round = SearchRound.create(plan, 0, start(4, 2));
    SearchTally tally = new SearchTally(round);
    for (int label : new int[] {6, 10, -1, Integer.MIN_VALUE}) {
      tally.send(label, 0);
    }
    tally.send(7, 4);
    tally.send(8, -1);
    tally.send(9, 1);
    assertEquals(7, tally.malformed());
    assertEquals(0, tally.present());
    tally.send(9, 0);
    tally.send(8, 3);
    assertEquals(7, tally.malformed());
    assertEquals(1, tally.present());
    assertEquals(1, tally.messages(1, 3));
    SearchTally twice = new SearchTally(round);
    twice.merge(tally);
    twice.merge(tally);
    assertEquals(2, twice.present());
    assertEquals(2, twice.messages(1, 3));
  }

  /** A forged message moves an answer by at most one. */
  @Test
  void upTo_forgedMessage_movesByAtMostOne() {
    SearchCounts plan = new SearchCounts(0, 1, new SearchRounds(4, 2), false, NO_DUMMIES);
    SearchRound round =
        SearchRound.create(plan, 1, QuantileSearch.create(new Universe(0, 15), 2, new long[] {4}));
    for (int cell = 0; cell < round.cells(); cell++) {
      SearchTally tally = new SearchTally(round);
      double[] before = answers(tally);
      tally.send(0, cell);
      double[] after = answers(tally);
      for (int k = 0; k < before.length; k++) {
        assertTrue(Math.abs(after[k] - before[k]) < 1);
      }
    }
    SearchTally tally = new SearchTally(round);
    tally.send(round.presentLabel(), 0);
    assertTrue(Arrays.stream(answers(tally)).allMatch(answer -> answer > 0 && answer < 1));
  }

  private static double[] answers(SearchTally tally) {
    return new double[] {tally.upTo(0, 1), tally.upTo(0, 2), tally.upTo(0, 3)};
  }

  @Test
  void of_valuesOutOfRange_areRefused() {
    SearchRounds rounds = new SearchRounds(20, 1);
    assertThrows(
        IllegalArgumentException.class, () -> new SearchCounts(0, 17, rounds, false, NO_DUMMIES));
    assertThrows(
        IllegalArgumentException.class, () -> new SearchCounts(-1, 1, rounds, false, NO_DUMMIES));
    SearchCounts plan = new SearchCounts(0, 1, new SearchRounds(4, 2), false, NO_DUMMIES);
    assertThrows(IllegalArgumentException.class, () -> SearchRound.create(plan, 1, start(4, 1)));
    assertThrows(IllegalArgumentException.class, () -> SearchRound.create(plan, 2, start(4, 1)));
    SearchRound first = SearchRound.create(plan, 0, start(4, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> first.randomize(new long[2], bits(1), new SearchTally(first)));
    assertArrayEquals(new long[1], first.lefts());
  }
}
