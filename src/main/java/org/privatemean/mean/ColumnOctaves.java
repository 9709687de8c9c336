package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.mean.OctaveTail.TailBias;
import org.privatemean.numeric.Normal;

/**
 * The results of noisy counts of rows by the octave of {@code |x - c|} ({@link OctaveCounts}) for
 * each column; all from released counts.
 *
 * <p>An octave is seen if its count exceeds the noise by itself, or less clearly below a seen one
 * or together with others above the highest; if there is none, the fullest three adjacent ones are,
 * if they exceed it together. Others count as empty.
 */
final class ColumnOctaves {
  /** An octave below a seen one is seen from this number of standard deviations on. */
  private static final double SEEN_NEXT = 2.5;

  /** Number of adjacent octaves that are combined if no single one exceeds the noise. */
  public static final int TOGETHER = 3;

  private static final int NEAR = 12;
  private static final double FAR_FAILURE = 1e-4;

  /** Octaves that a tail may occupy unseen, and the deviations of its count that raise doubt. */
  private static final int HIDDEN_TAIL = 8;

  private static final double SUSPECTED = 2.2;

  /** Normal values beyond an octave, as a share of those in it, used if the former are not seen. */
  private static final double NORMAL_TAIL = 0.15;

  /** Rows are few if an octave with this share of them is not seen. */
  private static final double FEW_ROWS = 0.05;

  private static final int TAIL = 4;

  /** Probability that noise lengthens the tail of any column. */
  private static final double FALSE_TAIL = 5e-3;

  /** Values are within about an octave if three hold the first share of them, one the second. */
  private static final double NARROW_THREE = 0.97;

  private static final double NARROW_ONE = 0.9;

  /** Share of the rows by which both may be wrong because of noise. */
  private static final double MAX_DOUBT = 0.05;

  /** Values spread over several octaves if the fullest two hold less than this share of them. */
  private static final double WIDE = 0.85;

  /** A lone top octave with more than this share of the rows is not a tail. */
  private static final double MAX_LONE = 0.2;

  /** The rows that noise may hide in a difference of counts, in standard deviations. */
  private static final double HIDDEN = 3.1;

  private final double[][] counts;
  private final boolean[][] seen;
  private final double rows;
  private final double deviation;
  private final double alone;

  /** The number of standard deviations for octaves far from the other values. */
  private final double surely;

  /** Number of standard deviations from which on octaves next to the highest are seen together. */
  private final double tail;

  public ColumnOctaves(double[] counts, double rows, double deviation, double failure) {
    this.counts = new double[counts.length / OctaveCounts.CELLS][];
    this.seen = new boolean[this.counts.length][];
    this.rows = rows;
    this.deviation = deviation;
    this.alone = seenAlone(failure, this.counts.length);
    this.surely = seenAlone(FAR_FAILURE * failure, this.counts.length);
    this.tail = Normal.roughUpperQuantile(FALSE_TAIL / (TAIL * this.counts.length));
    for (int j = 0; j < this.counts.length; j++) {
      int first = j * OctaveCounts.CELLS;
      this.counts[j] = Arrays.copyOfRange(counts, first, first + OctaveCounts.CELLS);
      this.seen[j] = detected(this.counts[j]);
    }
  }

  /** Finds the seen octaves, with a higher threshold far from the fullest or among zeros. */
  private boolean[] detected(double[] cells) {
    boolean[] found = new boolean[cells.length];
    int fullest = fullest(cells);
    boolean bulk = cells[fullest] > surely * deviation || cells[0] < rows / 2;
    for (int k = 1; k < cells.length; k++) {
      double least = bulk && Math.abs(k - fullest) <= NEAR ? alone : surely;
      if (cells[k] > least * deviation) {
        for (int i = k; i > 0 && cells[i] > SEEN_NEXT * deviation; i--) {
          found[i] = true;
        }
      }
    }
    if (top(found) == 0) {
      seeTogether(cells, found);
    }
    if (top(found) > 0) {
      seeTail(cells, found);
    }
    return found;
  }

  /** Adds octaves above the highest whose counts together exceed the noise, as in long tails. */
  private void seeTail(double[] cells, boolean[] found) {
    int top = top(found);
    double sum = 0;
    for (int w = 1; w <= TAIL && top + w < cells.length; w++) {
      sum += cells[top + w];
      if (sum > tail * Math.sqrt(w) * deviation) {
        Arrays.fill(found, top + 1, top + w + 1, true);
        top += w;
        w = 0;
        sum = 0;
      }
    }
    while (top > 0 && found[top] && cells[top] <= 0) {
      found[top] = false;
      top--;
    }
  }

  private void seeTogether(double[] cells, boolean[] found) {
    double most = alone * Math.sqrt(TOGETHER) * deviation;
    int first = 0;
    for (int k = 1; k + TOGETHER <= cells.length; k++) {
      double sum = 0;
      for (int i = k; i < k + TOGETHER; i++) {
        sum += cells[i];
      }
      if (sum > most) {
        most = sum;
        first = k;
      }
    }
    for (int k = first; first > 0 && k < first + TOGETHER; k++) {
      found[k] = cells[k] > 0;
    }
  }

  /** Bound, in standard deviations, on the noise of all counts of some columns. */
  public static double seenAlone(double failure, int columns) {
    return Normal.roughUpperQuantile(failure / ((double) columns * OctaveCounts.CELLS));
  }

  public int size() {
    return counts.length;
  }

  /** Number of rows below which an octave may not be seen. */
  public double leastSeen() {
    return alone * deviation;
  }

  /** True if any octave of a column is seen, except that of zeros. */
  public boolean isSeen(int j) {
    return top(j) > 0;
  }

  /** The highest seen octave; 0 if there is none. */
  private int top(int j) {
    return top(seen[j]);
  }

  private static int top(boolean[] seen) {
    int top = seen.length - 1;
    while (top > 0 && !seen[top]) {
      top--;
    }
    return top;
  }

  private int fullest(int j) {
    return fullest(counts[j]);
  }

  private static int fullest(double[] cells) {
    int fullest = 1;
    for (int k = 2; k < cells.length; k++) {
      fullest = cells[k] > cells[fullest] ? k : fullest;
    }
    return fullest;
  }

  private double seenCount(int j, int k) {
    return seen[j][k] ? counts[j][k] : 0;
  }

  private static double middle(int k) {
    return 1.5 * OctaveCounts.edge(k);
  }

  /** Root mean square of {@code x - c}; 0 if no octave is seen. */
  public double rms(int j) {
    double square = 0;
    for (int k = 1; k < counts[j].length; k++) {
      double middle = middle(k);
      square += seenCount(j, k) * middle * middle;
    }
    return Math.sqrt(square / rows);
  }

  /** The lower edge of the seen octave of the middle row. */
  public double middleEdge(int j) {
    int k = middleOctave(j);
    return k == 0 ? 0 : OctaveCounts.edge(k);
  }

  private int middleOctave(int j) {
    int k = 0;
    double below = counts[j][0];
    while (below < rows / 2 && k < top(j)) {
      k++;
      below += seenCount(j, k);
    }
    return k;
  }

  /** The variance of {@code min(|x - c|, u)}, at most that of x; u is above the middle octave. */
  public double cappedVariance(int j) {
    double cap = OctaveCounts.edge(Math.min(middleOctave(j) + 2, counts[j].length));
    double count = Math.max(0, counts[j][0]);
    double sum = 0;
    double square = 0;
    for (int k = 1; k < counts[j].length; k++) {
      double value = Math.min(middle(k), cap);
      count += seenCount(j, k);
      sum += seenCount(j, k) * value;
      square += seenCount(j, k) * value * value;
    }
    return count <= 0 ? 0 : Math.max(0, square - sum * sum / count) / Math.max(count, rows);
  }

  public double reach(int j) {
    int top = top(j);
    return top == 0 ? 0 : OctaveCounts.edge(top + 1);
  }

  /** True if most values are exactly the centre, or next to it. */
  public boolean isMostlyZero(int j) {
    return counts[j][0] > rows / 2 + leastSeen();
  }

  /** True if values spread over several octaves, so that they vary as much as their size. */
  public boolean isWide(int j) {
    double sum = 0;
    double pair = 0;
    for (int k = 1; k < counts[j].length; k++) {
      sum += seenCount(j, k);
      pair = Math.max(pair, seenCount(j, k) + seenCount(j, k - 1));
    }
    return pair < WIDE * sum;
  }

  /** True if nearly all values are in one octave, and none is seen beyond the next one. */
  public boolean isNarrow(int j) {
    int fullest = fullest(j);
    double three = counts[j][fullest];
    three += fullest > 1 ? counts[j][fullest - 1] : 0;
    three += fullest + 1 < counts[j].length ? counts[j][fullest + 1] : 0;
    double doubt = Math.min(MAX_DOUBT * rows, 2 * Math.sqrt(TOGETHER) * deviation);
    return three > NARROW_THREE * rows - doubt
        && counts[j][fullest] > NARROW_ONE * rows - doubt
        && !isFar(j);
  }

  /** True if an octave is seen beyond the one after the fullest. */
  public boolean isFar(int j) {
    return top(j) >= fullest(j) + 2;
  }

  /** True if the highest seen octave is isolated and holds few rows, as of a rare flag. */
  public boolean isLone(int j) {
    int top = top(j);
    return top > 0
        && !seen[j][top - 1]
        && (top < 2 || !seen[j][top - 2])
        && counts[j][top] < MAX_LONE * rows;
  }

  /** True if an octave that holds a twentieth of the rows may not be seen. */
  public boolean areFewRows() {
    return leastSeen() > FEW_ROWS * rows;
  }

  /** True if rows are so few that a column may be wider or narrower than the counts show. */
  public boolean isDoubtful(int j) {
    if (!areFewRows()) {
      return false;
    }
    double held = counts[j][0];
    for (int k = 1; k < counts[j].length; k++) {
      held += seenCount(j, k);
    }
    return held < rows / 2 || mayHideTail(j);
  }

  private boolean mayHideTail(int j) {
    int top = top(j);
    int end = Math.min(counts[j].length, top + 1 + HIDDEN_TAIL);
    double sum = -NORMAL_TAIL * counts[j][top];
    for (int k = top + 1; k < end; k++) {
      sum += counts[j][k];
    }
    return sum > SUSPECTED * Math.sqrt(end - top - 1.0) * deviation;
  }

  /** Upper bound on the rows in octaves that are not seen, which fails once in a thousand. */
  public long hiddenAtMost(int j, double rowsDeviation) {
    double known = counts[j][0];
    int cells = 1;
    for (int k = 1; k < counts[j].length; k++) {
      known += seenCount(j, k);
      cells += seen[j][k] ? 1 : 0;
    }
    double doubt = Math.hypot(Math.sqrt(cells) * deviation, rowsDeviation);
    return (long) Math.ceil(Math.min(rows, Math.max(0, rows - known) + HIDDEN * doubt));
  }

  /** The part of the values beyond a limit, as a mean over the rows. */
  public TailBias tailBeyond(int j, double limit) {
    int fullest = 0;
    for (int k = 1; k < counts[j].length; k++) {
      fullest = seenCount(j, k) > (fullest == 0 ? 0 : counts[j][fullest]) ? k : fullest;
    }
    int top = top(j);
    if (fullest == 0 || (isLone(j) && top != fullest)) {
      return OctaveTail.NOTHING;
    }
    double unit = middle(0);
    return OctaveTail.fit(counts[j], fullest, top, deviation)
        .biasBeyond(limit / unit, rows)
        .times(unit);
  }
}
