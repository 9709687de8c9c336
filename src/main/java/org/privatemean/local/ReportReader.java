package org.privatemean.local;

import org.privatemean.local.MalformedReportException.RejectionReason;

/** A reader of the format of {@link ReportWriter}, which throws on anything else. */
final class ReportReader {
  private final Report report;
  private int position;

  public ReportReader(Report report, int kind, int stamp) throws MalformedReportException {
    this(report, ReportWriter.VERSION, kind, stamp);
  }

  private ReportReader(Report report, int version, int kind, int stamp)
      throws MalformedReportException {
    this.report = report;
    if (report.size() < ReportWriter.HEADER_BYTES) {
      throw new MalformedReportException(RejectionReason.LENGTH);
    }
    if (report.unsignedByte(0) >> 4 != version) {
      throw new MalformedReportException(RejectionReason.VERSION);
    }
    if ((report.unsignedByte(0) & 0xF) != kind) {
      throw new MalformedReportException(RejectionReason.KIND);
    }
    position = 8;
    if ((int) get(Integer.SIZE) != stamp) {
      throw new MalformedReportException(RejectionReason.ROUND);
    }
  }

  public static ReportReader forBundle(byte[] bundle, int kind, int stamp, int count)
      throws MalformedReportException {
    Report report = Report.of(bundle);
    ReportReader in = new ReportReader(report, ReportWriter.BUNDLE_VERSION, kind, stamp);
    if ((int) in.get(Integer.SIZE) != count) {
      throw new MalformedReportException(RejectionReason.COUNT);
    }
    return in;
  }

  public long get(int count) throws MalformedReportException {
    if (position + count > 8L * report.size()) {
      throw new MalformedReportException(RejectionReason.LENGTH);
    }
    long value = 0;
    for (int left = count; left > 0; ) {
      int room = 8 - (position & 7);
      int taken = Math.min(room, left);
      int part = report.unsignedByte(position >> 3) >> (room - taken);
      value = value << taken | (part & ((1 << taken) - 1));
      position += taken;
      left -= taken;
    }
    return value;
  }

  public long getBelow(long below) throws MalformedReportException {
    long value = get(bitsFor(below));
    if (value >= below) {
      throw new MalformedReportException(RejectionReason.RANGE);
    }
    return value;
  }

  /** Checks that {@code count} bits are left, and only zeros after them. */
  public void expect(long count) throws MalformedReportException {
    long end = position + count;
    if ((end + 7) / 8 != report.size()) {
      throw new MalformedReportException(RejectionReason.LENGTH);
    }
    int filling = (int) (8L * report.size() - end);
    if ((report.unsignedByte(report.size() - 1) & ((1 << filling) - 1)) != 0) {
      throw new MalformedReportException(RejectionReason.LENGTH);
    }
  }

  public static int bitsFor(long below) {
    return Long.SIZE - Long.numberOfLeadingZeros(below - 1);
  }
}
