package org.privatemean.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PrivacyLedgerTest {
  private static final double UNIT = 0x1p-60;

  private static PrivacyLedger ledger(double rho) {
    return new PrivacyLedger(new Zcdp(rho));
  }

  @Test
  void grant_withinBudget_takesExactlyWhatItAsksFor() {
    PrivacyLedger ledger = ledger(0.5);
    Grant grant = ledger.grant("mean", new Zcdp(0.125));
    assertEquals(0.375, ledger.remaining());
    assertEquals(0.125, ledger.spent());
    assertEquals(new Zcdp(0.5), ledger.budget());
    assertEquals(new Zcdp(0.125), grant.budget());
    assertEquals(0.125, grant.remaining());
    grant.charge("medians", 0.03125);
    assertEquals(0.125, ledger.spent());
  }

  @Test
  void grant_twoHalvesWhoseStepsAreRoundedUp_bothGoThrough() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 1000; k++) {
      PrivacyLedger ledger = ledger(0.5);
      for (int release = 0; release < 2; release++) {
        Grant grant = ledger.grant("mean", new Zcdp(0.25));
        double left = 0.25;
        while (left > 0.01) {
          double share = left * random.nextDouble();
          grant.charge("step", share);
          left -= share;
        }
        grant.charge("last", Math.min(left, grant.remaining()));
      }
      assertEquals(0, ledger.remaining());
      assertThrows(BudgetExceededException.class, () -> ledger.grant("third", new Zcdp(UNIT)));
    }
  }

  @Test
  void grant_stepsBeyondIt_areRefusedThoughTheLedgerHasMore() {
    PrivacyLedger ledger = ledger(1);
    Grant grant = ledger.grant("mean", new Zcdp(0.25));
    grant.charge("first", 0.25);
    assertThrows(BudgetExceededException.class, () -> grant.charge("second", UNIT));
    assertEquals(0.75, ledger.remaining());
  }

  @Test
  void grant_tooMuch_isRefusedAndChangesNothing() {
    PrivacyLedger ledger = ledger(0.5);
    ledger.grant("first", new Zcdp(0.25));
    Zcdp tooMuch = new Zcdp(Math.nextUp(0.25));
    assertThrows(BudgetExceededException.class, () -> ledger.check("second", tooMuch));
    BudgetExceededException refusal =
        assertThrows(BudgetExceededException.class, () -> ledger.grant("second", tooMuch));
    assertEquals("second", refusal.step());
    assertEquals(0.25, refusal.remaining());
    assertEquals(0.25, ledger.remaining());
    ledger.check("second", new Zcdp(0.25));
    assertEquals(0.25, ledger.remaining());
    ledger.grant("second", new Zcdp(0.25));
    assertEquals(0, ledger.remaining());
  }

  @Test
  void grant_ofTheWholeBudget_isGivenWhateverItsLastBits() {
    SplittableRandom random = new SplittableRandom(2);
    for (int k = 0; k < 1000; k++) {
      double rho = Math.exp(random.nextDouble(-40, 10));
      PrivacyLedger ledger = ledger(rho);
      assertEquals(ledger.remaining(), ledger.grant("mean", new Zcdp(rho)).remaining());
      assertEquals(0, ledger.remaining());
    }
  }

  @Property(seed = "7", tries = 300)
  void grant_anySequence_neverExceedsTheBudgetExactly(
      @ForAll @DoubleRange(min = 1e-12, max = 10) @Scale(12) double budget,
      @ForAll @Size(max = 20) List<@DoubleRange(min = 1e-15, max = 1) @Scale(18) Double> asked) {
    PrivacyLedger ledger = ledger(budget);
    BigDecimal charged = BigDecimal.ZERO;
    for (double rho : asked) {
      try {
        Grant grant = ledger.grant("mean", new Zcdp(rho));
        if (grant.remaining() > 0) {
          charged = charged.add(new BigDecimal(grant.charge("all", grant.remaining()).rho()));
        }
      } catch (BudgetExceededException refusal) {
        assertTrue(rho > ledger.remaining());
      }
    }
    assertTrue(charged.compareTo(new BigDecimal(budget)) <= 0);
    assertTrue(charged.compareTo(new BigDecimal(ledger.spent())) <= 0);
  }

  @Test
  void grant_manyThreads_grantExactlyTheBudget() {
    int affordable = 10_001;
    PrivacyLedger ledger = ledger(UNIT * affordable);
    AtomicInteger granted = new AtomicInteger();
    IntStream.range(0, 3 * affordable)
        .parallel()
        .forEach(
            k -> {
              try {
                ledger.grant("mean", new Zcdp(UNIT));
                granted.incrementAndGet();
              } catch (BudgetExceededException refusal) {
                assertEquals(UNIT, refusal.asked());
              }
            });
    assertEquals(affordable, granted.get());
    assertEquals(0, ledger.remaining());
  }
}
