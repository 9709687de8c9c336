package org.privatemean.shuffle;

import java.util.stream.IntStream;

/**
 * The server's side of a {@link VectorSum} in batches: a {@link SumAnalyzer} for each. What cannot
 * be the sum of users who follow the protocol is dropped with its whole batch, by a rule that looks
 * at nothing but what the server sees anyway:
 *
 * <ul>
 *   <li>not as many messages under each label, or not a multiple of a user's: one was lost,
 *       repeated or forged, and the sum is a random number;
 *   <li>a norm above {@link VectorSum#largestNorm}: somebody lied.
 * </ul>
 *
 * <p>Whether a batch is kept depends on its messages alone, so that it costs nothing. A forger has
 * its batch dropped, or moves its sum within the range, and that of no other batch where bundles
 * were taken by batch.
 */
final class BatchSums implements Analyzer<BatchSums> {
  private static final long serialVersionUID = 1L;

  private final VectorSum sum;
  private final int firstLabel;
  private final SumAnalyzer[] batches;
  private long malformed;

  private BatchSums(VectorSum sum, int firstLabel) {
    this.sum = sum;
    this.firstLabel = firstLabel;
    this.batches = new SumAnalyzer[sum.batches().count()];
    for (int b = 0; b < batches.length; b++) {
      batches[b] = sum.analyzer(Math.addExact(firstLabel, Math.multiplyExact(b, sum.dimension())));
    }
  }

  /**
   * Returns what the server runs on the shuffled messages of all batches.
   *
   * @param firstLabel the label of coordinate 0 of batch 0; coordinate j of batch b has {@code
   *     firstLabel + b dimension + j}
   */
  public static BatchSums create(VectorSum sum, int firstLabel) {
    return new BatchSums(sum, firstLabel);
  }

  /** {@inheritDoc} The label says which batch it is of. */
  @Override
  public void send(int label, long body) {
    int batch = label < firstLabel ? batches.length : (label - firstLabel) / sum.dimension();
    if (batch >= batches.length) {
      malformed++;
    } else {
      batches[batch].send(label, body);
    }
  }

  /** Takes a message of a user of a batch; one with the label of another is dropped and counted. */
  public void send(int batch, int label, long body) {
    if (label >= firstLabel && (label - firstLabel) / sum.dimension() == batch) {
      send(label, body);
    } else {
      malformed++;
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the other one is of other labels or another modulus
   */
  @Override
  public void merge(BatchSums other) {
    if (batches.length != other.batches.length) {
      throw new IllegalArgumentException("only sums of as many batches can be merged");
    }
    for (int b = 0; b < batches.length; b++) {
      batches[b].merge(other.batches[b]);
    }
    malformed += other.malformed;
  }

  @Override
  public long malformed() {
    long all = malformed;
    for (SumAnalyzer batch : batches) {
      all += batch.malformed();
    }
    return all;
  }

  /** True if a batch has a sum that can be one. */
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

  /** Number of batches. */
  public int batches() {
    return batches.length;
  }

  /** Number of batches that are kept. */
  public int keptBatches() {
    return (int) kept().count();
  }

  /** Number of users in the batches that are kept. */
  public long users() {
    return kept().mapToLong(b -> batches[b].users()).sum();
  }

  /** Number of users whose messages came in, in all batches; of broken ones about as many. */
  public long senders() {
    return IntStream.range(0, batches.length).mapToLong(b -> batches[b].users()).sum();
  }

  /** The sums of the batches kept, together: of {@link #users} users. */
  public long[] sums() {
    long[] total = new long[sum.dimension()];
    kept()
        .forEach(
            b -> {
              long[] each = batches[b].sums();
              for (int j = 0; j < total.length; j++) {
                total[j] += each[j];
              }
            });
    return total;
  }
}
