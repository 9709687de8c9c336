package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.spark.GroupForecast;
import org.privatemean.spark.PrivateMean;

/** What a forecast of groups asks for and says. */
final class ForecastOfGroupsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--group-count 3 | --group-count and --rows-per-group go together",
        "--rows-per-group 3 | --group-count and --rows-per-group go together",
        "--group-count 3 --rows-per-group 5 --rows 9 | leave --rows",
        "--group-count 3 --rows-per-group 5 --target-error 1 | leave --rows",
        "--rows 5 --max-groups-per-person 2 | goes with --group-count",
        "--group-count 0 --rows-per-group 5 | --group-count must be in",
        "--group-count 3 --rows-per-group -5 | --rows-per-group must be at least 0",
        "--group-count 3 --rows-per-group 5 --scaling auto | --scaling is auto",
        "--group-count 3 --rows-per-group 5 --max-groups-per-person 0 | invalid",
      })
  void forecast_badOptions_areRefusedByName(String options, String text) {
    List<String> args = new ArrayList<>(List.of("forecast", "--dimension", "2", "--rho", "1"));
    args.addAll(List.of(options.trim().split(" ")));
    Run run = Run.of(args);
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains(text), run.err());
  }

  @Test
  void text_ofEachStatus_explainsIt() {
    ForecastText text = new ForecastText(new PrivateMean().setRho(1), 16, null);
    double none = Double.NaN;
    String ok = text.ofGroups(new GroupForecast("ok", 0.01, 3, 0.07, 0.09, 0.98), 1000, 200);
    assertTrue(
        ok.startsWith(
            "each of 1000 groups of 200 rows, 16 coordinates: expected l2 error 0.07 of the"),
        ok);
    assertTrue(ok.contains("noise std dev      0.01"), ok);
    String small = text.ofGroups(new GroupForecast("tooSmall", none, none, none, none, 0.02), 1, 3);
    assertTrue(small.contains("no mean: too few rows"), small);
    assertFalse(small.contains("NaN"), small);
  }
}
