package org.privatemean.protocol;

import java.io.Serializable;

/**
 * The data received during one round, as exact integers. Tallies of disjoint parts merge to that of
 * all, in any order. A tally belongs to one public state: it neither merges with the tally of
 * another one, be it another round or the same around another centre, nor leads on from it.
 *
 * @param <T> the tally itself
 */
public abstract class RoundTally<T extends RoundTally<T>> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final RoundStateDigest mark;

  /** An empty tally for the coming round of the state of a mark. */
  protected RoundTally(RoundStateDigest mark) {
    this.mark = mark;
  }

  /** The state that the tally belongs to. */
  protected final RoundStateDigest mark() {
    return mark;
  }

  /**
   * Adds what another tally of the same state holds.
   *
   * @throws IllegalArgumentException if it is one of another state
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

  /** Adds what another tally of the same state holds. */
  protected abstract void addAll(T other);

  /** Number of reports or messages taken. */
  public abstract long acceptedReports();

  /** Number of those dropped, because no honest user of this round could have sent them. */
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
