package org.privatemean.protocol;

import java.io.Serializable;

/**
 * The data received in one round, as exact integers. Tallies of disjoint parts merge into that of
 * all, in any order. A tally belongs to one public state: it neither merges with the tally of
 * another state (another round, or the same round with another centre) nor continues from it.
 *
 * @param <T> the tally itself
 */
public abstract class RoundTally<T extends RoundTally<T>> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final RoundStateDigest mark;

  /** Creates an empty tally for the next round of a state. */
  protected RoundTally(RoundStateDigest mark) {
    this.mark = mark;
  }

  protected final RoundStateDigest mark() {
    return mark;
  }

  /**
   * Adds another tally of the same state.
   *
   * @throws IllegalArgumentException if it is of another state
   */
  public final void merge(T other) {
    if (!mark.isOf(other.mark())) {
      throw new IllegalArgumentException(
          String.format(
              "tallies of different states do not merge: rounds %d and %d",
              mark.round(), other.mark().round()));
    }
    addAll(other);
  }

  protected abstract void addAll(T other);

  /** Returns the number of accepted reports or messages. */
  public abstract long acceptedReports();

  /** Returns the number of dropped ones, which no honest user of this round could have sent. */
  public abstract long droppedReports();

  final void check(RoundStateDigest state) {
    if (!mark.isOf(state)) {
      throw new IllegalArgumentException(
          String.format(
              "the tally, of round %d, is not one of this state, before round %d",
              mark.round(), state.round()));
    }
  }
}
