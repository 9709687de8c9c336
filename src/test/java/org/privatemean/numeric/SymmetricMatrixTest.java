package org.privatemean.numeric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SymmetricMatrixTest {
  private static double[] random(SplittableRandom random, int size) {
    double[] matrix = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        matrix[i * size + j] = random.nextGaussian();
        matrix[j * size + i] = matrix[i * size + j];
      }
    }
    return matrix;
  }

  @Test
  void eigenvectors_ofRandomMatrices_areOrthonormalAndSolveTheEquation() {
    SplittableRandom random = new SplittableRandom(1);
    for (int size : new int[] {1, 2, 7, 40}) {
      double[] matrix = random(random, size);
      SymmetricMatrix found = SymmetricMatrix.of(matrix, size);
      double[] values = found.eigenvalues();
      double[] vectors = found.eigenvectors(size);
      for (int k = 0; k < size; k++) {
        assertTrue(k == 0 || values[k] <= values[k - 1]);
        double[] vector = Arrays.copyOfRange(vectors, k * size, (k + 1) * size);
        assertEquals(1, Arrays.stream(vector).map(x -> x * x).sum(), 1e-12);
        for (int i = 0; i < size; i++) {
          double product = 0;
          for (int j = 0; j < size; j++) {
            product += matrix[i * size + j] * vector[j];
          }
          assertEquals(values[k] * vector[i], product, 1e-12 * size);
        }
      }
    }
  }

  @Test
  void nonnegativePart_ofBothSigns_keepsThePositiveEigenvalues() {
    // Eigenvalues 3 and -1.
    SymmetricMatrix matrix = SymmetricMatrix.of(new double[] {1, 2, 2, 1}, 2);
    assertArrayEquals(new double[] {3, -1}, matrix.eigenvalues(), 1e-15);
    assertArrayEquals(new double[] {1.5, 1.5, 1.5, 1.5}, matrix.nonnegativePart(), 1e-15);
    assertArrayEquals(new double[] {Math.sqrt(0.5), Math.sqrt(0.5)}, matrix.eigenvectors(1), 1e-15);
  }

  @Test
  void nonnegativePart_withoutNegativeEigenvalues_isTheMatrix() {
    double[] matrix = {2, 0.5, 0.5, 3};
    assertArrayEquals(matrix, SymmetricMatrix.of(matrix, 2).nonnegativePart(), 1e-14);
  }

  /** In fresh class loaders: first calls that overtake each other loop, or find other bits. */
  @Test
  void of_firstCallsOfTwoThreads_findTheSame() throws Exception {
    double[] matrix = random(new SplittableRandom(2), 20);
    double[] expected = SymmetricMatrix.of(matrix, 20).eigenvalues();
    String[] path = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    URL[] urls = new URL[path.length];
    for (int k = 0; k < path.length; k++) {
      urls[k] = Path.of(path[k]).toUri().toURL();
    }
    for (int trial = 0; trial < 40; trial++) {
      try (URLClassLoader fresh = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
        Class<?> type = fresh.loadClass(SymmetricMatrix.class.getName());
        Callable<double[]> first =
            () -> {
              Object found =
                  type.getMethod("of", double[].class, int.class).invoke(null, matrix, 20);
              return (double[]) type.getMethod("eigenvalues").invoke(found);
            };
        List<FutureTask<double[]>> both = List.of(new FutureTask<>(first), new FutureTask<>(first));
        for (FutureTask<double[]> each : both) {
          Thread thread = new Thread(each);
          thread.setDaemon(true);
          thread.start();
        }
        for (FutureTask<double[]> each : both) {
          assertArrayEquals(expected, each.get(60, TimeUnit.SECONDS));
        }
      }
    }
  }
}
