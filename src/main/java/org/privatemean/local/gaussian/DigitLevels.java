package org.privatemean.local.gaussian;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.noise.RandomizedResponse;

/** The levels of the digits in the first part: cells of width 2^low to 2^high. */
record DigitLevels(int low, int high) {
  static DigitLevels compute(GaussianSpec spec) {
    int low = Math.getExponent(spec.sigmaMin());
    return new DigitLevels(low, Math.max(low, ceilLog2(Math.max(spec.radius(), spec.sigmaMax()))));
  }

  private static int ceilLog2(double value) {
    int floor = Math.getExponent(value);
    return value == Math.scalb(1.0, floor) ? floor : floor + 1;
  }

  int count() {
    return high - low + 1;
  }

  List<Question> questions(RandomizedResponse response) {
    List<Question> questions = new ArrayList<>();
    for (int level = low; level <= high; level++) {
      questions.add(new Digit(level, response));
    }
    return questions;
  }
}
