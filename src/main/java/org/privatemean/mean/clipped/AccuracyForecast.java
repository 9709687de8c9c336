package org.privatemean.mean.clipped;

import org.privatemean.query.MedianAccuracyCheck;
import org.privatemean.query.NormGrid;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Noise;

/**
 * The effect of the noise of a clipped or shifted clipped mean, from public values: the ranks to
 * search for, whether n suffices, and the expected error.
 */
public final class AccuracyForecast {
  private final MeanGeometry geometry;
  private final MeanNoise noise;
  private final long rows;

  private AccuracyForecast(MeanGeometry geometry, MeanNoise noise) {
    this.geometry = geometry;
    this.noise = noise;
    this.rows = geometry.rows();
  }

  /** Returns the outlook of a mean with this noise. */
  public static AccuracyForecast compute(MeanGeometry geometry, MeanNoise noise) {
    return new AccuracyForecast(geometry, noise);
  }

  /** The rank of the medians. */
  public double medianRank() {
    return rows / 2.0;
  }

  /** Bound on the rank error of the search for the clipping norm, in rows; 0 without a search. */
  public double rankError() {
    return noise.rankError();
  }

  /** Number of rows beyond the best clipping norm, or the search's error if that is larger. */
  public double margin() {
    return Math.max(noise.sumNorm(), rankError());
  }

  /** The rank m of the clipping norm (section 3.2). */
  public double thresholdRank() {
    return Math.max(rows - margin(), 1);
  }

  /** True if n is so small that the zero vector is better (Theorem 3.4); from public values. */
  public boolean isTooSmall() {
    return rows <= margin();
  }

  /** Standard deviation of a median's rank as a share of n; 0 without medians. */
  public double medianRankNoise() {
    return geometry.shifts() ? noise.medianDeviation() / Math.max(1, rows) : 0;
  }

  /** The verdict on the centre that follows from that noise. */
  public MedianAccuracyCheck centre() {
    return new MedianAccuracyCheck(MedianAccuracyCheck.Measure.COUNT, medianRankNoise());
  }

  /** Returns the noise and error for a clipping norm. */
  public Noise report(long norm, double deviation, double length) {
    double clipped = Math.min((double) rows, rows - thresholdRank() + rankError());
    double unit = geometry.unit();
    double excess = Math.max(0, geometry.normBound() - norm) * unit;
    double bias = geometry.searchesNorm() ? clipped / rows * excess : excess;
    double count = length * unit * geometry.spec().rowCount().deviation() / rows;
    int dimension = geometry.dimension();
    return Noise.of(dimension, deviation * unit / rows, bias).plus(count, 0);
  }

  /** Returns the noise and error for a clipping norm of a mean whose n is public. */
  public Noise report(long norm) {
    return report(norm, noise.sumDeviation(norm), 0);
  }

  /** Returns the error of the zero vector: the norm of the mean, which the bounds limit. */
  public Noise zeroReport() {
    return Noise.forZeroVector(geometry.lattice().normBound() * geometry.lattice().step());
  }

  /**
   * The expected clipping norm on Gaussian rows of this spread, in steps of the space of clipping.
   *
   * @throws IllegalArgumentException if the spread is not positive and finite
   */
  public long expectedNorm(double spread) {
    checkSpread(spread);
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

  /** Checks a spread before it is used. */
  static void checkSpread(double spread) {
    if (!(spread > 0 && spread < Double.POSITIVE_INFINITY)) {
      throw ParamException.outOfRange("spread", "positive and finite", spread);
    }
  }

  /** Forecasts the noise and error of a release on Gaussian rows. */
  public Noise forecast(double spread) {
    long norm = expectedNorm(spread);
    double moved = (geometry.shifts() ? medianShift() : 1) * spread / geometry.unit();
    return report(norm, noise.sumDeviation(norm), Math.min((double) norm, moved));
  }

  /** The distance by which the medians' noise moves the centre, in units of the spread. */
  private double medianShift() {
    // A rank error of r n moves a Gaussian median by sqrt(2 pi) r standard deviations.
    return Math.sqrt(2 * Math.PI) * medianRankNoise();
  }
}
