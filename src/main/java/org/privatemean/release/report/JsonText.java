package org.privatemean.release.report;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.privatemean.annotation.Internal;

/**
 * JSON of maps, lists, arrays of double, strings and boxed values; null for null and for numbers
 * that are not finite. The layout is for people: one key per line; lists are in one line, except
 * for objects in them.
 */
@Internal
public final class JsonText {
  private static final String NEW_LINE = System.lineSeparator();

  private final StringBuilder text = new StringBuilder();

  /** True if each key of an object has its own line. */
  private final boolean laidOut;

  private JsonText(boolean laidOut) {
    this.laidOut = laidOut;
  }

  /**
   * Formats an object.
   *
   * @param object its keys, in order
   */
  public static String format(Map<String, ?> object) {
    return format(object, true);
  }

  /** Formats an object in one line. */
  static String line(Map<String, ?> object) {
    return format(object, false);
  }

  private static String format(Map<String, ?> object, boolean laidOut) {
    JsonText json = new JsonText(laidOut);
    json.object(object, 1);
    return json.text.toString();
  }

  private void value(Object value, int depth) {
    if (value instanceof Map<?, ?> object) {
      object(object, depth + 1);
    } else if (value instanceof List<?> list) {
      list(list, depth);
    } else if (value instanceof double[] numbers) {
      numbers(numbers);
    } else if (value instanceof String string) {
      quote(string);
    } else if (value instanceof Double number) {
      number(number);
    } else {
      text.append(value);
    }
  }

  private void object(Map<?, ?> object, int depth) {
    text.append('{');
    Iterator<? extends Map.Entry<?, ?>> entries = object.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      text.append(laidOut ? NEW_LINE + "  ".repeat(depth) : " ");
      quote((String) entry.getKey());
      text.append(" : ");
      value(entry.getValue(), depth);
      text.append(entries.hasNext() ? "," : "");
    }
    text.append(laidOut ? NEW_LINE + "  ".repeat(depth - 1) : " ").append('}');
  }

  private void list(List<?> list, int depth) {
    String before = "[ ";
    for (Object value : list) {
      text.append(before);
      value(value, depth);
      before = ", ";
    }
    text.append(list.isEmpty() ? "[ ]" : " ]");
  }

  private void numbers(double[] numbers) {
    String before = "[ ";
    for (double number : numbers) {
      text.append(before);
      number(number);
      before = ", ";
    }
    text.append(numbers.length == 0 ? "[ ]" : " ]");
  }

  private void number(double number) {
    if (Double.isFinite(number)) {
      text.append(number);
    } else {
      text.append("null");
    }
  }

  private void quote(String string) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      escape(string.charAt(i));
    }
    text.append('"');
  }

  private void escape(char letter) {
    switch (letter) {
      case '"', '\\' -> text.append('\\').append(letter);
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      case '\b' -> text.append("\\b");
      case '\f' -> text.append("\\f");
      default -> {
        if (letter < ' ') {
          text.append(String.format("\\u%04X", (int) letter));
        } else {
          text.append(letter);
        }
      }
    }
  }
}
