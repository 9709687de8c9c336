package org.privatemean.mean.grouped;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.privatemean.mean.recentred.ColumnOctaves;
import org.privatemean.mean.recentred.ColumnScales;
import org.privatemean.mean.recentred.ColumnScales.ColumnClass;
import org.privatemean.mean.recentred.UnitsPlan;
import org.privatemean.numeric.OctaveTail;
import org.privatemean.query.fold.GroupTrustModel;
import org.privatemean.query.fold.OctaveCounts;

/**
 * The results of pooled counts by octave around the centres of groups. A column is dark if all
 * values seem to lie within the noise of these centres.
 */
final class PooledColumns {
  private final ColumnOctaves first;

  /** Standard deviations within groups. */
  private final double[] deviations;

  private final boolean[] dark;

  /** Null before the second question; in it, values within the noise of the centres count as 0. */
  private ColumnOctaves second;

  /** The place of each column in the second question, or -1. */
  private final int[] places;

  /** Creates columns. */
  PooledColumns(ColumnOctaves octaves, double[] deviations, boolean[] dark) {
    this.first = octaves;
    this.deviations = deviations.clone();
    this.dark = dark.clone();
    this.places = new int[dark.length];
    Arrays.fill(places, -1);
  }

  /** Counts all columns. */
  static ColumnOctaves ask(
      GroupedPlan plan,
      GroupTrustModel trust,
      String step,
      GroupExponents question,
      double rows,
      double price) {
    double[] counts = trust.pooledSum(step, question, price);
    return octaves(plan, counts, rows, UnitsPlan.OCTAVE_FAILURE, price);
  }

  private static ColumnOctaves octaves(
      GroupedPlan plan, double[] counts, double rows, double failure, double price) {
    int columns = counts.length / OctaveCounts.CELLS;
    return new ColumnOctaves(counts, rows, plan.octaveDeviation(columns, price), failure);
  }

  /** Counts the dark columns separately, with less noise. */
  void lookAgain(
      GroupedPlan plan, GroupTrustModel trust, GroupExponents question, double rows, double price) {
    int[] which = dark();
    double[] counts = trust.pooledSum("nearly constant columns", question, price);
    second = octaves(plan, counts, rows, UnitsPlan.SECOND_LOOK_FAILURE, price);
    for (int i = 0; i < which.length; i++) {
      int j = which[i];
      places[j] = i;
      if (second.isSeen(i)) {
        dark[j] = false;
        deviations[j] = second.rms(i);
      }
    }
  }

  private ColumnOctaves look(int j) {
    return places[j] < 0 ? first : second;
  }

  private int place(int j) {
    return places[j] < 0 ? j : places[j];
  }

  /** The largest distance of a value to the centre of its group that was detected. */
  double reach(int j) {
    return look(j).reach(place(j));
  }

  int[] dark() {
    return IntStream.range(0, dark.length).filter(j -> dark[j]).toArray();
  }

  /** The deviation of a column within groups. */
  double deviation(int j) {
    return deviations[j];
  }

  boolean isDark(int j) {
    return dark[j];
  }

  /** Deviations, reaches and kinds. */
  ColumnScales scales(boolean[] silent) {
    double[] reaches = new double[dark.length];
    ColumnClass[] kinds = new ColumnClass[dark.length];
    for (int j = 0; j < kinds.length; j++) {
      reaches[j] = Math.max(deviations[j], reach(j));
      if (dark[j]) {
        kinds[j] = silent[j] ? ColumnClass.SILENT : ColumnClass.EQUAL;
      } else {
        kinds[j] = look(j).isLone(place(j)) ? ColumnClass.LONE : ColumnClass.SEEN;
      }
    }
    return ColumnScales.of(deviations, reaches, kinds);
  }

  /**
   * Upper bound on the number of rows of a dark column that differ from the others of their group.
   */
  long hiddenAtMost(int j, double rowsDeviation) {
    return look(j).hiddenAtMost(place(j), rowsDeviation);
  }

  /** The part of the values of a column beyond a limit, as a mean over all rows. */
  OctaveTail.TailBias tailBeyond(int j, double limit) {
    return dark[j] ? OctaveTail.NOTHING : look(j).tailBeyond(place(j), limit);
  }
}
