package org.privatemean.shuffle.sum;

import org.privatemean.shuffle.message.Analyzer;

/** The server's side of {@link CorrelatedSum}: adds up the messages. */
public final class CorrelatedAnalyzer implements Analyzer<CorrelatedAnalyzer> {
  private static final long serialVersionUID = 1L;

  private final int label;
  private final int highest;
  private long sum;
  private long malformed;

  CorrelatedAnalyzer(int label, int highest) {
    this.label = label;
    this.highest = highest;
  }

  /** Takes a message: its body is D plus a value of -D to D other than 0. */
  @Override
  public void send(int label, long body) {
    if (label != this.label || body < 0 || body > 2L * highest || body == highest) {
      malformed++;
      return;
    }
    sum += body - highest;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the other one is of another label or range
   */
  @Override
  public void merge(CorrelatedAnalyzer other) {
    if (other.label != label || other.highest != highest) {
      throw new IllegalArgumentException("only analyzers of one label and range can be merged");
    }
    sum += other.sum;
    malformed += other.malformed;
  }

  @Override
  public long malformed() {
    return malformed;
  }

  /** The noisy sum. */
  public long sum() {
    return sum;
  }
}
