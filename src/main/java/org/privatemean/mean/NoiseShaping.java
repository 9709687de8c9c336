package org.privatemean.mean;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.numeric.SymmetricMatrix;
import org.privatemean.query.NormGrid;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.RecentredSpec.CovarianceType;
import org.privatemean.request.WarmStart;

/**
 * Chooses the basis in which the last steps clip rows and add noise: {@code R^(-1/4)}, R the
 * private second moments of the weighted rows.
 *
 * <p><b>Privacy guarantee.</b> Its questions are counts of rows by norm and sums of outer products
 * ({@link SecondMomentMatrix}), of the rows and of their products with public signs; each is
 * charged before its draw. All else is a function of their answers. Later questions are about
 * {@code z = A y}, which is a function of its row and of A ({@link BasisChange}), so their
 * sensitivities are those of any rows. Eigenvalues are corrected for noise as in the spiked model
 * (Benaych-Georges and Nadakuditi 2011). The page {@code covariance} has the proofs.
 */
final class NoiseShaping {
  /** Below this number of columns a matrix saves too little for auto. */
  private static final int MIN_DIMENSION = 8;

  /** Above this number the matrix and its eigenvectors take auto too much time. */
  private static final int MAX_DIMENSION = 1000;

  /** Shares of the budget: of each norm, and of the moments of projections. */
  private static final double NORM_SHARE = 0.002;

  private static final double GATE_SHARE = 0.008;

  /** Minimum and maximum share of the matrix; the larger maximum where the rank is small. */
  private static final double MIN_SHARE = 0.005;

  private static final double MAX_SHARE = 0.03;
  private static final double LARGE_SHARE = 0.1;

  /** The matrix is precise enough if the noise of an eigenvalue is this multiple of the mean. */
  private static final double ENOUGH = 0.5;

  /** Effective ranks, as shares of the columns, from which auto asks for no matrix, or little. */
  private static final double MAX_RANK = 0.6;

  private static final double SMALL_RANK = 0.3;

  /** Number of public random directions whose moments show the effective rank. */
  private static final int DIRECTIONS = 16;

  private static final long DIRECTIONS_SEED = 16;

  /** Eigenvalues above this multiple of the edge of the noise are kept. */
  private static final double ABOVE_EDGE = 1.05;

  /** The other eigenvalues are at least this share of the mean of all. */
  private static final double LEAST = 1e-3;

  /** Auto takes a basis that reduces the error to this share or less. */
  private static final double PAYS = 0.93;

  /** No column may have more noise than this multiple of that without a basis. */
  private static final double MOST_NOISE = 1.05;

  /** Variances of an earlier noise are kept apart above this multiple of the least. */
  private static final double ABOVE_LEAST = 1.1;

  /** A clipping norm of this multiple of the norm of the choice shows rows that it hid. */
  private static final double MOST_HIDDEN = 3;

  /** Share of the budget that must be left for another clipping norm. */
  private static final double MIN_LEFT = 0.35;

  /** Powers of the matrix that are tried, until no column has more noise. */
  private static final double[] STRENGTHS = {0.25, 0.125};

  private final RecentredPlan plan;
  private final PrivateQueries queries;
  private final CentreSearch search;

  /** The norm of the rows in the columns, and about that in the chosen basis. */
  private double seen;

  /** Creates a choice by queries on the rows of a plan. */
  NoiseShaping(RecentredPlan plan, PrivateQueries queries, CentreSearch search) {
    this.plan = plan;
    this.queries = queries;
    this.search = search;
  }

  private CovarianceType requested() {
    return plan.spec().moments() == RecentredSpec.Moments.COVARIANCE
        ? CovarianceType.DIAG
        : plan.spec().covarianceType();
  }

  private double columns() {
    return plan.dimension();
  }

  /** True if the number of rows and public values do not exclude a basis. */
  private boolean isPossible() {
    return switch (requested()) {
      case DIAG -> false;
      case FULL -> columns() >= MIN_DIMENSION;
      case AUTO ->
          columns() >= MIN_DIMENSION
              && columns() <= MAX_DIMENSION
              && plan.mostTotalWeight() <= SecondMomentMatrix.MAX_ROWS
              && showsDirections();
    };
  }

  /** True if a matrix of the largest budget shows eigenvalues of an eighth of the columns. */
  private boolean showsDirections() {
    return enoughBudget() * CentreSearch.square(8 * ENOUGH / columns()) <= LARGE_SHARE * plan.rho();
  }

  /** The budget at which the edge of the noise is about {@link #ENOUGH} of the mean eigenvalue. */
  private double enoughBudget() {
    return 2 * columns() * columns() * columns() / CentreSearch.square(ENOUGH * plan.rows());
  }

  /**
   * Asks the last questions in a basis if one helps, else without. Their norm may show far rows
   * that the cheaper norm of the choice hid, and that are longer in the basis: then one without it
   * is asked too, and that of less noise is kept.
   *
   * @param questions asks in a frame; a clipping norm above the number need not be found
   */
  CentredQueries ask(Frame plain, BiFunction<Frame, Double, CentredQueries> questions) {
    Optional<Frame> shaped = choose(plain);
    CentredQueries chosen = questions.apply(shaped.orElse(plain), Double.POSITIVE_INFINITY);
    if (shaped.isEmpty()
        || !chosen.isReached()
        || chosen.safe() < MOST_HIDDEN * seen
        || queries.remaining() < MIN_LEFT * plan.rho()) {
      return chosen;
    }
    queries.unmap();
    double noise = shaped.get().squaredError(chosen.safe());
    double equal = Math.sqrt(noise / plain.squaredError(1));
    // From this radius the search tests a norm near that one, and none of twice it.
    Frame half = plain.withRadius(equal / 2);
    CentredQueries without = questions.apply(half, 1.5 * equal);
    if (without.isReached() && plain.squaredError(without.safe()) < noise) {
      return without;
    }
    shaped.flatMap(Frame::basis).ifPresent(queries::map);
    return chosen;
  }

  /** Returns the frame in a basis, whose rows the queries then see; empty if none helps. */
  private Optional<Frame> choose(Frame frame) {
    if (!isPossible() || search.isDegenerate()) {
      return Optional.empty();
    }
    return plan.spec()
        .start()
        .flatMap(WarmStart::noiseCovariance)
        .flatMap(x -> resume(frame, x))
        .or(() -> chooseByMatrix(frame));
  }

  /**
   * Returns the frame in the basis of an earlier release, if it helps these rows too. Its noise has
   * the covariance {@code A^-2}, up to a factor, so no matrix is asked for.
   */
  private Optional<Frame> resume(Frame frame, double[] noiseCovariance) {
    int d = plan.dimension();
    double[] weights = frame.weights().apply(CoordinateWeights.filled(d, 1));
    double[] weighted = new double[d * d];
    Arrays.setAll(weighted, k -> noiseCovariance[k] * weights[k / d] * weights[k % d]);
    double largest = Arrays.stream(weighted).map(Math::abs).max().orElse(0);
    if (!(largest > 0 && largest < Double.POSITIVE_INFINITY)) {
      return Optional.empty();
    }
    Arrays.setAll(weighted, k -> weighted[k] / largest);
    SymmetricMatrix matrix = SymmetricMatrix.of(weighted, d);
    double[] variances = matrix.eigenvalues();
    double least = variances[d - 1];
    double[] kept = Arrays.stream(variances).takeWhile(x -> x > ABOVE_LEAST * least).toArray();
    if (!(least > 0) || kept.length == 0) {
      return Optional.empty();
    }
    double rest = Arrays.stream(variances).skip(kept.length).average().orElse(least);
    double[] vectors = matrix.eigenvectors(kept.length);
    seen = norm(frame);
    return tryBasis(frame, BasisChange.of(frame.view(), kept, vectors, rest, 0.5));
  }

  private Optional<Frame> chooseByMatrix(Frame frame) {
    double share = requested() == CovarianceType.FULL ? LARGE_SHARE : affordedShare(frame);
    if (share == 0) {
      return Optional.empty();
    }
    seen = norm(frame);
    double budget = Math.min(share * plan.rho(), Math.max(MIN_SHARE * plan.rho(), enoughBudget()));
    SecondMomentMatrix sum = new SecondMomentMatrix(frame.view(), seen);
    NoisyValues matrix = queries.matrix(sum, budget, "second moments");
    double edge = Math.sqrt(2 * columns()) * inUnits(seen, matrix.deviation())[0];
    return choose(frame, inUnits(seen, matrix.values()), edge);
  }

  /** Returns moments in squares of a norm, whose own squares are in the range of doubles. */
  private static double[] inUnits(double norm, double... moments) {
    return Arrays.stream(moments).map(moment -> moment / norm / norm).toArray();
  }

  private Optional<Frame> choose(Frame frame, double[] moments, double edge) {
    int d = plan.dimension();
    double[] symmetric = new double[d * d];
    Arrays.setAll(symmetric, k -> (moments[k] + moments[k % d * d + k / d]) / 2);
    double trace = 0;
    for (int j = 0; j < d; j++) {
      trace += symmetric[j * d + j];
    }
    if (!(trace > edge)) {
      return Optional.empty();
    }
    SymmetricMatrix matrix = SymmetricMatrix.of(symmetric, d);
    double[] kept =
        Arrays.stream(matrix.eigenvalues())
            .takeWhile(x -> x > ABOVE_EDGE * edge)
            .map(x -> (x + Math.sqrt(x * x - edge * edge)) / 2)
            .toArray();
    double sum = Arrays.stream(kept).sum();
    double rest = Math.max(LEAST * trace, trace - sum) / Math.max(1, d - kept.length);
    double roots = Arrays.stream(kept).map(Math::sqrt).sum() + (d - kept.length) * Math.sqrt(rest);
    boolean isFlat = roots > PAYS * Math.sqrt(d * trace);
    if (kept.length == 0 || (requested() == CovarianceType.AUTO && isFlat)) {
      return Optional.empty();
    }
    double[] vectors = matrix.eigenvectors(kept.length);
    for (double strength : STRENGTHS) {
      BasisChange first = BasisChange.of(frame.view(), kept, vectors, rest, strength);
      Optional<Frame> shaped = tryBasis(frame, first);
      if (shaped.isPresent()) {
        return shaped;
      }
    }
    return Optional.empty();
  }

  /** Returns the frame in a basis of about the same norms, unless a column has more noise there. */
  private Optional<Frame> tryBasis(Frame frame, BasisChange change) {
    double[] lengths = change.undoneLengths(1);
    // A first factor by which norms are alike if the noise is.
    double mean = Math.sqrt(Arrays.stream(lengths).map(x -> x * x).average().orElse(1));
    queries.map(change.times(mean));
    CentredTransform all = new CentredTransform(new double[plan.dimension()]);
    double ratio = norm(all, seen / 8, 2 * seen) / seen;
    BasisChange alike = change.times(mean / ratio);
    queries.map(alike);
    double most = Arrays.stream(alike.undoneLengths(1)).max().orElse(1);
    Frame shaped = frame.in(alike);
    boolean pays =
        requested() == CovarianceType.FULL
            || shaped.squaredError(1) <= PAYS * PAYS * frame.squaredError(1);
    if (most <= MOST_NOISE && pays) {
      return Optional.of(shaped);
    }
    queries.unmap();
    return Optional.empty();
  }

  private double norm(Frame frame) {
    return norm(frame.view(), frame.radius() / 2, 8 * frame.radius());
  }

  private double norm(CentredTransform view, double low, double high) {
    NormGrid grid = NormGrid.octaves(low, high, RecentredPlan.FINE_PER_OCTAVE);
    double budget = NORM_SHARE * plan.rho();
    double beyond = plan.rows() - plan.thresholdRank(queries.remaining());
    double rank = plan.rankBelow(Math.max(plan.hiddenRows(grid, budget), beyond));
    return queries.norm(view, grid, rank, budget, "norm of directions");
  }

  /** Returns the share of the budget for a matrix; 0 if rows vary in too many directions. */
  private double affordedShare(Frame frame) {
    CentredTransform view = frame.view();
    queries.map(block -> project(block, view));
    CentredTransform all = new CentredTransform(new double[DIRECTIONS]);
    // Twice the expected norm of projections: clipping keeps their directions.
    double norm = 2 * Math.sqrt(DIRECTIONS) * frame.radius();
    SecondMomentMatrix sum = new SecondMomentMatrix(all, norm);
    NoisyValues matrix = queries.matrix(sum, GATE_SHARE * plan.rho(), "moments of projections");
    queries.unmap();
    double noise = inUnits(norm, matrix.deviation())[0];
    double rank = effectiveRank(inUnits(norm, matrix.values()), noise);
    if (rank > MAX_RANK * columns()) {
      return 0;
    }
    return rank < SMALL_RANK * columns() ? LARGE_SHARE : MAX_SHARE;
  }

  /** Estimates {@code (tr R)^2 / tr R^2}, by {@code E g'Rg} and {@code E (g'Rh)^2}. */
  private double effectiveRank(double[] moments, double noise) {
    double trace = 0;
    double squares = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
      trace += moments[i * DIRECTIONS + i] / DIRECTIONS;
      for (int j = 0; j < i; j++) {
        // Two draws of noise: their product has the mean of the square alone.
        squares += moments[i * DIRECTIONS + j] * moments[j * DIRECTIONS + i];
      }
    }
    double square = squares / (DIRECTIONS * (DIRECTIONS - 1) / 2.0);
    return trace > noise && square > 0 ? Math.min(columns(), trace * trace / square) : columns();
  }

  /** Returns the inner products of rows with public random signs. */
  private static VectorBlock project(VectorBlock block, CentredTransform view) {
    VectorBlock full = block.full();
    int rows = full.rows();
    double[] values = new double[rows * DIRECTIONS];
    double[] column = new double[rows];
    SplittableRandom signs = new SplittableRandom(DIRECTIONS_SEED);
    for (int j = 0; j < view.size(); j++) {
      view.coordinate(full, j, 0, rows, column);
      long bits = signs.nextLong();
      for (int k = 0; k < DIRECTIONS; k++) {
        double sign = (bits >> k & 1) == 0 ? 1 : -1;
        for (int i = 0; i < rows; i++) {
          values[k * rows + i] += sign * column[i];
        }
      }
    }
    return full.with(values, DIRECTIONS);
  }
}
