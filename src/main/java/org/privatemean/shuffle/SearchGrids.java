package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.mean.clipped.MeanGeometry;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.request.MeanSpec;

/**
 * The grids of the medians and the clipping norm, from public values: coarser than in the central
 * model, since here a level costs messages of all users.
 *
 * <p>Medians are searched to intervals of at most a quarter of the least standard deviation that
 * the bounds allow, which add at most 1 % to the clipping norm. The grid of norms begins at the
 * distance that such an interval leaves for equal rows.
 *
 * @param leafBits logarithm of the length of an interval
 * @param medians the numbers of the intervals
 */
record SearchGrids(int leafBits, Universe medians, NormGrid norms) implements Serializable {
  /** Assumed minimum spread of rows, as a fraction of the longest coordinate. */
  private static final double CLOSEST = 0x1p-10;

  private static final double MIN_RATIO = 1.04;
  private static final int MAX_STEPS = 254;

  static SearchGrids create(ShuffleMeanSpec spec, MeanGeometry geometry) {
    // A rotated coordinate is a signed sum of all coordinates of the row.
    double root = Math.sqrt(geometry.columns());
    double deviation =
        spec.bounds().leastDeviation().isPresent()
            ? spec.bounds().leastDeviation().getAsDouble()
                * Math.sqrt(geometry.dimension())
                / geometry.lattice().step()
            : geometry.coordinateBound() / root * CLOSEST;
    int bits = Math.max(0, Math.getExponent(deviation / 4));
    Universe fine = geometry.medianUniverse();
    Universe medians = new Universe(fine.low() >> bits, fine.high() >> bits);
    return new SearchGrids(bits, medians, norms(spec, geometry, Math.scalb(root, bits) / 4));
  }

  private static NormGrid norms(ShuffleMeanSpec spec, MeanGeometry geometry, double closest) {
    if (spec.grid() == MeanSpec.Grid.SQUARED) {
      return geometry.thresholdGrid();
    }
    double low = Math.max(1, closest);
    double span = Math.max(1, geometry.normBound() / low);
    double ratio = Math.max(MIN_RATIO, StrictMath.exp(StrictMath.log(span) / MAX_STEPS));
    int count = 2;
    for (double norm = low * ratio; norm < geometry.normBound(); norm *= ratio) {
      count++;
    }
    return NormGrid.geometric(low, ratio, count);
  }

  /** The division of the levels of the searches for medians and clipping norm into rounds. */
  record RoundSplit(SearchRounds medians, SearchRounds norm) {
    int rounds() {
      return medians.rounds() + norm.rounds() + 1;
    }
  }

  RoundSplit split(int medianRounds, int normRounds) {
    return new RoundSplit(
        new SearchRounds(medians.levels(), medianRounds),
        new SearchRounds(norms.universe().levels(), normRounds));
  }

  long leaf(long value) {
    return value >> leafBits;
  }

  long middle(long leaf) {
    return (leaf << leafBits) + (leafBits == 0 ? 0 : 1L << (leafBits - 1));
  }
}
