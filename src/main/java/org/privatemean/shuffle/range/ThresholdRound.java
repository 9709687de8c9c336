package org.privatemean.shuffle.range;

import java.util.Arrays;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.Poisson;
import org.privatemean.shuffle.message.MessageSink;
import org.privatemean.shuffle.message.Randomizer;

/**
 * One round of {@link ThresholdCounts}: the server makes it and publishes it, the users answer it,
 * and {@link #newTally} adds the answers up. As a randomizer it takes the user's values, one a
 * coordinate.
 *
 * <p><b>Privacy guarantee.</b> See {@link ThresholdCounts}. It needs the shuffler, and that nobody
 * answers a round twice. Messages that are lost by a chance that is the same for all of them take
 * nothing from it: that is post-processing of the counts. A user whose messages are all lost takes
 * its dummies along: plan for it by {@code honestFraction}. A message that somebody repeats at will
 * says whose it is, if he repeats it often enough: the shuffler has to refuse repetitions. Forged
 * messages, whoever sends them, take nothing from the honest users' noise.
 *
 * <p><b>The answer</b> moves by one for every message that is lost, repeated or forged.
 */
public final class ThresholdRound implements Randomizer<long[]> {
  private static final long serialVersionUID = 1L;

  private final int firstLabel;
  private final long[] mids;
  private final DummyShares dummies;

  /** The dummies of one user for all coordinates. */
  private final Poisson userDummies;

  ThresholdRound(int firstLabel, long[] mids, DummyShares dummies) {
    this.firstLabel = firstLabel;
    this.mids = mids;
    this.dummies = dummies;
    this.userDummies = dummies.forCells(mids.length);
  }

  /**
   * {@inheritDoc}
   *
   * @param values one for each coordinate
   * @throws IllegalArgumentException if their number is not that of the coordinates
   */
  @Override
  public void randomize(long[] values, BitSource secret, MessageSink messages) {
    Labels.checkWidth(mids.length, values);
    for (int j = 0; j < mids.length; j++) {
      if (values[j] <= mids[j]) {
        messages.send(firstLabel + j, 0);
      }
    }
    for (long left = userDummies.sample(secret); left > 0; left--) {
      messages.send(firstLabel + (int) secret.nextBelow(mids.length), 0);
    }
  }

  /** A tally of this round without messages. */
  public ThresholdTally newTally() {
    return new ThresholdTally(firstLabel, mids.length, dummies.expected());
  }

  /**
   * Draws what {@link ThresholdTally#counts} returns after a round in which all users take part,
   * from the exact counts and without messages; for forecasts and experiments. The sum of the
   * users' Poisson numbers is drawn as one, of the nearest mean that a double has.
   *
   * @param exact for each coordinate, how many values are at most the middle
   */
  public long[] drawCounts(long[] exact, BitSource bits) {
    ThresholdTally tally = newTally();
    Poisson noise = dummies.total();
    for (int j = 0; j < exact.length; j++) {
      tally.add(j, exact[j] + noise.sample(bits));
    }
    return tally.counts();
  }

  /** The middle of each coordinate. */
  public long[] mids() {
    return mids.clone();
  }

  /** The label of the first coordinate; those of the others follow. */
  public int firstLabel() {
    return firstLabel;
  }

  @Override
  public String toString() {
    return String.format(
        "ThresholdRound(labels from %d, mids %s)", firstLabel, Arrays.toString(mids));
  }
}
