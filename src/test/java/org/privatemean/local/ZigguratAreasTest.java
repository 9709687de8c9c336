package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;

/**
 * The layers of the ziggurats, in 40 digits: what the proof of the grid of reports says of them.
 */
@Promise("the areas of the layers that normal draws are made from are equal")
class ZigguratAreasTest {
  private static final MathContext DIGITS = new MathContext(40);

  /** e^-x by the series of x / 2^10, squared ten times. */
  private static BigDecimal expOfMinus(BigDecimal x) {
    BigDecimal small = x.divide(BigDecimal.valueOf(1024), DIGITS).negate();
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int k = 1; k < 30; k++) {
      term = term.multiply(small, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    return sum.pow(1024, DIGITS);
  }

  private static BigDecimal normal(double x) {
    BigDecimal exact = new BigDecimal(x);
    return expOfMinus(exact.multiply(exact, DIGITS).divide(BigDecimal.valueOf(2), DIGITS));
  }

  private static BigDecimal exponential(double x) {
    return expOfMinus(new BigDecimal(x));
  }

  private interface Density {
    BigDecimal at(double x);
  }

  /** The largest relative difference of a layer's area from that of the first above the lowest. */
  private static double worst(double[] ends, Density density, double area) {
    double worst = 0;
    for (int i = 1; i < 256; i++) {
      BigDecimal height = density.at(ends[i + 1]).subtract(density.at(ends[i]), DIGITS);
      double found = new BigDecimal(ends[i]).multiply(height, DIGITS).doubleValue();
      worst = Math.max(worst, Math.abs(found / area - 1));
    }
    return worst;
  }

  @Test
  void ends_ofNormalLayers_makeEqualAreas() {
    double[] ends = Ziggurat.normalEnds();
    double area = 0.004928673233974655;
    assertEquals(257, ends.length);
    assertEquals(0, ends[256]);
    assertTrue(worst(ends, ZigguratAreasTest::normal, area) <= 0x1p-41);
    // The lowest: a rectangle up to the edge and the tail, by the fraction of Laplace.
    double edge = ends[1];
    double fraction = edge;
    for (int k = 300; k >= 1; k--) {
      fraction = edge + k / fraction;
    }
    double height = normal(edge).doubleValue();
    assertEquals(1, height * (edge + 1 / fraction) / area, 0x1p-41);
    assertEquals(1, ends[0] * height / area, 0x1p-41);
    // Half a cell of the widest layer, and the rounding of the product.
    assertTrue(ends[0] * 0x1p-53 <= 0x1p-51);
    // Power: a wrong digit of an end would show.
    ends[100] *= 1 + 1e-11;
    assertTrue(worst(ends, ZigguratAreasTest::normal, area) > 0x1p-41);
  }

  @Test
  void ends_ofExponentialLayers_makeEqualAreas() {
    double[] ends = Ziggurat.exponentialEnds();
    double area = 0.003949659822581557;
    assertTrue(worst(ends, ZigguratAreasTest::exponential, area) <= 0x1p-41);
    double edge = ends[1];
    double height = exponential(edge).doubleValue();
    assertEquals(1, height * (edge + 1) / area, 0x1p-41);
    assertEquals(1, ends[0] * height / area, 0x1p-41);
  }
}
