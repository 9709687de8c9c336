package org.privatemean.local;

import java.util.Arrays;
import org.privatemean.annotation.Internal;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.protocol.RoundTally;
import org.privatemean.protocol.RoundTally.RoundStateDigest;

/**
 * The exact counts of the reports of one round. Malformed reports, and those of another round or
 * run, are dropped and counted by reason; false or repeated reports cannot be distinguished from
 * true ones.
 */
@Internal
public final class GaussianTally extends RoundTally<GaussianTally> {
  private static final long serialVersionUID = 2;

  private final RoundQuestions round;
  private final int stamp;
  private final long[][][] cells;
  private final Rejections rejections = new Rejections();
  private long counted;

  GaussianTally(RoundQuestions round) {
    super(new RoundStateDigest(round.number(), round.digest()));
    this.round = round;
    this.stamp = Report.stamp(round.digest());
    this.cells = new long[round.spec().dimension()][][];
    for (int c = 0; c < cells.length; c++) {
      cells[c] =
          round.questions(c).stream()
              .map(question -> new long[question.cells()])
              .toArray(long[][]::new);
    }
  }

  public void add(byte[] report) {
    rejections.accepts(() -> count(GaussianReport.fromBytes(report)));
  }

  private void count(GaussianReport report) {
    if (report.stamp() != stamp) {
      throw new MalformedReportException(RejectionReason.ROUND);
    }
    boolean isCounted =
        round
            .question(report.coordinate(), report.group())
            .map(
                requested ->
                    requested.count(report.answer(), cells[report.coordinate()][report.group()]))
            .orElse(false);
    if (!isCounted) {
      throw new MalformedReportException(RejectionReason.RANGE);
    }
    counted++;
  }

  @Override
  protected void addAll(GaussianTally other) {
    for (int c = 0; c < cells.length; c++) {
      for (int g = 0; g < cells[c].length; g++) {
        for (int i = 0; i < cells[c][g].length; i++) {
          cells[c][g][i] += other.cells[c][g][i];
        }
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
    return Long.BYTES * Arrays.stream(cells).flatMap(Arrays::stream).mapToLong(g -> g.length).sum();
  }

  RoundQuestions round() {
    return round;
  }

  /** Returns the counts of one coordinate by group: not a copy. */
  long[][] cells(int coordinate) {
    return cells[coordinate];
  }
}
