package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;

final class KindsForecastTest {
  private static final double NORMAL = 0.001;

  private static List<ColumnForecast> lines(RecentredSpec spec, long rows, String kinds) {
    return KindsForecast.compute(spec, rows, ColumnKind.parse(kinds), NORMAL, 0.95);
  }

  private static List<ColumnForecast> lines(String kinds) {
    return lines(RecentredSpec.of(0.5), 30_000, kinds);
  }

  @ParameterizedTest
  @CsvSource({"2", "4", "40", "784"})
  void of_normalColumns_areAsWideAsGiven(int columns) {
    ColumnForecast line = lines("normal*" + columns).get(0);
    assertEquals(1, line.timesNormal(), 0.005);
    assertEquals(NORMAL, line.halfWidth(), 0.005 * NORMAL);
    assertEquals("ordinary", line.seen());
  }

  /**
   * The noise of one flag beside three normal columns over that of four normal ones, by a model of
   * the mechanism in floating point: medians of seven tables.
   */
  @ParameterizedTest
  @CsvSource({
    "0.2, 1.12, ordinary",
    "0.05, 1.65, rare",
    "0.01, 3.43, rare",
    "0.003, 6.3, rare",
    "0.00127, 9.7, rare",
    "0.0003, 21, nearlyConstant"
  })
  void of_aFlagAmongNormalColumns_isAsInTheModel(double share, double times, String seen) {
    List<ColumnForecast> lines = lines("normal*3,flag:" + share);
    assertEquals(1, lines.get(1).timesNormal() / times, 0.2);
    assertEquals(seen, lines.get(1).seen());
    assertTrue(lines.get(0).timesNormal() < 1.05, lines::toString);
    assertEquals("ordinary", lines.get(0).seen());
  }

  /** The promise of the weights: ordinary columns pay a quarter, and what the looks cost. */
  @ParameterizedTest
  @CsvSource({"1, 0.01", "5, 0.01", "20, 0.01", "20, 0.001", "10, 0.1"})
  void of_atMostHalfFlags_leavesTheOthersAQuarterWider(int flags, double share) {
    List<ColumnForecast> lines = lines("normal*20,flag:" + share + "*" + flags);
    assertTrue(lines.get(0).timesNormal() < 1.35, lines::toString);
    assertTrue(lines.get(1).timesNormal() > 1.1, lines::toString);
  }

  @Test
  void of_mostlyFlags_areTheLeastErrorInAll() {
    List<ColumnForecast> lines = lines("normal*2,flag:0.01*6");
    assertTrue(lines.get(0).timesNormal() > 1.5, lines::toString);
    assertTrue(lines.get(1).timesNormal() < 3.2, lines::toString);
  }

  @Test
  void of_longTail_isMarkedAsRough() {
    List<ColumnForecast> lines = lines("normal*3,lognormal:2");
    assertEquals("longTail", lines.get(1).seen());
    assertTrue(lines.get(1).timesNormal() > 10, lines::toString);
  }

  /** Nearly all values are 1: what is seen of them is a small part of the deviation. */
  @Test
  void of_aFlagOfFewZeros_isNearlyConstant() {
    List<ColumnForecast> lines = lines("normal*3,flag:0.999");
    assertEquals("nearlyConstant", lines.get(1).seen());
    assertTrue(lines.get(1).halfWidth() > 0.03, lines::toString);
    assertTrue(lines.get(0).timesNormal() < 1.1, lines::toString);
    assertEquals("rare", lines("normal*3,flag:0.99").get(1).seen());
  }

  @Test
  void of_moreRowsOrOtherNeighbours_detectsMore() {
    RecentredSpec spec = RecentredSpec.of(0.5);
    assertEquals("nearlyConstant", lines(spec, 30_000, "normal*3,flag:0.0003").get(1).seen());
    assertEquals("rare", lines(spec, 300_000, "normal*3,flag:0.0003").get(1).seen());
    RecentredSpec addRemove =
        new RecentredSpec(
            0.5,
            OptionalDouble.empty(),
            Optional.empty(),
            Scaling.STANDARD,
            ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.SAMPLE),
            RecentredSpec.Moments.MEAN,
            PrivacyUnit.row(Neighbours.ADD_REMOVE));
    assertEquals("rare", lines(addRemove, 300_000, "normal*3,flag:0.0003").get(1).seen());
  }

  /** What a silent column is measured in: its noise grows with it, and less misses its values. */
  @Test
  void of_rareUnit_isTheUnitOfAColumnOfOneDetectedValue() {
    String kinds = "normal*3,flag:0.0003";
    RecentredSpec spec = RecentredSpec.of(0.5);
    double one = lines(kinds).get(1).halfWidth();
    assertEquals(3 * one, lines(spec.withRareUnit(3), 30_000, kinds).get(1).halfWidth(), 0.1 * one);
    for (double missing : new double[] {0, 0.01}) {
      ColumnForecast line = lines(spec.withRareUnit(missing), 30_000, kinds).get(1);
      // The mean of 0.0003 in its deviation of 0.0173, of which little is seen.
      assertEquals(2 * 0.0173, line.halfWidth(), 0.001);
    }
  }

  @Test
  void of_otherScalesOrFewRows_isRefused() {
    RecentredSpec none =
        RecentredSpec.of(0.5)
            .with(Scaling.NONE, ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.SAMPLE));
    String scaled =
        assertThrows(ParamException.class, () -> lines(none, 30_000, "normal*3")).getMessage();
    assertTrue(scaled.contains("go with scaling standard: leave scaling"), scaled);
    RecentredSpec small = RecentredSpec.of(0.1);
    String few =
        assertThrows(ParamException.class, () -> lines(small, 300, "normal*50")).getMessage();
    assertTrue(few.contains("n = 300 rows are too few for queries about 50 columns"), few);
  }
}
