package org.privatemean.shuffle;

import org.privatemean.annotation.Internal;
import org.privatemean.protocol.RoundTally;
import org.privatemean.protocol.RoundTally.RoundStateDigest;

/** The analyzer of one round of the shuffle mean: exact counts, or sums modulo a power of two. */
@Internal
public final class ShuffleMeanTally extends RoundTally<ShuffleMeanTally>
    implements Analyzer<ShuffleMeanTally>, MessageSink.BatchSink {
  private static final long serialVersionUID = 1L;

  /** One of the two is null. */
  private final SearchTally counts;

  private final BatchSums sums;
  private final long messagesPerUser;
  private long messages;

  private ShuffleMeanTally(
      RoundStateDigest mark, SearchTally counts, BatchSums sums, long messagesPerUser) {
    super(mark);
    this.counts = counts;
    this.sums = sums;
    this.messagesPerUser = messagesPerUser;
  }

  static ShuffleMeanTally create(RoundStateDigest mark, SearchTally counts) {
    return new ShuffleMeanTally(mark, counts, null, 0);
  }

  static ShuffleMeanTally create(RoundStateDigest mark, VectorSum sum, int firstLabel) {
    return new ShuffleMeanTally(mark, null, new BatchSums(sum, firstLabel), sum.messages());
  }

  @Override
  public void send(int label, long body) {
    messages++;
    (counts != null ? counts : sums).send(label, body);
  }

  /** Processes a message of a batch; a message of the sum with another batch's label is dropped. */
  @Override
  public void send(int batch, int label, long body) {
    if (sums == null) {
      send(label, body);
    } else {
      messages++;
      sums.send(batch, label, body);
    }
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

  /** {@inheritDoc} For a sum, includes the messages of the dropped batches. */
  @Override
  public long droppedReports() {
    return messages - acceptedReports();
  }

  /** {@inheritDoc} For a sum, only those of the kept batches. */
  @Override
  public long acceptedReports() {
    return counts == null ? sums.users() * messagesPerUser : messages - malformed();
  }

  /** Returns the number of dropped batches of the sum; 0 for counts. */
  public int droppedBatches() {
    return counts == null ? sums.batches() - sums.keptBatches() : 0;
  }

  SearchTally counts() {
    return counts;
  }

  long participants() {
    return counts == null ? sums.senders() : counts.present();
  }

  long[] sum() {
    if (sums.keptBatches() == 0) {
      throw new IllegalStateException(
          "messages of the sum were lost, repeated or forged in every batch, and what is left of it"
              + " is a random number: read the shuffled messages of this round once more, and do not"
              + " ask the users again; whole bundles are never torn, and a run in more batches"
              + " survives forgers");
    }
    return sums.sums();
  }
}
