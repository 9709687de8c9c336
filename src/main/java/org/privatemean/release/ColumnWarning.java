package org.privatemean.release;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.privatemean.numeric.NumberFormat;

/**
 * A warning about one column of a release, from released and public values.
 *
 * @param column its place, from 0
 * @param code the code, for programs; the same in every release
 * @param rowsAtMost a private bound on the rows that the mean may have missed in this column;
 *     negative if there is none
 * @since 0.1.0
 */
public record ColumnWarning(int column, ColumnWarningCode code, long rowsAtMost)
    implements Serializable {
  /** Maximum number of columns that a sentence names. */
  private static final int NAMED = 10;

  /** A column is noisy if its noise exceeds this share of its standard deviation. */
  public static final double NOISY_SHARE = 0.25;

  /** Codes of warnings. */
  public enum ColumnWarningCode {
    /** Almost all values are equal: no private question detects the few others. */
    NEARLY_CONSTANT("nearlyConstant", "almost all values are equal"),
    /** The interval contains an estimate of the effect of clipping, not a bound. */
    LONG_TAIL(
        "longTail",
        "the interval holds an estimate of what lies beyond the clipping edge, not a bound"),
    /** The noise hides the standard deviation, or the unit that the column is measured in. */
    UNRESOLVED(
        "unresolved",
        "the noise hides the standard deviation, or the unit that the column is measured in; the"
            + " interval covers the noise only"),
    NOISY("noisy", "the noise may be more than a quarter of the standard deviation"),
    FEW_ROWS("fewRows", "there are too few rows for this column at this budget");

    private final String label;
    private final String sentence;

    ColumnWarningCode(String label, String sentence) {
      this.label = label;
      this.sentence = sentence;
    }

    /** The name in reports. */
    public String label() {
      return label;
    }

    /**
     * Returns the constant of a label.
     *
     * @throws IllegalArgumentException if no constant has it
     */
    public static ColumnWarningCode fromLabel(String label) {
      return Values.constant(values(), ColumnWarningCode::label, label);
    }
  }

  /** Creates a warning; refuses a negative place. */
  public ColumnWarning {
    if (column < 0) {
      throw new IllegalArgumentException("there is no column " + column);
    }
    rowsAtMost = Math.max(-1, rowsAtMost);
  }

  /** Creates a warning without a number of rows. */
  public ColumnWarning(int column, ColumnWarningCode code) {
    this(column, code, -1);
  }

  /** Returns the sentence for the column, or for several, with the given name. */
  public String text(String name) {
    String text = name + ": " + code.sentence;
    if (code != ColumnWarningCode.NEARLY_CONSTANT) {
      return text;
    }
    return text
        + (rowsAtMost < 0 ? "" : String.format("; up to %d rows may differ from them", rowsAtMost))
        + "; where it is measured in the public rareUnit, larger values count as that; the"
        + " interval covers the noise only";
  }

  /** Returns a sentence for each code: its columns, and the largest of their numbers of rows. */
  static Map<ColumnWarningCode, String> texts(List<ColumnWarning> warnings, List<String> labels) {
    Map<ColumnWarningCode, String> texts = new EnumMap<>(ColumnWarningCode.class);
    for (ColumnWarningCode code : ColumnWarningCode.values()) {
      List<ColumnWarning> alike = warnings.stream().filter(each -> each.code == code).toList();
      if (!alike.isEmpty()) {
        long rows = alike.stream().mapToLong(ColumnWarning::rowsAtMost).max().orElse(-1);
        List<String> columns = alike.stream().map(each -> labels.get(each.column)).toList();
        texts.put(code, new ColumnWarning(0, code, rows).text(NumberFormat.list(columns, NAMED)));
      }
    }
    return texts;
  }

  String toSavedText() {
    return column + " " + code.label + " " + rowsAtMost;
  }

  /** Reads the warnings of saved values; empty if an older format has none. */
  static List<ColumnWarning> read(Values values) {
    return values.anyTexts("columnWarnings").stream().map(ColumnWarning::parse).toList();
  }

  private static ColumnWarning parse(String saved) {
    String[] parts = saved.split(" ", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("no warning of a column: " + saved);
    }
    return new ColumnWarning(
        Integer.parseInt(parts[0]),
        ColumnWarningCode.fromLabel(parts[1]),
        Long.parseLong(parts[2]));
  }
}
