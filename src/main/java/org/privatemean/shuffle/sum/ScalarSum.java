package org.privatemean.shuffle.sum;

import java.io.Serializable;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.Polya;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.shuffle.message.HonestUsers;
import org.privatemean.shuffle.message.MessageRandomizer;
import org.privatemean.shuffle.message.MessageSink;

/**
 * The sum of one integer of a public range per user, in the shuffle model, with the noise of the
 * central Laplace mechanism: every user adds a {@link Polya} share and sends the result by {@link
 * SplitAndMix}. Source: Balle, Bell, Gascon and Nissim, "Private Summation in the Multi-Message
 * Shuffle Model" (2020), whose error is that of Lemma 5.3 of Huang, Liang and Yi (2021).
 *
 * <p><b>Privacy.</b> The noisy sum is epsilon-DP for the replacement of one user's value: its
 * sensitivity is the width D of the range, and the honest users' shares add up to a discrete
 * Laplace number of rate epsilon / D, or more noise. Delta is spent on split-and-mix alone: (1 +
 * e^epsilon) distance.
 */
public final class ScalarSum implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Sums leave the range of the modulus with at most this chance: 2^-40. */
  private static final double LOG_INVERSE_FAILURE = 40 * Math.log(2);

  private static final long WIDEST = 1L << 40;

  private final long users;
  private final long lowest;
  private final long highest;
  private final Polya noise;
  private final SplitAndMix splitting;

  private ScalarSum(long users, long lowest, long highest, Polya noise, SplitAndMix splitting) {
    this.users = users;
    this.lowest = lowest;
    this.highest = highest;
    this.noise = noise;
    this.splitting = splitting;
  }

  /**
   * Makes the sum of a guarantee.
   *
   * @param users the number n of users, public; n honestFraction at least 20
   * @param lowest least value, at least -2^40
   * @param highest greatest value, above the least, at most 2^40 and at most 2^40 above it; others
   *     are taken for the nearer of the two
   * @param target epsilon, at least 2^-40 (highest - lowest) and at most 64, and delta above 0
   * @param honestFraction the share of the users whose noise is counted on, in (0, 1]
   * @throws IllegalArgumentException if an argument is out of its range, or the sum would need a
   *     modulus of more than 62 bits
   */
  public static ScalarSum create(
      long users, long lowest, long highest, ApproxDp target, double honestFraction) {
    if (lowest < -WIDEST || highest > WIDEST || lowest >= highest || highest - lowest > WIDEST) {
      throw new IllegalArgumentException(
          String.format(
              "lowest and highest must be in [-2^40, 2^40], lowest the lesser and at most 2^40"
                  + " apart. Provided: %d, %d",
              lowest, highest));
    }
    long honest = HonestUsers.count(users, honestFraction, MessageCount.FEWEST_USERS);
    double distance = SplitAndMix.distance(target.epsilon(), target.delta());
    double rate = quotientDown(target.epsilon(), (double) (highest - lowest));
    Polya noise = Polya.share(honest, rate);
    double largest =
        users * (double) Math.max(Math.abs(lowest), Math.abs(highest))
            + tail((double) users / honest, rate);
    return new ScalarSum(
        users, lowest, highest, noise, SplitAndMix.create(honest, modulusBits(largest), distance));
  }

  /** The largest double that is at most a / b. */
  private static double quotientDown(double a, double b) {
    double quotient = a / b;
    return Math.fma(quotient, b, -a) > 0 ? Math.nextDown(quotient) : quotient;
  }

  /**
   * Returns what the noise of all users passes with chance 2^-40 at most: it has the moment
   * generating function at rate / 2 of at most 2^shape on each side.
   */
  private static double tail(double shape, double rate) {
    return 2 * ((shape + 1) * Math.log(2) + LOG_INVERSE_FAILURE) / rate;
  }

  private static int modulusBits(double largest) {
    if (!(largest < 0x1p60)) {
      throw new IllegalArgumentException(
          String.format(
              "the sum would need a modulus of more than %d bits: choose a coarser grid. Provided: a"
                  + " bound of %s on the sum",
              SplitAndMix.MAX_BITS, largest));
    }
    return Long.SIZE - Long.numberOfLeadingZeros(2 * (long) Math.ceil(largest));
  }

  /** Returns what a user runs; it sends {@link #messages()} messages under the label. */
  public MessageRandomizer<Long> randomizer(int label) {
    return new OfOneUser(lowest, highest, noise, splitting, label);
  }

  /** Returns what the server runs on the shuffled messages: {@code sums()[0]} is the noisy sum. */
  public SumAnalyzer analyzer(int label) {
    return splitting.analyzer(label, 1);
  }

  /** Number of messages of a user. */
  public int messages() {
    return splitting.messages();
  }

  /** Returns how the values are sent. */
  public SplitAndMix splitting() {
    return splitting;
  }

  /**
   * The root mean squared error of the sum when everybody sends noise: sqrt(2 a n / honest) / (1 -
   * a), a = exp(-epsilon / (highest - lowest)).
   */
  public double expectedError() {
    return Math.sqrt(users * noise.variance());
  }

  private record OfOneUser(long lowest, long highest, Polya noise, SplitAndMix splitting, int label)
      implements MessageRandomizer<Long> {
    @Override
    public void randomize(Long value, BitSource secret, MessageSink messages) {
      long kept = Math.max(lowest, Math.min(highest, value));
      // Modulo 2^64 whose modulus is a divisor.
      splitting.share(kept + noise.sample(secret).longValue(), label, secret, messages);
    }
  }
}
