package org.privatemean.shuffle.range.tree;

import java.util.Arrays;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.Poisson;
import org.privatemean.privacy.loss.DummyCounts;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.shuffle.message.MessageSink;
import org.privatemean.shuffle.message.Randomizer;
import org.privatemean.shuffle.range.DummyShares;
import org.privatemean.shuffle.range.Labels;
import org.privatemean.shuffle.range.ThresholdRound;

/**
 * Range counting in one round, as in Lemma 5.5 of Huang, Liang and Yi (2021): a user tells, for
 * every coordinate and level of the binary tree in whose left half of a node its value is, by a
 * message of the node, or by none if in the right half; and adds dummies of uniformly random nodes.
 * Deep levels have hashed nodes. The randomizer takes the user's values, one per coordinate.
 *
 * <p>The label of (coordinate j, level k), k from 0 at the root, is {@code firstLabel + k width +
 * j}; the body is the node, or for a level of more nodes than buckets a hash function and a bucket
 * in one number.
 *
 * <p><b>Privacy guarantee.</b> A dummy of a label matches a node with probability one in the number
 * of its cells, so the dummies that match one of two nodes and not the other are two independent
 * Poisson numbers of mean at least mu. Given which messages there are, a value is as likely as many
 * messages match its node; a replaced row is therefore dominated, in each label, by the pair {@code
 * (1 + Y, Y')}, {@code (Y, 1 + Y')}, and the {@code T = levels * width} labels by the composition
 * of T of them, which mu is to be calibrated to. A label that one of the rows has no message of
 * shows one of the two numbers only. Hashed nodes collide with probability kappa; then the message
 * is the same for both rows, and {@code 1 / (1 - kappa)} as many dummies make up for those that
 * match both. All this needs the shuffler and one run for each user; loss, repetition and forgery
 * are as in {@link ThresholdRound}.
 *
 * <p><b>Error.</b> The estimate of a node is unbiased with variance {@code (M + kappa n) / (1 -
 * kappa)} at most, M the mean number of dummies that match a node; an answer adds up at most one
 * node a level.
 */
public final class DyadicCounts implements Randomizer<long[]> {
  private static final long serialVersionUID = 1L;

  private static final int MOST_BUCKETS = 1 << 20;

  private final int firstLabel;
  private final RangeDomain domain;
  private final DummyShares dummies;
  private final CellCode[] codes;

  /** The dummies of one user for each level of all coordinates. */
  private final Poisson[] userDummies;

  private DyadicCounts(int firstLabel, RangeDomain domain, int buckets, DummyShares dummies) {
    this.firstLabel = firstLabel;
    this.domain = domain;
    this.dummies = dummies;
    this.codes = new CellCode[domain.levels()];
    this.userDummies = new Poisson[codes.length];
    for (int k = 0; k < codes.length; k++) {
      codes[k] = new CellCode(1L << k, buckets);
      userDummies[k] = dummies.forCells(codes[k].dummyCells() * domain.width());
    }
  }

  /**
   * Counts with {@code n / mu} buckets, so that a user adds about one dummy a level, and collisions
   * at most double the variance.
   *
   * @see #of(int, RangeDomain, int, DummyShares)
   */
  public static DyadicCounts of(int firstLabel, RangeDomain domain, DummyShares dummies) {
    double each = Math.rint(dummies.users() / dummies.mu());
    return of(firstLabel, domain, (int) Math.max(2, Math.min(MOST_BUCKETS, each)), dummies);
  }

  /**
   * Counts of some number of buckets.
   *
   * @param firstLabel the smallest label that is used, at least 0
   * @param domain what is counted
   * @param buckets b in [2, 2^20]: levels of more nodes are hashed to that many buckets
   * @param dummies the dummies of every cell
   * @throws IllegalArgumentException if a number is out of its range, the labels pass 2^31 - 1, or
   *     a hashed node does not fit 62 bits: the largest level needs {@code 2 (L - 1) + log2 b < 62}
   */
  public static DyadicCounts of(
      int firstLabel, RangeDomain domain, int buckets, DummyShares dummies) {
    if (buckets < 2 || buckets > MOST_BUCKETS) {
      throw new IllegalArgumentException(
          "buckets must be in [2, 2^20]. Provided value: " + buckets);
    }
    Labels.check(firstLabel, domain.width(), domain.levels());
    return new DyadicCounts(firstLabel, domain, buckets, dummies);
  }

  /**
   * {@inheritDoc}
   *
   * @param values one for each coordinate; outside the universe they count as its nearest end
   * @throws IllegalArgumentException if their number is not that of the coordinates
   */
  @Override
  public void randomize(long[] values, BitSource secret, MessageSink messages) {
    int width = domain.width();
    Labels.checkWidth(width, values);
    for (int k = 0; k < codes.length; k++) {
      int label = firstLabel + k * width;
      for (int j = 0; j < width; j++) {
        long place = domain.cell(values[j]) >>> (codes.length - 1 - k);
        if ((place & 1) == 0) {
          messages.send(label + j, codes[k].encode(place >>> 1, secret));
        }
      }
      for (long left = userDummies[k].sample(secret); left > 0; left--) {
        int coordinate = (int) secret.nextBelow(width);
        messages.send(label + coordinate, secret.nextBelow(codes[k].bodies()));
      }
    }
  }

  /** M: the mean number of dummies that match one node of a level. */
  double noise(int level) {
    double all = dummies.users() * userDummies[level].mean() / domain.width();
    return all / (double) codes[level].cells();
  }

  /** Tells whether the messages of the one are those of the other, dummies and all. */
  boolean sendsAlike(DyadicCounts other) {
    if (firstLabel != other.firstLabel || !domain.equals(other.domain)) {
      return false;
    }
    for (int k = 0; k < codes.length; k++) {
      if (codes[k].bodies() != other.codes[k].bodies() || noise(k) != other.noise(k)) {
        return false;
      }
    }
    return true;
  }

  CellCode code(int level) {
    return codes[level];
  }

  int firstLabel() {
    return firstLabel;
  }

  /** What is counted. */
  public RangeDomain domain() {
    return domain;
  }

  /** The dummies of every cell. */
  public DummyShares dummies() {
    return dummies;
  }

  /** T, the number of labels that a user can change: levels times width. */
  public int counts() {
    return codes.length * domain.width();
  }

  /**
   * What the messages cost, for the account.
   *
   * @throws IllegalArgumentException if mu is below 1, which no account is kept of
   */
  public DummyCounts charge() {
    return DummyCounts.ofCells(counts(), dummies.mu());
  }

  /** Mean number of dummies that a user sends; its own messages are T at most, half on average. */
  public double dummiesPerUser() {
    return Arrays.stream(userDummies).mapToDouble(Poisson::mean).sum();
  }

  /** The largest number of bits that the body of a message has. */
  public int bodyBits() {
    return Arrays.stream(codes)
        .mapToInt(code -> Long.SIZE - Long.numberOfLeadingZeros(code.bodies() - 1))
        .max()
        .orElseThrow();
  }

  /** The largest standard deviation of an answer, when all n users take part. */
  public double deviation() {
    double variance = 0;
    for (int k = 0; k < codes.length; k++) {
      double collision = codes[k].collision();
      variance += (noise(k) + dummies.users() * collision) / (1 - collision);
    }
    return Math.sqrt(variance);
  }
}
