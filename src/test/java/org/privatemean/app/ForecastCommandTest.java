package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.mean.ColumnForecast;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;
import org.privatemean.spark.PrivateMean;

final class ForecastCommandTest {
  private static Run forecast(String... args) {
    return Run.of(Stream.concat(Stream.of("forecast"), Stream.of(args)).toArray(String[]::new));
  }

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  @Test
  void forecast_leastRho_forecastsTheTarget() {
    String[] rows = {"--rows", "10000", "--dimension", "20", "--spread", "3", "--json"};
    JsonNode found =
        forecast(with(rows, "--target-error", "0.01", "--relative")).assertDone().json();
    assertEquals(List.of("targetError", "relative", "leastRho", "epsilonAtDelta"), keys(found));
    assertEquals(0.01, found.get("targetError").doubleValue());
    assertTrue(found.get("relative").booleanValue());
    assertEquals(1e-6, found.get("epsilonAtDelta").get(0).get("delta").doubleValue());
    String rho = found.get("leastRho").asText();
    double error =
        forecast(with(rows, "--rho", rho)).assertDone().json().get("expectedL2Error").asDouble();
    assertTrue(error <= 0.03 && error >= 0.98 * 0.03, "error " + error);
    // The same target in data units, and the same from Java.
    JsonNode absolute = forecast(with(rows, "--target-error", "0.03")).assertDone().json();
    assertFalse(absolute.get("relative").booleanValue());
    assertEquals(found.get("leastRho").doubleValue(), absolute.get("leastRho").doubleValue(), 1e-9);
    assertEquals(
        new PrivateMean().forecastRho(10_000, 20, 3, 0.03), absolute.get("leastRho").doubleValue());
  }

  @Test
  void forecast_nights_haveAPartOfTheBudgetEach() {
    String[] rows = {"--rows", "10000", "--dimension", "20", "--spread", "3"};
    JsonNode found =
        forecast(with(rows, "--nights", "10", "--rho", "2", "--json")).assertDone().json();
    assertEquals(
        List.of(
            "nights",
            "totalRho",
            "rho",
            "rows",
            "dimension",
            "expectedL2Error",
            "expectedL2ErrorOfOneFit",
            "epsilonAtDelta"),
        keys(found));
    assertEquals(0.2, found.get("rho").doubleValue());
    double night = new PrivateMean().setRho(0.2).forecast(10_000, 20, 3).expectedL2Error();
    double one = new PrivateMean().setRho(2).forecast(10_000, 20, 3).expectedL2Error();
    assertEquals(night, found.get("expectedL2Error").doubleValue());
    assertEquals(one, found.get("expectedL2ErrorOfOneFit").doubleValue());
    assertEquals(Math.sqrt(10), night / one, 0.4);
    String text = forecast(with(rows, "--nights", "10", "--rho", "2")).assertDone().out();
    assertTrue(text.startsWith("10 nights at rho 0.2 each, in all rho 2 (epsilon"), text);
  }

  @ParameterizedTest
  @CsvSource({
    "--nights 0 --rho 1 --rows 1000",
    "--nights 3 --epsilon 1 --delta 1e-6 --rows 1000",
    "--nights 3 --rho 1",
    "--nights 3 --rho 1 --target-error 0.1",
    "--nights 3 --rho 1 --group-count 3 --rows-per-group 100"
  })
  void forecast_nightsOfAMethodWithoutThem_isRefused(String args) {
    Run run = forecast(with(args.split(" "), "--dimension", "2"));
    assertEquals(2, run.code(), run.err());
  }

  @Test
  void forecast_columnsLike_printsEachKind() {
    String[] args = {"--rows", "30000", "--rho", "0.5", "--columns-like", "flag:0.01,normal*3"};
    JsonNode found = forecast(with(args, "--json")).assertDone().json();
    assertEquals(
        List.of("rows", "dimension", "rho", "epsilonAtDelta", "confidence", "columnsLike"),
        keys(found));
    assertEquals(4, found.get("dimension").intValue());
    List<ColumnForecast> java =
        new PrivateMean().setRho(0.5).forecastColumns(30_000, "flag:0.01,normal*3");
    for (int k = 0; k < 2; k++) {
      JsonNode line = found.get("columnsLike").get(k);
      assertEquals(
          java.get(k),
          new ColumnForecast(
              line.get("kind").textValue(),
              line.get("columns").intValue(),
              line.get("halfWidth").doubleValue(),
              line.get("timesNormal").doubleValue(),
              line.get("seen").textValue()));
    }
    assertEquals("rare", java.get(0).seen());
    double normal = new PrivateMean().setRho(0.5).forecast(30_000, 4, 2).halfWidths()[0];
    assertEquals(normal, java.get(1).halfWidth(), 0.1 * normal);
    String text = forecast(with(args, "--dimension", "4")).assertDone().out();
    for (String part :
        List.of(
            "of n = 30000 rows, 4 coordinates, rho 0.5 (epsilon 5.23 at delta 1e-6)",
            "flag:0.01        1        0.00",
            "rare",
            "Rare and far values widen the intervals of their own columns.",
            "Those of the other columns are as in a table of normal columns.")) {
      assertTrue(text.contains(part), text);
    }
    String others =
        forecast("--rows", "30000", "--rho", "0.5", "--columns-like", "normal*2,lognormal:2*4")
            .assertDone()
            .out();
    assertTrue(others.contains("Those of the other columns are up to "), others);
    assertTrue(others.contains("longTail: some values"), others);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rho 1 --columns-like normal*2 | --rows is not given",
        "--rows 9000 --rho 1 | --dimension is not given: name it, or the kinds",
        "--rows 9000 --rho 1 --columns-like x,y | --columns-like: x is not a kind of column",
        "--rows 9000 --rho 1 --columns-like normal*2 --dimension 3 | --dimension is 3, but",
        "--rows 9000 --rho 1 --columns-like normal*2 --spread 1 | leave --spread",
        "--rows 9000 --columns-like normal*2 --target-error 1 | leave --spread",
        "--rows 9000 --rho 1 --columns-like normal*2 --nights 2 | leave --spread",
        "--rows 9000 --rho 1 --columns-like normal*2 --scaling none | go with --scaling standard",
        "--rows 9000 --rho 1 --bound 1 --columns-like normal*2 --method clipped | it is clipped",
        "--rows 9000 --rho 1 --bound 1 --columns-like normal*2 --trust-model local | it is local"
      })
  void forecast_columnsLikeWithOthers_isRefused(String args, String part) {
    forecast(args.split(" ")).assertRefused(2, part);
  }

  @Test
  void forecast_leastRows_areThoseOfJava() {
    JsonNode found =
        forecast("--rho", "0.5", "--dimension", "20", "--target-error", "0.01", "--json")
            .assertDone()
            .json();
    assertEquals(List.of("targetError", "relative", "leastRows"), keys(found));
    assertTrue(found.get("relative").booleanValue());
    assertEquals(
        new PrivateMean().setRho(0.5).forecastRows(20, 1, 0.01), found.get("leastRows").asLong());
  }

  @Tag("long")
  @Test
  void forecast_text_statesErrorBudgetsUnitsAndAssumptions() {
    String text =
        forecast("--rows", "20000", "--dimension", "3", "--rho", "0.5").assertDone().out();
    for (String part :
        List.of(
            "forecast of the private mean of n = 20000 rows, 3 coordinates, rho 0.5 (epsilon 5.23"
                + " at delta 1e-6)",
            "  at delta 1e-6    epsilon 5.23",
            "in units of the spread",
            "expected l2 error",
            "This assumes Gaussian rows. Skewed rows",
            "forecast it by --columns-like")) {
      assertTrue(text.contains(part), text);
    }
    assertEquals(
        10, text.lines().filter(line -> line.matches("  [0-9.]+ +[0-9.]+ +[0-9.]+")).count());
    String requested =
        forecast("--rows", "20000", "--dimension", "3", "--epsilon", "1", "--delta", "1e-9")
            .assertDone()
            .out();
    assertTrue(requested.contains("epsilon, delta 1e-9 "), requested);
    String half = NumberFormat.bound(Conversions.gaussianEpsilonUp(new Zcdp(0.5), 1e-9), 3);
    assertTrue(requested.matches("(?s).*\\R  0.5 +" + half + " +.*"), requested);
    String units =
        forecast("--rows", "20000", "--dimension", "3", "--rho", "0.5", "--spread", "2")
            .assertDone()
            .out();
    assertFalse(units.contains("in units of the spread"), units);
    String rho =
        forecast("--rows", "20000", "--dimension", "3", "--target-error", "0.001")
            .assertDone()
            .out();
    assertTrue(rho.matches("(?s)least rho 0\\.\\d+ \\(epsilon .* at delta 1e-6, .*"), rho);
    String[] error = {"--rows", "20000", "--dimension", "3", "--target-error", "0.001"};
    double least =
        forecast(with(error, "--json")).assertDone().json().get("leastRho").doubleValue();
    JsonNode fits =
        forecast(with(error, "--rho", String.valueOf(7.5 * least), "--json")).assertDone().json();
    assertEquals(7, fits.get("fits").intValue());
    String number = forecast(with(error, "--rho", String.valueOf(7.5 * least))).assertDone().out();
    assertTrue(number.startsWith("7 fits (rho "), number);
    String rows =
        forecast("--epsilon", "1", "--delta", "1e-6", "--dimension", "3", "--target-error", "0.001")
            .assertDone()
            .out();
    assertTrue(
        rows.matches(
            "(?s)at least \\d+ rows for an expected l2 error of 0.001 of the spread with"
                + " epsilon 1.0, delta 1.0E-6, 3 coordinates\\R.*"),
        rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rho 0.5                                      | --rows is not given",
        "--rows 100 --rho 0.5 --relative                | --relative is of --target-error",
        "--target-error 0.1                             | give --rows, for the least rho",
        "--target-error -1 --rows 100                   | --target-error must be positive",
        "--target-error 0.0001 --rows 3                 | --target-error = 1.0E-4 is out of reach",
        "--target-error 1e-9 --rho 1e-9                 | --target-error = 1.0E-9 is out of reach",
        "--rows 1000 --rho 0.5 --spread 0               | --spread must be positive",
        "--rows 100                                     | --rho"
      })
  void forecast_conflictingArguments_isRefused(String args, String text) {
    Stream<String> all = Stream.concat(Stream.of("--dimension", "3"), Stream.of(args.split(" +")));
    forecast(all.toArray(String[]::new)).assertRefused(2, text);
  }

  private static String[] with(String[] args, String... more) {
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
  }
}
