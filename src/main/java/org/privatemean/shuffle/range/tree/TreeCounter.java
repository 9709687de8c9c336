package org.privatemean.shuffle.range.tree;

import java.util.Objects;
import java.util.function.Function;
import org.privatemean.query.RangeCounter;

/**
 * Answers the questions of PrivQuant by one round of {@link TreeCounts} every h levels.
 *
 * <p><b>Privacy guarantee.</b> That of all rounds of the counts: a level is asked once.
 */
public final class TreeCounter implements RangeCounter {
  private final TreeCounts plan;
  private final Function<TreeRound, TreeTally> run;
  private TreeRound round;
  private TreeTally tally;
  private int next;

  /**
   * A counter.
   *
   * @param plan what both sides know
   * @param run has all users answer a round, once, and returns its tally
   */
  public TreeCounter(TreeCounts plan, Function<TreeRound, TreeTally> run) {
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
    int levels = plan.domain().levels();
    if (level != next || level >= levels) {
      throw new IllegalStateException(
          String.format("level %d of %d asked for, %d expected", level, levels, next));
    }
    next++;
    long low = plan.domain().universe().low();
    long half = 1L << (levels - 1 - level);
    if (level % plan.levelsPerRound() == 0) {
      long[] bases = new long[mids.length];
      for (int j = 0; j < bases.length; j++) {
        bases[j] = mids[j] + 1 - half - low;
      }
      round = plan.round(level / plan.levelsPerRound(), bases);
      tally = run.apply(round);
    }
    long[] bases = round.bases();
    long[] counts = new long[mids.length];
    for (int j = 0; j < counts.length; j++) {
      counts[j] = Math.round(tally.below(j, mids[j] + 1 - low - bases[j]));
    }
    return counts;
  }
}
