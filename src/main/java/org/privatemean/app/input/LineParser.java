package org.privatemean.app.input;

import java.io.Serializable;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.privatemean.app.condition.Condition;
import org.privatemean.app.condition.NumberText;

/** What a record is read as: a function of its line alone, which fails for none. */
interface LineParser extends Serializable {
  /** The coordinates, or null if one of them is missing or no finite number. */
  Vector coordinates(String line);

  /** The text that identifies its user, or null if there is none. */
  String id(String line);

  /**
   * Fields read as numbers, as Spark's cast reads text.
   *
   * @param coordinates fields of the coordinates
   * @param ids the field of the ids, first of those it reads
   */
  record OfFields(Fields coordinates, Fields ids) implements LineParser {
    @Override
    public Vector coordinates(String line) {
      String[] texts = coordinates.of(line);
      if (texts == null) {
        return null;
      }
      double[] numbers = new double[texts.length];
      for (int j = 0; j < texts.length; j++) {
        numbers[j] = NumberText.of(texts[j]);
        if (!Double.isFinite(numbers[j])) {
          return null;
        }
      }
      return Vectors.dense(numbers);
    }

    @Override
    public String id(String line) {
      String[] texts = ids.of(line);
      return texts == null ? null : texts[0];
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

    boolean keeps(String line) {
      String[] texts = fields.of(line);
      return condition.holds(texts == null ? new String[condition.columns().size()] : texts);
    }
  }
}
