package org.privatemean.sql;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * The values of {@code scales}: names of coordinates, where the column's metadata has any, or else
 * their places from 0, to scales; {@code *} is all others.
 */
final class ScaleMap {
  private static final String PARAM = "scales";
  private static final String OTHERS = "*";

  /** This many names go into a message. */
  private static final int SHOWN = 10;

  private ScaleMap() {}

  /** The names of coordinates that have no others. */
  static List<String> places(int dimension) {
    return IntStream.range(0, dimension).mapToObj(Integer::toString).toList();
  }

  /**
   * A scale for each coordinate.
   *
   * @param given by name
   * @param names of the coordinates, in order
   * @throws ParamException if a coordinate has none, or a name is that of no coordinate
   */
  static double[] resolve(Map<String, Double> given, List<String> names) {
    for (String name : given.keySet()) {
      if (!name.equals(OTHERS) && !names.contains(name)) {
        throw new ParamException(
            PARAM,
            String.format(
                "{%s} has a scale for %s, and the coordinates are %s",
                PARAM, Refusal.literal(name), Refusal.literal(some(names))),
            "name coordinates, and * for all others");
      }
    }
    List<String> missing = names.stream().filter(name -> !given.containsKey(name)).toList();
    if (!missing.isEmpty() && !given.containsKey(OTHERS)) {
      throw new ParamException(
          PARAM,
          String.format("{%s} has no scale for %s", PARAM, Refusal.literal(some(missing))),
          "add '*' for all others");
    }
    return names.stream()
        .mapToDouble(name -> given.containsKey(name) ? given.get(name) : given.get(OTHERS))
        .toArray();
  }

  private static String some(List<String> names) {
    int more = names.size() - SHOWN;
    return String.join(", ", names.subList(0, Math.min(SHOWN, names.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }
}
