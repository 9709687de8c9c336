package org.privatemean.bench.accuracy;

import java.util.Locale;
import java.util.SplittableRandom;

/** N(first 1, I), except that a fixed number of the rows are of N(second 1, I). */
final class ClusterLaw implements Law {
  private final int rows;
  private final int dimension;
  private final double first;
  private final double second;
  private final int away;

  /**
   * @param share of the rows in the second cluster
   */
  ClusterLaw(int rows, int dimension, double first, double second, double share) {
    this.rows = rows;
    this.dimension = dimension;
    this.first = first;
    this.second = second;
    this.away = (int) Math.round(share * rows);
  }

  private double share() {
    return (double) away / rows;
  }

  private double centre() {
    return first + share() * (second - first);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public String mean() {
    return String.format(Locale.ROOT, "%.4g*ones", centre());
  }

  @Override
  public String covariance() {
    return String.format(
        Locale.ROOT, "%.1f %% around %.0f*ones, rest %.0f*ones", 100 * share(), second, first);
  }

  /** That along the line through both clusters. */
  @Override
  public double deviation() {
    double distance = (second - first) * Math.sqrt(dimension);
    return Math.sqrt(1 + share() * (1 - share()) * distance * distance);
  }

  @Override
  public Sample draw(SplittableRandom random) {
    double[][] data = new double[rows][];
    for (int i = 0; i < rows; i++) {
      data[i] = Vectors.gaussian(dimension, random);
      double middle = i < away ? second : first;
      for (int j = 0; j < dimension; j++) {
        data[i][j] += middle;
      }
    }
    return Sample.of(data, Vectors.filled(dimension, centre()));
  }
}
