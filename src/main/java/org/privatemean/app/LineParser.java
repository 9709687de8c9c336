package org.privatemean.app;

import java.io.Serializable;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;

/** Parser of a record: a function of its line and its folders, which fails for no record. */
interface LineParser extends Serializable {
  /** Returns the coordinates, or null if one of them is missing or not a finite number. */
  Vector coordinates(String line, String... folders);

  static LineParser numbers(Fields fields) {
    return (line, folders) -> {
      String[] texts = fields.of(line, folders);
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
    };
  }
}
