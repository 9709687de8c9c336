package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitDirectionTest {
  /** The map of {@link UnitDirection#share}: an isometry onto the vectors across the direction. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-9, 0.3, 0.999, 1, 5})
  void share_anyNorm_mapsToVectorsAcrossAndKeepsInnerProducts(double norm) {
    int d = 5;
    double[] x = Reports.vector(d, norm);
    UnitDirection v = InputDomain.BALL.direction(x, 1);
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

  private static double[] mapped(UnitDirection v, double[] h) {
    double[] unit = v.toArray(h.length + 1);
    double product = v.dot(h);
    double[] image = new double[h.length + 1];
    for (int j = 0; j < h.length; j++) {
      image[j] = h[j] - v.share() * product * unit[j];
    }
    image[h.length] = -product;
    return image;
  }

  /** Sizes at which squares vanish, are subnormal, are infinite, or are none of these. */
  private static final double[] SIZES = {
    Double.MIN_VALUE,
    1e-310,
    1e-200,
    1.5e-162,
    2e-155,
    1e-100,
    1,
    1e100,
    1e154,
    1e200,
    Double.MAX_VALUE
  };

  @ParameterizedTest
  @ValueSource(doubles = {1e-150, 1, 1e150})
  void direction_anyMixOfSizes_isAUnitVector(double bound) {
    for (double first : SIZES) {
      for (double second : SIZES) {
        for (double third : SIZES) {
          double[] vector = {first, -second, third, 0};
          assertUnit(InputDomain.SPHERE.direction(vector, bound));
          assertUnit(InputDomain.BALL.direction(vector, bound));
        }
      }
    }
  }

  /** Where the lifted coordinate is about to be 0, and where it is nearly all. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-150, 1e-5, 1, 3e20, 1e150})
  void direction_normNextToTheBound_isAUnitVector(double bound) {
    for (int ulps = -20; ulps <= 20; ulps++) {
      double close = bound + ulps * Math.ulp(bound);
      assertUnit(InputDomain.BALL.direction(new double[] {close, 0}, bound));
      assertUnit(InputDomain.BALL.direction(new double[] {0.6 * close, -0.8 * close}, bound));
      assertUnit(InputDomain.BALL.direction(new double[] {close, 1e-163 * bound}, bound));
      assertUnit(InputDomain.BALL.direction(new double[] {1e-163 * close, 0}, bound));
    }
  }

  /** Each small square is lost beside the large one: 2^17 of them are 2^-37 of it. */
  @ParameterizedTest
  @EnumSource(InputDomain.class)
  void direction_squaresBelowThePrecisionOfASum_isAUnitVector(InputDomain inputs) {
    double[] vector = new double[1 << 17];
    Arrays.fill(vector, 0x1p-27);
    vector[0] = 1;
    assertUnit(inputs.direction(vector, 1));
    assertUnit(inputs.direction(vector, 2));
    double plain = 0;
    for (double x : vector) {
      plain += x * x;
    }
    assertTrue(offUnit(vector, 1 / Math.sqrt(plain), 0) > UnitDirection.TOLERANCE);
  }

  @Test
  void direction_ordinaryVector_isThatOfThePlainSum() {
    for (int d = 1; d < 300; d++) {
      double[] vector = Reports.vector(d, 0.25 + d);
      double even = 0;
      double odd = 0;
      for (int j = 0; j + 1 < d; j += 2) {
        even += vector[j] * vector[j];
        odd += vector[j + 1] * vector[j + 1];
      }
      double last = d % 2 == 1 ? vector[d - 1] * vector[d - 1] : 0;
      UnitDirection unit = InputDomain.SPHERE.direction(vector, 1);
      assertSame(vector, unit.coordinates());
      assertEquals(1 / Math.sqrt(even + odd + last), unit.factor(), 0.0);
    }
  }

  private static void assertUnit(UnitDirection unit) {
    double last = unit.lifted() ? unit.last() : 0;
    double off = offUnit(unit.coordinates(), unit.factor(), last);
    assertTrue(off <= UnitDirection.TOLERANCE, () -> "off by " + off);
  }

  /** How far the square of the norm is from 1, without a rounding. */
  private static double offUnit(double[] coordinates, double factor, double last) {
    BigDecimal squares = BigDecimal.ZERO;
    for (double coordinate : coordinates) {
      squares = squares.add(square(coordinate));
    }
    return squares
        .multiply(square(factor))
        .add(square(last))
        .subtract(BigDecimal.ONE)
        .abs()
        .doubleValue();
  }

  private static BigDecimal square(double x) {
    BigDecimal exact = new BigDecimal(x);
    return exact.multiply(exact);
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
