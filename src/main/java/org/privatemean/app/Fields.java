package org.privatemean.app;

import java.io.Serializable;
import java.util.StringTokenizer;
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

  /** Parses a libsvm line: an ignored label, then values at indices that ascend from 1. */
  static Vector parseLibsvm(String line, int dimension) {
    StringTokenizer words = new StringTokenizer(line, " \t");
    // A pair in place of the label: the label is missing, and a coordinate would be lost.
    if (!words.hasMoreTokens() || words.nextToken().indexOf(':') >= 0) {
      return null;
    }
    int[] indices = new int[words.countTokens()];
    double[] values = new double[indices.length];
    int last = -1;
    for (int k = 0; k < indices.length; k++) {
      String word = words.nextToken();
      int colon = word.indexOf(':');
      indices[k] = index(word.substring(0, Math.max(0, colon)));
      values[k] = number(word.substring(colon + 1));
      if (indices[k] <= last || indices[k] >= dimension || !Double.isFinite(values[k])) {
        return null;
      }
      last = indices[k];
    }
    return Vectors.sparse(dimension, indices, values);
  }

  /** Returns the index from 0, or -1 if the text is not an index. */
  private static int index(String text) {
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    try {
      return digits ? Integer.parseInt(text) - 1 : -1;
    } catch (NumberFormatException tooLarge) {
      return -1;
    }
  }
}
