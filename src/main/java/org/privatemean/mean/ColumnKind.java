package org.privatemean.mean;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.privatemean.numeric.Normal;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/** Columns of one kind, such as {@code lognormal:1*20}; the name is without their number. */
record ColumnKind(String name, int columns, ColumnLaw law) {
  public static final String ARGUMENT = "columnsLike";

  /** The mean of larger ones is a small part of their deviation, which then says nothing of it. */
  private static final double MAX_SIGMA = 3;

  private static final Pattern ENTRY =
      Pattern.compile("([a-zA-Z]+)(?::([^*:]+))?(?:\\*([0-9]{1,9}))?");

  /**
   * Reads kinds, separated by commas: {@code normal}; {@code lognormal:SIGMA}, SIGMA at most 3; or
   * {@code flag:SHARE}, 1 in a share of the rows, else 0; each with {@code *COUNT} for several
   * columns.
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
    ColumnLaw law =
        switch (parts.group(1)) {
          case "normal" -> {
            if (number != null) {
              throw refuse(entry);
            }
            yield ColumnLaw.normal();
          }
          case "lognormal" -> {
            String bound = "the sigma of lognormal must be above 0 and at most 3";
            yield ColumnLaw.logNormal(number(entry, number, x -> x > 0 && x <= MAX_SIGMA, bound));
          }
          case "flag" -> {
            String bound = "the share of a flag must be above 0 and below 1";
            yield ColumnLaw.flag(number(entry, number, x -> x > 0 && x < 1, bound));
          }
          default -> throw refuse(entry);
        };
    return new ColumnKind(name, columns, law);
  }

  private static double number(
      String entry, String number, DoublePredicate isInRange, String bound) {
    if (number == null) {
      throw refuse(entry);
    }
    double value;
    try {
      value = Double.parseDouble(number);
    } catch (NumberFormatException none) {
      throw refuse(entry);
    }
    if (!isInRange.test(value)) {
      throw ParamException.of(
          ARGUMENT, String.format("{%s}: %s. Provided value: %s", ARGUMENT, bound, display(entry)));
    }
    return value;
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

  /** The distances of a column's values to its centre, except 0, ascending, and their shares. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record ColumnLaw(double[] distances, double[] shares, double deviation) {
    private static final int FINENESS = 16;

    /** Log2 of the largest distance of continuous distributions, and of 1 over the smallest. */
    private static final int OCTAVES = 64;

    /** Returns the normal distribution of mean 0 and deviation 1. */
    static ColumnLaw normal() {
      return continuous(x -> 2 * Normal.upperTail(x), 1);
    }

    /** Returns the distribution of exponentials of normal values of mean 0, around their mean. */
    static ColumnLaw logNormal(double sigma) {
      double mean = Math.exp(sigma * sigma / 2);
      DoubleUnaryOperator above =
          x -> {
            double below = x < mean ? Normal.upperTail(-Math.log(mean - x) / sigma) : 0;
            return Normal.upperTail(Math.log(mean + x) / sigma) + below;
          };
      return continuous(above, mean * Math.sqrt(Math.expm1(sigma * sigma)));
    }

    /** Returns the distribution of 1 in a share of the rows, else 0, around 0 or the mean. */
    static ColumnLaw flag(double share) {
      double deviation = Math.sqrt(share * (1 - share));
      return share < 0.5
          ? new ColumnLaw(new double[] {1}, new double[] {share}, deviation)
          : new ColumnLaw(
              new double[] {1 - share, share}, new double[] {share, 1 - share}, deviation);
    }

    private static ColumnLaw continuous(DoubleUnaryOperator above, double deviation) {
      double[] distances = new double[2 * OCTAVES * FINENESS];
      double[] shares = new double[distances.length];
      for (int k = 0; k < distances.length; k++) {
        double octave = (double) k / FINENESS - OCTAVES;
        double low = OctaveCounts.EDGE * StrictMath.pow(2, octave);
        double high = OctaveCounts.EDGE * StrictMath.pow(2, octave + 1.0 / FINENESS);
        distances[k] = Math.sqrt(low * high);
        shares[k] = Math.max(0, above.applyAsDouble(low) - above.applyAsDouble(high));
      }
      return new ColumnLaw(distances, shares, deviation);
    }

    /** Share of the rows by the octave of their distance, from {@link OctaveCounts#LOWEST} up. */
    double[] octaves() {
      double[] octaves = new double[OctaveCounts.CELLS];
      for (int k = 0; k < distances.length; k++) {
        octaves[Math.getExponent(distances[k] / OctaveCounts.EDGE) - OctaveCounts.LOWEST] +=
            shares[k];
      }
      return octaves;
    }

    /** The mean of a function of the distances that is 0 at 0. */
    double mean(DoubleUnaryOperator function) {
      double mean = 0;
      for (int k = 0; k < distances.length; k++) {
        mean += shares[k] * function.applyAsDouble(distances[k]);
      }
      return mean;
    }
  }
}
