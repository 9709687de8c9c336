package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.refusal.ParamException;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.ParamTable;
import picocli.CommandLine;

/** The options are the stage's params, and the help tells them. */
final class StageOptionsTest {
  private static Set<String> options(String command) {
    return command(command).optionsMap().keySet();
  }

  private static CommandLine.Model.CommandSpec command(String command) {
    return PrivateMeanJob.commandLine().getSubcommands().get(command).getCommandSpec();
  }

  /** Options that have shorter names than their params. */
  private static final Map<String, String> SHORT =
      Map.of("ledgerScope", "--scope", "ledgerKeyFile", "--ledger-key");

  private static String kebab(String name) {
    return SHORT.getOrDefault(
        name, "--" + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
  }

  @Test
  void fit_options_areTheParamsInKebabCase() {
    Set<String> expected = new TreeSet<>();
    for (Param<?> param : new PrivateMean().params()) {
      expected.add(kebab(param.name()));
    }
    expected.removeAll(List.of("--input-col", "--output-col", "--report-col"));
    assertTrue(expected.contains("--coordinate-bound"));
    assertTrue(options("fit").containsAll(expected), options("fit").toString());
    ParamTable.NOT_OF_FORECASTS.forEach(name -> expected.remove(kebab(name)));
    expected.add("--max-groups-per-person");
    assertTrue(options("forecast").containsAll(expected), options("forecast").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fit", "forecast", "inspect"})
  void help_everyCommand_listsItsOptions(String command) {
    List<String> args = Stream.of(command, "--help").filter(word -> !word.isEmpty()).toList();
    String help = Run.of(args).assertDone().out();
    assertTrue(help.startsWith("Usage: private-mean"), help);
    if (!command.isEmpty()) {
      options(command).stream()
          .filter(option -> option.startsWith("--"))
          .filter(option -> !command(command).optionsMap().get(option).hidden())
          .forEach(option -> assertTrue(help.contains(option), option + " is not in " + help));
    }
    assertEquals(0, help.lines().filter(line -> line.length() > 100).count(), help);
  }

  @Test
  void version_isPrinted() {
    assertTrue(Run.of("--version").assertDone().out().startsWith("private-mean "));
  }

  @Test
  void message_refusal_namesOptionsInPlaceOfParams() {
    assertEquals(
        "--sigma-max must be at least --sigma-min: the method is not an option here",
        StageOptions.message(
            new ParamException(
                "sigmaMax",
                "{sigmaMax} must be at least {sigmaMin}",
                "the method is not an option here")));
    assertEquals(
        "rho stands here as it is",
        StageOptions.message(new IOException("rho stands here as it is")));
  }

  @Test
  void help_ofEveryParam_statesWhereItIsRefused() {
    String help = Run.of("fit", "--help").assertDone().out().replaceAll("\\s+", " ");
    assertTrue(
        help.contains("refused with --method recentred; --trust-model local, shuffle"), help);
    assertTrue(help.contains("refused with --trust-model central, local"), help);
  }
}
