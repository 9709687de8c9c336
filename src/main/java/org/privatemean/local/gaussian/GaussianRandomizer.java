package org.privatemean.local.gaussian;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.noise.BitSource;

/**
 * The user's side of a round. It needs the public round, the user's own values and random bits, and
 * nothing else.
 *
 * <p><b>Privacy guarantee.</b> All reports that it returns for one user are together {@link
 * GaussianSpec#guarantee()}, if the bits are uniform and used once. A user must answer one round
 * only, and there only the task given by {@link #taskOf}: who answers twice pays twice. A report
 * that is to be sent again must be kept, not drawn again.
 *
 * <p>How long a call takes depends on the random bits, and may depend on the value: who can time a
 * device may learn something.
 */
public final class GaussianRandomizer {
  private final RoundQuestions asked;
  private final int dimension;
  private final int round;
  private final int stamp;
  private final Assignment assignment;

  GaussianRandomizer(
      RoundQuestions asked, int dimension, int round, int stamp, Assignment assignment) {
    this.asked = asked;
    this.dimension = dimension;
    this.round = round;
    this.stamp = stamp;
    this.assignment = assignment;
  }

  /**
   * The number of a user whom a text identifies. Two users of one number have the same task, and no
   * other harm comes of it.
   */
  public static long userId(String id) {
    return Assignment.userId(id);
  }

  /**
   * The task of a user, if it is in this round. The id is public, and must not be chosen after the
   * value.
   */
  public Optional<UserTask> taskOf(long userId) {
    return assignment.taskOf(userId);
  }

  /**
   * The reports of a user: none in the rounds that are not the user's; else one, or one for each
   * coordinate.
   *
   * @param userId public id of the user
   * @param values the user's d values
   * @throws IllegalArgumentException if there are not d values, or one that is to be reported is
   *     NaN
   */
  public List<GaussianReport> randomize(long userId, double[] values, BitSource bits) {
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
   * The report on one value. Values beyond what the questions tell apart, infinities included, are
   * cut.
   *
   * @param value the user's value of the task's coordinate
   * @param task a task of this round, with a coordinate
   * @throws IllegalArgumentException if the value is NaN: send a fixed public number in its place,
   *     because not to answer would show that it is missing; or if the task is not of this round
   */
  public GaussianReport randomize(double value, UserTask task, BitSource bits) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException(
          "value must be a number: put a fixed public one in its place. Provided value: NaN");
    }
    if (task.round() != round) {
      throw new IllegalArgumentException(
          "task must be of round " + round + ". Provided value: " + task);
    }
    Question question =
        asked
            .question(task.coordinate(), task.group())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "task must have a coordinate and a group of the round. Provided value: "
                            + task));
    return new GaussianReport(stamp, task.coordinate(), task.group(), question.answer(value, bits));
  }
}
