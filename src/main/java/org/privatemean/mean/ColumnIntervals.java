package org.privatemean.mean;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.mean.OctaveTail.TailBias;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.ColumnWarning.ColumnWarningCode;

/** The parts of each column's interval in addition to noise and clipping norm, with warnings. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ColumnIntervals(double[] biasBeyond, boolean[] noiseOnly, List<ColumnWarning> warnings) {
  /** Factor by which a tail must exceed the noise for a warning if rows are few. */
  private static final double SURE_TAIL = 2.5;

  ColumnIntervals(int size) {
    this(new double[size], new boolean[size], new ArrayList<>());
  }

  static ColumnIntervals compute(
      RecentredPlan plan,
      PrivateColumnCounts columns,
      Clipping clipping,
      double[] mean,
      double[] noise,
      CentreSearch search,
      boolean isScaled) {
    ColumnIntervals notes = new ColumnIntervals(noise.length);
    Frame frame = clipping.frame();
    CoordinateWeights weights = frame.weights();
    double[] kept = weights.undo(weights.limitsOrNone());
    double rowsDeviation = plan.spec().rowCount().deviation();
    double[] bias = frame.undo(clipping.taken());
    for (int j = 0; j < noise.length; j++) {
      if (columns.isDark(j)) {
        if (isScaled) {
          long hidden = columns.column(j).hiddenAtMost(rowsDeviation);
          notes.noiseOnly[j] = true;
          notes.biasBeyond[j] = search.roundingFloor(j);
          notes.warnings.add(new ColumnWarning(j, ColumnWarningCode.NEARLY_CONSTANT, hidden));
        }
        continue;
      }
      if (columns.column(j).isDoubtful()) {
        notes.noiseOnly[j] = true;
        notes.warnings.add(new ColumnWarning(j, ColumnWarningCode.FEW_ROWS));
      }
      TailBias tail = columns.tailBeyond(j, kept[j]);
      boolean few = columns.column(j).areFewRows();
      double least = Math.hypot(noise[j], bias[j] / 2);
      if ((few ? tail.high() : tail.median()) > least) {
        notes.biasBeyond[j] = tail.high();
      }
      if ((few ? tail.high() / SURE_TAIL : tail.median()) > least) {
        notes.warnings.add(new ColumnWarning(j, ColumnWarningCode.LONG_TAIL));
      }
      if (isNoisy(noise[j], columns.lowVariance(j, mean[j], noise[j]))) {
        notes.warnings.add(new ColumnWarning(j, ColumnWarningCode.NOISY));
      }
    }
    return notes;
  }

  /** Notes from second moments alone, where rows are too few for counts by octave. */
  static ColumnIntervals forFewRows(SecondMoments moments, double[] mean, double[] noise) {
    ColumnIntervals notes = new ColumnIntervals(noise.length);
    for (int j = 0; j < noise.length; j++) {
      if (!moments.isResolved(j)) {
        notes.warnings.add(new ColumnWarning(j, ColumnWarningCode.FEW_ROWS));
      } else if (isNoisy(noise[j], moments.variance(j, mean[j], noise[j]))) {
        notes.warnings.add(new ColumnWarning(j, ColumnWarningCode.NOISY));
      }
    }
    return notes;
  }

  private static boolean isNoisy(double noise, double variance) {
    return noise * noise > ColumnWarning.NOISY_SHARE * ColumnWarning.NOISY_SHARE * variance;
  }
}
