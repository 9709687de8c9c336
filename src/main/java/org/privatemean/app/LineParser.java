package org.privatemean.app;

import java.io.Serializable;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;

/** Parser of a record: a function of its line and its folders, which fails for no record. */
interface LineParser extends Serializable {
  /** Returns the coordinates, or null if one of them is missing or not a finite number. */
  Vector coordinates(String line, String[] folders);

  /**
   * Returns the text of a column other than the coordinates, or null if it is missing.
   *
   * @param place index of the column among the other columns
   */
  String other(String line, String[] folders, int place);

  /** Fields parsed as numbers, as Spark's cast does. */
  record OfFields(Fields coordinates, Fields others) implements LineParser {
    @Override
    public Vector coordinates(String line, String[] folders) {
      String[] texts = coordinates.of(line, folders);
      if (texts == null) {
        return null;
      }
      double[] numbers = new double[texts.length];
      for (int j = 0; j < texts.length; j++) {
        numbers[j] = Fields.number(texts[j]);
        if (!Double.isFinite(numbers[j])) {
          return null;
        }
      }
      return Vectors.dense(numbers);
    }

    @Override
    public String other(String line, String[] folders, int place) {
      String[] texts = others.of(line, folders);
      return texts == null ? null : texts[place];
    }
  }

  /** Filter of lines. */
  record Filter(Fields fields, Condition condition) implements Serializable {
    private static final long serialVersionUID = 1L;

    boolean keeps(String line, String[] folders) {
      String[] texts = fields.of(line, folders);
      return condition.holds(texts == null ? new String[condition.columns().size()] : texts);
    }
  }
}
