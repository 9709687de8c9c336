package org.privatemean.shuffle.sum;

import java.io.Serializable;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.noise.BitSource;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.shuffle.message.MessageRandomizer;
import org.privatemean.shuffle.message.MessageSink;

/**
 * The sum of vectors of bounded l2 norm as Huang, Liang and Yi (2021), Lemma 5.4, put it together
 * from scalar sums, for comparison: rotate, clip each coordinate to C' = C sqrt(2 ln(4nd/b) / d),
 * release each coordinate's sum by {@link ScalarSum}, and compose. {@link VectorSum} does better:
 * its noise is smaller by a factor of about 2 sqrt(ln(4nd/b)) at small epsilon and delta.
 *
 * <p><b>Privacy.</b> Each of the k coordinates after the rotation is (epsilon', delta / (2k))-DP
 * for the replacement of one vector; by advanced composition (Lemma 2.2 of the paper) all are
 * (epsilon, delta)-DP, with sqrt(2 k ln(2 / delta)) epsilon' + k epsilon' (e^epsilon' - 1) =
 * epsilon.
 *
 * <p>Where C' would pass C, what a rotated coordinate can be at all, nothing is clipped.
 */
public final class CoordinateSum implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * The number of halvings of the interval that the epsilon of one release is searched in: until
   * doubles end it.
   */
  private static final int HALVINGS = 200;

  private final long users;
  private final RandomRotation rotation;
  private final long norm;
  private final long gridStep;
  private final ScalarSum scalar;
  private final long bound;

  private CoordinateSum(
      long users, RandomRotation rotation, long norm, long bound, long gridStep, ScalarSum scalar) {
    this.users = users;
    this.rotation = rotation;
    this.norm = norm;
    this.bound = bound;
    this.gridStep = gridStep;
    this.scalar = scalar;
  }

  /**
   * Makes the sum of a guarantee.
   *
   * @param users the number n of users, public; n honestFraction at least 20
   * @param rotation public, drawn independently of the vectors
   * @param norm the clipping norm C in lattice steps, from 1 to 2^40
   * @param target epsilon above 0 and at most 64, and delta above 0
   * @param clipped b in (0, 1): the chance that any coordinate of any vector is clipped
   * @param honestFraction the share of the users whose noise is counted on, in (0, 1]
   */
  public static CoordinateSum create(
      long users,
      RandomRotation rotation,
      long norm,
      ApproxDp target,
      double clipped,
      double honestFraction) {
    if (norm < 1 || norm > 1L << 40) {
      throw new IllegalArgumentException("norm must be in [1, 2^40]. Provided value: " + norm);
    }
    if (!(clipped > 0 && clipped < 1)) {
      throw new IllegalArgumentException("clipped must be in (0, 1). Provided value: " + clipped);
    }
    if (!(target.epsilon() > 0 && target.epsilon() <= 64 && target.delta() > 0)) {
      throw new IllegalArgumentException(
          "epsilon must be in (0, 64] and delta above 0. Provided value: " + target);
    }
    int size = rotation.size();
    ApproxDp each = each(target, size);
    double deviations = Math.sqrt(2 * Math.log(4.0 * users * size / clipped));
    long bound = (long) Math.ceil(norm * Math.min(deviations, Math.sqrt(size)));
    double steps = Math.ceil(each.epsilon() * Math.sqrt((double) users));
    long gridStep = Math.max(1, (long) (bound / steps));
    long highest = -Math.floorDiv(-bound, gridStep);
    ScalarSum scalar = ScalarSum.create(users, -highest, highest, each, honestFraction);
    return new CoordinateSum(users, rotation, norm, bound, gridStep, scalar);
  }

  /**
   * Returns what each of k releases may cost for all to have the guarantee, by advanced
   * composition; half of delta is for the composition itself. Epsilon is rounded down.
   */
  static ApproxDp each(ApproxDp target, int releases) {
    double root = Math.sqrt(2 * releases * StrictMath.log(2 / target.delta()));
    double most = target.epsilon() * (1 - 0x1p-48);
    double composed =
        MonotoneSearch.halve(
                0,
                target.epsilon(),
                HALVINGS,
                x -> root * x + releases * x * StrictMath.expm1(x) <= most)
            .low();
    // One release needs no composition.
    double epsilon = releases == 1 ? target.epsilon() : composed;
    return new ApproxDp(epsilon, target.delta() / (2.0 * releases));
  }

  /**
   * Returns what a user runs. It takes vectors of {@code rotation.dimension()} lattice coordinates
   * below 2^62 in absolute value.
   *
   * @param firstLabel the label of the first rotated coordinate, at least 0
   */
  public MessageRandomizer<long[]> randomizer(int firstLabel) {
    return (vector, secret, messages) -> randomize(vector, firstLabel, secret, messages);
  }

  private void randomize(long[] vector, int firstLabel, BitSource secret, MessageSink messages) {
    long[] clipped = vector.clone();
    ExactClipping.clip(clipped, norm);
    long[] rotated = rotation.apply(clipped);
    for (int j = 0; j < rotated.length; j++) {
      long kept = Math.max(-bound, Math.min(bound, rotated[j]));
      long onGrid = GridRounding.toGrid(kept, gridStep, secret);
      scalar.randomizer(firstLabel + j).randomize(onGrid, secret, messages);
    }
  }

  /** Returns what the server runs on the shuffled messages. */
  public SumAnalyzer analyzer(int firstLabel) {
    return scalar.splitting().analyzer(firstLabel, rotation.size());
  }

  /** The noisy sums of the coordinates, rotated back, in lattice steps. */
  public double[] estimate(SumAnalyzer analyzer) {
    long[] sums = analyzer.sums();
    double[] rotated = new double[sums.length];
    for (int j = 0; j < sums.length; j++) {
      rotated[j] = (double) sums[j] * gridStep;
    }
    return rotation.inverse(rotated);
  }

  /** Number of messages of a user. */
  public long messages() {
    return (long) rotation.size() * scalar.messages();
  }

  /** Bytes of the bodies of a user's messages, packed; labels are not counted. */
  public long bodyBytes() {
    return (messages() * scalar.splitting().modulusBits() + 7) / 8;
  }

  /**
   * The root mean squared l2 error of the sum in lattice steps, except for what clipping a
   * coordinate does: one coordinate's, in the rotated frame, times sqrt(d / size).
   */
  public double expectedError() {
    double rounded = gridStep == 1 ? 0 : users / 4.0;
    double coordinate = Math.hypot(scalar.expectedError(), Math.sqrt(rounded));
    return gridStep * coordinate * Math.sqrt((double) rotation.dimension() / rotation.size());
  }
}
