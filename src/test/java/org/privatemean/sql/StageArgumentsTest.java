package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.privatemean.app.StageOptions;
import org.privatemean.spark.PrivateMean;

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
    assertEquals(expected, names(new FitProcedure(OPTIONS)));
  }

  @Test
  void arguments_thatAreNotOffered_areParams() {
    PrivateMean stage = new PrivateMean();
    StageArguments.NOT_OFFERED.forEach(stage::getParam);
  }

  @Test
  void arguments_ofAForecast_areThoseOfAFitAndThreeMore() {
    Set<String> more = names(new ForecastProcedure());
    more.removeAll(names(new FitProcedure(OPTIONS)));
    assertEquals(Set.of("rows", "spread", "columns_like"), more);
  }

  @Test
  void arguments_inSnakeCase_haveTheirOwnTypes() {
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
        new FitProcedure(OPTIONS).bind(new StructType()).parameters()) {
      if (types.containsKey(parameter.name())) {
        assertEquals(
            types.get(parameter.name()), parameter.dataType().simpleString(), parameter.name());
      }
    }
    assertEquals(Set.of(), difference(types.keySet(), names(new FitProcedure(OPTIONS))));
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
        Arrays.stream(new FitProcedure(OPTIONS).bind(new StructType()).parameters())
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

  @Test
  void page_tableOfNames_isThatOfTheFaces() throws IOException {
    List<String> expected = new ArrayList<>();
    for (Param<?> param : new PrivateMean().params()) {
      String name = param.name();
      String option =
          switch (name) {
            case "inputCol" -> "`--features`, `--vector-col`";
            case "outputCol", "reportCol" -> "";
            default -> "`" + StageOptions.option(name) + "`";
          };
      String argument =
          StageArguments.NOT_OFFERED.contains(name)
              ? ""
              : "`" + StageArguments.argument(name) + "`";
      expected.add(String.format("| `%s` | %s | %s |", name, option, argument));
    }
    List<String> rows =
        Files.readAllLines(Path.of("src/site/markdown/spark.md")).stream()
            .dropWhile(line -> !line.equals("### Names of params"))
            .dropWhile(line -> !line.startsWith("| `"))
            .takeWhile(line -> line.startsWith("| `"))
            .toList();
    assertEquals(new TreeSet<>(expected), new TreeSet<>(rows));
    assertEquals(expected.size(), rows.size());
  }
}
