package org.privatemean.protocol;

import java.io.Serializable;

/**
 * The data received in one round, as exact integers. Tallies of disjoint parts merge into that of
 * all, in any order. A tally belongs to one public state, and is refused by any other.
 */
public abstract class RoundTally<T extends RoundTally<T>> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final RoundStateDigest mark;

  protected RoundTally(RoundStateDigest mark) {
    this.mark = mark;
  }

  protected final RoundStateDigest mark() {
    return mark;
  }

  /** Adds another tally of the same state. */
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

  /** The next round of a public state, from 1, and SHA-256 of its binary form as 64 hex digits. */
  public record RoundStateDigest(int round, String digest) implements Serializable {
    boolean isOf(RoundStateDigest other) {
      return digest.equals(other.digest);
    }
  }
}
