package org.privatemean.mean;

import java.util.Arrays;
import java.util.Optional;
import org.privatemean.geometry.NormRange;
import org.privatemean.numeric.SymmetricMatrix;
import org.privatemean.release.Noise;

/**
 * The released centre and weights of the rows in the last steps, and the basis in which rows are
 * clipped and summed, if it is not that of the columns.
 *
 * @param radius expected median norm of the rows there
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Frame(
    double[] centre, CoordinateWeights weights, double radius, Optional<BasisChange> basis) {
  Frame(double[] centre, CoordinateWeights weights, double radius) {
    this(centre, weights, radius, Optional.empty());
  }

  /** Returns a copy for rows that a basis has changed. */
  Frame in(BasisChange change) {
    return new Frame(centre, weights, radius, Optional.of(change));
  }

  /** Returns a copy for a search from another radius. */
  Frame withRadius(double other) {
    return new Frame(centre, weights, other, basis);
  }

  /** The transform of the rows that questions see: those of a basis are transformed already. */
  CentredTransform view() {
    return basis.isPresent()
        ? new CentredTransform(new double[centre.length])
        : weights.view(centre);
  }

  /** The sums by cells of the rows that this view is of. */
  CellFold cells(CellGrid grid, NormRange range) {
    return new CellFold(view(), grid, basis.isPresent() ? NormRange.WIDEST : range);
  }

  /** Returns a vector in data units, from one in the coordinates of the sums. */
  double[] undo(double[] vector) {
    return weights.undo(basis.map(change -> change.undo(vector)).orElse(vector));
  }

  /** Returns the length in each column, in data units, of a vector of this length on each axis. */
  double[] undo(double length) {
    return basis
        .map(change -> weights.undo(change.undoneLengths(length)))
        .orElseGet(() -> weights.undo(length));
  }

  /** The largest norm, in data units, of a vector that has a given norm. */
  double longest(double norm) {
    return weights.longest(basis.map(change -> change.longest(norm)).orElse(norm));
  }

  /** The squared norm of a vector in the measure of the weights. */
  double squaredError(double[] vector) {
    return weights.squaredError(basis.map(change -> change.undo(vector)).orElse(vector));
  }

  /** The expected squared norm, in that measure, of noise of one deviation in every coordinate. */
  double squaredError(double deviation) {
    return basis
        .map(change -> weights.squaredError(change.undoneLengths(deviation)))
        .orElseGet(() -> weights.squaredError(deviation));
  }

  /** The noise of a mean that has one standard deviation of noise in every coordinate. */
  Noise report(double deviation, double clippingBiasBound) {
    double[] units = weights.undo(deviation);
    if (basis.isEmpty()) {
      return weights.isNone()
          ? Noise.of(units.length, deviation, clippingBiasBound)
          : Noise.of(units, clippingBiasBound);
    }
    double largest = Arrays.stream(units).max().orElse(1);
    // In units of the largest, so that products stay in range.
    double[] shares = Arrays.stream(units).map(unit -> unit / largest).toArray();
    double[] covariance = basis.get().undoneCovariance();
    int d = units.length;
    Arrays.setAll(covariance, k -> covariance[k] * shares[k / d] * shares[k % d]);
    double[] principal =
        Arrays.stream(SymmetricMatrix.of(covariance, d).eigenvalues())
            .map(variance -> largest * Math.sqrt(Math.max(0, variance)))
            .toArray();
    Arrays.setAll(covariance, k -> covariance[k] * largest * largest);
    return Noise.correlated(undo(deviation), covariance, principal, clippingBiasBound);
  }
}
