package org.privatemean.spark.ledger;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ReleaseNameRegistryTest {
  private final ReleaseNameRegistry seen = new ReleaseNameRegistry();

  @Test
  void enter_otherRowsWhileOneRuns_isRefused() {
    assertTrue(seen.enter("a", "one"));
    assertFalse(seen.enter("a", "two"));
    assertTrue(seen.enter("a", "one"));
    assertTrue(seen.enter("b", "two"));
    seen.leave("a", false);
    assertFalse(seen.enter("a", "two"));
    seen.leave("a", false);
    assertTrue(seen.enter("a", "two"));
  }

  @Test
  void enter_otherRowsAfterADraw_isRefusedPermanently() {
    assertTrue(seen.enter("a", "one"));
    assertTrue(seen.enter("a", "one"));
    seen.leave("a", true);
    seen.leave("a", false);
    assertFalse(seen.enter("a", "two"));
    assertTrue(seen.enter("a", "one"));
  }
}
