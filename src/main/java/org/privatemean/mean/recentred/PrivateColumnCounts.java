package org.privatemean.mean.recentred;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.privatemean.mean.recentred.plan.ColumnOctaves;
import org.privatemean.mean.recentred.plan.ColumnScales;
import org.privatemean.mean.recentred.plan.ColumnScales.ColumnClass;
import org.privatemean.numeric.OctaveTail;

/** Private counts by octave of each column. */
final class PrivateColumnCounts {
  /** A column of one value is measured in this share of it at least: its rounding error. */
  private static final double ROUNDING_FLOOR = 0x1p-40;

  /** A deviation that changes by this factor has moved: octaves are coarse. */
  private static final double MOVED = 3;

  /** The counts that spoke last about each column, and its place in them. */
  private final ColumnOctaves[] looks;

  private final int[] places;

  /** The centre of these counts. */
  private final double[] about;

  /** True if most values are exactly 0. */
  private final boolean[] zero;

  /** True if no values but one are seen. */
  private final boolean[] dark;

  /**
   * Columns.
   *
   * @param octaves of all columns
   * @param centre of the counts
   * @param zero whether most values of each are exactly 0
   * @param dark whether no values but one are seen
   */
  PrivateColumnCounts(ColumnOctaves octaves, double[] centre, boolean[] zero, boolean[] dark) {
    this.looks = new ColumnOctaves[zero.length];
    this.places = IntStream.range(0, zero.length).toArray();
    this.about = centre.clone();
    this.zero = zero.clone();
    this.dark = dark.clone();
    Arrays.fill(looks, octaves);
  }

  int size() {
    return dark.length;
  }

  /** Returns whether most values of each column are exactly 0. */
  boolean[] zero() {
    return zero.clone();
  }

  /** Returns whether a column is surely off its expected deviation by a factor. */
  boolean haveMoved(double[] expected) {
    return IntStream.range(0, size())
        .filter(j -> !dark[j] && looks[j].isSeen(places[j]))
        .mapToDouble(j -> looks[j].rms(places[j]) / expected[j])
        .anyMatch(ratio -> ratio > MOVED || ratio < 1 / MOVED);
  }

  /** The columns that show only one value. */
  int[] dark() {
    return IntStream.range(0, size()).filter(j -> dark[j]).toArray();
  }

  boolean isDark(int j) {
    return dark[j];
  }

  /**
   * Takes in counts of some columns with less noise.
   *
   * @param which the columns that were counted
   * @param centre of the counts
   */
  void lookedAgain(int[] which, ColumnOctaves octaves, double[] centre) {
    boolean[] still = new boolean[which.length];
    for (int i = 0; i < which.length; i++) {
      still[i] = !octaves.isSeen(i) || !(zero[which[i]] || octaves.isFar(i));
    }
    detect(which, octaves, centre, still);
  }

  /** Takes in later counts of some columns, and whether these show no values but one. */
  PrivateColumnCounts detect(
      int[] which, ColumnOctaves octaves, double[] centre, boolean[] areDark) {
    for (int i = 0; i < which.length; i++) {
      looks[which[i]] = octaves;
      places[which[i]] = i;
      about[which[i]] = centre[which[i]];
      dark[which[i]] = areDark[i];
    }
    return this;
  }

  private boolean isSilent(int j) {
    return zero[j] && !looks[j].isSeen(places[j]);
  }

  /**
   * Deviations, reaches and kinds.
   *
   * @param centre of the counts
   * @param rareUnit unit of columns in which nothing but 0 is seen; 0 where they have none
   * @param least the smallest deviation that may be
   */
  ColumnScales scales(double[] centre, double rareUnit, double least) {
    double[] deviations = new double[size()];
    double[] reaches = new double[size()];
    ColumnClass[] kinds = new ColumnClass[size()];
    for (int j = 0; j < size(); j++) {
      double floor = Math.max(least, ROUNDING_FLOOR * Math.abs(centre[j]));
      deviations[j] = Math.max(floor, looks[j].rms(places[j]));
      reaches[j] = Math.max(floor, looks[j].reach(places[j]));
      if (dark[j]) {
        kinds[j] = isSilent(j) && rareUnit > 0 ? ColumnClass.SILENT : ColumnClass.EQUAL;
      } else {
        kinds[j] = looks[j].isLone(places[j]) ? ColumnClass.LONE : ColumnClass.SEEN;
      }
    }
    return ColumnScales.of(deviations, reaches, kinds);
  }

  /**
   * Number of rows of a dark column that may differ from the others.
   *
   * @param rowsDeviation standard deviation of the number of rows
   */
  long hiddenAtMost(int j, double rowsDeviation) {
    return looks[j].hiddenAtMost(places[j], rowsDeviation);
  }

  /** Returns whether rows are so few that octaves of many of them are not seen. */
  boolean areFewRows(int j) {
    return looks[j].areFewRows();
  }

  /** Returns whether rows are so few that a column may be wider or narrower than it seems. */
  boolean isDoubtful(int j) {
    return looks[j].isDoubtful(places[j]);
  }

  /**
   * A low estimate of the variance of a column; it may be negative.
   *
   * @param mean the released one
   * @param noise standard deviation of its noise
   */
  double lowVariance(int j, double mean, double noise) {
    double rms = looks[j].rms(places[j]);
    if (zero[j]) {
      // Where half of the values are 0, the square of the mean is at most half of that.
      return rms * rms / 2;
    }
    double low = looks[j].areFewRows() ? looks[j].middleEdge(places[j]) : rms;
    double off = mean - about[j];
    return low * low - Math.max(0, off * off - noise * noise);
  }

  /** Returns what the values of a column have beyond a limit, as a mean over the rows. */
  OctaveTail.TailBias tailBeyond(int j, double limit) {
    return dark[j] ? OctaveTail.NOTHING : looks[j].tailBeyond(places[j], limit);
  }
}
