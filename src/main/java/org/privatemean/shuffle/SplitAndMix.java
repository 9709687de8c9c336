package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * Split-and-mix: every user splits an integer into shares that are uniform except for their sum
 * modulo q, the shuffler mixes the shares of all users, and nothing is left to see but the sum
 * modulo q. Sources: Ishai, Kushilevitz, Ostrovsky and Sahai, "Cryptography from Anonymity" (2006);
 * Balle, Bell, Gascon and Nissim, "Private Summation in the Multi-Message Shuffle Model" (2020).
 *
 * <p><b>Contract.</b> For any two inputs of the honest users with equal sums, and so for any input
 * and a simulator that is given the sum alone, the shuffled messages of one label are within {@link
 * #distance()} in total variation of a law that depends on the sum only. It holds whatever the
 * others do, and however many honest users there are beyond those counted on. Numbers under
 * different labels are split independently: distances add.
 *
 * <p><b>Privacy.</b> It adds no noise. Where the sum of what is shared is (epsilon, delta)-DP, the
 * messages under k labels are (epsilon, delta + (1 + e^epsilon) k distance)-DP.
 *
 * <p><b>Limits.</b> A user that leaves out a message, or sends one twice, turns the sum into a
 * uniform number; one that lies about its shares shifts the sum by any amount. Neither weakens the
 * privacy of the others. See {@link SumAnalyzer#isWhole()}.
 */
final class SplitAndMix implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The widest message body. */
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
   * Finds the least number of messages.
   *
   * @param honest the number of users that follow the protocol and do not disclose their messages,
   *     at least 20
   * @param modulusBits log2 of the modulus q, 1 to 62
   * @param distance bound asked for on the total variation, for one label; in (0, 1/2]
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

  /** Splits into that many messages, at least 1, whatever that protects. */
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

  /** Number of messages that a user sends for one number. */
  public int messages() {
    return messages;
  }

  /** log2 of the modulus q; the number of bits of a message's body. */
  public int modulusBits() {
    return modulusBits;
  }

  /** The bound on the total variation, for one label. */
  public double distance() {
    return distance;
  }

  /**
   * Sends the shares of one number.
   *
   * @param value what to share, modulo q: any long
   * @param label of all its messages
   * @param secret the user's own bits
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
    // Wrapping at 2^64 does no harm: q divides it.
    messages.send(label, rest & mask);
  }

  /**
   * Returns the analyzer of that many sums.
   *
   * @param firstLabel the label of the first, at least 0
   * @param sums their number, at least 1
   */
  public SumAnalyzer analyzer(int firstLabel, int sums) {
    return new SumAnalyzer(firstLabel, sums, modulusBits, messages);
  }

  static long mask(int bits) {
    return (1L << bits) - 1;
  }
}
