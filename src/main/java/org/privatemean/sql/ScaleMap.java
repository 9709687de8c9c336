package org.privatemean.sql;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * The values of {@code scales}: a map from coordinates to scales. A key is a name of the column's
 * metadata, or the index from 0 if the metadata has no names; {@code *} stands for all others.
 */
final class ScaleMap {
  private static final String PARAM = "scales";
  private static final String OTHERS = "*";

  /** Maximum number of names in a message. */
  private static final int SHOWN = 10;

  private ScaleMap() {}

  /** Returns the indices as names of the coordinates. */
  static List<String> places(int dimension) {
    return IntStream.range(0, dimension).mapToObj(Integer::toString).toList();
  }

  /** Returns one scale per coordinate. */
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
