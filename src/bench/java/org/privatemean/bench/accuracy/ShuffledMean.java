package org.privatemean.bench.accuracy;

import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.privatemean.noise.BitSource;
import org.privatemean.shuffle.DrawnTotals;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;
import org.privatemean.shuffle.message.InMemoryShuffler;
import org.privatemean.shuffle.message.Shuffler;

/**
 * The shuffle mean.
 *
 * @param way how its rounds are run
 * @param most trials that it takes part in where all messages are made and that takes minutes
 */
record ShuffledMean(Way way, int most) implements ShuffleContender {
  /** How rounds are run. */
  enum Way {
    /** Every message of every user is made, shuffled in memory, and analysed. */
    ALL_MESSAGES("shuffle mean, all messages"),
    /** The totals of a round are drawn from their law. */
    DRAWN("shuffle mean, totals drawn");

    private final String words;

    Way(String words) {
      this.words = words;
    }
  }

  /** Where all messages are made: up to so many users, and up to so many coordinates of any. */
  private static final int FEW_USERS = 10_000;

  private static final int FEW_COORDINATES = 8;

  /** Messages of all users, up to which it takes part in all trials. */
  private static final double FEW_MESSAGES = 3e7;

  /** Calibrating the noise takes seconds, and both ways have the same. */
  private static final Map<Setting, ShuffleMeanPlan> PLANS = new ConcurrentHashMap<>();

  @Override
  public String name() {
    return way.words;
  }

  private static ShuffleMeanPlan plan(Setting setting) {
    return PLANS.computeIfAbsent(
        setting,
        s ->
            ShuffleMeanPlan.of(
                ShuffleMeanSpec.of(ShuffleContender.budget(s), s.bounds()),
                s.law().rows(),
                s.law().dimension()));
  }

  @Override
  public int trials(Setting setting, int ofFigure) {
    if (refusal(setting).isPresent()) {
      return 0;
    }
    double messages = setting.law().rows() * plan(setting).messagesPerUser();
    return way == Way.DRAWN || messages <= FEW_MESSAGES ? ofFigure : Math.min(most, ofFigure);
  }

  @Override
  public boolean isLeftOut(Setting setting) {
    return way == Way.ALL_MESSAGES
        && setting.law().rows() > FEW_USERS
        && setting.law().dimension() > FEW_COORDINATES;
  }

  @Override
  public Optional<String> refusal(Setting setting) {
    if (isLeftOut(setting)) {
      return Optional.of("left out: too many messages");
    }
    try {
      ShuffleMeanPlan unused = plan(setting);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    ShuffleMeanState state = ShuffleMeanState.start(plan(setting), seed);
    if (way == Way.DRAWN) {
      return DrawnTotals.of(sample.rows(), seed).finish(state).mean();
    }
    SplittableRandom random = new SplittableRandom(seed);
    while (!state.isFinished()) {
      state = next(state, sample.rows(), random);
    }
    return state.mean();
  }

  private static ShuffleMeanState next(
      ShuffleMeanState state, double[][] rows, SplittableRandom random) {
    BitSource secret = LocalContender.bits(random);
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    Shuffler shuffler = InMemoryShuffler.create(LocalContender.bits(random.split()));
    for (double[] row : rows) {
      client.randomize(row, secret, shuffler);
    }
    ShuffleMeanTally tally = state.newTally();
    shuffler.drainTo(tally);
    return state.next(tally);
  }

  @Override
  public Optional<Sent> sent(Setting setting) {
    ShuffleMeanPlan plan = plan(setting);
    return Optional.of(new Sent(plan.messagesPerUser(), plan.bytesPerUser()));
  }
}
