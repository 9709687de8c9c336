package org.privatemean.mean.clipped;

import org.privatemean.privacy.Checks;
import org.privatemean.query.MedianAccuracyCheck;
import org.privatemean.query.NormGrid;
import org.privatemean.release.Noise;

/** Forecast of the noise and error of a clipped or shifted clipped mean, from public values. */
public abstract class AccuracyForecast {
  private final MeanGeometry geometry;
  private final long rows;

  protected AccuracyForecast(MeanGeometry geometry) {
    this.geometry = geometry;
    this.rows = geometry.rows();
  }

  public final MeanGeometry geometry() {
    return geometry;
  }

  /** Returns the standard deviation of a count in the search for the medians, in rows. */
  protected abstract double medianDeviation();

  /** Returns the rank error of the norm search, in rows, with probability 1 - beta. */
  protected abstract double rankError();

  /** Returns the root mean square l2 norm of the noise of the sum, over the clipping norm. */
  protected abstract double sumNorm();

  /** Returns the standard deviation of the noise of a coordinate of the sum clipped to a norm. */
  protected abstract double sumDeviation(long norm);

  /** Number of rows beyond the best clipping norm, or the search's error if that is larger. */
  public double margin() {
    return Math.max(sumNorm(), rankError());
  }

  /** The rank m of the clipping norm (section 3.2). */
  public double thresholdRank() {
    return Math.max(rows - margin(), 1);
  }

  /** True if n is so small that the zero vector is better (Theorem 3.4). */
  public boolean isTooSmall() {
    return rows <= margin();
  }

  /** Standard deviation of a median's rank as a share of n; 0 without medians. */
  public double medianRankNoise() {
    return geometry.shifts() ? medianDeviation() / Math.max(1, rows) : 0;
  }

  public MedianAccuracyCheck centre() {
    return new MedianAccuracyCheck(MedianAccuracyCheck.Measure.COUNT, medianRankNoise());
  }

  public Noise report(long norm, double deviation, double length) {
    double clipped = Math.min((double) rows, rows - thresholdRank() + rankError());
    double unit = geometry.unit();
    double excess = Math.max(0, geometry.normBound() - norm) * unit;
    double bias = geometry.searchesNorm() ? clipped / rows * excess : excess;
    double count = length * unit * geometry.spec().rowCount().deviation() / rows;
    int dimension = geometry.dimension();
    return Noise.of(dimension, deviation * unit / rows, bias).plus(count, 0);
  }

  /** Returns the error of the zero vector: the norm of the mean, which the bounds limit. */
  public Noise zeroReport() {
    return Noise.forZeroVector(geometry.lattice().normBound() * geometry.lattice().step());
  }

  /** Returns the expected clipping norm on Gaussian rows of a root mean square, in steps. */
  public long expectedNorm(double spread) {
    Checks.positiveParam("spread", spread);
    if (!geometry.searchesNorm()) {
      return geometry.givenNorm();
    }
    if (centre().isDoubtful()) {
      return (long) geometry.normBound();
    }
    double shift = medianShift();
    double share = Math.max(1e-12, (rows - thresholdRank()) / rows);
    double tail = Math.sqrt(2 * StrictMath.log(1 / share));
    double quantile = 1 + tail * 0.75 / Math.sqrt(2.0 * geometry.dimension());
    double norm = spread * Math.sqrt(1 + shift * shift) * quantile;
    double step = Math.sqrt(NormGrid.RATIO);
    return (long) Math.max(1, Math.min(geometry.normBound(), norm * step / geometry.unit()));
  }

  public Noise expectedNoise(double spread) {
    long norm = expectedNorm(spread);
    double moved = (geometry.shifts() ? medianShift() : 1) * spread / geometry.unit();
    return report(norm, sumDeviation(norm), Math.min((double) norm, moved));
  }

  /** The distance by which the medians' noise moves the centre, in units of the spread. */
  private double medianShift() {
    // A rank error of r n moves a Gaussian median by sqrt(2 pi) r standard deviations.
    return Math.sqrt(2 * Math.PI) * medianRankNoise();
  }
}
