package org.privatemean.release;

import java.util.Optional;
import org.privatemean.annotation.Internal;

/** The released mean; in a forecast, its public properties only. */
@Internal
public final class Estimate extends Section {
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

  /** Returns a released mean, in data units, of a public or released number of rows. */
  public static Estimate of(double[] mean, long rows) {
    return new Estimate(mean.clone(), mean.length, rows);
  }

  public static Estimate forecast(int dimension, long rows) {
    return new Estimate(null, dimension, rows);
  }

  /** The private mean, in data units, as a copy; empty in a forecast. */
  public Optional<double[]> mean() {
    return Optional.ofNullable(mean).map(double[]::clone);
  }

  public boolean isForecast() {
    return mean == null;
  }

  public int dimension() {
    return dimension;
  }

  public long rows() {
    return rows;
  }

  static Estimate read(Values values) {
    return of(values.numbers("mean"), values.count("rows"));
  }

  @Override
  Object[] parts() {
    return new Object[] {mean, dimension, rows};
  }
}
