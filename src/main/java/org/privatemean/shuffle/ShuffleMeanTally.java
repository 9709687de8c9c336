package org.privatemean.shuffle;

import org.privatemean.annotation.Internal;
import org.privatemean.protocol.RoundMark;
import org.privatemean.protocol.RoundTally;
import org.privatemean.shuffle.intake.SlotAnalyzer;
import org.privatemean.shuffle.message.Analyzer;
import org.privatemean.shuffle.range.search.SearchTally;
import org.privatemean.shuffle.sum.SumAnalyzer;

/**
 * The analyzer of one round of the shuffle mean: counts, or sums modulo a power of two, as exact
 * integers.
 */
@Internal
public final class ShuffleMeanTally extends RoundTally<ShuffleMeanTally>
    implements Analyzer<ShuffleMeanTally>, SlotAnalyzer.BatchSink {
  private static final long serialVersionUID = 1L;

  /** One of the two; the other is null. */
  private final SearchTally counts;

  private final SumAnalyzer sums;
  private long messages;

  private ShuffleMeanTally(RoundMark mark, SearchTally counts, SumAnalyzer sums) {
    super(mark);
    this.counts = counts;
    this.sums = sums;
  }

  static ShuffleMeanTally of(RoundMark mark, SearchTally counts) {
    return new ShuffleMeanTally(mark, counts, null);
  }

  static ShuffleMeanTally of(RoundMark mark, SumAnalyzer sums) {
    return new ShuffleMeanTally(mark, null, sums);
  }

  @Override
  public void send(int label, long body) {
    messages++;
    if (counts != null) {
      counts.send(label, body);
    } else {
      sums.send(label, body);
    }
  }

  /**
   * Takes a message that came in a batch: of the sum, one with another batch's label is dropped.
   */
  @Override
  public void send(int batch, int label, long body) {
    send(label, body);
  }

  @Override
  protected void addAll(ShuffleMeanTally other) {
    if (counts != null) {
      counts.merge(other.counts);
    } else {
      sums.merge(other.sums);
    }
    messages += other.messages;
  }

  @Override
  public long malformed() {
    return counts == null ? sums.malformed() : counts.malformed();
  }

  @Override
  public long dropped() {
    return malformed();
  }

  @Override
  public long accepted() {
    return messages - malformed();
  }

  /** The counts of a search. */
  SearchTally counts() {
    return counts;
  }

  /** Number of users who answered. */
  long participants() {
    return counts == null ? sums.users() : counts.present();
  }

  /** The noisy sums in grid steps. */
  long[] sum() {
    if (!sums.isWhole() || sums.users() == 0) {
      throw new IllegalStateException(
          "messages of the sum were lost, repeated or forged, and what is left of it is a random"
              + " number: read the shuffled messages of this round once more, and do not ask the"
              + " users again");
    }
    return sums.sums();
  }
}
