package org.privatemean.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.privacy.Charge;

final class ReleaseSchemaTest {
  static Stream<Release> releases() {
    return ReleaseTest.releases();
  }

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
    Map<Column.Type, Class<?>> types =
        Map.of(
            Column.Type.INTEGER, Integer.class,
            Column.Type.COUNT, Long.class,
            Column.Type.NUMBER, Double.class,
            Column.Type.FLAG, Boolean.class,
            Column.Type.TEXT, String.class,
            Column.Type.NUMBERS, double[].class,
            Column.Type.TEXTS, List.class,
            Column.Type.CHARGES, List.class);
    for (Column column : ReleaseSchema.columns()) {
      Object value = column.value(release);
      if (value != null || column.type() != Column.Type.FLAG) {
        assertTrue(types.get(column.type()).isInstance(value), column.name());
      }
    }
  }

  /** A section that forgets to read a column would read back another release. */
  @Test
  void read_anyColumnChanged_isAnotherReleaseOrRefused() {
    Set<String> seen = new HashSet<>();
    for (Release release : releases().toList()) {
      for (Column column : ReleaseSchema.columns()) {
        Map<String, Object> changed = row(release);
        changed.put(column.name(), other(column, changed.get(column.name())));
        if (!isRead(changed, release)) {
          seen.add(column.name());
        }
      }
    }
    Set<String> all = new HashSet<>();
    ReleaseSchema.columns().forEach(column -> all.add(column.name()));
    all.remove(ReleaseSchema.VERSION);
    assertEquals(all, seen);
  }

  private static boolean isRead(Map<String, Object> row, Release expected) {
    try {
      return read(row).equals(expected);
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private static Object other(Column column, Object value) {
    return switch (column.type()) {
      case INTEGER -> (Integer) value + 1;
      case COUNT -> (Long) value + 1;
      case NUMBER -> (Double) value / 2 + 0.001;
      case FLAG -> !Boolean.TRUE.equals(value);
      case TEXT -> value + "?";
      case NUMBERS -> new double[] {17};
      case TEXTS -> List.of("another");
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

  /** Jackson's layout, which wrote the reports before. */
  @ParameterizedTest
  @MethodSource("releases")
  void json_ofARelease_isWhatJacksonMakesOfItsTree(Release release) throws JsonProcessingException {
    ObjectMapper mapper = new ObjectMapper();
    String json = ReleaseJson.of(release);
    assertEquals(
        mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readTree(json)), json);
  }

  @Test
  void json_ofACuratorsRelease_isTheGoldenReport() {
    assertEquals(
        """
        {
          "formatVersion" : 3,
          "method" : "recentred",
          "trustModel" : "central",
          "neighbours" : "addRemove",
          "guarantee" : {
            "epsilon" : 1.0,
            "delta" : 1.0E-6
          },
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
          "droppedReports" : 0,
          "clippingNorm" : 4.0,
          "noiseStdDev" : %s,
          "noiseStdDevs" : [ 0.5, 0.25 ],
          "countStdDev" : 0.125,
          "expectedL2Error" : %s,
          "l2Radius" : {
            "confidence" : 0.95,
            "radius" : %s
          },
          "clippingBiasBound" : null,
          "seeded" : true,
          "messagesPerUser" : null,
          "bytesPerUser" : null,
          "warnings" : [ "says \\"no\\" to\\ttabs" ]
        }"""
            .formatted(
                ReleaseTest.central().noise().noiseStdDev(),
                ReleaseTest.central().noise().expectedL2Error(),
                ReleaseTest.central().noise().radius())
            .replace("\n", System.lineSeparator()),
        ReleaseJson.of(ReleaseTest.central()));
  }

  @Test
  void json_ofOtherReleases_hasNullWhereNothingApplies() {
    String local = ReleaseJson.of(ReleaseTest.local()).replaceAll("\\s", "");
    assertTrue(local.contains("\"guarantee\":{\"epsilon\":4.0}"), local);
    assertTrue(local.contains("\"droppedReports\":3,"), local);
    assertTrue(
        local.contains("\"seeded\":null,\"messagesPerUser\":null,\"bytesPerUser\":20.5,"), local);
    String shuffled = ReleaseJson.of(ReleaseTest.shuffled()).replaceAll("\\s", "");
    assertTrue(shuffled.contains("{\"step\":\"secrecy\",\"rho\":0.0,\"delta\":1.0E-8}"), shuffled);
    assertTrue(shuffled.contains("\"honestFraction\":0.75}"), shuffled);
    assertTrue(shuffled.contains("\"noiseStdDevs\":null"), shuffled);
    String zero = ReleaseJson.of(ReleaseTest.zero()).replaceAll("\\s", "");
    assertTrue(zero.contains("\"guarantee\":{\"rho\":0.5}"), zero);
    assertTrue(zero.contains("\"clippingNorm\":null"), zero);
    assertTrue(zero.contains("\"charges\":[]"), zero);
  }

  @Test
  void text_ofARelease_isTheGoldenText() {
    assertEquals(
        """
        private mean of n = 500 rows, 2 coordinates
        method             shiftedClipped (shuffle model)
        guarantee          (2.0, 1.0E-6)-DP of the shuffled messages, neighbours replace one row, \
        if a share of 0.75 of the users is honest
          clipped sum      0.25 rho, as Gaussian noise of its variance
          secrecy          1.0E-8 delta
        clipping norm      8.00000
        noise std dev      0.500000 per coordinate
        expected l2 error  0.707107
        l2 radius          1.79492 with confidence 0.95
        clipping bias      at most 7.00000
        messages per user  12.5
        dropped reports    4
        bytes per user     99.0
        seeded             yes: for tests only
        warning            few rows
        """
            .replace("\n", System.lineSeparator()),
        ReleaseText.of(
            ReleaseTest.shuffled()
                .sent(new Traffic.Messages(12.5, 99, 4))
                .seeded(Seeded.YES)
                .warning(List.of("few rows"))));
  }

  @Test
  void text_ofACuratorsRelease_tellsTheCountAndUnequalNoise() {
    String text = ReleaseText.of(ReleaseTest.central());
    for (String line :
        List.of(
            "private mean of n = 1000 rows (noisy), 2 coordinates",
            "guarantee          (1.0, 1.0E-6)-DP, by 0.0625-zCDP, neighbours add or remove one row",
            "  row count        0.0125 rho",
            "noise std dev      0.395285 per coordinate (root mean square)",
            "count std dev      0.125000 in l2",
            "clipping bias      not bounded")) {
      assertTrue(text.contains(line + System.lineSeparator()), text);
    }
  }
}
