package org.privatemean.local;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DigestBits;

/**
 * The user's side of a round.
 *
 * <p><b>Privacy guarantee.</b> All reports for one user together have {@link
 * GaussianSpec#guarantee()}, if the bits are uniform and used once. A user must answer its task in
 * one round only: a second answer costs the budget again, so a report that may be sent again must
 * be kept. The time of a call may depend on the value.
 */
@Internal
public final class GaussianRandomizer {
  private static final String DOMAIN = "org.privatemean.local.gaussian.Assignment/1";

  private final RoundQuestions round;
  private final int stamp;
  private final double from;
  private final double to;

  GaussianRandomizer(RoundQuestions round, double from, double to) {
    this.round = round;
    this.stamp = Report.stamp(round.digest());
    this.from = from;
    this.to = to;
  }

  /** The task of a user; coordinate -1 if the user reports on all. */
  record UserTask(int round, int coordinate, int group) {}

  /** Returns the first 64 bits of the SHA-256 of a user's name. */
  public static long userId(String id) {
    return ByteBuffer.wrap(DigestBits.sha256(id.getBytes(StandardCharsets.UTF_8))).getLong();
  }

  /**
   * Returns the task of a user in this round, if any, by SHA-256 of a public seed and the id, which
   * must not be chosen after the value.
   */
  public Optional<UserTask> taskOf(long userId) {
    GaussianSpec spec = round.spec();
    byte[] seedAndId =
        ByteBuffer.allocate(2 * Long.BYTES).putLong(spec.assignmentSeed()).putLong(userId).array();
    ByteBuffer digest =
        ByteBuffer.wrap(DigestBits.sha256(DOMAIN.getBytes(StandardCharsets.UTF_8), seedAndId));
    double forRound = uniform(digest);
    double forCoordinate = uniform(digest);
    double forGroup = uniform(digest);
    if (forRound < from || forRound >= to) {
      return Optional.empty();
    }
    boolean onAll = spec.perUser() == GaussianSpec.PerUser.ALL_COORDINATES;
    int coordinate =
        onAll ? -1 : Math.min(spec.dimension() - 1, (int) (forCoordinate * spec.dimension()));
    return Optional.of(new UserTask(round.number(), coordinate, pick(round.groups(), forGroup)));
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

  /** Makes the reports of a user on its d values: none, one, or one per coordinate. */
  public List<byte[]> randomize(long userId, double[] values, BitSource bits) {
    int dimension = round.spec().dimension();
    if (values.length != dimension) {
      throw new IllegalArgumentException(
          "values must be " + dimension + " numbers. Provided: " + values.length);
    }
    Optional<UserTask> task = taskOf(userId);
    if (task.isEmpty()) {
      return List.of();
    }
    UserTask given = task.get();
    if (given.coordinate() >= 0) {
      return List.of(randomize(values[given.coordinate()], given, bits));
    }
    return IntStream.range(0, dimension)
        .mapToObj(c -> randomize(values[c], new UserTask(given.round(), c, given.group()), bits))
        .toList();
  }

  /**
   * Makes the report on one value. NaN is refused: send a fixed public number for a missing value,
   * as a missing answer would reveal it.
   */
  byte[] randomize(double value, UserTask task, BitSource bits) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException(
          "value must be a number: put a fixed public one in its place. Provided value: NaN");
    }
    if (task.round() != round.number()) {
      throw new IllegalArgumentException(
          "task must be of round " + round.number() + ". Provided value: " + task);
    }
    Question question =
        round
            .question(task.coordinate(), task.group())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "task must have a coordinate and a group of the round. Provided value: "
                            + task));
    byte[] answer = question.answer(value, bits);
    return new GaussianReport(stamp, task.coordinate(), task.group(), answer).toBytes();
  }
}
