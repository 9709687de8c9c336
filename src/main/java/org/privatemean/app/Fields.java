package org.privatemean.app;

import java.io.Serializable;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;

/** Reader of the texts of a record from its line and folders alone, which fails for no record. */
interface Fields extends Serializable {
  /**
   * Returns the wanted fields' texts, null for a missing one; null if the line cannot be read.
   *
   * @param folders texts of the partition columns, such as EU for {@code region=EU}
   */
  String[] of(String line, String... folders);

  /** Returns the coordinates, or null if one of them is missing or not a finite number. */
  default Vector coordinates(String line, String... folders) {
    String[] texts = of(line, folders);
    if (texts == null) {
      return null;
    }
    double[] numbers = new double[texts.length];
    for (int j = 0; j < texts.length; j++) {
      numbers[j] = number(texts[j]);
      if (!Double.isFinite(numbers[j])) {
        return null;
      }
    }
    return Vectors.dense(numbers);
  }

  /** Returns the number in a text, parsed as Spark's cast does, or NaN. */
  static double number(String text) {
    try {
      return text == null ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException none) {
      return Double.NaN;
    }
  }
}
