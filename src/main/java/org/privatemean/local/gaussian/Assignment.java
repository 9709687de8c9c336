package org.privatemean.local.gaussian;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/**
 * The task of every user, by SHA-256 of a public seed and the user's id: for ids of any order or
 * meaning, tasks are spread as if they were drawn.
 */
final class Assignment {
  private static final String DOMAIN = "org.privatemean.local.gaussian.Assignment/1";

  private final GaussianSpec spec;
  private final int round;
  private final double from;
  private final double to;
  private final double[] groups;

  /**
   * Creates the tasks of one round.
   *
   * @param from share of the users in earlier rounds
   * @param to share of the users in this or an earlier round; infinite for the last
   * @param groups share of this round's users in each group
   */
  Assignment(GaussianSpec spec, int round, double from, double to, double[] groups) {
    this.spec = spec;
    this.round = round;
    this.from = from;
    this.to = to;
    this.groups = groups;
  }

  Optional<UserTask> taskOf(long userId) {
    ByteBuffer digest = digest(spec.assignmentSeed(), userId);
    double forRound = uniform(digest);
    double forCoordinate = uniform(digest);
    double forGroup = uniform(digest);
    if (forRound < from || forRound >= to) {
      return Optional.empty();
    }
    boolean onAll = spec.perUser() == GaussianSpec.PerUser.ALL_COORDINATES;
    int coordinate =
        onAll ? -1 : Math.min(spec.dimension() - 1, (int) (forCoordinate * spec.dimension()));
    return Optional.of(new UserTask(round, coordinate, pick(groups, forGroup)));
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

  /** Returns the first 64 bits of the SHA-256 of a text. */
  static long userId(String id) {
    return ByteBuffer.wrap(sha().digest(id.getBytes(StandardCharsets.UTF_8))).getLong();
  }

  private static MessageDigest sha() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }

  private static ByteBuffer digest(long seed, long userId) {
    MessageDigest sha = sha();
    sha.update(DOMAIN.getBytes(StandardCharsets.UTF_8));
    sha.update(ByteBuffer.allocate(2 * Long.BYTES).putLong(seed).putLong(userId).array());
    return ByteBuffer.wrap(sha.digest());
  }
}
