package org.privatemean.local;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DigestBits;

/**
 * The user's side of a round.
 *
 * <p><b>Privacy guarantee.</b> A report has {@link GaussianSpec#guarantee()}, if the bits are
 * uniform and used once. A user must answer once, in the round that is its own: a second answer
 * costs the budget again, so a report that may be sent again must be kept. The time of a call may
 * depend on the value.
 *
 * @param from least number for the round of the users who report in it; {@code to} is excluded
 */
@Internal
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record GaussianRandomizer(
    long assignmentSeed,
    int stamp,
    List<Question> questions,
    double[] groups,
    double from,
    double to) {
  private static final String DOMAIN = "org.privatemean.local.gaussian.Assignment/1";

  /** Returns the first 64 bits of the SHA-256 of a user's name. */
  public static long userId(String id) {
    return ByteBuffer.wrap(DigestBits.sha256(id.getBytes(StandardCharsets.UTF_8))).getLong();
  }

  /** Returns a user's group if it reports in this round; ids must not be chosen after values. */
  public OptionalInt groupOf(long userId) {
    byte[] seedAndId =
        ByteBuffer.allocate(2 * Long.BYTES).putLong(assignmentSeed).putLong(userId).array();
    ByteBuffer digest =
        ByteBuffer.wrap(DigestBits.sha256(DOMAIN.getBytes(StandardCharsets.UTF_8), seedAndId));
    double forRound = uniform(digest);
    digest.getLong(); // It chose among several columns.
    double forGroup = uniform(digest);
    return forRound < from || forRound >= to
        ? OptionalInt.empty()
        : OptionalInt.of(pick(groups, forGroup));
  }

  private static int pick(double[] shares, double uniform) {
    int group = 0;
    double passed = shares[0];
    while (group < shares.length - 1 && uniform >= passed) {
      group++;
      passed += shares[group];
    }
    return group;
  }

  private static double uniform(ByteBuffer digest) {
    return (digest.getLong() >>> 11) * 0x1p-53;
  }

  /**
   * Makes a user's report. NaN is refused: send a fixed public number for a missing value, as a
   * missing answer would reveal it.
   */
  public byte[] randomize(double value, int group, BitSource bits) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException(
          "value must be a number: put a fixed public one in its place. Provided value: NaN");
    }
    byte[] answer = questions.get(group).answer(value, bits);
    return new GaussianReport(stamp, 0, group, answer).toBytes();
  }
}
