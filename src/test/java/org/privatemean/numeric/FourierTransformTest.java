package org.privatemean.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FourierTransformTest {

  private static double[] values(int size, double phase) {
    double[] values = new double[size];
    for (int k = 0; k < size; k++) {
      values[k] = StrictMath.sin(phase * (k + 1) * (k + 1));
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 256})
  void forward_anyVector_isTheSumOfItsDefinition(int size) {
    double[] re = values(size, 0.7);
    double[] im = values(size, 1.3);
    double[] actualRe = re.clone();
    double[] actualIm = im.clone();
    FourierTransform transform = new FourierTransform(size);
    transform.forward(actualRe, actualIm);
    double squares = 0;
    double errors = 0;
    for (int j = 0; j < size; j++) {
      double sumRe = 0;
      double sumIm = 0;
      for (int k = 0; k < size; k++) {
        double angle = -2 * Math.PI * (j * k % size) / size;
        sumRe += re[k] * Math.cos(angle) - im[k] * Math.sin(angle);
        sumIm += re[k] * Math.sin(angle) + im[k] * Math.cos(angle);
      }
      squares += sumRe * sumRe + sumIm * sumIm;
      errors += Math.pow(sumRe - actualRe[j], 2) + Math.pow(sumIm - actualIm[j], 2);
    }
    // The definition is summed with errors of its own, of about size * 2^-53.
    double own = size * 0x1p-51 * Math.sqrt(squares);
    assertTrue(Math.sqrt(errors) <= transform.errorUp(Math.sqrt(squares)) + own);
    assertEquals(0, errors, 1e-24 * squares);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 1 << 12, 1 << 17})
  void inverse_ofATransform_givesBackWithinTheErrorBound(int size) {
    double[] re = values(size, 0.9);
    double[] im = values(size, 0.4);
    double[] backRe = re.clone();
    double[] backIm = im.clone();
    FourierTransform transform = new FourierTransform(size);
    transform.forward(backRe, backIm);
    transform.inverse(backRe, backIm);
    double squares = 0;
    double errors = 0;
    for (int k = 0; k < size; k++) {
      squares += re[k] * re[k] + im[k] * im[k];
      errors += Math.pow(re[k] - backRe[k], 2) + Math.pow(im[k] - backIm[k], 2);
    }
    assertTrue(errors > 0 || size == 8);
    assertTrue(Math.sqrt(errors) <= 2 * transform.errorUp(Math.sqrt(squares)));
  }
}
