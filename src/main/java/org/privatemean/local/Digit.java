package org.privatemean.local;

import org.privatemean.numeric.Normal;

/** RR1 of Joseph et al.: the index of the value's cell, of width 2^level, modulo 4. */
record Digit(int level, RandomizedResponse response) implements ChoiceQuestion {
  static final int CELLS = 4;

  /** Values are clamped to 2^300 cells, so that scaling stays finite. */
  private static final int REACH = 300;

  @Override
  public int place(double value) {
    double limit = Math.scalb(1.0, REACH);
    double cell = Math.floor(Math.max(-limit, Math.min(limit, Math.scalb(value, -level))));
    return (int) (cell - CELLS * Math.floor(cell / CELLS));
  }

  @Override
  public double[] law(double mean, double sigma) {
    double width = Math.scalb(1.0, level);
    double[] law = new double[CELLS];
    for (int a = 0; a < CELLS; a++) {
      law[a] = Normal.arc(mean, sigma, a * width, width, CELLS * width);
    }
    return law;
  }
}
