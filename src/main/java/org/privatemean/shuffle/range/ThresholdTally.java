package org.privatemean.shuffle.range;

import org.privatemean.shuffle.message.Analyzer;

/**
 * The server's side of a {@link ThresholdRound}: the number of messages of each coordinate, less
 * the mean number of dummies. Exact sums, so tallies of parts merge in any order.
 */
public final class ThresholdTally implements Analyzer<ThresholdTally> {
  private static final long serialVersionUID = 1L;

  private final int firstLabel;
  private final double expected;
  private final long[] messages;
  private long malformed;

  ThresholdTally(int firstLabel, int width, double expected) {
    this.firstLabel = firstLabel;
    this.expected = expected;
    this.messages = new long[width];
  }

  /** {@inheritDoc} Labels of other rounds and bodies other than 0 are dropped and counted. */
  @Override
  public void send(int label, long body) {
    // Unsigned: a label below the first is far above the last.
    int coordinate = label - firstLabel;
    if (body != 0 || Integer.compareUnsigned(coordinate, messages.length) >= 0) {
      malformed++;
    } else {
      messages[coordinate]++;
    }
  }

  void add(int coordinate, long count) {
    messages[coordinate] += count;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if it is of another round
   */
  @Override
  public void merge(ThresholdTally other) {
    if (firstLabel != other.firstLabel
        || expected != other.expected
        || messages.length != other.messages.length) {
      throw new IllegalArgumentException("tallies of different rounds do not merge");
    }
    for (int j = 0; j < messages.length; j++) {
      messages[j] += other.messages[j];
    }
    malformed += other.malformed;
  }

  @Override
  public long malformed() {
    return malformed;
  }

  /** Number of well-formed messages of each coordinate: all that the server learns. */
  public long[] messages() {
    return messages.clone();
  }

  /** The counts, rounded to integers; not clamped: one may be below 0 or above n. */
  public long[] counts() {
    long[] counts = new long[messages.length];
    for (int j = 0; j < counts.length; j++) {
      counts[j] = Math.round(messages[j] - expected);
    }
    return counts;
  }
}
