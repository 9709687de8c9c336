package org.privatemean.local;

import java.util.Arrays;
import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.local.MalformedReportException.Rejections;
import org.privatemean.protocol.RoundTally;
import org.privatemean.protocol.RoundTally.RoundStateDigest;

/**
 * The exact counts of one round's reports. Those that are malformed, or of another round or run,
 * are dropped and counted by reason; false or repeated ones cannot be distinguished.
 */
@Internal
public final class GaussianTally extends RoundTally<GaussianTally> {
  private static final long serialVersionUID = 2;

  private final List<Question> questions;
  private final int stamp;
  private final long[][] cells;
  private final Rejections rejections = new Rejections();
  private long counted;

  GaussianTally(int number, String digest, List<Question> questions) {
    super(new RoundStateDigest(number, digest));
    this.questions = List.copyOf(questions);
    this.stamp = Report.stamp(digest);
    this.cells =
        questions.stream().map(question -> new long[question.cells()]).toArray(long[][]::new);
  }

  public void add(byte[] report) {
    rejections.accepts(() -> count(GaussianReport.fromBytes(report)));
  }

  private void count(GaussianReport report) {
    if (report.stamp() != stamp) {
      throw new MalformedReportException(RejectionReason.ROUND);
    }
    int group = report.group();
    boolean isCounted =
        report.coordinate() == 0
            && group < questions.size()
            && questions.get(group).count(report.answer(), cells[group]);
    if (!isCounted) {
      throw new MalformedReportException(RejectionReason.RANGE);
    }
    counted++;
  }

  @Override
  protected void addAll(GaussianTally other) {
    for (int g = 0; g < cells.length; g++) {
      for (int i = 0; i < cells[g].length; i++) {
        cells[g][i] += other.cells[g][i];
      }
    }
    counted += other.counted;
    rejections.merge(other.rejections);
  }

  @Override
  public long acceptedReports() {
    return counted;
  }

  @Override
  public long droppedReports() {
    return rejections.total();
  }

  Rejections rejections() {
    return rejections;
  }

  public long bytes() {
    return Long.BYTES * Arrays.stream(cells).mapToLong(g -> g.length).sum();
  }

  RoundStateDigest round() {
    return mark();
  }

  /** Returns the counts by group: not a copy. */
  long[][] cells() {
    return cells;
  }
}
