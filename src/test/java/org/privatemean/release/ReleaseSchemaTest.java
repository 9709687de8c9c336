package org.privatemean.release;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.Promise;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.release.Field.SavedColumn;
import org.privatemean.release.Provenance.LedgerReceipt;
import org.privatemean.release.report.ReleaseReport;
import org.privatemean.request.Method;
import org.privatemean.request.Sampling;

@Promise("what a report and a saved model hold")
final class ReleaseSchemaTest {
  private static String csv(Release release) {
    StringBuilder text = new StringBuilder();
    assertDoesNotThrow(() -> ReleaseReport.of(release).writeCsv(text));
    return text.toString();
  }

  private static String markdown(Release release) {
    StringBuilder text = new StringBuilder();
    assertDoesNotThrow(() -> ReleaseReport.of(release).writeMarkdown(text));
    return text.toString();
  }

  /** Types of columns that are never null. */
  private static final Set<SavedColumn.Type> ALWAYS =
      Set.of(
          SavedColumn.Type.INTEGER,
          SavedColumn.Type.NUMBER,
          SavedColumn.Type.TEXTS,
          SavedColumn.Type.CHARGES);

  static Stream<Release> releases() {
    return ReleaseTest.releases();
  }

  private static final Provenance ORIGIN =
      Provenance.createdAt(Instant.parse("2026-11-22T10:30:05.25Z"));

  private static Map<String, Object> row(Release release) {
    Map<String, Object> row = new HashMap<>();
    ReleaseSchema.columns().forEach(column -> row.put(column.name(), column.value(release)));
    return row;
  }

  private static Release read(Map<String, Object> row) {
    return ReleaseSchema.read(column -> row.get(column.name()));
  }

  @ParameterizedTest
  @MethodSource("releases")
  void read_savedRow_isTheRelease(Release release) {
    assertEquals(release, read(row(release)));
  }

  @ParameterizedTest
  @MethodSource("releases")
  void value_ofEveryColumn_hasTheJavaTypeOfTheColumn(Release release) {
    Map<SavedColumn.Type, Class<?>> types =
        Map.of(
            SavedColumn.Type.INTEGER, Integer.class,
            SavedColumn.Type.COUNT, Long.class,
            SavedColumn.Type.NUMBER, Double.class,
            SavedColumn.Type.FLAG, Boolean.class,
            SavedColumn.Type.TEXT, String.class,
            SavedColumn.Type.NUMBERS, double[].class,
            SavedColumn.Type.TEXTS, List.class,
            SavedColumn.Type.CHARGES, List.class);
    for (SavedColumn column : ReleaseSchema.columns()) {
      Object value = column.value(release);
      if (value != null || ALWAYS.contains(column.type())) {
        assertTrue(types.get(column.type()).isInstance(value), column.name());
      }
    }
  }

  /** A section that forgets to read a column would read back another release. */
  @Test
  void read_anyColumnChanged_isAnotherReleaseOrRefused() {
    Set<String> seen = new HashSet<>();
    for (Release release : releases().toList()) {
      for (SavedColumn column : ReleaseSchema.columns()) {
        Map<String, Object> changed = row(release);
        changed.put(column.name(), other(column, changed.get(column.name())));
        if (!isRead(changed, release)) {
          seen.add(column.name());
        }
      }
    }
    Set<String> all = new HashSet<>();
    ReleaseSchema.columns().forEach(column -> all.add(column.name()));
    // Where a release comes from is no part of what it says: see read_origin_isKept.
    all.removeAll(
        Set.of(
            ReleaseSchema.VERSION,
            "version",
            "createdAt",
            "inputCol",
            "ledger",
            "ledgerEntry",
            "releaseName",
            "replayed"));
    assertEquals(all, seen);
  }

  private static boolean isRead(Map<String, Object> row, Release expected) {
    try {
      return read(row).equals(expected);
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private static Object other(SavedColumn column, Object value) {
    return switch (column.type()) {
      case INTEGER -> (Integer) value + 1;
      case COUNT -> value == null ? 1L : (Long) value + 1;
      case NUMBER -> (Double) value / 2 + 0.001;
      case FLAG -> !Boolean.TRUE.equals(value);
      case TEXT -> value + "?";
      case NUMBERS -> new double[] {17};
      case TEXTS -> List.of("another", "one");
      case CHARGES -> List.of(new Charge("another", 1));
    };
  }

  @Test
  void read_withoutARequiredValue_namesIt() {
    Map<String, Object> row = row(ReleaseTest.central());
    row.remove("noiseStdDev");
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> read(row));
    assertEquals("the saved release has no noiseStdDev", refusal.getMessage());
  }

  /** Versions 3 and 4 knew no persons. */
  @Test
  void read_withoutAUnit_isOfRows() {
    Map<String, Object> row = row(ReleaseTest.central());
    row.remove("unit");
    assertEquals(ReleaseTest.central(), read(row));
  }

  @Test
  void read_unitOfPersons_isKept() {
    for (int mostWeight : new int[] {1, 50}) {
      PrivacyUnit unit = PrivacyUnit.person(Neighbours.REPLACE, mostWeight);
      Release release = ReleaseTest.central().withGuarantee(Guarantee.inZcdp(new Zcdp(1), unit));
      assertEquals(unit, read(row(release)).guarantee().unit());
      String json = ReleaseReport.of(release).json();
      assertTrue(json.contains("\"unit\" : \"person\""), json);
      assertEquals(mostWeight > 1, json.contains("\"maxRowsPerPerson\" : 50"), json);
      String text = ReleaseReport.of(release).text();
      assertTrue(text.contains("n = 1000 persons" + (mostWeight > 1 ? " (noisy)" : "")), text);
      assertTrue(text.contains("replace all rows of one person"), text);
    }
  }

  /** Jackson's layout, which wrote the reports before. */
  @ParameterizedTest
  @MethodSource("releases")
  void json_ofARelease_equalsJacksonsTextOfItsTree(Release release) throws JsonProcessingException {
    ObjectMapper mapper = new ObjectMapper();
    String json = ReleaseReport.of(release).json();
    assertEquals(
        mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readTree(json)), json);
  }

  @Test
  void json_ofACentralRelease_isTheGoldenReport() {
    assertEquals(
        """
        {
          "formatVersion" : 6,
          "method" : "recentred",
          "trustModel" : "central",
          "unit" : "row",
          "neighbours" : "addRemove",
          "guarantee" : {
            "epsilon" : 1.0,
            "delta" : 1.0E-6,
            "conversion" : "gaussian"
          },
          "epsilonAtDelta" : [ {
            "delta" : 1.0E-6,
            "epsilon" : %s
          }, {
            "delta" : 1.0E-9,
            "epsilon" : %s
          } ],
          "charges" : [ {
            "step" : "row count",
            "rho" : 0.0125
          }, {
            "step" : "clipped sum",
            "rho" : 0.05
          } ],
          "mean" : [ 1.5, -2.0 ],
          "n" : 1000,
          "dimension" : 2,
          "clippingNorm" : 4.0,
          "noiseStdDev" : %s,
          "noiseStdDevs" : [ 0.5, 0.25 ],
          "countStdDev" : 0.125,
          "expectedL2Error" : %s,
          "l2Radius" : {
            "confidence" : 0.95,
            "radius" : %s,
            "covers" : "noise"
          },
          "intervals" : {
            "confidence" : 0.95,
            "covers" : "noise",
            "coversByColumn" : [ "noise", "noise" ],
            "halfWidths" : [ %s, %s ]
          },
          "notKnown" : "rows beyond the clipping norm may be arbitrarily far out, and no private \
        release can say so",
          "seeded" : true,
          "warnings" : [ "says \\"no\\" to\\ttabs" ],
          "warningCodes" : [ "notSettled" ]
        }"""
            .formatted(
                Conversions.gaussianEpsilonUp(new Zcdp(0.0625), 1e-6),
                Conversions.gaussianEpsilonUp(new Zcdp(0.0625), 1e-9),
                ReleaseTest.central().noise().noiseStdDev(),
                ReleaseTest.central().noise().expectedL2Error(),
                ReleaseTest.central().region().radius(),
                ReleaseTest.central().region().halfWidths()[0],
                ReleaseTest.central().region().halfWidths()[1])
            .replace("\n", System.lineSeparator()),
        ReleaseReport.of(ReleaseTest.central()).json());
  }

  @Test
  void json_ofOtherReleases_hasNoInapplicableKeys() {
    String local = ReleaseReport.of(ReleaseTest.local()).json().replaceAll("\\s", "");
    assertTrue(local.contains("\"guarantee\":{\"epsilon\":4.0}"), local);
    assertTrue(local.contains("\"droppedReports\":3,"), local);
    assertTrue(local.contains("\"halfWidths\":[0.98"), local);
    assertTrue(
        local.contains(
            "sayso\",\"bytesPerUser\":20.5,\"randomizer\":\"privUnit\",\"warnings\":[],"),
        local);
    assertFalse(local.contains("null"), local);
    String shuffled = ReleaseReport.of(ReleaseTest.shuffled()).json().replaceAll("\\s", "");
    assertTrue(shuffled.contains("{\"step\":\"secrecy\",\"rho\":0.0,\"delta\":1.0E-8}"), shuffled);
    assertTrue(shuffled.contains("\"honestFraction\":0.75}"), shuffled);
    assertFalse(shuffled.contains("noiseStdDevs"), shuffled);
    String zero = ReleaseReport.of(ReleaseTest.zero()).json().replaceAll("\\s", "");
    assertTrue(zero.contains("\"guarantee\":{\"rho\":0.5}"), zero);
    assertFalse(zero.contains("clippingNorm"), zero);
    assertFalse(zero.contains("countStdDev") || zero.contains("droppedReports"), zero);
    assertTrue(zero.contains("\"charges\":[]"), zero);
  }

  @Test
  void json_ofAllOptionalValues_hasThemInOrder() {
    String json = ReleaseReport.of(ReleaseTest.full()).json().replaceAll("\\s", "");
    for (String part :
        List.of(
            "\"columns\":[\"age\",\"score\"],\"mean\":[1.5,-2.0],",
            "\"scaling\":\"standard\",\"scales\":[2.0,0.5],\"scalesFrom\":\"private\",",
            "\"l2Radius\":{\"confidence\":0.9,\"radius\":2.5,\"covers\":\"sample\"},",
            "\"intervals\":{\"confidence\":0.9,\"covers\":\"sample\","
                + "\"coversByColumn\":[\"sample\",\"sample\"],\"halfWidths\":[1.5,0.75]},",
            "\"clippedRowsAtMost\":12,\"notKnown\":\"atmost12rows",
            "\"std\":[2.25,0.5],\"stdNoise\":[0.125,0.25],\"unresolved\":1,"
                + "\"unresolvedCoordinates\":[1],")) {
      assertTrue(json.contains(part), json);
    }
    String none =
        ReleaseReport.of(ReleaseTest.zero().withScales(Scales.none("auto")))
            .json()
            .replaceAll("\\s", "");
    assertTrue(none.contains("\"scaling\":\"auto\",\"scalesFrom\":\"none\","), none);
  }

  @Test
  void json_ofWarningsOfColumns_namesThemIfNamesArePublic() {
    assertFalse(ReleaseReport.of(ReleaseTest.full()).json().contains("columnWarnings"));
    String json = ReleaseReport.of(ReleaseTest.warned()).json().replaceAll("\\s", "");
    for (String part :
        List.of(
            "\"covers\":\"sample\",\"coversByColumn\":[\"noise\",\"sample\"],",
            "\"columnWarnings\":[{\"column\":\"age\",\"code\":\"nearlyConstant\","
                + "\"rowsAtMost\":38},{\"column\":\"age\",\"code\":\"noisy\"},"
                + "{\"column\":\"score\",\"code\":\"longTail\"}]}")) {
      assertTrue(json.contains(part), json);
    }
    String nameless =
        ReleaseReport.of(ReleaseTest.warned().withColumnNames(List.of()))
            .json()
            .replaceAll("\\s", "");
    assertTrue(nameless.contains("{\"column\":1,\"code\":\"longTail\"}"), nameless);
  }

  private static String ofSample(int halvings, long rows) {
    Release.Sampled sampled = new Release.Sampled(Sampling.AUTO, halvings, rows);
    return ReleaseReport.of(ReleaseTest.full().withSampling(sampled)).json().replaceAll("\\s", "");
  }

  @Test
  void json_ofASample_hasItsRowsIfPublic() {
    String start = "\"scalesFrom\":\"private\",\"sampling\":{\"asked\":\"auto\",";
    String known = ofSample(3, 50);
    assertTrue(known.contains(start + "\"halvings\":3,\"rows\":50},\"clip"), known);
    String hidden = ofSample(3, -1);
    assertTrue(hidden.contains(start + "\"halvings\":3},\"clip"), hidden);
    String none = ofSample(0, -1);
    assertTrue(none.contains(start + "\"halvings\":0},\"clip"), none);
    assertFalse(ReleaseReport.of(ReleaseTest.full()).json().contains("sampling"));
  }

  @Test
  void text_ofASample_statesItsSize() {
    Release release = ReleaseTest.full();
    assertEquals(
        List.of("first steps on     a sample: 1 row in 8, 50 of them"),
        told(release.withSampling(new Release.Sampled(Sampling.ALWAYS, 3, 50))));
    assertEquals(
        List.of("first steps on     a sample: 1 row in 8"),
        told(release.withSampling(new Release.Sampled(Sampling.AUTO, 3, -1))));
    assertEquals(List.of(), told(release.withSampling(Release.Sampled.none(Sampling.AUTO))));
    assertEquals(List.of(), told(release));
  }

  private static List<String> told(Release release) {
    return ReleaseReport.of(release)
        .text()
        .lines()
        .filter(line -> line.startsWith("first steps"))
        .toList();
  }

  /** Releases that were saved before there were samples have nothing of one. */
  @Test
  void read_rowWithoutSampling_hasNone() {
    Release release = ReleaseTest.full();
    Map<String, Object> row =
        row(release.withSampling(new Release.Sampled(Sampling.ALWAYS, 3, 50)));
    assertEquals(50L, row.get("sampledRows"));
    for (String name : List.of("sampling", "samplingHalvings", "sampledRows")) {
      assertTrue(row.containsKey(name), name);
      row.remove(name);
    }
    assertEquals(release, read(row));
    assertEquals(Optional.empty(), read(row).sampled());
  }

  /** Releases that were saved before columns had warnings have none. */
  @Test
  void read_rowWithoutColumnWarnings_hasNone() {
    Map<String, Object> row = row(ReleaseTest.warned());
    assertEquals(
        List.of("0 nearlyConstant 38", "0 noisy -1", "1 longTail -1"), row.get("columnWarnings"));
    row.remove("columnWarnings");
    row.remove("noiseOnly");
    assertEquals(ReleaseTest.full(), read(row));
  }

  /** What is new in format version 4 is absent there, and what does not apply was saved as 0. */
  @Test
  void read_rowOfFormat3_coversTheNoise() {
    Release release = ReleaseTest.central();
    Map<String, Object> row = row(release);
    row.put("droppedReports", 0L);
    for (String name :
        List.of("columns", "covers", "halfWidths", "clippedRowsAtMost", "warningCodes")) {
      row.remove(name);
    }
    assertEquals(
        release.withWarnings(
            List.of(new Warning(Warning.Code.UNCODED, release.warnings().get(0).text()))),
        read(row));
  }

  @Test
  void text_ofARelease_isTheGoldenText() {
    assertEquals(
        """
        private mean of n = 500 rows, 2 coordinates, epsilon 2 at delta 1e-6, if a share of \
        0.75 of the users is honest
          [0]  1.00 +- 0.98
          [1]  2.00 +- 0.98
        method             shiftedClipped (shuffle model)
        guarantee          epsilon 2, delta 1e-6 of the shuffled messages, neighbours replace one row, \
        if a share of 0.75 of the users is honest
          clipped sum      0.25 rho, as Gaussian noise of its variance
          secrecy          1e-8 delta
        clipping norm      8
        noise std dev      0.5 per coordinate
        expected l2 error  0.707
        l2 radius          1.79 with confidence 0.95: the noise alone
        intervals          +- 0.98 per coordinate
        clipping bias      at most 7
        messages per user  12.5
        dropped reports    4
        bytes per user     99.0
        seeded             yes: for tests only, not to be published
        warning            few rows
        """
            .replace("\n", System.lineSeparator()),
        ReleaseReport.of(
                ReleaseTest.shuffled()
                    .withCommunication(CommunicationCost.shuffled(12.5, 99, 4, List.of()))
                    .withSeeding(NoiseSeeding.YES)
                    .withWarnings(List.of(new Warning(Warning.Code.FEW_ROWS, "few rows"))))
            .text());
  }

  @Test
  void text_ofABudget_isASentence() {
    assertEquals(
        "epsilon 4, local: of every user's reports", ReleaseTest.local().guarantee().text());
    PrivacyUnit unit = PrivacyUnit.row(Neighbours.REPLACE);
    assertEquals(
        "40-zCDP, neighbours replace one row", Guarantee.inZcdp(new Zcdp(40), unit).text());
    assertEquals(
        "epsilon 1, delta 1e-6 (as 0.0244-zCDP of Gaussian noise), neighbours replace one row",
        Guarantee.inApproxDp(new ApproxDp(1, 1e-6), new Zcdp(0.02434), unit).text());
  }

  @Test
  void text_ofACentralRelease_hasTheCountAndUnequalNoise() {
    String text = ReleaseReport.of(ReleaseTest.central()).text();
    for (String line :
        List.of(
            "private mean of n = 1000 rows (noisy), 2 coordinates, epsilon 1 at delta 1e-6"
                + " (rho 0.0625)",
            "guarantee          epsilon 1, delta 1e-6 (as 0.0625-zCDP of Gaussian noise),"
                + " neighbours add or remove one row",
            "  at delta 1e-6    epsilon "
                + NumberFormat.bound(Conversions.gaussianEpsilonUp(new Zcdp(0.0625), 1e-6), 3),
            "  row count        0.0125 rho",
            "noise std dev      0.25 to 0.5 per coordinate",
            "count std dev      0.125 in l2")) {
      assertTrue(text.contains(line + System.lineSeparator()), text);
    }
  }

  @Test
  void text_ofAllOptionalValues_statesThem() {
    String text = ReleaseReport.of(ReleaseTest.full()).text();
    for (String line :
        List.of(
            "  age    1.5 +- 1.5, std 2.25 +- 0.13",
            "  score  -2.00 +- 0.75, std at most 0.5",
            "scaling            standard: by private scales",
            "l2 radius          2.5 with confidence 0.9: the mean of the rows, all coordinates"
                + " together",
            "intervals          +- 0.75 to 1.5 per coordinate",
            "clipped rows       at most 12 rows lie beyond the clipping norm; they may be"
                + " arbitrarily far out, and no private release can say so",
            "std devs           2 released, 1 of them upper bounds only")) {
      assertTrue(text.contains(line + System.lineSeparator()), text);
    }
  }

  @Test
  void text_ofWarningsOfColumns_marksTheNumbersAndHasALineForEachCode() {
    Release release = ReleaseTest.warned();
    assertEquals(
        List.of(
            "  age    1.5 +- 1.5, std 2.25 +- 0.13 (nearlyConstant noisy)",
            "  score  -2.00 +- 0.75, std at most 0.5 (longTail)",
            "nearlyConstant     " + release.columnWarnings().get(0).text("age"),
            "longTail           " + release.columnWarnings().get(2).text("score"),
            "noisy              " + release.columnWarnings().get(1).text("age")),
        ReleaseReport.of(release).text().lines().skip(1).limit(5).toList());
  }

  /** One sentence in every form that has room for it, where rows may be anywhere. */
  @Test
  void reports_rowsBeyondTheClippingNorm_statesThatTheyMayBeFar() {
    String counted =
        "at most 12 rows lie beyond the clipping norm; they may be arbitrarily far out, and no"
            + " private release can say so";
    for (String report :
        List.of(
            ReleaseReport.of(ReleaseTest.full()).text(),
            markdown(ReleaseTest.full()),
            ReleaseReport.of(ReleaseTest.full()).json())) {
      assertTrue(report.contains(counted), report);
    }
    String uncounted = "rows beyond the clipping norm may be arbitrarily far out";
    assertTrue(ReleaseReport.of(ReleaseTest.local()).text().contains(uncounted));
    // With public bounds on the rows, or without a clipping norm, there is nothing to say.
    for (Release other : List.of(ReleaseTest.shuffled(), ReleaseTest.zero())) {
      assertFalse(
          ReleaseReport.of(other).json().contains("notKnown"),
          () -> ReleaseReport.of(other).json());
      assertFalse(ReleaseReport.of(other).text().contains("arbitrarily"));
    }
  }

  @Test
  void text_ofManyCoordinates_showsTheFirstAndCountsTheOthers() {
    Release release =
        Release.of(
            Method.CLIPPED.label(),
            TrustedParty.CURATOR,
            ReleaseTest.zero().guarantee(),
            Estimate.of(new double[784], 500),
            Noise.of(784, 0.5, 7).withClippingNorm(8));
    List<String> lines =
        ReleaseReport.of(release.withProvenance(ORIGIN.of("pixels")))
            .text()
            .lines()
            .filter(l -> l.startsWith("  "))
            .toList();
    assertEquals("  pixels[0]   0.00 +- 0.98", lines.get(0));
    assertEquals("  pixels[19]  0.00 +- 0.98", lines.get(19));
    assertEquals("  ... and 764 more", lines.get(20));
  }

  @Test
  void read_receipt_isKept() {
    for (LedgerReceipt receipt :
        List.of(
            new LedgerReceipt("aa", "17:bb", Optional.of("visits"), true),
            new LedgerReceipt("aa", "3:cc", Optional.empty(), false))) {
      Release release = ReleaseTest.central().withProvenance(ORIGIN.withReceipt(receipt));
      assertEquals(Optional.of(receipt), read(row(release)).origin().get().receipt());
      String json = ReleaseReport.of(release).json();
      assertTrue(json.contains("\"replayed\" : " + receipt.replayed()), json);
      assertEquals(receipt.name().isPresent(), json.contains("\"releaseName\""));
    }
    Release given =
        ReleaseTest.central()
            .withProvenance(
                ORIGIN.withReceipt(new LedgerReceipt("aa", "17:bb", Optional.of("visits"), true)));
    String text = ReleaseReport.of(given).text();
    assertTrue(text.contains("entry 17 of ledger aa, visits, given again"), text);
  }

  @Test
  void read_origin_isKept() {
    Release release = ReleaseTest.central().withProvenance(ORIGIN.of("features"));
    Release read = read(row(release));
    assertEquals(release.origin(), read.origin());
    assertEquals("2026-11-22T10:30:05Z", read.origin().get().createdAt());
    assertEquals(List.of("features[0]", "features[1]"), read.labels());
    String json = ReleaseReport.of(read).json().replaceAll("\\s", "");
    assertTrue(
        json.startsWith(
            "{\"formatVersion\":6,\"product\":\"spark-private-mean\","
                + "\"createdAt\":\"2026-11-22T10:30:05Z\",\"method\""),
        json);
    assertTrue(json.contains("\"inputCol\":\"features\","), json);
    assertEquals(Optional.empty(), read(row(ReleaseTest.central())).origin());
  }

  @Test
  void equals_ofAnotherMoment_holds() {
    Release release = ReleaseTest.central();
    assertEquals(
        release.withProvenance(ORIGIN),
        release.withProvenance(Provenance.createdAt(Instant.EPOCH)));
  }

  /** What every line of a report in CSV ends with: 500 rows, epsilon 4, no moment. */
  private static final String LOCAL = "500,,4.0,,,false,\r\n";

  @Test
  void csv_ofARelease_hasBudgetMomentAndReplay() {
    LedgerReceipt receipt = new LedgerReceipt("l", "1:a", Optional.of("n"), true);
    String csv = csv(ReleaseTest.central().withProvenance(ORIGIN.withReceipt(receipt)));
    assertTrue(csv.contains(",1000,0.0625,1.0,1.0E-6,2026-11-22T10:30:05Z,true,"), csv);
  }

  @Test
  void csv_ofARelease_hasALineAColumnWithExactNumbers() {
    Release plain = ReleaseTest.local().withColumnNames(List.of("a,b", "say \"x\""));
    double width = plain.region().halfWidths()[0];
    assertEquals(
        "column,mean,half_width,noise_std_dev,covers,n,rho,epsilon,delta,created_at,replayed,note\r\n"
            + "\"a,b\",1.0,"
            + width
            + ",0.5,noise,"
            + LOCAL
            + "\"say \"\"x\"\"\",2.0,"
            + width
            + ",0.5,noise,"
            + LOCAL,
        csv(plain));
    String marked = "for tests only, not to be published";
    assertEquals(
        "column,mean,half_width,noise_std_dev,covers,std,std_noise,unresolved,seeded,"
            + "n,rho,epsilon,delta,created_at,replayed,note\r\n"
            + "age,1.5,1.5,0.5,noise,2.25,0.125,false,\""
            + marked
            + "\",1000,0.0625,1.0,1.0E-6,,false,nearlyConstant noisy\r\n"
            + "score,-2.0,0.75,0.25,sample,0.5,0.25,true,\""
            + marked
            + "\",1000,0.0625,1.0,1.0E-6,,false,longTail\r\n",
        csv(ReleaseTest.warned()));
  }

  @Test
  void markdown_ofARelease_hasColumnsFactsAndTheMarkOfASeed() {
    String page = markdown(ReleaseTest.full().withColumnNames(List.of("a|b_c", "score")));
    for (String line :
        List.of(
            "# Private mean of n = 1000 rows (noisy), 2 coordinates, epsilon 1 at delta 1e-6"
                + " (rho 0.0625)",
            "**The noise comes from a seed: for tests only, not to be published.**",
            "| column | mean | noise std dev | std, with its noise |",
            "| a\\|b\\_c | 1.5 +- 1.5 | 0.5 | 2.25 +- 0.13 |",
            "| score | -2.00 +- 0.75 | 0.25 | at most 0.5 |",
            "Intervals: the mean of the rows, with confidence 0.9 each.",
            "| row count | 0.0125 rho |")) {
      assertTrue(page.lines().anyMatch(line::equals), line + " is not in " + page);
    }
    assertFalse(page.contains("note"), page);
    String other = markdown(ReleaseTest.zero());
    assertFalse(other.contains("seed"), other);
  }

  @Test
  void markdown_ofWarningsOfColumns_hasANoteAndALineForEachCode() {
    Release release = ReleaseTest.warned();
    String page = markdown(release);
    for (String line :
        List.of(
            "| column | mean | noise std dev | std, with its noise | note |",
            "| age | 1.5 +- 1.5 | 0.5 | 2.25 +- 0.13 | nearlyConstant noisy |",
            "| score | -2.00 +- 0.75 | 0.25 | at most 0.5 | longTail |",
            "`noisy` of " + release.columnWarnings().get(1).text("age") + ".",
            "`longTail` of " + release.columnWarnings().get(2).text("score") + ".",
            "Intervals: the mean of the rows, but the noise alone in 1 of the columns, with"
                + " confidence 0.9 each.")) {
      assertTrue(page.lines().anyMatch(line::equals), line + " is not in " + page);
    }
  }
}
