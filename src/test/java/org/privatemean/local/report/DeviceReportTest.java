package org.privatemean.local.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.local.report.MalformedReportException.Reason;

class DeviceReportTest {

  @Test
  void fields_anyWidths_readBackAndFillWholeBytes() throws MalformedReportException {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 256; round++) {
      int[] widths = random.ints(30, 0, 64).toArray();
      long[] values = new long[widths.length];
      ReportWriter out = new ReportWriter(ReportKind.VECTOR, round);
      long total = 0;
      for (int k = 0; k < widths.length; k++) {
        values[k] = widths[k] == 0 ? 0 : random.nextLong() >>> (64 - widths[k]);
        out.put(values[k], widths[k]);
        total += widths[k];
      }
      Report report = out.report();
      assertEquals(2 + (total + 7) / 8, report.size());
      ReportReader in = new ReportReader(report, ReportKind.VECTOR, round);
      in.expect(total);
      for (int k = 0; k < widths.length; k++) {
        assertEquals(values[k], in.get(widths[k]));
      }
      if (total % 8 == 0) {
        assertThrows(MalformedReportException.class, () -> in.get(1));
      }
    }
  }

  @Test
  void put_moreBitsThanAsked_writesTheLowest() throws MalformedReportException {
    ReportWriter out = new ReportWriter(ReportKind.HAAR, 0);
    out.put(0b1_0110, 4);
    out.put(-1, 4);
    assertArrayEquals(new byte[] {0x11, 0, 0b0110_1111}, out.report().toBytes());
  }

  @Test
  void report_isImmutable() {
    byte[] bytes = {0x11, 1, 2};
    Report report = Report.of(bytes);
    bytes[2] = 9;
    report.toBytes()[0] = 0;
    assertEquals(Report.of(new byte[] {0x11, 1, 2}), report);
    assertEquals("Report(110102)", report.toString());
  }

  @Test
  void rejections_mergedCounts_addUp() {
    Rejections one = new Rejections();
    Rejections other = new Rejections();
    one.add(Reason.ROUND);
    other.add(Reason.ROUND);
    other.add(Reason.RANGE);
    one.merge(other);
    assertEquals(2, one.count(Reason.ROUND));
    assertEquals(1, one.count(Reason.RANGE));
    assertEquals(0, one.count(Reason.KIND));
    assertEquals(3, one.total());
  }

  @Test
  void round_outOfRange_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> new ReportWriter(ReportKind.HAAR, 256));
    assertThrows(IllegalArgumentException.class, () -> new ReportWriter(ReportKind.HAAR, -1));
  }
}
