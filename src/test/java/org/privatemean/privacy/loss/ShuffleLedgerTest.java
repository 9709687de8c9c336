package org.privatemean.privacy.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.ledger.BudgetExceededException;

class ShuffleLedgerTest {

  private static final ApproxDp BUDGET = new ApproxDp(1, 1e-9);
  private static final ShuffleNoise.Queries QUERIES = new ShuffleNoise.Queries(8, 16, 12, 500);
  private static final ShuffleNoise NOISE =
      ShuffleNoise.calibrate(BUDGET, 5e-10, QUERIES, ShuffleShares.DEFAULT);

  private static ShuffleLedger afterCounts() {
    ShuffleLedger ledger = new ShuffleLedger(BUDGET);
    ledger.chargeDelta("secrecy", 5e-10);
    ledger.charge("medians", NOISE.medians(QUERIES));
    ledger.charge("norm", NOISE.norm(QUERIES));
    return ledger;
  }

  @Test
  void charge_theCalibratedNoise_fitsTheBudgetClosely() {
    ShuffleLedger ledger = afterCounts();
    assertTrue(ledger.spentDelta() < 5.1e-10);
    ledger.charge("sum", NOISE.sum(QUERIES));
    assertTrue(ledger.spentDelta() <= 1e-9);
    assertEquals(1e-9, ledger.spentDelta(), 5e-12);
    assertEquals(BUDGET, ledger.budget());
  }

  @Test
  void charge_whatItReports_isTheShareOfTheNoise() {
    ShuffleLedger ledger = afterCounts();
    ledger.charge("sum", NOISE.sum(QUERIES));
    List<Charge> charges = ledger.charges();
    assertEquals(new Charge("secrecy", 0, 5e-10), charges.get(0));
    assertEquals("medians", charges.get(1).step());
    assertEquals(0.25 * NOISE.rho(), charges.get(1).rho(), 1e-12);
    assertEquals(0.1875 * NOISE.rho(), charges.get(2).rho(), 1e-12);
    assertEquals(0.5625 * NOISE.rho(), charges.get(3).rho(), 1e-12);
  }

  @Test
  void charge_lessNoiseThanCalibrated_isRefusedAndChangesNothing() {
    ShuffleLedger ledger = afterCounts();
    double spent = ledger.spentDelta();
    SkellamMechanism less = SkellamMechanism.ofVector(8, 500, NOISE.sumVariance() * 0.99);
    BudgetExceededException e =
        assertThrows(BudgetExceededException.class, () -> ledger.charge("sum", less));
    assertEquals("sum", e.step());
    assertTrue(e.asked() > e.remaining());
    assertEquals(1e-9, e.remaining());
    assertTrue(e.getMessage().contains("would bring delta to"), e.getMessage());
    assertEquals(spent, ledger.spentDelta());
    assertEquals(3, ledger.charges().size());
    ledger.charge("sum", NOISE.sum(QUERIES));
  }

  @Test
  void charge_anotherReleaseAfterTheWhole_isRefused() {
    ShuffleLedger ledger = afterCounts();
    ledger.charge("sum", NOISE.sum(QUERIES));
    assertThrows(BudgetExceededException.class, () -> ledger.charge("again", NOISE.sum(QUERIES)));
    assertThrows(BudgetExceededException.class, () -> ledger.chargeDelta("more", 1e-11));
    assertThrows(IllegalStateException.class, () -> ledger.charge("late", NOISE.norm(QUERIES)));
    assertEquals(4, ledger.charges().size());
  }

  /**
   * Sums of doubles that are rounded up after every step pass the budget before the last part does.
   */
  @Test
  void chargeDelta_partsThatAddUpToTheBudget_allGoThrough() {
    SplittableRandom random = new SplittableRandom(5);
    int roundedUpPast = 0;
    for (int trial = 0; trial < 500; trial++) {
      double delta = Math.exp(random.nextDouble(-30, -3));
      ShuffleLedger ledger = new ShuffleLedger(new ApproxDp(1, delta));
      BigDecimal left = new BigDecimal(delta);
      double roundedUp = 0;
      int parts = 2 + random.nextInt(100);
      for (int k = 1; k < parts; k++) {
        double part = delta / parts * random.nextDouble();
        ledger.chargeDelta("part", part);
        left = left.subtract(new BigDecimal(part));
        roundedUp = Rounding.sumUp(roundedUp, part);
      }
      double enough = Rounding.doubleUp(left);
      boolean tooMuch = new BigDecimal(enough).compareTo(left) > 0;
      if (tooMuch) {
        assertThrows(BudgetExceededException.class, () -> ledger.chargeDelta("last", enough));
      }
      double last = tooMuch ? Math.nextDown(enough) : enough;
      ledger.chargeDelta("last", last);
      assertEquals(delta, ledger.spentDelta(), 1e-15 * delta);
      assertTrue(ledger.spentDelta() <= delta);
      roundedUpPast += Rounding.sumUp(roundedUp, last) > delta ? 1 : 0;
    }
    assertTrue(roundedUpPast > 100, "only " + roundedUpPast);
  }

  @Test
  void chargeDelta_moreThanTheBudgetByTheLastDigit_isRefused() {
    ShuffleLedger ledger = new ShuffleLedger(new ApproxDp(1, 0.5));
    ledger.chargeDelta("half", 0.25);
    ledger.chargeDelta("half", 0.25);
    assertEquals(0.5, ledger.spentDelta());
    BudgetExceededException e =
        assertThrows(
            BudgetExceededException.class, () -> ledger.chargeDelta("more", Double.MIN_VALUE));
    assertEquals(Math.nextUp(0.5), e.asked());
    assertEquals(0.5, ledger.spentDelta());
  }

  @Test
  void charge_countsBeyondTheBudget_areRefused() {
    ShuffleLedger ledger = new ShuffleLedger(BUDGET);
    DummyCounts counts = DummyCounts.ofThresholds(1, 20, 626);
    ledger.charge("search", counts);
    assertTrue(ledger.spentDelta() <= 1e-9);
    assertThrows(BudgetExceededException.class, () -> ledger.charge("search", counts));
    assertEquals(1, ledger.charges().size());
  }

  @Test
  void charge_groupsOfCounts_addUpAsOneGroupOfAll() {
    ShuffleLedger ledger = new ShuffleLedger(BUDGET);
    ledger.charge("first", DummyCounts.ofThresholds(1, 5, 700));
    ledger.charge("second", DummyCounts.ofThresholds(1, 15, 700));
    double together = ShuffleLedger.deltaUp(DummyCounts.ofThresholds(1, 20, 700), 1);
    // The second group's side may depend on the first group's counts: a little more.
    assertTrue(ledger.spentDelta() >= together * (1 - 1e-6));
    assertEquals(together, ledger.spentDelta(), 0.02 * together);
  }

  @Test
  void charge_badStepOrDelta_isRefused() {
    ShuffleLedger ledger = new ShuffleLedger(BUDGET);
    assertThrows(IllegalArgumentException.class, () -> ledger.charge(" ", NOISE.sum(QUERIES)));
    assertThrows(NullPointerException.class, () -> ledger.chargeDelta(null, 1e-10));
    assertThrows(IllegalArgumentException.class, () -> ledger.chargeDelta("secrecy", -1));
    assertEquals(0, ledger.spentDelta());
    assertEquals(List.of(), ledger.charges());
  }
}
