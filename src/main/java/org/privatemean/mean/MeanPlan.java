package org.privatemean.mean;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.privacy.Neighbours;

/**
 * Everything that a release decides from public and released values alone: the lattice, the search
 * ranges, the ranks and whether n suffices. A forecast is the plan without the data.
 */
public final class MeanPlan {
  /** Above this, 64-bit sums or the doubles of the norms would no longer be exact. */
  private static final double LARGEST_COORDINATE = 0x1p52;

  /**
   * Rank noise of a median, as a share of n, from which the centre is no longer to be relied on.
   */
  private static final double UNRELIABLE_RANK = 0.15;

  private final MeanSpec spec;
  private final long rows;
  private final int dimension;
  private final int columns;
  private final Lattice lattice;
  private final double encodedBound;
  private final long coordinateBound;
  private final double normBound;

  private MeanPlan(MeanSpec spec, long rows, int dimension) {
    this.spec = spec;
    this.rows = rows;
    this.dimension = dimension;
    this.columns = shifts() ? WalshHadamard.paddedSize(dimension) : dimension;
    this.lattice =
        spec.effectiveBounds()
            .lattice(Math.max(1, rows), dimension, RowCount.rhoLeft(spec), spec.beta());
    double bound = shifts() ? lattice.absoluteSumBound() : lattice.normBound();
    this.encodedBound = bound;
    this.coordinateBound = (long) Math.ceil(bound);
    this.normBound =
        shifts()
            ? Math.sqrt(columns) * (lattice.normBound() + bound) * (1 + 1e-9)
            : lattice.normBound();
  }

  /**
   * Plans a release.
   *
   * @param spec what is asked for
   * @param rows public or released number of rows, 0 or more
   * @param dimension number of coordinates, at least 1
   * @throws IllegalArgumentException if exact sums could overflow 64 bits
   */
  public static MeanPlan of(MeanSpec spec, long rows, int dimension) {
    MeanPlan plan = new MeanPlan(spec, rows, dimension);
    plan.checkSums();
    return plan;
  }

  /** What every encoded coordinate must stay below for exact sums in 64 bits. */
  private double coordinateLimit() {
    double forClipping = 0x1p60 / Math.sqrt(columns);
    return Math.min(
        Math.min(LARGEST_COORDINATE, forClipping), 0x1p62 / Math.max(1, RowCount.most(spec, rows)));
  }

  private boolean fits() {
    boolean searchesSquares = searchesNorm() && spec.grid() == MeanSpec.Grid.SQUARED;
    return encodedBound < coordinateLimit()
        && (!searchesSquares || SquaredNormGrid.covers(normBound));
  }

  private void checkSums() {
    if (!(encodedBound < coordinateLimit())) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "n = %d rows with coordinates of up to %.3g lattice steps of %.3g could overflow"
                  + " 64-bit sums (the limit is %.3g): choose a larger resolution (or sigmaMin) or a"
                  + " smaller bound (or radius, sigmaMax)",
              rows,
              encodedBound,
              lattice.step(),
              coordinateLimit()));
    }
  }

  private boolean shifts() {
    return spec.method().shifts();
  }

  long rows() {
    return rows;
  }

  MeanSpec spec() {
    return spec;
  }

  Lattice lattice() {
    return lattice;
  }

  /** Number of coordinates in the space where vectors are clipped and summed. */
  int columns() {
    return columns;
  }

  /** Bound on every encoded coordinate, in lattice steps. */
  long coordinateBound() {
    return coordinateBound;
  }

  /** Length in data units of one step of the space where vectors are clipped and summed. */
  double unit() {
    return shifts() ? lattice.step() / Math.sqrt(columns) : lattice.step();
  }

  double rhoMedians() {
    return RowCount.rhoLeft(spec) * spec.split().medians();
  }

  double rhoThreshold() {
    return RowCount.rhoLeft(spec) * spec.split().threshold();
  }

  double rhoAverage() {
    return RowCount.rhoLeft(spec) * spec.split().average();
  }

  Universe medianUniverse() {
    return new Universe(-coordinateBound, coordinateBound);
  }

  /** The rank of the medians. */
  double medianRank() {
    return rows / 2.0;
  }

  ThresholdGrid thresholdGrid() {
    return switch (spec.grid()) {
      case GEOMETRIC -> new GeometricGrid(normBound);
      case SQUARED -> new SquaredNormGrid(normBound);
    };
  }

  boolean searchesNorm() {
    return spec.clippingNorm().isEmpty();
  }

  /** The clipping norm that the user gave, in steps of the space where vectors are clipped. */
  long givenNorm() {
    double steps = spec.clippingNorm().getAsDouble() / unit();
    return (long) Math.max(1, Math.min(Math.floor(steps), Math.ceil(normBound)));
  }

  /** Rank error of the search for the clipping norm; 0 where it is given. */
  double rankError() {
    return searchesNorm()
        ? QuantileSearch.rankError(thresholdGrid().universe().levels(), rhoThreshold(), spec.beta())
        : 0;
  }

  /**
   * Number of rows that the best clipping norm leaves above it, or the search's error if larger.
   */
  private double margin() {
    return Math.max(sumSensitivity() / 2 * Math.sqrt(2 * columns / rhoAverage()), rankError());
  }

  private double sumSensitivity() {
    return spec.neighbours().sumSensitivity();
  }

  /** The rank m of the clipping norm (section 3.2). */
  double thresholdRank() {
    return Math.max(rows - margin(), 1);
  }

  /**
   * Whether n is so small that the zero vector is the better answer (Theorem 3.4): decided from
   * public values, so that saying so costs nothing.
   */
  public boolean isTooSmall() {
    return rows <= margin();
  }

  /**
   * The smallest n for which the mechanism says anything about d-dimensional rows.
   *
   * @throws IllegalArgumentException if the bounds do not fit 64-bit sums at any useful n
   */
  public static long smallestUsefulRows(MeanSpec spec, int dimension) {
    return usefulRows(spec, dimension)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "no number of rows is both useful at rho = %s in %d dimensions and within"
                            + " 64-bit sums: choose a larger rho or resolution, or a smaller bound",
                        spec.rho(), dimension)));
  }

  /** Empty where n stops fitting before it is useful: more rows never leave more room. */
  private static OptionalLong usefulRows(MeanSpec spec, int dimension) {
    long low = 0;
    long high = 1;
    while (new MeanPlan(spec, high, dimension).needsMoreRows()) {
      low = high;
      high *= 2;
    }
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (new MeanPlan(spec, middle, dimension).needsMoreRows()) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return new MeanPlan(spec, high, dimension).fits()
        ? OptionalLong.of(high)
        : OptionalLong.empty();
  }

  private boolean needsMoreRows() {
    return fits() && isTooSmall();
  }

  /** Standard deviation of a median's rank as a share of n; 0 where there are no medians. */
  double medianRankNoise() {
    if (!shifts()) {
      return 0;
    }
    double variance = medianUniverse().levels() * (double) columns / (2 * rhoMedians());
    return Math.sqrt(variance) / Math.max(1, rows);
  }

  private boolean mediansUnreliable() {
    return medianRankNoise() > UNRELIABLE_RANK;
  }

  /** What a user should be told, from public values. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (isTooSmall()) {
      OptionalLong useful = usefulRows(spec, dimension);
      warnings.add(
          String.format(
              Locale.ROOT,
              "n = %d is too small for rho = %s and %d coordinates: the answer is the zero vector,"
                  + " and %s was spent; %s",
              rows,
              spec.rho(),
              dimension,
              spec.neighbours() == Neighbours.REPLACE ? "nothing" : "only the count",
              useful.isPresent()
                  ? "at least " + useful.getAsLong() + " rows are needed"
                  : "these bounds leave no room for as many rows as are needed"));
    } else if (mediansUnreliable()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the medians' rank noise is %.0f %% of n = %d: the centre may be far off and the error"
                  + " as large as the bounds; use more rows, more budget or method clipped",
              100 * medianRankNoise(),
              rows));
    }
    return warnings;
  }

  /**
   * The report for a clipping norm.
   *
   * @param norm in steps of the space where vectors are clipped
   * @param deviation standard deviation of the noise of one coordinate of the sum, in those steps
   * @param length norm of the mean of the clipped vectors, as released or foretold, in those steps
   */
  ErrorReport report(long norm, double deviation, double length) {
    double clipped = Math.min((double) rows, rows - thresholdRank() + rankError());
    double excess = Math.max(0, normBound - norm) * unit();
    double bias = searchesNorm() ? clipped / rows * excess : excess;
    double count = length * unit() * RowCount.deviation(spec) / rows;
    return ErrorReport.of(dimension, deviation * unit() / rows, bias).plus(dimension, count, 0);
  }

  /** The report of the zero vector: it errs by the mean's norm, which the bounds limit. */
  ErrorReport zeroReport() {
    return ErrorReport.ofZeroVector(lattice.normBound() * lattice.step());
  }

  /**
   * What a release would report on Gaussian rows, before anything is spent.
   *
   * <p>The clipping norm is put where the norms of Gaussian rows of this spread have the rank that
   * the mechanism aims at, after the medians' own error moved the centre. Where the number of rows
   * is private, its noise multiplies the mean of the clipped rows: that of {@link Method#CLIPPED}
   * is taken to be as long as the spread allows.
   *
   * @param spread root mean square distance of the rows to their mean (to zero for {@link
   *     Method#CLIPPED}), in data units, positive
   */
  public MeanRelease forecast(double spread) {
    if (!(spread > 0 && spread < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "spread must be positive and finite. Provided value: " + spread);
    }
    double[] zero = new double[dimension];
    if (isTooSmall()) {
      return MeanRelease.of(
          spec.method(), zero, rows, MeanRelease.NO_NORM, zeroReport(), List.of(), warnings());
    }
    long norm = searchesNorm() ? expectedNorm(spread) : givenNorm();
    double length = Math.min((double) norm, (shifts() ? medianShift() : 1) * spread / unit());
    double deviation = sumSensitivity() * norm / Math.sqrt(2 * rhoAverage());
    return MeanRelease.of(
        spec.method(),
        zero,
        rows,
        norm * unit(),
        report(norm, deviation, length),
        List.of(),
        warnings());
  }

  /** By how much the medians' noise moves the centre, in units of the spread. */
  private double medianShift() {
    // A rank off by r n moves a Gaussian median by sqrt(2 pi) r standard deviations.
    return Math.sqrt(2 * Math.PI) * medianRankNoise();
  }

  private long expectedNorm(double spread) {
    if (mediansUnreliable()) {
      return (long) normBound;
    }
    double shift = medianShift();
    double share = Math.max(1e-12, (rows - thresholdRank()) / rows);
    double tail = Math.sqrt(2 * StrictMath.log(1 / share));
    double quantile = 1 + tail * 0.75 / Math.sqrt(2.0 * dimension);
    double norm = spread * Math.sqrt(1 + shift * shift) * quantile;
    double step = searchesNorm() ? Math.sqrt(GeometricGrid.RATIO) : 1;
    return (long) Math.max(1, Math.min(normBound, norm * step / unit()));
  }
}
