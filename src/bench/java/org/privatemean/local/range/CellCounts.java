package org.privatemean.local.range;

import java.io.Serializable;
import org.privatemean.local.report.MalformedReportException;
import org.privatemean.local.report.ReportReader;

/** The reports of one {@link FrequencyOracle} on one set of cells, mergeable. */
abstract class CellCounts implements Serializable {
  private static final long serialVersionUID = 1L;

  private long reports;

  /** Number of reports. */
  final long reports() {
    return reports;
  }

  /** Reads and counts the rest of a report; where it throws, nothing was counted. */
  final void read(ReportReader in) throws MalformedReportException {
    if (reports == Integer.MAX_VALUE) {
      throw new IllegalStateException("a level takes at most 2^31 - 1 reports");
    }
    readOne(in);
    reports++;
  }

  /** Adds the reports of another count of the same oracle and cells. */
  final void merge(CellCounts other) {
    if (reports + other.reports > Integer.MAX_VALUE) {
      throw new IllegalStateException("a level takes at most 2^31 - 1 reports");
    }
    mergeAll(other);
    reports += other.reports;
  }

  abstract void readOne(ReportReader in) throws MalformedReportException;

  abstract void mergeAll(CellCounts other);

  /** The unbiased estimate of how many of the reports are of each cell. */
  abstract double[] estimates();
}
