package org.privatemean.app;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.request.Scaling;

/** Parser of {@code --scales}: {@code age=10,income=10000,*=1}, or numbers in order. */
final class ScaleList {
  private static final String OPTION = "--scales: ";
  private static final String OTHERS = "*";

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
      if (!name.equals(OTHERS) && !columns.contains(name)) {
        throw new WrongInputException(OPTION + name + " is none of --features");
      }
      double scale = positive("the scale of " + name, entry.substring(sign + 1));
      if (given.put(name, scale) != null) {
        throw new WrongInputException(OPTION + name + " is given twice: give it once");
      }
    }
    List<String> missing = columns.stream().filter(name -> !given.containsKey(name)).toList();
    if (!missing.isEmpty() && !given.containsKey(OTHERS)) {
      throw WrongInputException.format(
          "%sno scale is given for %s: add *=1 for all others",
          OPTION, NumberFormat.list(missing, CoordinateColumns.SHOWN));
    }
    return columns.stream()
        .mapToDouble(name -> given.containsKey(name) ? given.get(name) : given.get(OTHERS))
        .toArray();
  }

  private static double positive(String what, String text) {
    double value = Fields.number(text);
    WrongInputException.check(
        OPTION + what, Scaling.isScale(value), "a number " + Scaling.RANGE, text);
    return value;
  }
}
