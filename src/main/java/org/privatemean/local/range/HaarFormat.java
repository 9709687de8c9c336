package org.privatemean.local.range;

import java.io.Serializable;
import org.privatemean.local.range.HaarReport.Sign;
import org.privatemean.local.report.MalformedReportException;
import org.privatemean.local.report.Report;
import org.privatemean.local.report.ReportKind;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.protocol.RangeDomain;

/**
 * The binary form of {@link HaarReport}: five bytes of header, then {@code ceil(log2 width)} bits
 * of coordinate, {@code ceil(log2 L)} of level, {@code level} of index and one of sign.
 *
 * @param domain what is counted
 * @param stamp tells the reports of this round of this run from all others: its public state's
 *     {@link org.privatemean.local.report.Stamp}, or any number that no other round has
 */
public record HaarFormat(RangeDomain domain, int stamp) implements Serializable {

  /** The binary form of a report of the domain. */
  public Report write(HaarReport report) {
    ReportWriter out = new ReportWriter(ReportKind.HAAR, stamp);
    out.put(report.coordinate(), ReportReader.bitsFor(domain.width()));
    out.put(report.level(), ReportReader.bitsFor(domain.levels()));
    out.put(report.index(), report.level());
    out.put(report.sign() == Sign.MINUS ? 1 : 0, 1);
    return out.report();
  }

  /** The mean length of a report in bytes, over levels that are assigned evenly. */
  public double meanBytes() {
    int place = ReportReader.bitsFor(domain.width()) + ReportReader.bitsFor(domain.levels());
    double sum = 0;
    for (int level = 0; level < domain.levels(); level++) {
      sum += ReportWriter.bytesFor(place + level + 1);
    }
    return sum / domain.levels();
  }

  /**
   * Reads a report.
   *
   * @throws MalformedReportException if it is not one of this domain and stamp
   */
  public HaarReport read(Report report) throws MalformedReportException {
    ReportReader in = new ReportReader(report, ReportKind.HAAR, stamp);
    int coordinate = (int) in.getBelow(domain.width());
    int level = (int) in.getBelow(domain.levels());
    in.expect(level + 1);
    return new HaarReport(coordinate, level, in.get(level), Sign.of(in.get(1) == 1));
  }
}
