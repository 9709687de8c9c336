package org.privatemean.app;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.privatemean.request.Scaling;

/**
 * Parser of {@code --scales}: {@code age=10,income=10000,*=1} by the names of {@code --features},
 * where {@code *} stands for all others, or numbers in order.
 */
final class ScaleList {
  private static final String OPTION = "--scales: ";
  private static final String OTHERS = "*";

  private static final int SHOWN = 10;

  private ScaleList() {}

  public static double[] inOrder(String text) {
    return Arrays.stream(text.split(",", -1))
        .mapToDouble(entry -> positive("a scale", entry))
        .toArray();
  }

  /** Parses the scales of named columns. Returns them in the order of the columns. */
  static double[] parse(List<String> columns, String text) {
    Map<String, Double> given = new LinkedHashMap<>();
    for (String entry : text.split(",", -1)) {
      int sign = entry.lastIndexOf('=');
      if (sign < 1) {
        throw new WrongInputException(
            OPTION
                + "give NAME=NUMBER for columns of --features, and *=NUMBER for all others."
                + " Provided value: "
                + entry);
      }
      String name = entry.substring(0, sign);
      checkKnown(columns, name);
      double scale = positive("the scale of " + name, entry.substring(sign + 1));
      if (given.put(name, scale) != null) {
        throw new WrongInputException(OPTION + name + " is given twice: give it once");
      }
    }
    OptionalDouble others = others(given);
    checkAll(columns, given, others);
    return columns.stream()
        .mapToDouble(name -> given.containsKey(name) ? given.get(name) : others.getAsDouble())
        .toArray();
  }

  private static OptionalDouble others(Map<String, Double> given) {
    return given.containsKey(OTHERS)
        ? OptionalDouble.of(given.get(OTHERS))
        : OptionalDouble.empty();
  }

  private static void checkKnown(List<String> columns, String name) {
    if (!name.equals(OTHERS) && !columns.contains(name)) {
      throw new WrongInputException(OPTION + name + " is none of --features");
    }
  }

  private static void checkAll(
      List<String> columns, Map<String, Double> given, OptionalDouble others) {
    List<String> missing = columns.stream().filter(name -> !given.containsKey(name)).toList();
    if (others.isEmpty() && !missing.isEmpty()) {
      throw new WrongInputException(
          OPTION + "no scale is given for " + shown(missing) + ": add *=1 for all others");
    }
  }

  private static double positive(String what, String text) {
    try {
      double value = Double.parseDouble(text);
      if (Scaling.isScale(value)) {
        return value;
      }
    } catch (NumberFormatException none) {
      throw new WrongInputException(refusal(what, text), none);
    }
    throw new WrongInputException(refusal(what, text));
  }

  private static String refusal(String what, String text) {
    return OPTION + what + " must be a number " + Scaling.RANGE + ". Provided value: " + text;
  }

  /** Returns the first names, and the number of the others. */
  static String shown(List<String> names) {
    int more = names.size() - SHOWN;
    return String.join(", ", names.subList(0, Math.min(SHOWN, names.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }
}
