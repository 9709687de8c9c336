package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.privacy.ApproxDp;

class GaussianReportTest {

  @ParameterizedTest
  @CsvSource({
    "1, 0, 0, 8",
    "-2, 127, 12, 8",
    "1, 128, 3, 9",
    "40, 1048575, 0, 10",
    "2147483647, 5, 300, 9"
  })
  void toBytes_anyReport_comesBackAndIsCompact(int stamp, int coordinate, int group, int length) {
    GaussianReport report = new GaussianReport(stamp, coordinate, group, new byte[] {3});
    byte[] bytes = report.toBytes();
    assertEquals(length, bytes.length);
    GaussianReport read = GaussianReport.fromBytes(bytes);
    assertEquals(stamp, read.stamp());
    assertEquals(coordinate, read.coordinate());
    assertEquals(group, read.group());
    assertArrayEquals(new byte[] {3}, read.answer());
  }

  @Test
  void fromBytes_everyTruncation_isRefusedWithOneMessage() {
    byte[] bytes = new GaussianReport(1, 300, 5, new byte[] {2}).toBytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      MalformedReportException refusal =
          assertThrows(MalformedReportException.class, () -> GaussianReport.fromBytes(cut));
      assertTrue(refusal.getMessage().startsWith("malformed report: "), refusal.getMessage());
    }
  }

  @Test
  void fromBytes_otherForms_areRefused() {
    byte[][] bad = {
      {2, 1, 2, 3, 4, 0, 0, 1},
      {0, 1, 2, 3, 4, 0, 0, 1},
      {1, 1, 2, 3, 4, (byte) 0x81, 0, 0, 1},
      {1, 1, 2, 3, 4, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x7F, 0, 1},
      {1, 1, 2, 3, 4, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 1, 0, 1},
      new byte[OneHot.MAX_BINS]
    };
    bad[5][0] = 1;
    for (byte[] bytes : bad) {
      assertThrows(MalformedReportException.class, () -> GaussianReport.fromBytes(bytes));
    }
  }

  @Test
  void add_badReports_areCountedAndChangeNothing() {
    GaussianRound round = GaussianRound.first(Specs.knownSigma(1, 100_000, 64, 1));
    int stamp = round.stamp();
    GaussianTally tally = round.tally();
    tally.add(new GaussianReport(stamp, 0, 6, new byte[] {3}).toBytes());
    byte[][] malformed = {
      {},
      {1, 1},
      {9, 1, 2, 3, 4, 0, 0, 1},
      new GaussianReport(stamp, 1, 0, new byte[] {1}).toBytes(),
      new GaussianReport(stamp, 0, 7, new byte[] {1}).toBytes(),
      new GaussianReport(stamp, 0, 0, new byte[] {4}).toBytes(),
      new GaussianReport(stamp, 0, 0, new byte[] {1, 1}).toBytes()
    };
    for (byte[] bytes : malformed) {
      tally.add(bytes);
    }
    tally.add(new GaussianReport(stamp ^ 1, 0, 0, new byte[] {1}).toBytes());
    tally.add(new GaussianReport(~stamp, 9, 9, new byte[] {1}).toBytes());
    assertEquals(1, tally.acceptedReports());
    assertEquals(malformed.length + 2, tally.droppedReports());
    assertEquals(2, tally.rejections().count(RejectionReason.ROUND));
    assertEquals(1, tally.rejections().count(RejectionReason.VERSION));
    assertEquals(2, tally.rejections().count(RejectionReason.LENGTH));
    assertEquals(4, tally.rejections().count(RejectionReason.RANGE));
    assertEquals(1, tally.cells()[6][3]);
    long all = 0;
    for (long[] cells : tally.cells()) {
      all += ChoiceQuestion.total(cells);
    }
    assertEquals(1, all);
  }

  /**
   * Random bytes, and true reports with random bytes changed: counted or dropped, never a crash.
   */
  @Test
  void add_randomBytes_neverThrow() {
    SplittableRandom random = new SplittableRandom(111);
    GaussianRound bins = GaussianRound.first(Specs.knownVar(new ApproxDp(1, 1e-9), 100_000, 64, 1));
    GaussianRound[] rounds = {
      GaussianRound.first(Specs.knownSigma(1, 100_000, 64, 1)), bins, bins.next(bins.tally())
    };
    long counted = 0;
    for (GaussianRound round : rounds) {
      GaussianTally tally = round.tally();
      int n = 20_000;
      for (int i = 0; i < n; i++) {
        byte[] bytes = new byte[random.nextInt(15)];
        random.nextBytes(bytes);
        if (bytes.length > 6 && i % 2 == 0) {
          ByteBuffer.wrap(bytes).put((byte) 1).putInt(round.stamp()).putShort((short) 0);
        }
        tally.add(bytes);
      }
      assertEquals(n, tally.acceptedReports() + tally.droppedReports());
      long malformed = tally.droppedReports() - tally.rejections().count(RejectionReason.ROUND);
      assertTrue(malformed > n / 2 - n / 10);
      counted += tally.acceptedReports();
    }
    assertTrue(counted > 0);
  }
}
