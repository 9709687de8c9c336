package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateStandardScaler;
import org.privatemean.spark.param.ParamTable;
import org.privatemean.sql.PrivateMeanCatalog.ForecastProcedure;

/** The arguments of the procedures are the params of the stage. */
final class StageArgumentsTest {
  private static final CatalogOptions OPTIONS =
      CatalogOptions.parse("pm", new CaseInsensitiveStringMap(Map.of()));

  private static Set<String> names(CatalogProcedure procedure) {
    return new TreeSet<>(
        Arrays.stream(procedure.bind(new StructType()).parameters())
            .map(ProcedureParameter::name)
            .toList());
  }

  @Test
  void arguments_ofAFit_areAllParamsTheirEarlierNamesAndThreeMore() {
    Set<String> expected =
        new TreeSet<>(
            Set.of("table", "query", "model", "group_by", "groups", "groups_table", "release"));
    for (Param<?> param : new PrivateMean().params()) {
      if (!StageArguments.NOT_OFFERED.contains(param.name())) {
        expected.add(StageArguments.argument(param.name()));
      }
    }
    assertEquals(expected, names(FitProcedure.forMean(OPTIONS)));
  }

  @Test
  void arguments_thatAreNotOffered_areParams() {
    PrivateMean stage = new PrivateMean();
    StageArguments.NOT_OFFERED.forEach(stage::getParam);
  }

  @Test
  void arguments_ofAForecast_areThoseOfAFitAndThreeMore() {
    Set<String> more = names(new ForecastProcedure());
    more.removeAll(names(FitProcedure.forMean(OPTIONS)));
    assertEquals(Set.of("rows", "spread", "columns_like"), more);
  }

  @Test
  void arguments_inSnakeCase_haveTheirTypes() {
    Map<String, String> types =
        Map.ofEntries(
            Map.entry("column", "string"),
            Map.entry("rho", "double"),
            Map.entry("dimension", "int"),
            Map.entry("seed", "bigint"),
            Map.entry("pay_again", "string"),
            Map.entry("group_cols", "array<string>"),
            Map.entry("public_keys", "array<string>"),
            Map.entry("public_keys_table", "string"),
            Map.entry("scales", "map<string,double>"),
            Map.entry("release_name", "string"),
            Map.entry("scope", "string"),
            Map.entry("person_col", "string"),
            Map.entry("max_rows_per_person", "int"),
            Map.entry("start_from", "string"),
            Map.entry("min_norm", "double"),
            Map.entry("rare_unit", "double"));
    for (ProcedureParameter parameter :
        FitProcedure.forMean(OPTIONS).bind(new StructType()).parameters()) {
      if (types.containsKey(parameter.name())) {
        assertEquals(
            types.get(parameter.name()), parameter.dataType().simpleString(), parameter.name());
      }
    }
    assertEquals(Set.of(), difference(types.keySet(), names(FitProcedure.forMean(OPTIONS))));
  }

  private static Set<String> difference(Set<String> of, Set<String> from) {
    Set<String> left = new TreeSet<>(of);
    left.removeAll(from);
    return left;
  }

  /** What may be given by place must not move when a param is added. */
  @Test
  void arguments_firstOnes_stayInPlace() {
    assertEquals(
        List.of("column", "table", "query", "rho", "epsilon", "delta", "dimension"),
        Arrays.stream(FitProcedure.forMean(OPTIONS).bind(new StructType()).parameters())
            .limit(7)
            .map(ProcedureParameter::name)
            .toList());
    assertEquals(
        List.of("rows", "dimension", "spread", "rho", "epsilon", "delta"),
        Arrays.stream(new ForecastProcedure().bind(new StructType()).parameters())
            .limit(6)
            .map(ProcedureParameter::name)
            .toList());
  }

  /**
   * The page of params follows the table, the options and the arguments. {@code
   * -Dparams.write=true} writes it.
   */
  @Test
  void page_ofParams_isThatOfTheFaces() throws IOException {
    Path file = Path.of("src/site/markdown/params.md");
    String page = Files.readString(file);
    int first = page.indexOf("| param | command line |");
    int second = page.indexOf("| param | recentred |");
    String expected =
        page.substring(0, first)
            + faces()
            + page.substring(page.indexOf("\n\n", first) + 1, second)
            + ParamTable.markdown()
            + page.substring(page.indexOf("\n\n", second) + 1);
    if (Boolean.getBoolean("params.write")) {
      Files.writeString(file, expected);
    }
    assertEquals(expected, page, "run this test with -Dparams.write=true");
  }

  /** The option of a param, as StageOptionsTest checks it. */
  private static String option(String param) {
    return Map.of("ledgerScope", "--scope", "ledgerKeyFile", "--ledger-key")
        .getOrDefault(param, "--" + param.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
  }

  /** The table of the names on all faces, in Markdown. */
  private static String faces() {
    StringBuilder table =
        new StringBuilder(
            "| param | command line | SQL | scaler | meaning |\n|---|---|---|---|---|\n");
    PrivateStandardScaler scaler = new PrivateStandardScaler();
    for (String name : ParamTable.names()) {
      String option =
          switch (name) {
            case "inputCol" -> "`--features`, `--vector-col`";
            case "outputCol", "reportCol" -> "";
            default -> "`" + option(name) + "`";
          };
      String argument =
          StageArguments.NOT_OFFERED.contains(name)
              ? ""
              : "`" + StageArguments.argument(name) + "`";
      table.append(
          String.format(
              "| `%s` | %s | %s | %s | %s |%n",
              name,
              option,
              argument,
              scaler.hasParam(name) ? "yes" : "",
              ParamTable.doc(name, term -> "`" + term + "`").replaceAll("array<(\\w+)>", "`$0`")));
    }
    return table.toString();
  }
}
