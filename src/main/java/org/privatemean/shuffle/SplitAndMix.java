package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * Split-and-mix: every user splits an integer into shares that are uniform except for their sum
 * modulo q, and the shuffler mixes the shares of all users, so that only the sum modulo q is
 * visible. Sources: Ishai, Kushilevitz, Ostrovsky and Sahai, "Cryptography from Anonymity" (2006);
 * Balle, Bell, Gascon and Nissim, "Private Summation in the Multi-Message Shuffle Model" (2020).
 *
 * <p><b>Contract.</b> For any two inputs of the honest users with equal sums, and so for any input
 * and a simulator that is given the sum alone, the shuffled messages of one label are within {@link
 * #distance()} in total variation of a distribution that depends on the sum only. This holds for
 * any behaviour of the others, and for any number of honest users beyond those assumed. Numbers
 * under different labels are split independently: distances add.
 *
 * <p><b>Privacy.</b> It adds no noise. If the sum of the shared numbers is (epsilon, delta)-DP, the
 * messages under k labels are (epsilon, delta + (1 + e^epsilon) k distance)-DP.
 *
 * <p><b>Limits.</b> A user who leaves out a message, or sends one twice, makes the sum a uniform
 * number; one who sends false shares shifts the sum by any amount. Neither weakens the privacy of
 * the others. See {@link SumAnalyzer#isWhole()}.
 */
final class SplitAndMix implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The maximum bits of a message body. */
  static final int MAX_BITS = 62;

  private final int modulusBits;
  private final double distance;
  private final int messages;

  private SplitAndMix(int modulusBits, double distance, int messages) {
    this.modulusBits = modulusBits;
    this.distance = distance;
    this.messages = messages;
  }

  /**
   * Finds the minimum number of messages.
   *
   * @param honest number of users that follow the protocol and do not disclose their messages, at
   *     least 20
   * @param modulusBits log2 of the modulus q, 1 to 62
   * @param distance bound on the total variation, for one label; in (0, 1/2]
   * @throws IllegalArgumentException if an argument is out of its range
   */
  public static SplitAndMix create(long honest, int modulusBits, double distance) {
    if (honest < MessageCount.FEWEST_USERS) {
      throw new IllegalArgumentException(
          String.format(
              "split-and-mix needs at least %d honest users. Provided value: %d",
              MessageCount.FEWEST_USERS, honest));
    }
    if (modulusBits < 1 || modulusBits > MAX_BITS) {
      throw new IllegalArgumentException(
          String.format(
              "modulus bits must be in [1, %d]. Provided value: %d", MAX_BITS, modulusBits));
    }
    if (!(distance > 0 && distance <= 0.5)) {
      throw new IllegalArgumentException(
          "distance must be in (0, 1/2]. Provided value: " + distance);
    }
    int messages = MessageCount.messages(honest, modulusBits, distance);
    return new SplitAndMix(modulusBits, distance, messages);
  }

  /** Creates a split into at least 1 messages, without a check of its privacy. */
  static SplitAndMix unchecked(int modulusBits, int messages) {
    return new SplitAndMix(modulusBits, 1, messages);
  }

  /**
   * Returns the distance, for all labels together, that adds at most delta to an (epsilon, .)
   * guarantee of the sums: delta / (1 + e^epsilon), rounded down.
   *
   * @param epsilon finite and at least 0
   * @param delta in (0, 1)
   */
  public static double distance(double epsilon, double delta) {
    if (!(epsilon >= 0 && epsilon <= 700)) {
      throw new IllegalArgumentException("epsilon must be in [0, 700]. Provided value: " + epsilon);
    }
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be in (0, 1). Provided value: " + delta);
    }
    return delta / (1 + StrictMath.exp(epsilon)) * (1 - 0x1p-50);
  }

  /** Returns the number of messages per user for one number. */
  public int messages() {
    return messages;
  }

  /** Returns log2 of the modulus q, the number of bits of a message's body. */
  public int modulusBits() {
    return modulusBits;
  }

  /** Returns the bound on the total variation, for one label. */
  public double distance() {
    return distance;
  }

  /**
   * Sends the shares of one number.
   *
   * @param value number to share, modulo q: any long
   * @param label of all its messages
   * @param secret the user's bits
   * @param messages receives {@link #messages()} messages
   */
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

  /**
   * Returns the analyzer of several sums.
   *
   * @param firstLabel label of the first, at least 0
   * @param sums number of sums, at least 1
   */
  public SumAnalyzer analyzer(int firstLabel, int sums) {
    return new SumAnalyzer(firstLabel, sums, modulusBits, messages);
  }

  static long mask(int bits) {
    return (1L << bits) - 1;
  }
}
