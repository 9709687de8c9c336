package org.privatemean.local.range;

import java.io.Serializable;
import org.privatemean.local.report.MalformedReportException;
import org.privatemean.local.report.Report;
import org.privatemean.local.report.ReportKind;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.mean.RangeDomain;

/**
 * The binary form of {@link HaarReport}: two bytes of header, then {@code ceil(log2 width)} bits of
 * coordinate, {@code ceil(log2 L)} of level, {@code level} of index and one of sign.
 *
 * @param domain what is counted
 * @param round the round of the reports, 0 to 255
 */
public record HaarFormat(RangeDomain domain, int round) implements Serializable {

  /** The binary form of a report of the domain. */
  public Report write(HaarReport report) {
    ReportWriter out = new ReportWriter(ReportKind.HAAR, round);
    out.put(report.coordinate(), ReportReader.bitsFor(domain.width()));
    out.put(report.level(), ReportReader.bitsFor(domain.levels()));
    out.put(report.index(), report.level());
    out.put(report.negative() ? 1 : 0, 1);
    return out.report();
  }

  /**
   * Reads a report.
   *
   * @throws MalformedReportException if it is not one of this domain and round
   */
  public HaarReport read(Report report) throws MalformedReportException {
    ReportReader in = new ReportReader(report, ReportKind.HAAR, round);
    int coordinate = (int) in.getBelow(domain.width());
    int level = (int) in.getBelow(domain.levels());
    in.expect(level + 1);
    return new HaarReport(coordinate, level, in.get(level), in.get(1) == 1);
  }
}
