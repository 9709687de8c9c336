package org.privatemean.local.gaussian.round;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import org.privatemean.local.gaussian.GaussianSpec;

/**
 * Gives every user a task by SHA-256 of a public seed and the user's id: whatever order or meaning
 * the ids have, tasks are spread as if they were drawn.
 */
final class Assignment {
  private static final String DOMAIN = "org.privatemean.local.gaussian.Assignment/1";

  private Assignment() {}

  /** The user's task, if it is in this round. */
  static Optional<Task> of(GaussianRound round, long userId) {
    GaussianSpec spec = round.spec();
    ByteBuffer digest = digest(spec.assignmentSeed(), userId);
    double forRound = uniform(digest);
    double forCoordinate = uniform(digest);
    double forGroup = uniform(digest);
    double before = 0;
    for (int earlier = 1; earlier < round.number(); earlier++) {
      before += round.protocol().share(earlier);
    }
    boolean isLast = round.number() == round.rounds();
    if (forRound < before
        || (!isLast && forRound >= before + round.protocol().share(round.number()))) {
      return Optional.empty();
    }
    boolean onAll = spec.perUser() == GaussianSpec.PerUser.ALL_COORDINATES;
    int coordinate =
        onAll ? -1 : Math.min(spec.dimension() - 1, (int) (forCoordinate * spec.dimension()));
    return Optional.of(new Task(round.number(), coordinate, pick(round.groups(), forGroup)));
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

  private static ByteBuffer digest(long seed, long userId) {
    MessageDigest sha;
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
    sha.update(DOMAIN.getBytes(StandardCharsets.UTF_8));
    sha.update(ByteBuffer.allocate(2 * Long.BYTES).putLong(seed).putLong(userId).array());
    return ByteBuffer.wrap(sha.digest());
  }
}
