package org.privatemean.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ParamExceptionTest {
  @Test
  void message_bracedNames_areTheParamsOwn() {
    ParamException refusal =
        new ParamException("rho", "{rho} is set, but {trustModel} is shuffle", "set {epsilon}");
    assertEquals("rho is set, but trustModel is shuffle: set epsilon", refusal.getMessage());
    assertEquals("rho", refusal.param());
    assertEquals("rho is set, but trustModel is shuffle", refusal.bound());
    assertEquals("set epsilon", refusal.remedy());
  }

  @Test
  void inTerms_otherNames_replaceBracedNamesOnly() {
    ParamException refusal =
        new ParamException("rho", "{rho} is set, but rho-zCDP is not", "unset {rho} ($1)");
    assertEquals(
        "RHO is set, but rho-zCDP is not: unset RHO ($1)",
        refusal.inTerms(name -> name.toUpperCase(Locale.ROOT)));
  }

  /** Braces in what users gave begin no name of a param. */
  @ParameterizedTest
  @ValueSource(strings = {"a{b}", "{rho}", "{{rho}}", "{", "}{", "{{", "a{$1}\\"})
  void literal_anyText_standsAsItIs(String given) {
    ParamException refusal =
        new ParamException(
            "inputCol",
            "{inputCol}: no column " + Refusal.literal(given),
            "unset " + Refusal.literal(given) + "{rho}");
    assertEquals("inputCol: no column " + given + ": unset " + given + "rho", refusal.getMessage());
    assertEquals("inputCol: no column " + given, refusal.bound());
    assertEquals("X: no column " + given + ": unset " + given + "X", refusal.inTerms(name -> "X"));
    assertEquals(
        "beta must be small. Provided value: " + given,
        ParamException.outOfRange("beta", "small", given).getMessage());
  }

  @Test
  void outOfRange_value_isAtTheEnd() {
    assertEquals(
        "beta must be in (0, 1). Provided value: 2.0",
        ParamException.outOfRange("beta", "in (0, 1)", 2.0).getMessage());
  }

  @Test
  void tooFewRows_message_statesTheNumberNeeded() {
    TooFewRowsException refusal = new TooFewRowsException("too few for {rho}: 92 are needed", 92);
    assertEquals("too few for rho: 92 are needed", refusal.getMessage());
    assertEquals(92, refusal.needed());
  }
}
