package org.privatemean.mean.recentred;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * Columns of one kind, such as {@code lognormal:1*20}.
 *
 * @param name as it was given, without their number
 * @param columns their number
 */
public record ColumnKind(String name, int columns, ColumnLaw law) {
  /** The name of the argument that states them. */
  public static final String ARGUMENT = "columnsLike";

  /** The mean of larger ones is a small part of their deviation, which then says nothing of it. */
  private static final double MAX_SIGMA = 3;

  private static final Pattern ENTRY =
      Pattern.compile("([a-zA-Z]+)(?::([^*:]+))?(?:\\*([0-9]{1,9}))?");

  /**
   * Reads kinds, separated by commas: {@code normal}; {@code lognormal:SIGMA}, the exponentials of
   * normal values of deviation SIGMA, above 0 and at most 3; {@code flag:SHARE}, 1 in a share of
   * the rows, above 0 and below 1, and else 0. Each may end in {@code *COUNT}, the number of such
   * columns.
   *
   * @throws ParamException if it is none of these, or if there are fewer than two columns or too
   *     many
   */
  public static List<ColumnKind> parse(String text) {
    List<ColumnKind> kinds = new ArrayList<>();
    long columns = 0;
    for (String entry : text.split(",", -1)) {
      ColumnKind kind = kind(entry.strip());
      kinds.add(kind);
      columns += kind.columns();
    }
    if (columns < 2 || columns > RecentredPlan.MAX_DIMENSION) {
      throw new ParamException(
          ARGUMENT,
          String.format("{%s} has %d columns, and must have 2 to 2^22", ARGUMENT, columns),
          "give a kind for each column of the table, as in normal*20");
    }
    return List.copyOf(kinds);
  }

  private static ColumnKind kind(String entry) {
    Matcher parts = ENTRY.matcher(entry);
    if (!parts.matches()) {
      throw refuse(entry);
    }
    int columns = parts.group(3) == null ? 1 : Integer.parseInt(parts.group(3));
    if (columns < 1) {
      throw refuse(entry);
    }
    String name = entry.replaceFirst("\\*.*", "");
    String number = parts.group(2);
    return switch (parts.group(1)) {
      case "normal" -> {
        if (number != null) {
          throw refuse(entry);
        }
        yield new ColumnKind(name, columns, ColumnLaw.normal());
      }
      case "lognormal" -> new ColumnKind(name, columns, ColumnLaw.logNormal(sigma(entry, number)));
      case "flag" -> new ColumnKind(name, columns, ColumnLaw.flag(share(entry, number)));
      default -> throw refuse(entry);
    };
  }

  private static double sigma(String entry, String number) {
    double sigma = number(entry, number);
    if (!(sigma > 0 && sigma <= MAX_SIGMA)) {
      throw outOfRange(entry, "the sigma of lognormal must be above 0 and at most 3");
    }
    return sigma;
  }

  private static double share(String entry, String number) {
    double share = number(entry, number);
    if (!(share > 0 && share < 1)) {
      throw outOfRange(entry, "the share of a flag must be above 0 and below 1");
    }
    return share;
  }

  private static double number(String entry, String number) {
    if (number == null) {
      throw refuse(entry);
    }
    try {
      return Double.parseDouble(number);
    } catch (NumberFormatException none) {
      throw refuse(entry);
    }
  }

  private static ParamException outOfRange(String entry, String bound) {
    return ParamException.of(
        ARGUMENT, String.format("{%s}: %s. Provided value: %s", ARGUMENT, bound, display(entry)));
  }

  private static ParamException refuse(String entry) {
    return new ParamException(
        ARGUMENT,
        String.format("{%s}: %s is not a kind of column", ARGUMENT, display(entry)),
        "give normal, lognormal:SIGMA or flag:SHARE, each with *COUNT for several columns");
  }

  private static String display(String entry) {
    return entry.isEmpty() ? "an empty entry" : Refusal.literal(entry);
  }
}
