package org.privatemean.numeric;

/**
 * Discrete Fourier transform of a power of two of complex numbers, y_j = sum over k of x_k e^(-2 pi
 * i j k / size), by the radix-2 algorithm of Cooley and Tukey, with a bound on its rounding error.
 */
public final class FourierTransform {

  /**
   * Error of one of the log2(size) stages, relative to the l2 norm: below 9 u, u = 2^-53 (Higham,
   * "Accuracy and Stability of Numerical Algorithms", 2002, Theorem 24.2); this is 16 u.
   */
  private static final double STAGE_ERROR = 0x1p-49;

  private final int size;
  private final double[] cosines;
  private final double[] sines;

  /** Creates a transform of a size that is a power of two, at least 8. */
  public FourierTransform(int size) {
    this.size = size;
    this.cosines = new double[size / 2];
    this.sines = new double[size / 2];
    int quarter = size / 4;
    for (int k = 0; k <= size / 8; k++) {
      double c = StrictMath.cos(2 * Math.PI * k / size);
      double s = StrictMath.sin(2 * Math.PI * k / size);
      root(k, c, s);
      root(quarter - k, s, c);
      root(quarter + k, -s, c);
      if (k > 0) {
        root(2 * quarter - k, -c, s);
      }
    }
  }

  private void root(int k, double cosine, double sine) {
    cosines[k] = cosine;
    sines[k] = sine;
  }

  public int size() {
    return size;
  }

  public void forward(double[] re, double[] im) {
    permute(re, im);
    for (int half = 1; half < size; half *= 2) {
      int stride = size / (2 * half);
      for (int start = 0; start < size; start += 2 * half) {
        for (int k = 0; k < half; k++) {
          double c = cosines[k * stride];
          double s = sines[k * stride];
          int low = start + k;
          int high = low + half;
          double oddRe = c * re[high] + s * im[high];
          double oddIm = c * im[high] - s * re[high];
          re[high] = re[low] - oddRe;
          im[high] = im[low] - oddIm;
          re[low] += oddRe;
          im[low] += oddIm;
        }
      }
    }
  }

  public void inverse(double[] re, double[] im) {
    // Conjugation turns one transform into the other, and swapping the parts conjugates, up to i.
    forward(im, re);
    for (int k = 0; k < size; k++) {
      re[k] /= size;
      im[k] /= size;
    }
  }

  private void permute(double[] re, double[] im) {
    int shift = Integer.numberOfLeadingZeros(size) + 1;
    for (int k = 0; k < size; k++) {
      int reversed = Integer.reverse(k) >>> shift;
      if (reversed > k) {
        double swap = re[k];
        re[k] = re[reversed];
        re[reversed] = swap;
        swap = im[k];
        im[k] = im[reversed];
        im[reversed] = swap;
      }
    }
  }

  /** Returns a bound on the l2 norm of the error, for an exact result of the given l2 norm. */
  public double errorUp(double norm) {
    return 1.01 * STAGE_ERROR * Integer.numberOfTrailingZeros(size) * norm;
  }
}
