package org.privatemean.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.release.Field;
import org.privatemean.release.ReleaseSchema;
import org.privatemean.release.report.HandMade;
import org.privatemean.release.report.ReleaseReport;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.group.GroupKey;

/**
 * The Python dataclass of reports, without PySpark, on reports that Java wrote. Skipped where there
 * is no python3 on the path.
 */
final class PythonSummaryTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads the reports it is given and prints what became of them, as one JSON list. */
  private static final String READ =
      """
      import dataclasses, json, sys
      assert "pyspark" not in sys.modules
      from privatemean.summary import PrivateMeanSummary
      texts = [open(name).read() for name in sys.argv[1:]]
      read = [dataclasses.asdict(PrivateMeanSummary.fromJson(text)) for text in texts]
      assert [each["report"] for each in read] == texts
      assert "pyspark" not in sys.modules
      print(json.dumps(read))
      """;

  @TempDir private Path work;

  @BeforeAll
  static void python() {
    PythonProcess.assumeThere();
  }

  private JsonNode read(String... reports) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("-c", READ));
    for (String report : reports) {
      arguments.add(
          Files.writeString(Files.createTempFile(work, "report", ".json"), report).toString());
    }
    PythonProcess run =
        PythonProcess.run(work, List.of(PythonProcess.SOURCES), Map.of(), arguments);
    assertEquals(0, run.code(), run.output());
    return JSON.readTree(run.output());
  }

  @Test
  void stage_withoutPySpark_namesThePackageToInstall() throws IOException, InterruptedException {
    String code =
        "import sys; sys.modules['pyspark'] = None; import privatemean; privatemean.PrivateMean";
    PythonProcess run =
        PythonProcess.run(work, List.of(PythonProcess.SOURCES), Map.of(), List.of("-c", code));
    assertTrue(
        run.output().contains("PrivateMean needs PySpark 3.5 to 4.1: pip install pyspark"),
        run.output());
  }

  private static String released() {
    double[][] rows = new double[400][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {i % 7, 3 - i % 2};
    }
    CentralTrust trust = CentralTrust.of(new PrivacyLedger(new Zcdp(0.5)), NoiseKey.fromSeed(1));
    InMemoryRows input = InMemoryRows.of(rows, 2, InvalidRows.ERROR);
    return ReleaseReport.of(Mechanisms.release(RecentredSpec.of(0.5), input, trust)).json();
  }

  private static String grouped() {
    return ReleaseReport.of(
            HandMade.of(
                List.of("g"), List.of(GroupKey.of("a"), GroupKey.of("b")), OptionalDouble.of(1e-6)))
        .json();
  }

  @Test
  void sources_allOfThem_compile() throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.add("-c");
    arguments.add(
        "import ast, sys; [ast.parse(open(f).read(), f, feature_version=(3, 9)) for f in sys.argv[1:]]");
    for (String folder : List.of("src/main/python", "src/test/python")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        files.map(Path::toString).filter(name -> name.endsWith(".py")).forEach(arguments::add);
      }
    }
    assertTrue(arguments.size() > 7);
    PythonProcess run = PythonProcess.run(work, List.of(), Map.of(), arguments);
    assertEquals(0, run.code(), run.output());
  }

  /** A key that a report gains shows here: add a field to summary.py. */
  @Test
  void fields_areTheKeysOfReports() throws IOException, InterruptedException {
    TreeSet<String> expected = new TreeSet<>(List.of("report", "raw"));
    for (Field field : ReleaseSchema.fields()) {
      field.reportedAs().map(PythonSummaryTest::name).ifPresent(expected::add);
    }
    JsonNode report = JSON.readTree(grouped());
    for (String key :
        List.of("groupCols", "keySelection", "keyDelta", "maxGroupsPerPerson", "groups")) {
      assertTrue(report.has(key), key);
      expected.add(key);
    }
    TreeSet<String> fields = new TreeSet<>();
    read("{}").get(0).fieldNames().forEachRemaining(fields::add);
    assertEquals(expected, fields);
  }

  /** What the dataclass calls a key. */
  private static String name(Field.JsonKey key) {
    return switch (key.object()) {
      case "startFrom" -> "startUsed";
      case "sampling" ->
          switch (key.name()) {
            case "asked" -> "sampling";
            case "halvings" -> "samplingHalvings";
            default -> "sampledRows";
          };
      case "covarianceType" -> key.name().equals("asked") ? "covarianceType" : "usedCovarianceType";
      case "l2Radius" -> key.name().equals("radius") ? "l2Radius" : key.name();
      default -> key.name();
    };
  }

  @Test
  void fromJson_reportOfOneMean_hasItsValues() throws IOException, InterruptedException {
    JsonNode report = JSON.readTree(released());
    JsonNode read = read(report.toString()).get(0);
    for (String same :
        List.of("mean", "n", "dimension", "method", "expectedL2Error", "warnings", "scales")) {
      assertEquals(report.get(same), read.get(same), same);
    }
    assertEquals(report.get("guarantee").get("rho"), read.get("rho"));
    assertEquals(report.get("l2Radius").get("radius"), read.get("l2Radius"));
    assertEquals(report.get("intervals").get("halfWidths"), read.get("halfWidths"));
    assertEquals(report.get("charges").size(), read.get("charges").size());
    assertEquals(2, read.get("noiseStdDevs").size());
    assertEquals(400, read.get("n").intValue());
    assertTrue(read.get("epsilon").isNull());
    assertEquals(report, read.get("raw"));
  }

  @Test
  void fromJson_reportOnASample_hasItsNumbers() throws IOException, InterruptedException {
    String sample = "{\"sampling\":{\"asked\":\"auto\",\"halvings\":3,\"rows\":50}}";
    String hidden = "{\"sampling\":{\"asked\":\"always\",\"halvings\":3}}";
    JsonNode read = read(sample, hidden, "{}");
    assertEquals("auto", read.get(0).get("sampling").textValue());
    assertEquals(3, read.get(0).get("samplingHalvings").intValue());
    assertEquals(50, read.get(0).get("sampledRows").intValue());
    assertEquals("always", read.get(1).get("sampling").textValue());
    assertTrue(read.get(1).get("sampledRows").isNull());
    assertTrue(read.get(2).get("sampling").isNull());
  }

  @Test
  void fromJson_warningsOfColumns_areRead() throws IOException, InterruptedException {
    String warned =
        "{\"columns\":[\"flag\"],\"intervals\":{\"coversByColumn\":[\"noise\"]},"
            + "\"notKnown\":\"said\",\"columnWarnings\":["
            + "{\"column\":\"flag\",\"code\":\"nearlyConstant\",\"rowsAtMost\":9},"
            + "{\"column\":3,\"code\":\"noisy\"}]}";
    JsonNode read = read(warned, "{}");
    JsonNode warnings = read.get(0).get("columnWarnings");
    assertEquals(
        "{\"column\":\"flag\",\"code\":\"nearlyConstant\",\"rowsAtMost\":9}",
        warnings.get(0).toString());
    assertEquals(
        "{\"column\":3,\"code\":\"noisy\",\"rowsAtMost\":null}", warnings.get(1).toString());
    assertEquals("[\"noise\"]", read.get(0).get("coversByColumn").toString());
    assertEquals("said", read.get(0).get("notKnown").textValue());
    assertEquals(0, read.get(1).get("columnWarnings").size());
  }

  @Test
  void fromJson_reportOfGroups_hasThem() throws IOException, InterruptedException {
    JsonNode report = JSON.readTree(grouped());
    JsonNode read = read(report.toString()).get(0);
    assertTrue(read.get("mean").isNull());
    assertEquals(2, read.get("groups").size());
    for (int g = 0; g < 2; g++) {
      JsonNode expected = report.get("groups").get(g);
      JsonNode group = read.get("groups").get(g);
      for (String same : List.of("key", "status", "mean", "count", "rho", "halfWidths")) {
        assertEquals(expected.get(same), group.get(same), same);
      }
    }
  }

  @Test
  void fromJson_keysOfALaterVersion_areKept() throws IOException, InterruptedException {
    ObjectNode later = (ObjectNode) JSON.readTree(released());
    later.put("notYetKnown", 7);
    ((ObjectNode) later.get("guarantee")).put("alsoNew", 1);
    JsonNode read = read(later.toString()).get(0);
    assertEquals(7, read.get("raw").get("notYetKnown").intValue());
    assertEquals(later.get("mean"), read.get("mean"));
  }
}
