package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.local.MalformedReportException.Rejections;
import org.privatemean.protocol.PublicState;

class ReportFromDeviceTest {

  @Test
  void fields_anyWidths_readBackAndFillWholeBytes() throws MalformedReportException {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 256; trial++) {
      int stamp = random.nextInt();
      int[] widths = random.ints(30, 0, 64).toArray();
      long[] values = new long[widths.length];
      ReportWriter out = new ReportWriter(ReportWriter.VECTOR, stamp);
      long total = 0;
      for (int k = 0; k < widths.length; k++) {
        values[k] = widths[k] == 0 ? 0 : random.nextLong() >>> (64 - widths[k]);
        out.put(values[k], widths[k]);
        total += widths[k];
      }
      Report report = out.report();
      assertEquals(5 + (total + 7) / 8, report.size());
      ReportReader in = new ReportReader(report, ReportWriter.VECTOR, stamp);
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
  void put_moreBitsThanGiven_writesTheLowest() throws MalformedReportException {
    ReportWriter out = new ReportWriter(ReportWriter.HAAR, -2);
    out.put(0b1_0110, 4);
    out.put(-1, 4);
    assertArrayEquals(new byte[] {0x11, -1, -1, -1, -2, 0b0110_1111}, out.report().toBytes());
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

  private static void drop(RejectionReason reason, Rejections counts) {
    counts.accepts(
        () -> {
          throw new MalformedReportException(reason);
        });
  }

  @Test
  void rejections_mergedCounts_addUp() {
    Rejections one = new Rejections();
    Rejections other = new Rejections();
    drop(RejectionReason.ROUND, one);
    drop(RejectionReason.ROUND, other);
    drop(RejectionReason.RANGE, other);
    one.merge(other);
    assertEquals(2, one.count(RejectionReason.ROUND));
    assertEquals(1, one.count(RejectionReason.RANGE));
    assertEquals(0, one.count(RejectionReason.KIND));
    assertEquals(3, one.total());
  }

  @Test
  void stamp_oneBitOfTheStateChanged_isAnotherAndRefused() {
    byte[] state = {1, 2, 3};
    Report report =
        new ReportWriter(ReportWriter.HAAR, Report.stamp(PublicState.digestOf(state))).report();
    assertEquals(
        0x039058c6,
        Report.stamp(PublicState.digestOf(state)),
        "the first bits of the SHA-256 of 1, 2, 3");
    for (int bit = 0; bit < 24; bit++) {
      byte[] other = state.clone();
      other[bit / 8] ^= (byte) (1 << bit % 8);
      MalformedReportException refusal =
          assertThrows(
              MalformedReportException.class,
              () ->
                  new ReportReader(
                      report, ReportWriter.HAAR, Report.stamp(PublicState.digestOf(other))));
      assertEquals(RejectionReason.ROUND, refusal.reason());
    }
  }
}
