package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.mean.OctaveTail.TailBias;
import org.privatemean.numeric.Normal;

/**
 * The results of noisy counts of the rows of one column by the octave of {@code |x - c|} ({@link
 * OctaveCounts}); all from released counts.
 *
 * <p>An octave is seen if its count exceeds the noise, by itself or together with its neighbours.
 * Others count as empty.
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

  private final double[] counts;
  private final boolean[] seen;
  private final double rows;
  private final double deviation;
  private final Thresholds thresholds;

  private ColumnOctaves(double[] counts, double rows, double deviation, Thresholds thresholds) {
    this.counts = counts;
    this.seen = new boolean[counts.length];
    this.rows = rows;
    this.deviation = deviation;
    this.thresholds = thresholds;
    detect();
  }

  /** Deviations from which on octaves are seen: one, one far from the others, and a tail. */
  private record Thresholds(double alone, double surely, double tail) {}

  /** Returns the columns of noisy counts, with a probability that noise is taken for rows. */
  public static ColumnOctaves[] of(double[] counts, double rows, double deviation, double failure) {
    ColumnOctaves[] columns = new ColumnOctaves[counts.length / OctaveCounts.CELLS];
    Thresholds thresholds =
        new Thresholds(
            seenAlone(failure, columns.length),
            seenAlone(FAR_FAILURE * failure, columns.length),
            Normal.roughUpperQuantile(FALSE_TAIL / (TAIL * columns.length)));
    for (int j = 0; j < columns.length; j++) {
      int first = j * OctaveCounts.CELLS;
      double[] cells = Arrays.copyOfRange(counts, first, first + OctaveCounts.CELLS);
      columns[j] = new ColumnOctaves(cells, rows, deviation, thresholds);
    }
    return columns;
  }

  /** Finds the seen octaves, with a higher threshold far from the fullest or among zeros. */
  private void detect() {
    int fullest = fullest();
    boolean bulk = counts[fullest] > thresholds.surely * deviation || counts[0] < rows / 2;
    for (int k = 1; k < counts.length; k++) {
      double least = bulk && Math.abs(k - fullest) <= NEAR ? thresholds.alone : thresholds.surely;
      if (counts[k] > least * deviation) {
        for (int i = k; i > 0 && counts[i] > SEEN_NEXT * deviation; i--) {
          seen[i] = true;
        }
      }
    }
    if (!isSeen()) {
      seeTogether();
    }
    if (isSeen()) {
      seeTail();
    }
  }

  /** Adds octaves above the highest whose counts together exceed the noise, as in long tails. */
  private void seeTail() {
    int top = top();
    double sum = 0;
    for (int w = 1; w <= TAIL && top + w < counts.length; w++) {
      sum += counts[top + w];
      if (sum > thresholds.tail * Math.sqrt(w) * deviation) {
        Arrays.fill(seen, top + 1, top + w + 1, true);
        top += w;
        w = 0;
        sum = 0;
      }
    }
    while (top > 0 && seen[top] && counts[top] <= 0) {
      seen[top] = false;
      top--;
    }
  }

  private void seeTogether() {
    double most = thresholds.alone * Math.sqrt(TOGETHER) * deviation;
    int first = 0;
    for (int k = 1; k + TOGETHER <= counts.length; k++) {
      double sum = 0;
      for (int i = k; i < k + TOGETHER; i++) {
        sum += counts[i];
      }
      if (sum > most) {
        most = sum;
        first = k;
      }
    }
    for (int k = first; first > 0 && k < first + TOGETHER; k++) {
      seen[k] = counts[k] > 0;
    }
  }

  /** Bound, in standard deviations, on the noise of all counts of some columns. */
  public static double seenAlone(double failure, int columns) {
    return Normal.roughUpperQuantile(failure / ((double) columns * OctaveCounts.CELLS));
  }

  /** Number of rows below which an octave may not be seen. */
  public double leastSeen() {
    return thresholds.alone * deviation;
  }

  /** True if any octave of a column is seen, except that of zeros. */
  public boolean isSeen() {
    return top() > 0;
  }

  /** The highest seen octave; 0 if there is none. */
  private int top() {
    int top = seen.length - 1;
    while (top > 0 && !seen[top]) {
      top--;
    }
    return top;
  }

  private int fullest() {
    int fullest = 1;
    for (int k = 2; k < counts.length; k++) {
      fullest = counts[k] > counts[fullest] ? k : fullest;
    }
    return fullest;
  }

  private double seenCount(int k) {
    return seen[k] ? counts[k] : 0;
  }

  private static double middle(int k) {
    return 1.5 * OctaveCounts.edge(k);
  }

  /** Root mean square of {@code x - c}; 0 if no octave is seen. */
  public double rms() {
    double square = 0;
    for (int k = 1; k < counts.length; k++) {
      double middle = middle(k);
      square += seenCount(k) * middle * middle;
    }
    return Math.sqrt(square / rows);
  }

  /** The lower edge of the seen octave of the middle row. */
  public double middleEdge() {
    int k = middleOctave();
    return k == 0 ? 0 : OctaveCounts.edge(k);
  }

  private int middleOctave() {
    int k = 0;
    double below = counts[0];
    while (below < rows / 2 && k < top()) {
      k++;
      below += seenCount(k);
    }
    return k;
  }

  /** The variance of {@code min(|x - c|, u)}, at most that of x; u is above the middle octave. */
  public double cappedVariance() {
    double cap = OctaveCounts.edge(Math.min(middleOctave() + 2, counts.length));
    double count = Math.max(0, counts[0]);
    double sum = 0;
    double square = 0;
    for (int k = 1; k < counts.length; k++) {
      double value = Math.min(middle(k), cap);
      count += seenCount(k);
      sum += seenCount(k) * value;
      square += seenCount(k) * value * value;
    }
    return count <= 0 ? 0 : Math.max(0, square - sum * sum / count) / Math.max(count, rows);
  }

  /** The largest distance of a value to the centre that was detected. */
  public double reach() {
    int top = top();
    return top == 0 ? 0 : OctaveCounts.edge(top + 1);
  }

  /** True if most values are exactly the centre, or next to it. */
  public boolean isMostlyZero() {
    return counts[0] > rows / 2 + leastSeen();
  }

  /** True if values spread over several octaves, so that they vary as much as their size. */
  public boolean isWide() {
    double sum = 0;
    double pair = 0;
    for (int k = 1; k < counts.length; k++) {
      sum += seenCount(k);
      pair = Math.max(pair, seenCount(k) + seenCount(k - 1));
    }
    return pair < WIDE * sum;
  }

  /** True if nearly all values are in one octave, and none is seen beyond the next one. */
  public boolean isNarrow() {
    int fullest = fullest();
    double three = counts[fullest];
    three += fullest > 1 ? counts[fullest - 1] : 0;
    three += fullest + 1 < counts.length ? counts[fullest + 1] : 0;
    double doubt = Math.min(MAX_DOUBT * rows, 2 * Math.sqrt(TOGETHER) * deviation);
    return three > NARROW_THREE * rows - doubt
        && counts[fullest] > NARROW_ONE * rows - doubt
        && !isFar();
  }

  /** True if an octave is seen beyond the one after the fullest. */
  public boolean isFar() {
    return top() >= fullest() + 2;
  }

  /** True if the highest seen octave is isolated and holds few rows, as of a rare flag. */
  public boolean isLone() {
    int top = top();
    return top > 0
        && !seen[top - 1]
        && (top < 2 || !seen[top - 2])
        && counts[top] < MAX_LONE * rows;
  }

  /** True if an octave that holds a twentieth of the rows may not be seen. */
  public boolean areFewRows() {
    return leastSeen() > FEW_ROWS * rows;
  }

  /** True if rows are so few that a column may be wider or narrower than the counts show. */
  public boolean isDoubtful() {
    if (!areFewRows()) {
      return false;
    }
    double held = counts[0];
    for (int k = 1; k < counts.length; k++) {
      held += seenCount(k);
    }
    return held < rows / 2 || mayHideTail();
  }

  private boolean mayHideTail() {
    int top = top();
    int end = Math.min(counts.length, top + 1 + HIDDEN_TAIL);
    double sum = -NORMAL_TAIL * counts[top];
    for (int k = top + 1; k < end; k++) {
      sum += counts[k];
    }
    return sum > SUSPECTED * Math.sqrt(end - top - 1.0) * deviation;
  }

  /** Upper bound on the rows in octaves that are not seen, which fails once in a thousand. */
  public long hiddenAtMost(double rowsDeviation) {
    double known = counts[0];
    int cells = 1;
    for (int k = 1; k < counts.length; k++) {
      known += seenCount(k);
      cells += seen[k] ? 1 : 0;
    }
    double doubt = Math.hypot(Math.sqrt(cells) * deviation, rowsDeviation);
    return (long) Math.ceil(Math.min(rows, Math.max(0, rows - known) + HIDDEN * doubt));
  }

  /** The part of the values beyond a limit, as a mean over the rows. */
  public TailBias tailBeyond(double limit) {
    int fullest = 0;
    for (int k = 1; k < counts.length; k++) {
      fullest = seenCount(k) > (fullest == 0 ? 0 : counts[fullest]) ? k : fullest;
    }
    int top = top();
    if (fullest == 0 || (isLone() && top != fullest)) {
      return OctaveTail.NOTHING;
    }
    double unit = middle(0);
    return OctaveTail.fit(counts, fullest, top, deviation)
        .biasBeyond(limit / unit, rows)
        .times(unit);
  }
}
