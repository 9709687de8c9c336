package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.privatemean.local.HaarFormat.HaarReport;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.local.MalformedReportException.Rejections;
import org.privatemean.query.QuantileSearch.Universe;

class HaarFormatTest {
  private static final RangeDomain DOMAIN = new RangeDomain(5, new Universe(0, (1L << 40) - 1));
  private static final HaarFormat FORMAT = new HaarFormat(DOMAIN, 0x070809FA);

  private static HaarReport read(Report report) {
    return FORMAT.read(new ReportReader(report, ReportWriter.HAAR, FORMAT.stamp()), 1).get(0);
  }

  @Test
  void write_everyLevel_readsBackInTheStatedBits() throws MalformedReportException {
    for (int level = 0; level < 40; level++) {
      long all = (1L << level) - 1;
      for (long index : new long[] {0, all, all / 3}) {
        for (boolean sign : new boolean[] {false, true}) {
          HaarReport report = new HaarReport(level % 5, level, index, sign);
          Report written = FORMAT.write(report);
          assertEquals(report, read(written));
          // 3 bits of coordinate and 6 of level, after five bytes.
          assertEquals(5 + (3 + 6 + level + 1 + 7) / 8, written.size());
        }
      }
    }
  }

  @Test
  void read_aKnownReport_keepsTheFormatOfVersion1() throws MalformedReportException {
    byte[] bytes = {0x11, 7, 8, 9, (byte) 0xFA, (byte) 0b010_00001, (byte) 0b0_10_1_0000};
    assertEquals(new HaarReport(2, 2, 2, true), read(Report.of(bytes)));
    assertEquals(Report.of(bytes), FORMAT.write(new HaarReport(2, 2, 2, true)));
  }

  private static RejectionReason reason(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return reason(bytes);
  }

  private static RejectionReason reason(byte[] bytes) {
    MalformedReportException e =
        assertThrows(MalformedReportException.class, () -> read(Report.of(bytes)));
    HaarTally tally = new HaarTally(FORMAT.domain());
    Rejections rejections = new Rejections();
    assertFalse(rejections.accepts(() -> tally.add(read(Report.of(bytes)))));
    assertEquals(0, tally.reports());
    assertEquals(1, rejections.count(e.reason()));
    assertEquals(1, rejections.total());
    return e.reason();
  }

  @Test
  void read_malformed_isCountedByReasonAndDropped() {
    int fields = 0b010_00001;
    int rest = 0b0_10_1_0000;
    assertEquals(RejectionReason.LENGTH, reason());
    assertEquals(RejectionReason.LENGTH, reason(0x11));
    assertEquals(RejectionReason.VERSION, reason(0x21, 7, 8, 9, 0xFA, fields, rest));
    assertEquals(RejectionReason.KIND, reason(0x12, 7, 8, 9, 0xFA, fields, rest));
    assertEquals(RejectionReason.ROUND, reason(0x11, 7, 8, 9, 0xFB, fields, rest));
    assertEquals(RejectionReason.LENGTH, reason(0x11, 7, 8, 9, 0xFA, fields));
    assertEquals(RejectionReason.LENGTH, reason(0x11, 7, 8, 9, 0xFA, fields, rest, 0));
    assertEquals(RejectionReason.LENGTH, reason(0x11, 7, 8, 9, 0xFA, fields, rest | 1));
    assertEquals(RejectionReason.RANGE, reason(0x11, 7, 8, 9, 0xFA, 0b101_00001, rest));
    assertEquals(RejectionReason.RANGE, reason(0x11, 7, 8, 9, 0xFA, 0b010_11111, rest));
  }

  @Test
  void read_everyTruncation_isRefused() {
    byte[] whole = FORMAT.write(new HaarReport(4, 39, 12345678901L, true)).toBytes();
    for (int size = 0; size < whole.length; size++) {
      byte[] cut = Arrays.copyOf(whole, size);
      assertEquals(RejectionReason.LENGTH, reason(cut));
    }
  }

  @Test
  void add_reportOfAnotherDomain_isRefused() {
    HaarTally tally = new HaarTally(FORMAT.domain());
    assertThrows(IllegalArgumentException.class, () -> tally.add(new HaarReport(5, 0, 0, false)));
    assertThrows(IllegalArgumentException.class, () -> tally.add(new HaarReport(0, 40, 0, false)));
    assertThrows(IllegalArgumentException.class, () -> new HaarReport(0, 3, 8, false));
  }
}
