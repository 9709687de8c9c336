package org.privatemean.numeric;

import dev.ludovic.netlib.lapack.JavaLAPACK;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.netlib.util.intW;

/** The spectrum of a symmetric matrix, by LAPACK in Java: the same bits on every machine. */
public final class SymmetricMatrix {
  private static final String UPPER = "U";

  static {
    // The library finds the constants of the machine at its first call, which no other may
    // overtake:
    // with half of them it loops forever.
    double unused = JavaLAPACK.getInstance().dlamch("E");
  }

  private final int size;
  private final double[] matrix;

  /** Ascending. */
  private final double[] values;

  private SymmetricMatrix(int size, double[] matrix, double[] values) {
    this.size = size;
    this.matrix = matrix;
    this.values = values;
  }

  /** Finds the eigenvalues of a matrix of finite entries, given row by row. */
  public static SymmetricMatrix of(double[] matrix, int size) {
    double[] values = new double[size];
    decompose("N", matrix.clone(), values);
    return new SymmetricMatrix(size, matrix.clone(), values);
  }

  /** Puts the eigenvalues into an array and, if asked to, the eigenvectors into the matrix. */
  private static void decompose(String vectors, double[] matrix, double[] values) {
    int size = values.length;
    intW status = new intW(0);
    JavaLAPACK lapack = JavaLAPACK.getInstance();
    double[] length = new double[1];
    lapack.dsyev(vectors, UPPER, size, matrix, size, values, length, -1, status);
    double[] work = new double[(int) length[0]];
    lapack.dsyev(vectors, UPPER, size, matrix, size, values, work, work.length, status);
    if (status.val != 0) {
      throw new IllegalArgumentException(
          "a matrix of finite entries has eigenvalues: " + status.val);
    }
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
    return IntStream.range(0, size).mapToDouble(k -> values[size - 1 - k]).toArray();
  }

  /** Returns the first eigenvectors, those of the largest eigenvalues, one after another. */
  public double[] eigenvectors(int count) {
    double[] vectors = matrix.clone();
    decompose("V", vectors, new double[size]);
    double[] first = new double[count * size];
    for (int k = 0; k < count; k++) {
      System.arraycopy(vectors, (size - 1 - k) * size, first, k * size, size);
      fixSign(first, k * size, size);
    }
    return first;
  }

  /** Returns the nearest matrix without negative eigenvalues in the Frobenius norm. */
  public double[] nonnegativePart() {
    int count = (int) Arrays.stream(values).filter(value -> value > 0).count();
    double[] vectors = eigenvectors(count);
    double[] part = new double[size * size];
    for (int k = 0; k < count; k++) {
      addMultiple(part, values[size - 1 - k], vectors, k * size);
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        part[i * size + j] = part[j * size + i];
      }
    }
    return part;
  }

  /** Adds the upper triangle of an eigenvector's share of the matrix. */
  private void addMultiple(double[] part, double value, double[] vectors, int from) {
    for (int i = 0; i < size; i++) {
      double scaled = value * vectors[from + i];
      for (int j = i; j < size; j++) {
        part[i * size + j] += scaled * vectors[from + j];
      }
    }
  }
}
