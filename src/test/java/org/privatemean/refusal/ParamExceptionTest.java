package org.privatemean.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;

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
  void inTerms_otherNames_standInPlaceOfBracedOnesOnly() {
    ParamException refusal =
        new ParamException("rho", "{rho} is set, but rho-zCDP is not", "unset {rho} ($1)");
    assertEquals(
        "RHO is set, but rho-zCDP is not: unset RHO ($1)",
        refusal.inTerms(name -> name.toUpperCase(Locale.ROOT)));
  }

  @Test
  void outOfRange_value_standsAtTheEnd() {
    assertEquals(
        "beta must be in (0, 1). Provided value: 2.0",
        ParamException.outOfRange("beta", "in (0, 1)", 2.0).getMessage());
  }

  @Test
  void tooFewRows_message_saysHowManyAreNeeded() {
    TooFewRowsException refusal = new TooFewRowsException("too few for {rho}: 92 are needed", 92);
    assertEquals("too few for rho: 92 are needed", refusal.getMessage());
    assertEquals(92, refusal.needed());
  }
}
