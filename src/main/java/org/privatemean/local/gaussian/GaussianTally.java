package org.privatemean.local.gaussian;

import java.io.Serializable;
import java.util.Optional;
import org.privatemean.local.unit.MalformedReportException;
import org.privatemean.local.unit.MalformedReportException.RejectionReason;
import org.privatemean.local.unit.Rejections;

/**
 * The exact counts of the reports of one round, in integers. Tallies of parts of the reports merge
 * into the tally of all, in any order.
 *
 * <p>Reports that cannot be counted are dropped by rule, and their number is public: malformed ones
 * (another version, truncated, a coordinate or a group that does not exist, an answer that no
 * randomizer gives), and those of another round or run, by the stamp. A well-formed false report
 * cannot be distinguished from a true one, nor two reports of one user from those of two:
 * authentication is left to the transport.
 *
 * <p>Not thread-safe.
 */
public final class GaussianTally implements Serializable {
  private static final long serialVersionUID = 1;

  private final RoundQuestions asked;
  private final int stamp;
  private final long[][][] cells;
  private final Rejections rejections = new Rejections();
  private long counted;

  GaussianTally(RoundQuestions asked, int stamp) {
    this.asked = asked;
    this.stamp = stamp;
    this.cells = new long[asked.coordinates()][][];
    for (int c = 0; c < cells.length; c++) {
      cells[c] =
          asked.questions(c).stream()
              .map(question -> new long[question.cells()])
              .toArray(long[][]::new);
    }
  }

  /** Counts a report in binary form, or drops it. */
  public void add(byte[] report) {
    rejections.accepts(() -> count(GaussianReport.fromBytes(report)));
  }

  /** Counts a report, or drops it. */
  public void add(GaussianReport report) {
    rejections.accepts(() -> count(report));
  }

  private void count(GaussianReport report) {
    if (report.stamp() != stamp) {
      throw new MalformedReportException(RejectionReason.ROUND);
    }
    Optional<Question> question = asked.question(report.coordinate(), report.group());
    if (question.isEmpty()
        || !question.get().count(report.answer(), cells[report.coordinate()][report.group()])) {
      throw new MalformedReportException(RejectionReason.RANGE);
    }
    counted++;
  }

  /**
   * Adds another tally of the same round.
   *
   * @throws IllegalArgumentException if it is of another round
   */
  public void merge(GaussianTally other) {
    if (!asked.equals(other.asked)) {
      throw new IllegalArgumentException(
          "tally must be of the same round, " + asked + ". Provided value: " + other.asked);
    }
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

  /** Returns the number of counted reports. */
  public long reports() {
    return counted;
  }

  /** Returns the number of malformed reports, which were dropped. */
  public long malformedReports() {
    return rejections.total() - ofOtherRounds();
  }

  /** Returns the number of reports of other rounds or runs, which were dropped. */
  public long ofOtherRounds() {
    return rejections.count(RejectionReason.ROUND);
  }

  /** Returns the dropped reports, by reason. */
  public Rejections rejections() {
    return rejections;
  }

  /** Returns the approximate length of the counts in binary form. */
  public long bytes() {
    long count = 0;
    for (long[][] coordinate : cells) {
      for (long[] group : coordinate) {
        count += group.length;
      }
    }
    return Long.BYTES * count;
  }

  RoundQuestions questions() {
    return asked;
  }

  /** Returns the counts of one coordinate by group: not a copy. */
  public long[][] cells(int coordinate) {
    return cells[coordinate];
  }
}
