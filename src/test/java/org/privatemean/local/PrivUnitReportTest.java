package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.local.MalformedReportException.RejectionReason;

class PrivUnitReportTest {

  private static final PrivUnitParameters PARAMETERS = PrivUnitParameters.inBall(6, 2, 1);

  private static List<PrivUnitReport> reports(PrivUnitParameters parameters, int count) {
    PrivUnitRandomizer randomizer = PrivUnitRandomizer.create(parameters);
    List<PrivUnitReport> reports = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] vector = Reports.vector(parameters.dimension(), 1 + i % 2);
      reports.add(randomizer.randomize(vector, Reports.stream(i)));
    }
    return reports;
  }

  private static byte[] bytes() {
    return reports(PARAMETERS, 1).get(0).toBytes();
  }

  private static void assertMalformed(byte[] bytes, RejectionReason reason) {
    MalformedReportException refusal =
        assertThrows(MalformedReportException.class, () -> PrivUnitReport.fromBytes(bytes));
    assertEquals(reason, refusal.reason());
    assertEquals("malformed report: " + reason, refusal.getMessage());
    PrivUnitAggregator aggregator = PrivUnitAggregator.create(PARAMETERS);
    assertFalse(aggregator.add(bytes));
    assertEquals(1, aggregator.droppedReports());
    assertEquals(0, aggregator.acceptedReports());
  }

  @ParameterizedTest
  @EnumSource(ReportLaw.class)
  void fromBytes_toBytes_isTheSameReport(ReportLaw law) {
    for (PrivUnitReport report : reports(PARAMETERS.withLaw(law), 50)) {
      byte[] bytes = report.toBytes();
      assertEquals(10 + 2 * 6, bytes.length);
      assertEquals(PARAMETERS.reportBytes(), bytes.length);
      PrivUnitReport read = PrivUnitReport.fromBytes(bytes);
      assertEquals(report, read);
      assertEquals(report.hashCode(), read.hashCode());
      for (int j = 0; j < 6; j++) {
        assertEquals(report.coordinate(j), read.coordinate(j));
      }
    }
  }

  @Test
  void fromBytes_notAReport_isRefused() {
    byte[] bytes = bytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertMalformed(cut, RejectionReason.LENGTH);
    }
    assertMalformed(Arrays.copyOf(bytes, bytes.length + 2), RejectionReason.LENGTH);
  }

  @ParameterizedTest
  @CsvSource({"0, 2, VERSION", "0, -1, VERSION", "1, 2, KIND", "1, 0, KIND"})
  void fromBytes_otherVersionOrKind_isRefused(int at, byte value, RejectionReason reason) {
    byte[] bytes = bytes();
    bytes[at] = value;
    assertMalformed(bytes, reason);
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "2147483647", "-2147483648", "2147483643", "5"})
  void fromBytes_wrongNumberOfCoordinates_isRefused(int count) {
    byte[] bytes = bytes();
    ByteBuffer.wrap(bytes).putInt(6, count);
    assertMalformed(bytes, RejectionReason.LENGTH);
  }

  @Test
  void fromBytes_coordinateNotOnTheGrid_isRefused() {
    byte[] bytes = bytes();
    ByteBuffer.wrap(bytes).putShort(14, Short.MIN_VALUE);
    assertMalformed(bytes, RejectionReason.RANGE);
  }

  @Test
  void add_reportOfOtherParameters_isDropped() {
    PrivUnitAggregator aggregator = PrivUnitAggregator.create(PARAMETERS);
    List<PrivUnitParameters> others =
        List.of(
            PARAMETERS.withLabel(1),
            PARAMETERS.withLaw(ReportLaw.GAUSSIAN),
            PrivUnitParameters.onSphere(6, 2, 1),
            PrivUnitParameters.inBall(6, 2.5, 1),
            PrivUnitParameters.inBall(6, 2, 1.5),
            PrivUnitParameters.inBall(7, 2, 1));
    for (PrivUnitParameters other : others) {
      assertFalse(aggregator.add(reports(other, 1).get(0)));
      assertFalse(aggregator.add(reports(other, 1).get(0).toBytes()));
    }
    assertTrue(aggregator.add(bytes()));
    assertEquals(12, aggregator.droppedReports());
    assertEquals(12, aggregator.rejections().count(RejectionReason.ROUND));
    assertEquals(1, aggregator.acceptedReports());
  }

  @Test
  void add_normThatNoReportHas_isDropped() {
    byte[] bytes = bytes();
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    for (int j = 0; j < 6; j++) {
      buffer.putShort(10 + 2 * j, (short) 8000);
    }
    PrivUnitAggregator aggregator = PrivUnitAggregator.create(PARAMETERS);
    assertFalse(aggregator.add(bytes));
    buffer.putShort(10, (short) 0).putShort(12, (short) 0);
    assertTrue(aggregator.add(bytes));
    assertEquals(1, aggregator.rejections().count(RejectionReason.RANGE));
  }

  @Test
  void mean_anyOrderAndDivision_isTheSameToTheLastBit() {
    List<PrivUnitReport> reports = reports(PARAMETERS, 300);
    PrivUnitAggregator whole = PrivUnitAggregator.create(PARAMETERS);
    reports.forEach(whole::add);
    Collections.shuffle(reports, new Random(1));
    PrivUnitAggregator merged = PrivUnitAggregator.create(PARAMETERS);
    for (int part = 0; part < 7; part++) {
      PrivUnitAggregator one = PrivUnitAggregator.create(PARAMETERS);
      for (int i = part; i < reports.size(); i += 7) {
        one.add(reports.get(i).toBytes());
      }
      one.add(new byte[part]);
      merged.merge(one);
    }
    assertArrayEquals(whole.mean(), merged.mean());
    assertEquals(300, merged.acceptedReports());
    assertEquals(7, merged.droppedReports());
  }

  /** n reports err by 1/n of one, and the mean is that of the vectors. */
  @ParameterizedTest
  @EnumSource(ReportLaw.class)
  void mean_manyVectors_errsByTheFormula(ReportLaw law) {
    PrivUnitParameters parameters = PrivUnitParameters.inBall(20, 2, 4).withLaw(law);
    PrivUnitRandomizer randomizer = PrivUnitRandomizer.create(parameters);
    int n = 2000;
    int trials = 100;
    double sum = 0;
    for (int trial = 0; trial < trials; trial++) {
      PrivUnitAggregator aggregator = PrivUnitAggregator.create(parameters);
      org.privatemean.noise.BitSource bits = Reports.stream(1000 + trial);
      double[] mean = new double[20];
      for (int i = 0; i < n; i++) {
        double[] vector = new double[20];
        vector[i % 10] = 2.0 * (i % 5) / 4;
        mean[i % 10] += vector[i % 10] / n;
        aggregator.add(randomizer.randomize(vector, bits));
      }
      sum += Reports.squaredDistance(aggregator.mean(), mean);
    }
    double expected = parameters.squaredError() / n;
    // A squared norm of 20 nearly normal coordinates has a relative deviation of sqrt(2 / 20).
    assertEquals(1, sum / trials / expected, Fit.SIGMAS * Math.sqrt(2.0 / 20 / trials));
  }

  @Test
  void mean_noReports_isRefused() {
    assertThrows(IllegalStateException.class, () -> PrivUnitAggregator.create(PARAMETERS).mean());
  }

  @Test
  void merge_otherParameters_isRefused() {
    PrivUnitAggregator one = PrivUnitAggregator.create(PARAMETERS);
    PrivUnitAggregator other = PrivUnitAggregator.create(PARAMETERS.withLabel(3));
    assertThrows(IllegalArgumentException.class, () -> one.merge(other));
  }

  @Test
  void parameters_outOfRange_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> PrivUnitParameters.inBall(0, 1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> PrivUnitParameters.inBall((1 << 24) + 1, 1, 1));
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e200}) {
      assertThrows(IllegalArgumentException.class, () -> PrivUnitParameters.inBall(3, bad, 1));
    }
    for (double bad : new double[] {0, -1, Double.NaN, 1e4}) {
      assertThrows(IllegalArgumentException.class, () -> PrivUnitParameters.inBall(3, 1, bad));
    }
  }

  @Test
  void javaSerialisation_keepsTheValues() throws Exception {
    PrivUnitAggregator aggregator = PrivUnitAggregator.create(PARAMETERS);
    reports(PARAMETERS, 5).forEach(aggregator::add);
    PrivUnitAggregator copy = (PrivUnitAggregator) copy(aggregator);
    assertArrayEquals(aggregator.mean(), copy.mean());
    PrivUnitRandomizer randomizer = PrivUnitRandomizer.create(PARAMETERS);
    PrivUnitRandomizer other = (PrivUnitRandomizer) copy(randomizer);
    double[] vector = Reports.vector(6, 1);
    PrivUnitReport report = randomizer.randomize(vector, Reports.stream(1));
    assertEquals(report, other.randomize(vector, Reports.stream(1)));
    assertEquals(report, copy(report));
  }

  private static Object copy(Object object) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }
}
