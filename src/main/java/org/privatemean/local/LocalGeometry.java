package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.protocol.RoundPlan;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;

/** The lattice, norms and search ranges of rotated rows, from public values alone. */
record LocalGeometry(
    LocalMeanSpec spec,
    long users,
    int dimension,
    int columns,
    Lattice lattice,
    long coordinateBound) {
  private static final int DEFAULT_CELLS = 1 << 10;

  /** The range of a search has at most twice as many squared norms. */
  private static final double MAX_SQUARES = 0x1p61;

  private static final double NORM_RATIO = 1.05;

  static LocalGeometry create(LocalMeanSpec spec, long users, int dimension) {
    RoundPlan.checkUsers(users);
    // The noise of a local mean is sqrt(n) times that of a central one: so is a useful resolution.
    Lattice lattice = spec.bounds().lattice(users, dimension, spec.rho() / users, spec.beta());
    int columns = WalshHadamard.paddedSize(dimension);
    long bound = (long) Math.ceil(lattice.absoluteSumBound());
    if (!(4.0 * bound * Math.sqrt(columns) < 0x1p53)) {
      throw new ParamException(
          "resolution",
          NumberFormat.format(
              "rotated rows reach %.3g lattice steps of %.3g, too many for exact integers",
              (double) bound, lattice.step()),
          "choose a larger {resolution} (or {sigmaMin}) or a smaller bound (or {radius},"
              + " {sigmaMax})");
    }
    return new LocalGeometry(spec, users, dimension, columns, lattice, bound);
  }

  private double perUnit() {
    return Math.sqrt(columns) / lattice.step();
  }

  /** Returns a bound on the distance of a row from a row or zero, in rotated integers. */
  double farthest() {
    return 2 * lattice.normBound() * Math.sqrt(columns);
  }

  double typicalNorm() {
    return spec.bounds().meanReach().orElse(lattice.normBound()) / Math.sqrt(3);
  }

  NormGrid normGrid() {
    if (spec.grid() == MeanSpec.Grid.SQUARED) {
      return squaredNorms();
    }
    double low =
        spec.bounds().leastDeviation().isPresent()
            ? spec.bounds().leastDeviation().getAsDouble() * Math.sqrt(dimension) / 4 * perUnit()
            : Math.sqrt(columns);
    double from = Math.max(1, low);
    double ratios = StrictMath.log(Math.max(1, farthest() / from)) / StrictMath.log(NORM_RATIO);
    return NormGrid.geometric(from, NORM_RATIO, 2 + (int) Math.ceil(ratios));
  }

  private NormGrid squaredNorms() {
    // Every coordinate of a row and of a centre is at most the bound.
    double high = 2.0 * coordinateBound * Math.sqrt(columns);
    if (!(high * high < MAX_SQUARES)) {
      throw new ParamException(
          "thresholdGrid",
          String.format(
              "the squared grid takes norms below 2^30.5 lattice steps, and they reach %.3g here",
              high),
          "take the geometric grid, or a larger {resolution} (or {sigmaMin})");
    }
    return NormGrid.squares(high);
  }

  /** Returns cells of half the least deviation, in the range of medians by Lemma 3.7. */
  MedianGrid medianCells() {
    Bounds bounds = spec.bounds();
    double longest = bounds.meanReach().orElse(bounds.longestRow(users, dimension, spec.beta()));
    double even = Math.sqrt(2 * StrictMath.log(4 * columns / spec.beta()) / columns);
    double sigma = bounds.largestDeviation().orElse(0);
    double reach = (longest * Math.min(1, even) + sigma) * perUnit();
    long range = (long) Math.ceil(Math.min(reach, (double) coordinateBound));
    double cell =
        bounds.leastDeviation().isPresent()
            ? bounds.leastDeviation().getAsDouble() / 2 * perUnit()
            : Math.ceil((2.0 * range + 1) / DEFAULT_CELLS);
    return MedianGrid.covering(range, (long) Math.max(1, cell));
  }

  /** The public cells of the search for medians, of {@code width} integers from -range on. */
  record MedianGrid(long range, long width, long cells) implements Serializable {

    static MedianGrid covering(long range, long width) {
      return new MedianGrid(range, width, Math.max(2, (2 * range + width) / width));
    }

    Universe universe() {
      return new Universe(0, cells - 1);
    }

    int levels() {
      return universe().levels();
    }

    long cell(long coordinate) {
      return Math.max(0, Math.min(cells - 1, Math.floorDiv(coordinate + range, width)));
    }

    long middle(long cell) {
      return cell * width + (width - 1) / 2 - range;
    }
  }
}
