package org.privatemean.mean;

import java.util.stream.IntStream;
import org.privatemean.mean.ColumnScales.ColumnClass;
import org.privatemean.mean.OctaveTail.TailBias;

/**
 * Private counts by octave for each column, which later ones replace; dark if of one value.
 *
 * @param zero true for each column in which most values are exactly 0
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record PrivateColumnCounts(
    ColumnOctaves[] columns, double[] about, boolean[] zero, boolean[] areDark) {
  /** A deviation that changes by this factor has moved: octaves are coarse. */
  private static final double MOVED = 3;

  /** Reach, in middle octaves, up to which the capped variance counts, and its divisor there. */
  private static final double SHORT_REACH = 4;

  private static final double SHORT_MARGIN = 3;
  private static final double TAIL_REACH = 8;
  private static final double TAIL_MARGIN = 30;

  /** Creates columns whose centres are not known here. */
  public PrivateColumnCounts(ColumnOctaves[] octaves, boolean[] dark) {
    this(octaves, new double[dark.length], new boolean[dark.length], dark);
  }

  int size() {
    return areDark.length;
  }

  /** True if a column certainly differs from its expected deviation by a factor. */
  boolean haveMoved(double[] expected) {
    return IntStream.range(0, size())
        .filter(j -> !areDark[j] && columns[j].isSeen())
        .mapToDouble(j -> columns[j].rms() / expected[j])
        .anyMatch(ratio -> ratio > MOVED || ratio < 1 / MOVED);
  }

  public int[] dark() {
    return IntStream.range(0, size()).filter(j -> areDark[j]).toArray();
  }

  public boolean isDark(int j) {
    return areDark[j];
  }

  ColumnOctaves column(int j) {
    return columns[j];
  }

  void lookedAgain(int[] which, ColumnOctaves[] octaves, double[] centre) {
    boolean[] still = new boolean[which.length];
    for (int i = 0; i < which.length; i++) {
      still[i] = !octaves[i].isSeen() || !(zero[which[i]] || octaves[i].isFar());
    }
    detect(which, octaves, centre, still);
  }

  /** Replaces the counts of some columns, and which of them are dark, by later ones. */
  public PrivateColumnCounts detect(
      int[] which, ColumnOctaves[] octaves, double[] centre, boolean[] dark) {
    for (int i = 0; i < which.length; i++) {
      columns[which[i]] = octaves[i];
      about[which[i]] = centre[which[i]];
      areDark[which[i]] = dark[i];
    }
    return this;
  }

  /** Returns the kind of a column, of zeros with a public unit if it is dark and {@code silent}. */
  public ColumnClass kind(int j, boolean silent) {
    if (areDark[j]) {
      return silent ? ColumnClass.SILENT : ColumnClass.EQUAL;
    }
    return columns[j].isLone() ? ColumnClass.LONE : ColumnClass.SEEN;
  }

  ColumnScales scales(double[] centre, double rareUnit, double least) {
    double[] deviations = new double[size()];
    double[] reaches = new double[size()];
    ColumnClass[] kinds = new ColumnClass[size()];
    for (int j = 0; j < size(); j++) {
      double floor = Math.max(least, CentreSearch.ROUNDING_FLOOR * Math.abs(centre[j]));
      deviations[j] = Math.max(floor, columns[j].rms());
      reaches[j] = Math.max(floor, columns[j].reach());
      kinds[j] = kind(j, rareUnit > 0 && zero[j] && !columns[j].isSeen());
    }
    return ColumnScales.of(deviations, reaches, kinds);
  }

  /** A low estimate of the variance of a column; it may be negative. */
  double lowVariance(int j, double mean, double noise) {
    double rms = columns[j].rms();
    if (zero[j]) {
      // If half of the values are 0, the square of the mean is at most half of the second moment.
      return rms * rms / 2;
    }
    double low = columns[j].areFewRows() ? columns[j].middleEdge() : rms;
    double off = mean - about[j];
    double left = low * low - Math.max(0, off * off - noise * noise);
    double ratio = columns[j].reach() / columns[j].middleEdge();
    double margin = ratio <= SHORT_REACH ? SHORT_MARGIN : TAIL_MARGIN;
    return ratio <= TAIL_REACH ? Math.max(left, columns[j].cappedVariance() / margin) : left;
  }

  /** The part of the values of a column beyond a limit, as a mean over the rows. */
  public TailBias tailBeyond(int j, double limit) {
    return areDark[j] ? OctaveTail.NOTHING : columns[j].tailBeyond(limit);
  }
}
