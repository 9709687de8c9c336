package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.ledger.BudgetExceededException;

@Promise("no sequence of grants exceeds the budget of the shuffle model")
class ShuffleLedgerTest {

  private static final ApproxDp BUDGET = new ApproxDp(1, 0.5);

  @Test
  void grant_partsThatAddUpToTheBudget_areAcceptedAndNoMore() {
    ShuffleLedger ledger = new ShuffleLedger(BUDGET);
    ledger.grant("first", new ApproxDp(0.25, 0.25)).close();
    ledger.grant("second", new ApproxDp(0.5, 0.25));
    BudgetExceededException noDelta =
        assertThrows(
            BudgetExceededException.class,
            () -> ledger.grant("third", new ApproxDp(0.25, Double.MIN_VALUE)));
    assertEquals("delta", noDelta.unit());
    assertEquals(0, noDelta.remaining());
    BudgetExceededException noEpsilon =
        assertThrows(
            BudgetExceededException.class,
            () -> ledger.grant("third", new ApproxDp(Math.nextUp(0.25), 0)));
    assertEquals("epsilon", noEpsilon.unit());
    assertEquals(0.25, noEpsilon.remaining());
    assertTrue(noEpsilon.getMessage().contains("'third'"), noEpsilon.getMessage());
    // What was refused changed nothing: the rest is there.
    ledger.grant("third", new ApproxDp(0.25, 0));
  }

  @Test
  void grant_steps_areLimitedByTheGrantAndNotByTheBudget() {
    ShuffleGrant grant = new ShuffleLedger(BUDGET).grant("release", new ApproxDp(0.5, 0.125));
    grant.charge("step", 0.125);
    assertThrows(BudgetExceededException.class, () -> grant.charge("more", 0.125));
    assertEquals(1, grant.charges().size());
  }

  @Test
  void grant_blankName_isRefusedAndCostsNothing() {
    ShuffleLedger ledger = new ShuffleLedger(BUDGET);
    assertThrows(IllegalArgumentException.class, () -> ledger.grant(" ", BUDGET));
    assertThrows(NullPointerException.class, () -> ledger.grant(null, BUDGET));
    assertEquals(List.of(), ledger.grant("release", BUDGET).charges());
  }

  @Test
  void charge_afterTheEnd_isRefused() {
    ShuffleGrant grant = new ShuffleLedger(BUDGET).grant("release", BUDGET);
    grant.close();
    assertThrows(IllegalStateException.class, () -> grant.charge("late", 0.125));
  }
}
