package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.Checks;

/**
 * Split-and-mix: every user splits an integer into shares that are uniform except for their sum
 * modulo q, and the shuffler mixes the shares of all users, so that only the sum modulo q is
 * visible. Sources: Ishai, Kushilevitz, Ostrovsky and Sahai, "Cryptography from Anonymity" (2006);
 * Balle, Bell, Gascon and Nissim, "Private Summation in the Multi-Message Shuffle Model" (2020).
 *
 * <p><b>Privacy.</b> It adds no noise. For any behaviour of the others the shuffled messages of one
 * label are within a distance in total variation of a distribution that depends on the honest
 * users' sum only. So if the sums under k labels are (epsilon, delta)-DP, the messages are
 * (epsilon, delta + (1 + e^epsilon) k distance)-DP (proof: shuffle-summation.md, "Split-and-mix").
 *
 * <p><b>Limits.</b> One user can spoil or shift the sum ({@link SumAnalyzer#isWhole()}), but not
 * weaken the privacy of the others.
 *
 * @param modulusBits log2 of the modulus q, 1 to 62: the number of bits of a message's body
 * @param messages number of messages per user for one number
 */
record SplitAndMix(int modulusBits, int messages) implements Serializable {
  /** The bound on the distance does not cover fewer users. */
  static final long FEWEST_USERS = 20;

  private static final int FEWEST_SHARES = 3;

  /** Above log2 1.135 = 0.183: the difference exceeds all roundings of the logarithms. */
  private static final double CONSTANT_BITS = 0.2;

  private static final double LOG_TWO = StrictMath.log(2);
  static final int MAX_BITS = 62;

  /** Finds the least number of messages for a distance in (0, 1/2], of one label. */
  public static SplitAndMix create(long honest, int modulusBits, double distance) {
    if (honest < FEWEST_USERS) {
      throw new IllegalArgumentException(
          String.format(
              "split-and-mix needs at least %d honest users. Provided value: %d",
              FEWEST_USERS, honest));
    }
    boolean inRange = modulusBits >= 1 && modulusBits <= MAX_BITS;
    Checks.argument("modulus bits", inRange, "in [1, " + MAX_BITS + "]", modulusBits);
    Checks.argument("distance", distance > 0 && distance <= 0.5, "in (0, 1/2]", distance);
    return new SplitAndMix(modulusBits, messages(honest, modulusBits, distance));
  }

  static int messages(long honest, int modulusBits, double distance) {
    double userBits = log2((double) honest);
    double collisionBits = modulusBits + userBits + CONSTANT_BITS - 2 * log2(2 * distance);
    int m = FEWEST_SHARES;
    while (log2Binomial(honest, m) < Math.max(collisionBits, tailBits(modulusBits, userBits, m))) {
      m++;
    }
    return m + 1;
  }

  /** Returns the minimum of log2 C(nm, m) for which the bound holds. */
  private static double tailBits(int modulusBits, double userBits, int m) {
    return modulusBits + userBits + 2 * (m - 1) / LOG_TWO + 3;
  }

  static double log2Binomial(long n, int m) {
    double sum = 0;
    double rest = (double) (n - 1) * m;
    for (int i = 1; i <= m; i++) {
      sum += log2((rest + i) / i);
    }
    return sum;
  }

  private static double log2(double x) {
    return StrictMath.log(x) / LOG_TWO;
  }

  /** Returns the distance, all labels, that adds delta: delta / (1 + e^epsilon), rounded down. */
  public static double distance(double epsilon, double delta) {
    Checks.argument("epsilon", epsilon >= 0 && epsilon <= 700, "in [0, 700]", epsilon);
    Checks.argument("delta", delta > 0 && delta < 1, "in (0, 1)", delta);
    return delta / (1 + StrictMath.exp(epsilon)) * (1 - 0x1p-50);
  }

  /** Sends the {@link #messages()} shares of one number: any long, modulo q. */
  public void share(long value, int label, BitSource secret, MessageSink messages) {
    long mask = mask(modulusBits);
    long rest = value;
    for (int i = 1; i < this.messages; i++) {
      long share = secret.nextBits(modulusBits);
      messages.send(label, share);
      rest -= share;
    }
    // Wrapping at 2^64 is harmless: q divides it.
    messages.send(label, rest & mask);
  }

  static long mask(int bits) {
    return (1L << bits) - 1;
  }
}
