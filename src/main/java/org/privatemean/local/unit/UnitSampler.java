package org.privatemean.local.unit;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * Draws the random vector U of a unit vector v and puts it on its grid.
 *
 * <p>With g standard normal and g' = g - &lt;g, v&gt; v, U is W v + sqrt(1 - W^2) g' / ||g'|| on
 * the sphere and W v + g' for the normal law: in both cases along * v + side * g.
 */
final class UnitSampler implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Words of the keystream that are read at a time. */
  private static final int CHUNK = 512;

  private final Threshold threshold;
  private final CapSampler cap;
  private final ReportGrid grid;

  UnitSampler(Threshold threshold, int coordinates) {
    this.threshold = threshold;
    this.cap = CapSampler.of(threshold);
    this.grid = ReportGrid.of(threshold, coordinates);
  }

  /**
   * One draw, in steps of the grid.
   *
   * @param count the number of leading coordinates to keep, none of them lifted
   */
  short[] draw(Direction v, int count, BitSource bits) {
    double w = cap.draw(bits);
    double[] g = new double[v.size()];
    long[] words = new long[Math.min(CHUNK, g.length)];
    if (threshold.law() == Law.GAUSSIAN) {
      GaussianDraws.fill(g, 0, g.length, bits, words);
      return onGrid(w - v.dot(g), v, 1, g, count, bits, words);
    }
    if (g.length == 1) {
      return onGrid(1 - w, v, 0, g, count, bits, words);
    }
    double product;
    double squares;
    do {
      GaussianDraws.fill(g, 0, g.length, bits, words);
      product = v.dot(g);
      squares = v.squaresAcross(g, product);
    } while (squares == 0);
    double side = Math.sqrt(w * (2 - w) / squares);
    return onGrid(1 - w - side * product, v, side, g, count, bits, words);
  }

  private short[] onGrid(
      double along, Direction v, double side, double[] g, int count, BitSource bits, long[] words) {
    return grid.dithered(along * v.factor(), v.coordinates(), side, g, count, bits, words);
  }
}
