package org.privatemean.shuffle;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The server's side of a {@link VectorSum} in batches. A batch that cannot be the sum of users who
 * follow the protocol is dropped, by a rule on the messages alone, which costs nothing: labels
 * differ in their number of messages, or it is not a multiple of a user's, or the norm of the sum
 * is above {@link VectorSum#largestNorm}. No other batch is affected, if bundles are received by
 * batch.
 */
final class BatchSums implements Analyzer<BatchSums> {
  private static final long serialVersionUID = 1L;

  private final VectorSum sum;
  private final int firstLabel;
  private final SumAnalyzer[] batches;
  private long malformed;

  /** Creates the analyzer; coordinate j of batch b has label {@code firstLabel + b d + j}. */
  BatchSums(VectorSum sum, int firstLabel) {
    this.sum = sum;
    this.firstLabel = firstLabel;
    this.batches = new SumAnalyzer[sum.batches().count()];
    for (int b = 0; b < batches.length; b++) {
      batches[b] = sum.analyzer(Math.addExact(firstLabel, Math.multiplyExact(b, sum.dimension())));
    }
  }

  /** {@inheritDoc} The label determines the batch. */
  @Override
  public void send(int label, long body) {
    int batch = label < firstLabel ? batches.length : (label - firstLabel) / sum.dimension();
    if (batch >= batches.length) {
      malformed++;
    } else {
      batches[batch].send(label, body);
    }
  }

  /** Receives a message of a batch; one with another batch's label is dropped. */
  public void send(int batch, int label, long body) {
    if (label >= firstLabel && (label - firstLabel) / sum.dimension() == batch) {
      send(label, body);
    } else {
      malformed++;
    }
  }

  @Override
  public void merge(BatchSums other) {
    for (int b = 0; b < batches.length; b++) {
      batches[b].merge(other.batches[b]);
    }
    malformed += other.malformed;
  }

  @Override
  public long malformed() {
    return malformed + Arrays.stream(batches).mapToLong(SumAnalyzer::malformed).sum();
  }

  public boolean isKept(int batch) {
    SumAnalyzer analyzer = batches[batch];
    return analyzer.isWhole()
        && analyzer.users() > 0
        && norm(analyzer.sums()) <= sum.largestNorm(analyzer.users());
  }

  private static double norm(long[] vector) {
    double squares = 0;
    for (long x : vector) {
      squares += (double) x * x;
    }
    return Math.sqrt(squares);
  }

  private IntStream kept() {
    return IntStream.range(0, batches.length).filter(this::isKept);
  }

  public int batches() {
    return batches.length;
  }

  public int keptBatches() {
    return (int) kept().count();
  }

  public long users() {
    return kept().mapToLong(b -> batches[b].users()).sum();
  }

  /** Returns the number of users with messages, in all batches; approximate for damaged ones. */
  public long senders() {
    return Arrays.stream(batches).mapToLong(SumAnalyzer::users).sum();
  }

  /** Returns the total of the kept batches, a sum of {@link #users} users. */
  public long[] sums() {
    long[] total = new long[sum.dimension()];
    for (int b : kept().toArray()) {
      long[] each = batches[b].sums();
      Arrays.setAll(total, j -> total[j] + each[j]);
    }
    return total;
  }
}
