package org.privatemean.spark.param;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.refusal.ParamException;
import org.privatemean.spark.PrivateMean;

/** One table of the params: the stage, its docs and the pages follow it. */
final class ParamTableTest {
  @Test
  void names_areTheParamsOfTheStage() {
    TreeSet<String> params =
        Arrays.stream(new PrivateMean().params())
            .map(Param::name)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(params, new TreeSet<>(ParamTable.names()));
    for (Param<?> param : new PrivateMean().params()) {
      assertEquals(ParamTable.doc(param.name()), param.doc());
      assertFalse(param.doc().contains("{"), param.doc());
    }
  }

  @Test
  void texts_bracedNames_areParams() {
    for (String name : ParamTable.names()) {
      UnaryOperator<String> known =
          term -> {
            assertTrue(ParamTable.names().contains(term), term);
            return term;
          };
      ParamTable.doc(name, known);
      ParamTable.refusedBy(name, known);
    }
  }

  /** Every param of every column: what the table refuses is refused by name, and nothing else. */
  @ParameterizedTest
  @CsvSource({
    "central, auto, recentred",
    "central, recentred, recentred",
    "central, shiftedClipped, shiftedClipped",
    "central, clipped, clipped",
    "local, auto, local",
    "shuffle, auto, shuffle",
    "central, auto, groups",
    "central, recentred, groups"
  })
  void check_paramsThatAreSet_areRefusedAsTheTableSays(
      String trustModel, String method, String column) {
    List<String> columns =
        List.of(ParamTable.markdown().lines().findFirst().orElseThrow().split(" *\\| *", -1));
    for (String line : ParamTable.markdown().lines().skip(2).toList()) {
      String[] cells = line.split(" *\\| *", -1);
      String name = cells[1].replace("`", "");
      boolean refused = cells[columns.indexOf(column)].equals("refused");
      PrivateMean stage = new PrivateMean().setTrustModel(trustModel).setMethod(method);
      if (column.equals("groups")) {
        stage.setGroupCols("g");
      }
      set(stage, stage.getParam(name));
      if (refused) {
        ParamException refusal =
            assertThrows(ParamException.class, () -> ParamTable.check(stage), line);
        assertEquals(name, refusal.param());
        assertTrue(refusal.bound().startsWith(name + " is set, but "), refusal.bound());
        assertFalse(refusal.remedy().isBlank());
      } else {
        ParamTable.check(stage);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static void set(PrivateMean stage, Param<?> param) {
    Object value =
        switch (param.name()) {
          case "inputCol",
              "outputCol",
              "reportCol",
              "idCol",
              "personCol",
              "publicKeysTable",
              "ledger",
              "releaseName",
              "ledgerScope",
              "ledgerKeyFile",
              "ledgerAtLeast" ->
              "x";
          case "payAgain" -> "dead";
          case "groupCols", "publicKeys" -> new String[] {"x"};
          case "keySelection" -> "public";
          case "personWeight" -> "equal";
          case "neighbours" -> "replace";
          case "dimension", "maxGroups", "maxRowsPerPerson", "maxGroupsPerPerson" -> 3;
          case "seed" -> 3L;
          case "handleInvalid", "method", "randomizer", "thresholdGrid", "trustModel" ->
              stage.getOrDefault(param);
          case "scaling", "regions", "sampling" -> "none";
          case "covarianceType" -> "diag";
          case "scales" -> new double[] {0.5};
          default -> 0.5;
        };
    stage.set((Param<Object>) param, value);
  }

  @ParameterizedTest
  @CsvSource({
    "method, clipped, shuffle",
    "method, recentred, local",
    "scaling, auto, local",
    "scaling, standard, shuffle",
    "regions, sample, local",
    "sampling, always, local",
    "sampling, always, shuffle",
    "regions, proved, shuffle",
    "sampling, always, local",
    "sampling, always, shuffle",
    "neighbours, addRemove, shuffle",
    "handleInvalid, skip, local"
  })
  @SuppressWarnings("unchecked")
  void check_unknownValue_isRefused(String name, String value, String trustModel) {
    PrivateMean stage = new PrivateMean().setTrustModel(trustModel);
    stage.set((Param<Object>) (Param<?>) stage.getParam(name), value);
    ParamException refusal = assertThrows(ParamException.class, () -> ParamTable.check(stage));
    assertEquals(name + " is " + value + ", but trustModel is " + trustModel, refusal.bound());
  }
}
