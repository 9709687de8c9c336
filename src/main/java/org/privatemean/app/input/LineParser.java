package org.privatemean.app.input;

import java.io.Serializable;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.privatemean.app.condition.Condition;
import org.privatemean.app.condition.NumberText;

/** Parses a record: a function of its line and its folders, which fails for none. */
interface LineParser extends Serializable {
  /** The coordinates, or null if one of them is missing or no finite number. */
  Vector coordinates(String line, String[] folders);

  /**
   * The text of one of the columns in addition to the coordinates, or null if there is none.
   *
   * @param folders texts of the columns that folders name
   * @param place of the column among these
   */
  String other(String line, String[] folders, int place);

  /**
   * Fields read as numbers, as Spark's cast reads text.
   *
   * @param coordinates fields of the coordinates
   * @param others fields of the columns beside the coordinates
   */
  record OfFields(Fields coordinates, Fields others) implements LineParser {
    @Override
    public Vector coordinates(String line, String[] folders) {
      String[] texts = coordinates.of(line, folders);
      if (texts == null) {
        return null;
      }
      double[] numbers = new double[texts.length];
      for (int j = 0; j < texts.length; j++) {
        numbers[j] = NumberText.parse(texts[j]);
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

  /**
   * Which lines are records at all.
   *
   * @param fields what the condition is about
   * @param condition what holds of records
   */
  record Filter(Fields fields, Condition condition) implements Serializable {
    private static final long serialVersionUID = 1L;

    boolean keeps(String line, String[] folders) {
      String[] texts = fields.of(line, folders);
      return condition.holds(texts == null ? new String[condition.columns().size()] : texts);
    }
  }
}
