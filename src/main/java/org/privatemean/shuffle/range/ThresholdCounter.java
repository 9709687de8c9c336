package org.privatemean.shuffle.range;

import java.util.Objects;
import java.util.function.Function;
import org.privatemean.query.RangeCounter;

/**
 * Answers the questions of PrivQuant by one round of {@link ThresholdCounts} a level.
 *
 * <p><b>Privacy guarantee.</b> That of all rounds of the counts, however often the search asks: a
 * level is asked once.
 */
public final class ThresholdCounter implements RangeCounter {
  private final ThresholdCounts plan;
  private final Function<ThresholdRound, long[]> run;
  private int next;

  /**
   * A counter.
   *
   * @param plan what both sides know
   * @param run has all users answer a round, once, and returns {@link ThresholdTally#counts}; or
   *     draws them by {@link ThresholdRound#drawCounts}
   */
  public ThresholdCounter(ThresholdCounts plan, Function<ThresholdRound, long[]> run) {
    this.plan = Objects.requireNonNull(plan, "plan");
    this.run = Objects.requireNonNull(run, "run");
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the level is not the next one
   */
  @Override
  public long[] countsUpTo(int level, long[] mids) {
    if (level != next || level >= plan.levels()) {
      throw new IllegalStateException(
          String.format("level %d of %d asked for, %d expected", level, plan.levels(), next));
    }
    next++;
    return run.apply(plan.round(level, mids));
  }
}
