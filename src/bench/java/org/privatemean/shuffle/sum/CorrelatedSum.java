package org.privatemean.shuffle.sum;

import java.io.Serializable;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NegativeBinomial;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.shuffle.message.HonestUsers;
import org.privatemean.shuffle.message.MessageRandomizer;
import org.privatemean.shuffle.message.MessageSink;

/**
 * The sum of one integer of 0 to D per user, in almost one message where D is small beside the
 * number of users. Source: Ghazi, Kumar, Manurangsi, Pagh and Sinha, "Differentially Private
 * Aggregation in the Shuffle Model: Almost Central Accuracy in Almost a Single Message" (2021).
 *
 * <p>A user sends its value unless it is 0, a few times +1 and -1, whose difference is the noise of
 * the sum, and now and then messages that add up to 0: pairs +1, -1, and for each i of -D to D but
 * 0 and -1 the triple i, floor(-i/2), ceil(-i/2). These hide which values made the sum. All numbers
 * are {@link NegativeBinomial} shares; with g the flood share, epsilon' = (1 - g) epsilon,
 * epsilon_0 = min(1, g epsilon) / 2 and t_i = ceil(D (ceil(ln D) + 1) / |i|),
 *
 * <pre>
 *   +1 and -1, each   shape 1                                   rate epsilon' / D
 *   pairs             shape 3 (1 + ln(2 / delta))               rate 0.2 epsilon_0 / D
 *   triples of i      shape 3 (1 + ln(2 (2D - 1) / delta))      rate 0.1 epsilon_0 / t_i
 * </pre>
 *
 * <p>A zero of a triple is not sent.
 *
 * <p><b>Privacy.</b> (epsilon, delta)-DP for the replacement of one user's value, by the theorem of
 * the paper on integer sums; for D = 1 it also follows from an argument on the page on shuffle
 * summation. Shapes are rounded up and rates down, which adds independent messages only.
 *
 * <p><b>Limits.</b> A forged message shifts the sum by at most D; a lost or repeated one as well.
 */
public final class CorrelatedSum implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int WIDEST = 10_000;

  private final long users;
  private final int highest;
  private final NegativeBinomial noise;
  private final NegativeBinomial pairs;

  /** Of i = -D + place. */
  private final NegativeBinomial[] triples;

  private CorrelatedSum(
      long users,
      int highest,
      NegativeBinomial noise,
      NegativeBinomial pairs,
      NegativeBinomial[] triples) {
    this.users = users;
    this.highest = highest;
    this.noise = noise;
    this.pairs = pairs;
    this.triples = triples;
  }

  /**
   * Makes the sum of a guarantee.
   *
   * @param users the number n of users, public; n honestFraction at least 20
   * @param highest D, the greatest value, 1 to 10000
   * @param target epsilon above 0, at most 64, and delta above 0
   * @param floodShare g, in (0, 1): the part of epsilon that pays for hiding the values
   * @param honestFraction the share of the users whose noise is counted on, in (0, 1]
   */
  public static CorrelatedSum of(
      long users, int highest, ApproxDp target, double floodShare, double honestFraction) {
    if (highest < 1 || highest > WIDEST) {
      throw new IllegalArgumentException(
          String.format("highest must be in [1, %d]. Provided value: %d", WIDEST, highest));
    }
    if (!(floodShare > 0 && floodShare < 1)) {
      throw new IllegalArgumentException(
          "flood share must be in (0, 1). Provided value: " + floodShare);
    }
    if (!(target.epsilon() > 0 && target.delta() > 0)) {
      throw new IllegalArgumentException(
          "epsilon and delta must be above 0. Provided value: " + target);
    }
    long honest = HonestUsers.count(users, honestFraction, MessageCount.FEWEST_USERS);
    double hiding = down(Math.min(1, floodShare * target.epsilon()) / 2);
    double noiseRate = down((1 - floodShare) * target.epsilon() / highest);
    double pairShape = shape(2 / target.delta());
    NegativeBinomial[] triples = new NegativeBinomial[2 * highest + 1];
    double tripleShape = shape(2 * (2.0 * highest - 1) / target.delta());
    for (int i = -highest; i <= highest; i++) {
      if (i != 0 && i != -1) {
        double rate = down(0.1 * hiding / spread(highest, i));
        triples[i + highest] = NegativeBinomial.share(tripleShape, honest, rate);
      }
    }
    return new CorrelatedSum(
        users,
        highest,
        NegativeBinomial.share(1, honest, noiseRate),
        NegativeBinomial.share(pairShape, honest, down(0.2 * hiding / highest)),
        triples);
  }

  /** t_i. */
  private static double spread(int highest, int i) {
    long whole = highest * ((long) Math.ceil(StrictMath.log(highest)) + 1);
    return (double) -Math.floorDiv(-whole, Math.abs(i));
  }

  private static double shape(double inverse) {
    return 3 * (1 + StrictMath.log(inverse)) * (1 + 0x1p-50);
  }

  /** Below the exact result of a few operations whose result is x. */
  private static double down(double x) {
    return x * (1 - 0x1p-50);
  }

  /** What a user runs; all its messages are under the label. Other values go to the nearer end. */
  public MessageRandomizer<Long> randomizer(int label) {
    return (value, secret, messages) -> randomize(value, label, secret, messages);
  }

  private void randomize(long value, int label, BitSource secret, MessageSink messages) {
    int kept = (int) Math.max(0, Math.min(highest, value));
    send(1, kept, label, messages);
    send(noise.sample(secret).longValueExact(), 1, label, messages);
    send(noise.sample(secret).longValueExact(), -1, label, messages);
    long inPairs = pairs.sample(secret).longValueExact();
    send(inPairs, 1, label, messages);
    send(inPairs, -1, label, messages);
    for (int i = -highest; i <= highest; i++) {
      if (triples[i + highest] != null) {
        long times = triples[i + highest].sample(secret).longValueExact();
        send(times, i, label, messages);
        send(times, Math.floorDiv(-i, 2), label, messages);
        send(times, -Math.floorDiv(i, 2), label, messages);
      }
    }
  }

  private void send(long times, int value, int label, MessageSink messages) {
    for (long left = value == 0 ? 0 : times; left > 0; left--) {
      messages.send(label, (long) value + highest);
    }
  }

  /** What the server runs on the shuffled messages. */
  public CorrelatedAnalyzer analyzer(int label) {
    return new CorrelatedAnalyzer(label, highest);
  }

  /** The expected number of messages of a user whose value is not 0; 1 less for 0. */
  public double expectedMessages() {
    double sum = 1 + 2 * noise.mean() + 2 * pairs.mean();
    for (int i = -highest; i <= highest; i++) {
      if (triples[i + highest] != null) {
        sum += (i == 1 ? 2 : 3) * triples[i + highest].mean();
      }
    }
    return sum;
  }

  /** The root mean squared error of the sum when everybody sends noise. */
  public double expectedError() {
    return Math.sqrt(2 * users * noise.variance());
  }
}
