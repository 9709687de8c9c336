package org.privatemean.local;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The binary form of {@link HaarReport}. A bundle omits coordinates, so none occurs twice. */
record HaarFormat(RangeDomain domain, int stamp) implements Serializable {

  public Report write(HaarReport report) {
    ReportWriter out = new ReportWriter(ReportWriter.HAAR, stamp);
    write(List.of(report), out);
    return out.report();
  }

  private void write(List<HaarReport> reports, ReportWriter out) {
    if (reports.size() == 1) {
      out.put(reports.get(0).coordinate(), ReportReader.bitsFor(domain.width()));
    }
    for (HaarReport report : reports) {
      out.put(report.level(), ReportReader.bitsFor(domain.levels()));
      out.put(report.index(), report.level());
      out.put(report.isNegative() ? 1 : 0, 1);
    }
  }

  /** Returns the bundle of a user's report, or of one per coordinate in order. */
  public byte[] writeBundle(List<HaarReport> reports) {
    int count = reports.size();
    boolean isBundle =
        count == 1
            || (count == domain.width()
                && IntStream.range(0, count).allMatch(j -> reports.get(j).coordinate() == j));
    if (!isBundle) {
      throw new IllegalArgumentException(
          String.format(
              "a bundle has one report, or one of each of %d coordinates in their order."
                  + " Provided: %d reports",
              domain.width(), count));
    }
    ReportWriter out = ReportWriter.forBundle(ReportWriter.HAAR, stamp, count);
    write(reports, out);
    return out.toBytes();
  }

  /** Returns the mean bytes of a bundle over evenly assigned levels, to less than one. */
  public double meanBundleBytes(int count) {
    int coordinate = count == 1 ? ReportReader.bitsFor(domain.width()) : 0;
    double fields = ReportReader.bitsFor(domain.levels()) + (domain.levels() - 1) / 2.0 + 1;
    long bits = (long) Math.ceil(coordinate + count * fields);
    return ReportWriter.bytesFor(bits) + Integer.BYTES;
  }

  public double meanBytes() {
    int place = ReportReader.bitsFor(domain.width()) + ReportReader.bitsFor(domain.levels());
    double sum = 0;
    for (int level = 0; level < domain.levels(); level++) {
      sum += ReportWriter.bytesFor(place + level + 1);
    }
    return sum / domain.levels();
  }

  /** Reads a report, or all of a bundle. */
  List<HaarReport> read(ReportReader in, int count) throws MalformedReportException {
    int coordinate = count == 1 ? (int) in.getBelow(domain.width()) : 0;
    List<HaarReport> reports = new ArrayList<>(count);
    for (int j = 0; j < count; j++) {
      int level = (int) in.getBelow(domain.levels());
      reports.add(new HaarReport(coordinate + j, level, in.get(level), in.get(1) == 1));
    }
    in.expect(0);
    return reports;
  }

  /** One sign of row {@code index} of the Walsh-Hadamard transform of a level of the Haar tree. */
  record HaarReport(int coordinate, int level, long index, boolean isNegative)
      implements Serializable {
    public HaarReport {
      if (coordinate < 0 || level < 0 || level > 61 || index >>> level != 0) {
        throw new IllegalArgumentException(
            String.format(
                "a Haar report needs coordinate >= 0, level in [0, 61] and index in [0, 2^level)."
                    + " Provided: %d, %d, %d",
                coordinate, level, index));
      }
    }
  }
}
