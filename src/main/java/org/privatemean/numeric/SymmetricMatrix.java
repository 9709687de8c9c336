package org.privatemean.numeric;

import dev.ludovic.netlib.lapack.JavaLAPACK;
import org.netlib.util.intW;

/** The spectrum of a symmetric matrix, by LAPACK in Java: the same bits on every machine. */
public final class SymmetricMatrix {
  private static final String WITH_VECTORS = "V";
  private static final String UPPER = "U";

  static {
    // The library finds the constants of the machine at its first call, which no other may
    // overtake:
    // with half of them it loops forever.
    double unused = JavaLAPACK.getInstance().dlamch("E");
  }

  private final int size;

  /** Ascending. */
  private final double[] values;

  /** Entry {@code k * size + i} is coordinate i of eigenvector k. */
  private final double[] vectors;

  private SymmetricMatrix(int size, double[] values, double[] vectors) {
    this.size = size;
    this.values = values;
    this.vectors = vectors;
  }

  /** Decomposes a matrix of finite entries, given row by row. */
  public static SymmetricMatrix of(double[] matrix, int size) {
    double[] vectors = matrix.clone();
    double[] values = new double[size];
    intW status = new intW(0);
    JavaLAPACK lapack = JavaLAPACK.getInstance();
    double[] length = new double[1];
    lapack.dsyev(WITH_VECTORS, UPPER, size, vectors, size, values, length, -1, status);
    double[] work = new double[(int) length[0]];
    lapack.dsyev(WITH_VECTORS, UPPER, size, vectors, size, values, work, work.length, status);
    if (status.val != 0) {
      throw new IllegalArgumentException(
          "a matrix of finite entries has eigenvalues: " + status.val);
    }
    for (int k = 0; k < size; k++) {
      fixSign(vectors, k * size, size);
    }
    return new SymmetricMatrix(size, values, vectors);
  }

  /** Makes the coordinate of largest absolute value positive. */
  private static void fixSign(double[] vectors, int from, int size) {
    int largest = from;
    for (int k = from; k < from + size; k++) {
      largest = Math.abs(vectors[k]) > Math.abs(vectors[largest]) ? k : largest;
    }
    if (vectors[largest] < 0) {
      for (int k = from; k < from + size; k++) {
        vectors[k] = -vectors[k];
      }
    }
  }

  /** Returns the eigenvalues, from the largest to the smallest. */
  public double[] eigenvalues() {
    double[] descending = new double[size];
    for (int k = 0; k < size; k++) {
      descending[k] = values[size - 1 - k];
    }
    return descending;
  }

  /** Returns the first eigenvectors, those of the largest eigenvalues, one after another. */
  public double[] eigenvectors(int count) {
    double[] first = new double[count * size];
    for (int k = 0; k < count; k++) {
      System.arraycopy(vectors, (size - 1 - k) * size, first, k * size, size);
    }
    return first;
  }

  /** Returns the nearest matrix without negative eigenvalues in the Frobenius norm. */
  public double[] nonnegativePart() {
    double[] part = new double[size * size];
    for (int k = 0; k < size; k++) {
      if (values[k] > 0) {
        addMultiple(part, k);
      }
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        part[i * size + j] = part[j * size + i];
      }
    }
    return part;
  }

  /** Adds the upper triangle of an eigenvector's share of the matrix. */
  private void addMultiple(double[] part, int k) {
    for (int i = 0; i < size; i++) {
      double scaled = values[k] * vectors[k * size + i];
      for (int j = i; j < size; j++) {
        part[i * size + j] += scaled * vectors[k * size + j];
      }
    }
  }
}
