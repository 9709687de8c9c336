package org.privatemean.local.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectionTest {
  /** The map of {@link Direction#share}: an isometry onto the vectors across the direction. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-9, 0.3, 0.999, 1, 5})
  void share_anyNorm_mapsToVectorsAcrossAndKeepsInnerProducts(double norm) {
    int d = 5;
    double[] x = Reports.vector(d, norm);
    Direction v = Inputs.BALL.direction(x, 1);
    double[] unit = v.toArray(d + 1);
    double[][] from = new double[d][d];
    double[][] to = new double[d][];
    for (int i = 0; i < d; i++) {
      from[i][i] = 1;
      to[i] = mapped(v, from[i]);
      assertEquals(0, product(to[i], unit), 1e-15);
      assertEquals(1, v.squaresAcross(from[i], v.dot(from[i])), 1e-15);
      for (int j = 0; j <= i; j++) {
        assertEquals(i == j ? 1 : 0, product(to[i], to[j]), 1e-15);
      }
    }
  }

  private static double[] mapped(Direction v, double[] h) {
    double[] unit = v.toArray(h.length + 1);
    double product = v.dot(h);
    double[] image = new double[h.length + 1];
    for (int j = 0; j < h.length; j++) {
      image[j] = h[j] - v.share() * product * unit[j];
    }
    image[h.length] = -product;
    return image;
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
