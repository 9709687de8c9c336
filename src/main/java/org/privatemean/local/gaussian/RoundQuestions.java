package org.privatemean.local.gaussian;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/** The questions of a round, coordinate by coordinate. Equal for equal rounds. */
interface RoundQuestions extends Serializable {
  /** Number of coordinates. */
  int coordinates();

  /** The question of each group of users about one coordinate. */
  List<Question> questions(int coordinate);

  /** The question of one group, if there are such a coordinate and such a group. */
  default Optional<Question> question(int coordinate, int group) {
    if (coordinate < 0 || coordinate >= coordinates()) {
      return Optional.empty();
    }
    List<Question> asked = questions(coordinate);
    return group >= 0 && group < asked.size() ? Optional.of(asked.get(group)) : Optional.empty();
  }
}
