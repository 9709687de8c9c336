package org.privatemean.local;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.privatemean.protocol.RangeDomain;

/**
 * The binary form of {@link HaarReport}: the coordinate, level, index and sign after the header.
 * The bundle of a report of every coordinate omits the coordinates: their place determines them, so
 * that a user cannot report twice on one.
 *
 * @param stamp distinguishes the reports of this round of this run from all others
 */
record HaarFormat(RangeDomain domain, int stamp) implements Serializable {

  /** Returns the binary form of a report of the domain. */
  public Report write(HaarReport report) {
    ReportWriter out = new ReportWriter(ReportKind.HAAR, stamp);
    out.put(report.coordinate(), ReportReader.bitsFor(domain.width()));
    write(report, out);
    return out.report();
  }

  private void write(HaarReport report, ReportWriter out) {
    out.put(report.level(), ReportReader.bitsFor(domain.levels()));
    out.put(report.index(), report.level());
    out.put(report.isNegative() ? 1 : 0, 1);
  }

  /** Returns the bundle of one user's reports: one, or one per coordinate in order. */
  public byte[] writeBundle(List<HaarReport> reports) {
    ReportWriter out = ReportWriter.forBundle(ReportKind.HAAR, stamp, reports.size());
    if (reports.size() == 1) {
      out.put(reports.get(0).coordinate(), ReportReader.bitsFor(domain.width()));
    } else if (reports.size() != domain.width()) {
      throw notABundle(reports.size());
    }
    for (int j = 0; j < reports.size(); j++) {
      if (reports.size() > 1 && reports.get(j).coordinate() != j) {
        throw notABundle(reports.size());
      }
      write(reports.get(j), out);
    }
    return out.toBytes();
  }

  private IllegalArgumentException notABundle(int reports) {
    return new IllegalArgumentException(
        String.format(
            "a bundle has one report, or one of each of %d coordinates in their order."
                + " Provided: %d reports",
            domain.width(), reports));
  }

  /** Reads a bundle of 1 report, or one per coordinate, all of it or nothing. */
  public List<HaarReport> readBundle(byte[] bundle, int count) throws MalformedReportException {
    ReportReader in = ReportReader.forBundle(bundle, ReportKind.HAAR, stamp, count);
    int coordinate = count == 1 ? (int) in.getBelow(domain.width()) : 0;
    List<HaarReport> reports = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      int level = (int) in.getBelow(domain.levels());
      long index = in.get(level);
      reports.add(new HaarReport(coordinate + j, level, index, in.get(1) == 1));
    }
    in.expect(0);
    return reports;
  }

  /** Returns the mean bytes of a bundle, over evenly assigned levels; off by less than one. */
  public double meanBundleBytes(int count) {
    int coordinate = count == 1 ? ReportReader.bitsFor(domain.width()) : 0;
    double fields = ReportReader.bitsFor(domain.levels()) + (domain.levels() - 1) / 2.0 + 1;
    return ReportWriter.bundleBytesFor((long) Math.ceil(coordinate + count * fields));
  }

  /** Returns the mean length of a report in bytes, over evenly assigned levels. */
  public double meanBytes() {
    int place = ReportReader.bitsFor(domain.width()) + ReportReader.bitsFor(domain.levels());
    double sum = 0;
    for (int level = 0; level < domain.levels(); level++) {
      sum += ReportWriter.bytesFor(place + level + 1);
    }
    return sum / domain.levels();
  }

  public HaarReport read(Report report) throws MalformedReportException {
    ReportReader in = new ReportReader(report, ReportKind.HAAR, stamp);
    int coordinate = (int) in.getBelow(domain.width());
    int level = (int) in.getBelow(domain.levels());
    in.expect(level + 1);
    return new HaarReport(coordinate, level, in.get(level), in.get(1) == 1);
  }
}
