package org.privatemean.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.local.ForgedStates;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.PureDp;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * A server that does its worst against 3,000 users of a local mean, each of whom holds one secret
 * bit, the sign of its row. It chooses the seed so that the user reports its vector, and then asks
 * twenty times: for the last round around zero with ten clipping norms, under four other seeds, two
 * other numbers of users, and four other budgets. It guesses by the signs of what it gets, each
 * weighed by its epsilon.
 */
@Promise("a hostile server learns no bit of a session's user better than e^epsilon allows")
final class HostileServerTest {
  private static final int USERS = 3000;
  private static final double EPSILON = 1;
  private static final Bounds BOUNDS = new Bounds.Statistical(10, 1, 1);
  private static final LocalMeanPlan PLAN = plan(EPSILON, USERS);
  private static final LocalMeanPlan RICH = plan(8, USERS);
  private static final LocalMeanPlan CROWDED = plan(EPSILON, USERS + 1);

  /** How far a bound may be wrong by chance. */
  private static final double CHANCE = 1e-6;

  private static LocalMeanPlan plan(double epsilon, int users) {
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(epsilon), BOUNDS).withRoute(LocalMeanSpec.Route.MEDIANS);
    return LocalMeanPlan.of(spec.warningOnly(), users, 1);
  }

  /** What a user's device does with a state. */
  interface Victim {
    byte[] answer(LocalMeanState state, double[] row);
  }

  /** Makes the device of a user who has joined a start. */
  interface Victims {
    Victim of(LocalMeanState start, String user);
  }

  @Tag("long")
  @Test
  void guesses_ofAMaliciousServer_areNoBetterThanEpsilonAllows() {
    Victims sessions =
        (start, user) -> {
          Device device = Device.inMemory();
          LocalMeanSession session = device.join("run", start, user);
          return (state, row) -> {
            try {
              // A server may also have the app join what it shows.
              return state.round() == 0
                  ? device.join("run", state, user).answer(state, row)
                  : session.answer(state, row);
            } catch (RefusedException refused) {
              return new byte[0];
            }
          };
        };
    double learned = epsilonLearned(sessions, 1);
    assertTrue(learned <= EPSILON, "epsilon " + learned);
    // Power: the server learns what it may, and from bare clients far more.
    assertTrue(learned > 0.4 * EPSILON, "epsilon " + learned);
    double fromBareClients =
        epsilonLearned(
            (start, user) -> {
              NoiseKey key = NoiseKey.fromOperatingSystem();
              int[] requested = {0};
              return (state, row) ->
                  LocalMeanClient.of(state).bundle(user, row, key.substream(requested[0]++, 0, 0));
            },
            20);
    assertTrue(fromBareClients > 4 * EPSILON, "epsilon " + fromBareClients);
  }

  /**
   * In the shuffle model the server asks for twenty states of round 0 that ask the same. Of a bare
   * client's twenty bundles the messages that are in all of them are the user's own, the dummies
   * are not: every bit is found. A session sends one bundle, which alone was accounted for.
   */
  @Test
  void answer_twentyStatesOfAShuffleRound_isOneBundleOfASession() {
    ShuffleMeanSpec spec = ShuffleMeanSpec.of(new ApproxDp(EPSILON, 1e-6), BOUNDS).warningOnly();
    ShuffleMeanPlan plan = ShuffleMeanPlan.of(spec, USERS, 1);
    List<ShuffleMeanState> states =
        IntStream.range(0, 20)
            .mapToObj(k -> ShuffleMeanState.start(plan, 7, k == 0 ? "run" : "run " + k))
            .toList();
    List<ShuffleMeanClient> clients = states.stream().map(ShuffleMeanClient::of).toList();
    double[][] rows = {{-5}, {5}};
    List<Set<Long>> own =
        Arrays.stream(rows).map(row -> inAll(clients, row, NoiseKey.fromSeed(1))).toList();
    assertNotEquals(own.get(0), own.get(1));
    SplittableRandom random = new SplittableRandom(6);
    int found = 0;
    for (int i = 0; i < USERS; i++) {
      int bit = random.nextInt(2);
      found += inAll(clients, rows[bit], NoiseKey.fromSeed(i)).equals(own.get(bit)) ? 1 : 0;
      Device device = Device.inMemory();
      ShuffleMeanSession session = device.join("run", states.get(0), "user " + i);
      int answers = 0;
      for (ShuffleMeanState state : states) {
        try {
          session.answer(state, rows[bit]);
          answers++;
        } catch (RefusedException refused) {
          assertNotEquals("run", state.runId());
        }
      }
      assertEquals(1, answers);
    }
    assertTrue(found > 0.99 * USERS, found + " bits");
  }

  /** The messages that the bundles for all states have. */
  private static Set<Long> inAll(List<ShuffleMeanClient> clients, double[] row, NoiseKey key) {
    Set<Long> common = null;
    for (int k = 0; k < clients.size(); k++) {
      Set<Long> sent = new HashSet<>();
      clients
          .get(k)
          .randomize(
              row, key.substream(k, 0, 0), (label, body) -> sent.add((long) label << 32 | body));
      if (common == null) {
        common = sent;
      }
      common.retainAll(sent);
    }
    return common;
  }

  /** A lower bound on the epsilon of all that 3,000 users answer. */
  private static double epsilonLearned(Victims victims, int mostAnswers) {
    SplittableRandom random = new SplittableRandom(5);
    int[] users = new int[2];
    int[] guessedOne = new int[2];
    int most = 0;
    for (int i = 0; i < USERS; i++) {
      int bit = random.nextInt(2);
      Attack attack = new Attack("user " + i, random.nextLong() >>> 1);
      double[] row = {bit == 1 ? 5 : -5};
      most = Math.max(most, attack.on(victims, row));
      users[bit]++;
      guessedOne[bit] += attack.guessesOne() ? 1 : 0;
    }
    assertEquals(mostAnswers, most);
    double ones = Math.log(least(guessedOne[1], users[1]) / most(guessedOne[0], users[0]));
    double zeros =
        Math.log(
            least(users[0] - guessedOne[0], users[0]) / most(users[1] - guessedOne[1], users[1]));
    return Math.max(ones, zeros);
  }

  /** Twenty attempts on one user; every row is far outside the norms, so that its sign is all. */
  private static final class Attack {
    private final String user;
    private final List<LocalMeanState> states = new ArrayList<>();
    private final LocalMeanState start;
    private double evidence;

    Attack(String user, long seed) {
      this.user = user;
      this.start = start(PLAN, seed);
      for (int k = 0; k < 4; k++) {
        LocalMeanState rich = start(RICH, seed + 1000L * k);
        states.add(ForgedStates.ofLastRound(rich, 64));
        states.add(ForgedStates.ofLastRound(start(PLAN, seed + 1000L * (k + 1)), 64));
      }
      states.add(ForgedStates.ofLastRound(start(CROWDED, seed), 64));
      states.add(ForgedStates.ofLastRound(start(CROWDED, seed + 1000), 64));
      for (int k = 0; k < 10; k++) {
        states.add(ForgedStates.ofLastRound(start, 64 + k));
      }
    }

    /** With the first seed, from one on, by which the user reports in the last round. */
    private LocalMeanState start(LocalMeanPlan plan, long from) {
      long seed = from;
      while (true) {
        LocalMeanState tried = LocalMeanState.start(plan, seed, "run");
        LocalMeanState last = ForgedStates.ofLastRound(tried, 1);
        if (LocalMeanClient.of(last).takesPart(user)) {
          return tried;
        }
        seed++;
      }
    }

    /** Asks for all of them, and says how many different answers came. */
    int on(Victims victims, double[] row) {
      Victim victim = victims.of(start, user);
      Set<String> answers = new HashSet<>();
      for (LocalMeanState state : states) {
        byte[] answer = victim.answer(state, row);
        if (answer.length > 0 && answers.add(Arrays.toString(answer))) {
          LocalMeanTally tally = state.newTally();
          assertTrue(tally.take(answer));
          double sign = Math.signum(state.next(tally).mean()[0]);
          evidence += sign * state.plan().budget();
        }
      }
      return answers.size();
    }

    boolean guessesOne() {
      return evidence > 0;
    }
  }

  /** The least probability under which so many successes or more are no rarer than by chance. */
  private static double least(int successes, int trials) {
    return successes == 0 ? 0 : solve(p -> upperTail(successes, trials, p) < CHANCE);
  }

  private static double most(int successes, int trials) {
    return 1 - least(trials - successes, trials);
  }

  /** Where a condition of probabilities that holds at 0 ceases to. */
  private static double solve(DoublePredicate holds) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (holds.test(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** P[X >= k] of a binomial X. */
  private static double upperTail(int k, int trials, double p) {
    double term = 0;
    for (int i = 0; i < k; i++) {
      term += Math.log((double) (trials - i) / (i + 1));
    }
    term += k * Math.log(p) + (trials - k) * Math.log1p(-p);
    DoubleUnaryOperator next = i -> Math.log((trials - i) / (i + 1)) + Math.log(p / (1 - p));
    double sum = 0;
    for (int i = k; i <= trials; i++) {
      sum += Math.exp(term);
      term += i < trials ? next.applyAsDouble(i) : 0;
    }
    return sum;
  }
}
