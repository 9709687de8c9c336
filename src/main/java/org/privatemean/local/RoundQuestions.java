package org.privatemean.local;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/** The questions of a round. Equal for equal rounds. */
interface RoundQuestions extends Serializable {
  GaussianSpec spec();

  int number();

  /** Returns the share of the round's users in each group. */
  double[] groups();

  /** Returns the question of each group of users about one coordinate. */
  List<Question> questions(int coordinate);

  /** Returns the SHA-256 of the round's binary form, to which the reports belong. */
  String digest();

  /** Returns the question of one group; empty if the coordinate or the group does not exist. */
  default Optional<Question> question(int coordinate, int group) {
    if (coordinate < 0 || coordinate >= spec().dimension()) {
      return Optional.empty();
    }
    List<Question> requested = questions(coordinate);
    return group >= 0 && group < requested.size()
        ? Optional.of(requested.get(group))
        : Optional.empty();
  }
}
