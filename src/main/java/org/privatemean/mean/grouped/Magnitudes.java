package org.privatemean.mean.grouped;

import java.util.Arrays;
import org.privatemean.query.block.OctaveCounts;
import org.privatemean.query.group.GroupExponents;
import org.privatemean.query.group.GroupFrame;
import org.privatemean.query.group.GroupTrust;
import org.privatemean.query.group.Slots;

/**
 * How large the coordinates of all live groups are, from one pooled histogram of exponents. Rare
 * large values are in it, which moments of clipped rows lose.
 */
final class Magnitudes {
  private static final double HEARD_BESIDE = 2.5;

  /** The cells of each coordinate; those that are not heard are 0. */
  private final double[][] cells;

  private final double least;

  private Magnitudes(double[][] cells, double least) {
    this.cells = cells;
    this.least = least;
  }

  /**
   * Asks.
   *
   * @param step its name in the ledger
   * @param frame what is seen of a row
   * @param all all live groups in one slot
   */
  static Magnitudes ask(
      GroupedPlan plan, GroupTrust trust, String step, GroupFrame frame, Slots all, double price) {
    double[] noisy = trust.pooled(step, new GroupExponents(frame, all), price);
    double deviation = plan.magnitudeDeviation(price) * plan.spec().groupsPerPerson();
    double[][] cells = new double[plan.dimension()][];
    for (int j = 0; j < cells.length; j++) {
      int first = j * OctaveCounts.CELLS;
      cells[j] = Arrays.copyOfRange(noisy, first, first + OctaveCounts.CELLS);
      silence(cells[j], deviation, plan.heardAlone());
    }
    return new Magnitudes(cells, plan.heardAlone() * deviation);
  }

  /** Fewer rows in an octave may go unheard. */
  double least() {
    return least;
  }

  /**
   * The root mean square of a coordinate, values up to a bound counted as 0.
   *
   * @param rows number of all rows
   */
  double beyond(int coordinate, double bound, double rows) {
    double square = 0;
    for (int k = 1; k < cells[coordinate].length; k++) {
      double low = Math.scalb(1.0, k + OctaveCounts.LOWEST);
      double middle = 1.5 * low;
      square += low >= bound ? cells[coordinate][k] * middle * middle : 0;
    }
    return Math.sqrt(square / rows);
  }

  /** Takes out what may be noise: all but heard cells and those beside them. */
  private static void silence(double[] cells, double deviation, double alone) {
    boolean[] heard = new boolean[cells.length];
    // The first cell holds the zeros.
    for (int k = 1; k < cells.length; k++) {
      if (cells[k] > alone * deviation) {
        for (int i = k; i < cells.length && cells[i] > HEARD_BESIDE * deviation; i++) {
          heard[i] = true;
        }
        for (int i = k; i > 0 && cells[i] > HEARD_BESIDE * deviation; i--) {
          heard[i] = true;
        }
      }
    }
    for (int k = 0; k < cells.length; k++) {
      cells[k] = heard[k] ? cells[k] : 0;
    }
  }
}
