package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Scaling, scales, sampling, regions and standard deviations from the command line: what is refused
 * before any data is read, and what the report of a fit has of them.
 */
final class FitCommandScalingTest {
  @TempDir private static Path folder;

  private static String csv;

  @BeforeAll
  static void write() {
    Sample.session();
    csv = Sample.csv(folder).toString();
  }

  private static Run fit(String... more) {
    List<String> args = new ArrayList<>(List.of("fit", "--input", csv, "--features", "a,b,c c"));
    args.addAll(List.of("--rho", "0.5"));
    args.addAll(List.of(more));
    return Run.of(args);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--scales *=1 --scaling standard | public --scales are set, but --scaling is"
            + " standard: unset one of the two",
        "--scales *=1 --scaling auto | public --scales are set, but --scaling is auto",
        "--scales a=1 | --scales: no scale is given for b, c c: add *=1 for all others",
        "--scales d=1,*=2 | --scales: d is none of --features",
        "--scales a=0,*=2 | --scales: the scale of a must be a number in [1e-100, 1e100]",
        "--scales *=1 --method clipped --bound 9 | --scales is set, but the chosen method is"
            + " clipped: it belongs to method recentred; unset it",
        "--scaling standard --method clipped --bound 9 | --scaling is standard, but the chosen"
            + " method is clipped",
        "--regions proved --method clipped --bound 9 | --regions is proved, but the chosen method"
            + " is clipped",
        "--sampling always --method clipped --bound 9 | --sampling is always, but the chosen method"
            + " is clipped: it belongs to method recentred; unset it",
        "--sampling always --regions proved | --sampling is always, but --regions proved takes all"
            + " rows in every step: set --sampling to auto or none, or leave that out",
        "--sampling always --std | --sampling is always, but standard deviations take all rows",
        "--sampling most | invalid value most for --sampling",
        "--rare-unit -1 | invalid value -1.0 for --rare-unit",
        "--rare-unit 2 --method clipped --bound 9 | --rare-unit is set, but the chosen method is"
            + " clipped: it belongs to method recentred; unset it",
        "--confidence 1 | invalid value 1.0 for --confidence",
        "--scaling most | invalid value most for --scaling",
        "--std --method clipped --bound 9 | standard deviations require --method recentred of"
            + " --trust-model central",
        "--std --scaling none | standard deviations require --scaling standard, but --scaling is"
            + " none: set --scaling standard",
        "--covariance --method clipped --bound 9 | covariances require --method recentred",
        "--sampling always --covariance | --sampling is always, but covariances take all rows",
        "--std --scales *=1 | standard deviations require --scaling standard"
      })
  void fit_conflictingArguments_isRefused(String options, String message) {
    fit(options.split(" ")).assertRefused(2, message);
  }

  @Test
  void fit_scalesOfAVectorColumn_areNumbersInOrder() {
    String json = Sample.json(folder).toString();
    String[] usual = {"--input", json, "--vector-col", "v", "--dimension", "3", "--rho", "0.5"};
    List<String> args = new ArrayList<>(List.of("fit"));
    args.addAll(List.of(usual));
    args.add("--scales");
    for (String scales : List.of("1,2", "a=1,*=2", "1,2,3,4")) {
      List<String> all = new ArrayList<>(args);
      all.add(scales);
      Run.of(all)
          .assertRefused(
              2,
              scales.contains("a")
                  ? "--scales: a scale must be a number in [1e-100, 1e100]. Provided value: a=1"
                  : "--scales has " + scales.split(",").length + " values, but rows have 3");
    }
    args.add("1,2,3");
    Run run = Run.of(args);
    assertEquals(0, run.code(), run.err());
  }

  @Test
  void forecast_validScales_areAcceptedAndOthersRefused() {
    String[] usual = {"--rows", "5000", "--dimension", "2", "--spread", "1", "--rho", "0.5"};
    List<String> args = new ArrayList<>(List.of("forecast"));
    args.addAll(List.of(usual));
    args.add("--scales");
    args.add("1,10");
    assertEquals(0, Run.of(args).code());
    args.set(args.size() - 1, "1");
    Run.of(args).assertRefused(2, "--scales has 1 values, but rows have 2 coordinates");
  }

  /** Ages, incomes and scores: the table that people try first. */
  private static double[][] people(int count) {
    SplittableRandom random = new SplittableRandom(16);
    double[][] rows = new double[count][];
    for (int i = 0; i < count; i++) {
      rows[i] =
          new double[] {
            40 + 12 * random.nextGaussian(),
            33_000 * Math.exp(0.6 * random.nextGaussian()),
            0.6 + 0.2 * random.nextGaussian()
          };
    }
    return rows;
  }

  private static double mean(double[][] rows, int column) {
    return Arrays.stream(rows).mapToDouble(row -> row[column]).average().orElseThrow();
  }

  private static double deviation(double[][] rows, int column) {
    double mean = mean(rows, column);
    double square = Arrays.stream(rows).mapToDouble(row -> Math.pow(row[column] - mean, 2)).sum();
    return Math.sqrt(square / (rows.length - 1));
  }

  /** Returns the report of a fit of rows of three columns. */
  private static JsonNode fitPeople(double[][] rows, String... more) throws IOException {
    Path table = folder.resolve("people.csv");
    Sample.write(
        table,
        Stream.concat(
            Stream.of("age,income,score"), Arrays.stream(rows).map(row -> Sample.line(row, ","))));
    Path report = folder.resolve("people" + more[0] + ".json");
    List<String> args = new ArrayList<>(List.of("fit", "--input", table.toString()));
    args.addAll(List.of("--features", "age,income,score", "--rho", "0.5"));
    args.addAll(List.of("--report", report.toString()));
    args.addAll(List.of(more));
    Run run = Run.of(args);
    assertEquals(0, run.code(), run.err());
    return Run.json(Files.readString(report));
  }

  @Test
  void fit_columnsOfDifferentUnits_areWithinAPercentOfTheirDeviations() throws IOException {
    double[][] rows = people(60_000);
    JsonNode json = fitPeople(rows, "--std", "--confidence", "0.9");
    assertEquals(6, json.get("formatVersion").intValue());
    assertEquals("[\"age\",\"income\",\"score\"]", json.get("columns").toString());
    assertEquals("standard", json.get("scaling").textValue());
    assertEquals("private", json.get("scalesFrom").textValue());
    for (int j = 0; j < 3; j++) {
      double deviation = deviation(rows, j);
      double off = json.get("mean").get(j).doubleValue() - mean(rows, j);
      assertEquals(0, off / deviation, 0.01, "mean " + j);
      assertEquals(1, json.get("std").get(j).doubleValue() / deviation, 0.1, "std " + j);
      assertTrue(json.get("stdNoise").get(j).doubleValue() < 0.05 * deviation, "noise " + j);
      double scale = json.get("scales").get(j).doubleValue();
      assertTrue(scale > deviation / 2 && scale < 2 * deviation, "scale " + j);
      double width = json.get("intervals").get("halfWidths").get(j).doubleValue();
      assertTrue(width > 0 && width < 0.03 * deviation, "half-width " + j);
    }
    assertEquals(0, json.get("unresolved").intValue());
    for (String bars : List.of("l2Radius", "intervals")) {
      assertEquals("sample", json.get(bars).get("covers").textValue());
      assertEquals(0.9, json.get(bars).get("confidence").doubleValue());
    }
    assertTrue(json.get("clippedRowsAtMost").longValue() < 1000);
    assertEquals("[]", json.get("warnings").toString());
    assertEquals("[]", json.get("warningCodes").toString());
  }

  @Test
  void fit_covariance_reportHasMatricesAsListsOfRows() throws IOException {
    double[][] rows = people(20_000);
    JsonNode json = fitPeople(rows, "--covariance");
    for (String key : List.of("covariance", "noisyCovariance", "correlation", "covarianceNoise")) {
      assertEquals(3, json.get(key).size(), key);
      assertEquals(3, json.get(key).get(2).size(), key);
    }
    for (int j = 0; j < 3; j++) {
      double variance = Math.pow(deviation(rows, j), 2);
      double found = json.get("covariance").get(j).get(j).doubleValue();
      assertEquals(1, found / variance, 0.1, "variance " + j);
      double noise = json.get("covarianceNoise").get(j).get(j).doubleValue();
      assertTrue(noise > 0 && noise < 0.05 * variance, "noise " + j);
      assertEquals(1, json.get("correlation").get(j).get(j).doubleValue());
      assertEquals(Math.sqrt(found), json.get("std").get(j).doubleValue(), 0.05 * found);
    }
    assertEquals(3, json.get("eigenvalues").size());
    assertTrue(json.get("eigenvalueNoise").doubleValue() > 0);
  }

  @Test
  void fit_covarianceOfManyColumns_needsASavedModel() {
    String json = Sample.json(folder).toString();
    Run.of(
            List.of(
                "fit",
                "--input",
                json,
                "--vector-col",
                "v",
                "--dimension",
                "65",
                "--rho",
                "0.5",
                "--covariance"))
        .assertRefused(2, "--covariance: the report lists matrices of up to 64 columns");
  }

  /** No standard deviations, no scales: their keys are absent, and nothing is null. */
  @Test
  void fit_withoutStdAndScaling_reportHasNoKeysForThem() {
    Run run = fit("--scaling", "none", "--regions", "none");
    assertEquals(0, run.code(), run.err());
    JsonNode json = run.json();
    for (String key : List.of("std", "stdNoise", "unresolved", "scales", "messagesPerUser")) {
      assertFalse(json.has(key), key);
    }
    assertEquals("none", json.get("scaling").textValue());
    assertEquals("none", json.get("scalesFrom").textValue());
    assertEquals("noise", json.get("l2Radius").get("covers").textValue());
    json.properties().forEach(field -> assertFalse(field.getValue().isNull(), field::getKey));
  }

  @Test
  void fit_publicScales_areThoseOfTheReport() {
    Run run = fit("--scales", "a=2,*=4");
    assertEquals(0, run.code(), run.err());
    assertEquals("[2.0,4.0,4.0]", run.json().get("scales").toString());
    assertEquals("public", run.json().get("scalesFrom").textValue());
    assertEquals("none", run.json().get("scaling").textValue());
  }
}
