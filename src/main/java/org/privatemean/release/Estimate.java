package org.privatemean.release;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;
import org.privatemean.annotation.Internal;

/** The released mean; in a forecast, its public properties only. */
@Internal
public final class Estimate implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Null in a forecast. */
  private final double[] mean;

  private final int dimension;
  private final long rows;

  private Estimate(double[] mean, int dimension, long rows) {
    this.mean = mean;
    this.dimension = dimension;
    this.rows = rows;
  }

  /**
   * Returns a released mean.
   *
   * @param mean in data units; copied
   * @param rows number of rows n: the public one, or the released one
   */
  public static Estimate of(double[] mean, long rows) {
    return new Estimate(mean.clone(), mean.length, rows);
  }

  /**
   * Returns the estimate of a forecast, which has no mean.
   *
   * @param dimension number of coordinates
   * @param rows number of rows n
   */
  public static Estimate forecast(int dimension, long rows) {
    return new Estimate(null, dimension, rows);
  }

  /** The private mean, in data units, as a copy; empty in a forecast. */
  public Optional<double[]> mean() {
    return Optional.ofNullable(mean).map(double[]::clone);
  }

  /** True if no mean was released. */
  public boolean isForecast() {
    return mean == null;
  }

  /** Number of coordinates. */
  public int dimension() {
    return dimension;
  }

  /** Number of rows n. */
  public long rows() {
    return rows;
  }

  /** Reads the estimate of saved values. */
  static Estimate read(Values values) {
    return of(values.numbers("mean"), values.count("rows"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Estimate that
        && rows == that.rows
        && dimension == that.dimension
        && Arrays.equals(mean, that.mean);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(rows) + Arrays.hashCode(mean);
  }
}
