package org.privatemean.local.gaussian;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.noise.BitSource;

/**
 * The user's side of a round. It needs only the public round, the user's values and random bits.
 *
 * <p><b>Privacy guarantee.</b> All reports that it returns for one user together have {@link
 * GaussianSpec#guarantee()}, if the bits are uniform and used once. A user must answer one round
 * only, and there only the task given by {@link #taskOf}: a second answer costs the budget again. A
 * report that may be sent again must be kept, not drawn again.
 *
 * <p>The time of a call depends on the random bits, and may depend on the value: timing a device
 * may reveal something.
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
   * Returns the number of a user identified by a text. Two users with one number have the same
   * task, with no other effect.
   */
  public static long userId(String id) {
    return Assignment.userId(id);
  }

  /**
   * Returns the task of a user; empty if it is not in this round. The id is public, and must not be
   * chosen after the value.
   */
  public Optional<UserTask> taskOf(long userId) {
    return assignment.taskOf(userId);
  }

  /**
   * Makes the reports of a user: none in the rounds of other users; else one, or one per
   * coordinate.
   *
   * @param userId public id of the user
   * @param values the user's d values
   * @throws IllegalArgumentException if there are not d values, or a reported one is NaN
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
   * Makes the report on one value. Values beyond the range of the questions, including infinities,
   * are clamped.
   *
   * @param value the user's value of the task's coordinate
   * @param task a task of this round, with a coordinate
   * @throws IllegalArgumentException if the value is NaN: send a fixed public number instead,
   *     because a missing answer would reveal that it is missing; or if the task is not of this
   *     round
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
