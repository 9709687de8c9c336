package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * The sampler of the random vector U of a unit vector v, rounded to its grid: W v + sqrt(1 - W^2)
 * g' / ||g'|| on the sphere and W v + g' for the normal distribution, g' standard normal without
 * its part along v ({@link UnitDirection#share}).
 */
record UnitSampler(Threshold threshold, CapSampler cap, ReportGrid grid) implements Serializable {
  private static final int CHUNK = 512;

  UnitSampler(Threshold threshold, ReportGrid grid) {
    this(threshold, CapSampler.create(threshold), grid);
  }

  public short[] draw(UnitDirection v, int count, BitSource bits) {
    double w = cap.draw(bits);
    double[] g = new double[count];
    // Up to the chunk, the bits of the dither are read with those of g.
    long[] words = new long[Math.min(CHUNK, count + ReportGrid.words(count))];
    if (threshold.law() == ReportLaw.GAUSSIAN) {
      normals(g, bits, words);
      return onGrid(w - v.share() * v.dot(g), v, 1, g, bits, words);
    }
    double product;
    double squares;
    do {
      normals(g, bits, words);
      product = v.dot(g);
      squares = v.squaresAcross(g, product);
    } while (squares == 0);
    double side = Math.sqrt(w * (2 - w) / squares);
    return onGrid(1 - w - side * v.share() * product, v, side, g, bits, words);
  }

  private static void normals(double[] g, BitSource bits, long[] words) {
    if (!holdDither(words, g)) {
      Ziggurat.fillNormal(g, 0, g.length, bits, words);
      return;
    }
    bits.fill(words, 0, words.length);
    Ziggurat.normalsFrom(words, g, 0, g.length, bits);
  }

  private short[] onGrid(
      double along, UnitDirection v, double side, double[] g, BitSource bits, long[] words) {
    double scaled = along * v.factor();
    return holdDither(words, g)
        ? grid.round(scaled, v.coordinates(), side, g, words, g.length)
        : grid.dither(scaled, v.coordinates(), side, g, bits, words);
  }

  private static boolean holdDither(long[] words, double[] g) {
    return words.length == g.length + ReportGrid.words(g.length);
  }
}
