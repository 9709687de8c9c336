package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.ledger.BudgetExceededException;

@Promise("noise too small for its share of the shuffle budget is refused")
class ShuffleGrantTest {

  private static final ApproxDp BUDGET = new ApproxDp(1, 1e-9);
  private static final ShuffleNoise.Queries QUERIES = ShuffleNoiseTest.queries(8, 16, 12, 500);
  private static final ShuffleNoise NOISE = ShuffleNoise.calibrate(BUDGET, 5e-10, QUERIES);

  private static ShuffleGrant afterCounts() {
    ShuffleGrant grant = new ShuffleGrant(BUDGET);
    grant.charge("secrecy", 5e-10);
    grant.charge("medians", NOISE.medians(QUERIES));
    grant.charge("norm", NOISE.norm(QUERIES));
    return grant;
  }

  @Test
  void charge_theCalibratedNoise_fitsTheBudgetClosely() {
    ShuffleGrant grant = afterCounts();
    assertTrue(grant.spentDelta() < 5.1e-10);
    grant.charge("sum", NOISE.sum(QUERIES));
    assertTrue(grant.spentDelta() <= 1e-9);
    assertEquals(1e-9, grant.spentDelta(), 5e-12);
  }

  @Test
  void charge_reportedRho_isTheShareOfTheNoise() {
    ShuffleGrant grant = afterCounts();
    grant.charge("sum", NOISE.sum(QUERIES));
    List<Charge> charges = grant.charges();
    assertEquals(new Charge("secrecy", 0, 5e-10), charges.get(0));
    assertEquals("medians", charges.get(1).step());
    assertEquals(0.25 * NOISE.rho(), charges.get(1).rho(), 1e-12);
    assertEquals(0.1875 * NOISE.rho(), charges.get(2).rho(), 1e-12);
    assertEquals(0.5625 * NOISE.rho(), charges.get(3).rho(), 1e-12);
  }

  @Test
  void charge_lessNoiseThanCalibrated_isRefusedAndChangesNothing() {
    ShuffleGrant grant = afterCounts();
    double spent = grant.spentDelta();
    SkellamMechanism less = SkellamMechanism.forVector(8, 500, NOISE.sumVariance() * 0.99);
    BudgetExceededException e =
        assertThrows(BudgetExceededException.class, () -> grant.charge("sum", less));
    assertEquals("sum", e.step());
    assertTrue(e.requested() > e.remaining());
    assertEquals(1e-9, e.remaining());
    assertTrue(e.getMessage().contains("would bring delta to"), e.getMessage());
    assertEquals(spent, grant.spentDelta());
    assertEquals(3, grant.charges().size());
    grant.charge("sum", NOISE.sum(QUERIES));
  }

  @Test
  void charge_anotherReleaseAfterTheWhole_isRefused() {
    ShuffleGrant grant = afterCounts();
    grant.charge("sum", NOISE.sum(QUERIES));
    assertThrows(BudgetExceededException.class, () -> grant.charge("again", NOISE.sum(QUERIES)));
    assertThrows(BudgetExceededException.class, () -> grant.charge("more", 1e-11));
    assertThrows(IllegalStateException.class, () -> grant.charge("late", NOISE.norm(QUERIES)));
    assertEquals(4, grant.charges().size());
  }

  /**
   * Sums of doubles that are rounded up after every step pass the budget before the last part does.
   */
  @Test
  void chargeDelta_partsThatAddUpToTheBudget_areAllAccepted() {
    SplittableRandom random = new SplittableRandom(5);
    int roundedUpPast = 0;
    for (int trial = 0; trial < 500; trial++) {
      double delta = Math.exp(random.nextDouble(-30, -3));
      ShuffleGrant grant = new ShuffleGrant(new ApproxDp(1, delta));
      BigDecimal left = new BigDecimal(delta);
      double roundedUp = 0;
      int parts = 2 + random.nextInt(100);
      for (int k = 1; k < parts; k++) {
        double part = delta / parts * random.nextDouble();
        grant.charge("part", part);
        left = left.subtract(new BigDecimal(part));
        roundedUp = Rounding.sumUp(roundedUp, part);
      }
      double enough = Rounding.doubleUp(left);
      boolean tooMuch = new BigDecimal(enough).compareTo(left) > 0;
      if (tooMuch) {
        assertThrows(BudgetExceededException.class, () -> grant.charge("last", enough));
      }
      double last = tooMuch ? Math.nextDown(enough) : enough;
      grant.charge("last", last);
      assertEquals(delta, grant.spentDelta(), 1e-15 * delta);
      assertTrue(grant.spentDelta() <= delta);
      roundedUpPast += Rounding.sumUp(roundedUp, last) > delta ? 1 : 0;
    }
    assertTrue(roundedUpPast > 100, "only " + roundedUpPast);
  }

  @Test
  void chargeDelta_moreThanTheBudgetByTheLastDigit_isRefused() {
    ShuffleGrant grant = new ShuffleGrant(new ApproxDp(1, 0.5));
    grant.charge("half", 0.25);
    grant.charge("half", 0.25);
    assertEquals(0.5, grant.spentDelta());
    BudgetExceededException e =
        assertThrows(BudgetExceededException.class, () -> grant.charge("more", Double.MIN_VALUE));
    assertEquals(Math.nextUp(0.5), e.requested());
    assertEquals(0.5, grant.spentDelta());
  }

  @Test
  void charge_countsBeyondTheBudget_areRefused() {
    ShuffleGrant grant = new ShuffleGrant(BUDGET);
    DummyCounts counts = DummyCounts.forThresholds(1, 20, 626);
    grant.charge("search", counts);
    assertTrue(grant.spentDelta() <= 1e-9);
    assertThrows(BudgetExceededException.class, () -> grant.charge("search", counts));
    assertEquals(1, grant.charges().size());
  }

  @Test
  void charge_groupsOfCounts_addUpToOneGroup() {
    ShuffleGrant grant = new ShuffleGrant(BUDGET);
    grant.charge("first", DummyCounts.forThresholds(1, 5, 700));
    grant.charge("second", DummyCounts.forThresholds(1, 15, 700));
    double together =
        ShuffleGrant.deltaUp(List.of(DummyCounts.forThresholds(1, 20, 700)), List.of(), 1);
    // The second group's side may depend on the first group's counts: a little more.
    assertTrue(grant.spentDelta() >= together * (1 - 1e-6));
    assertEquals(together, grant.spentDelta(), 0.02 * together);
  }

  @Test
  void charge_badStepOrDelta_isRefused() {
    ShuffleGrant grant = new ShuffleGrant(BUDGET);
    assertThrows(IllegalArgumentException.class, () -> grant.charge(" ", NOISE.sum(QUERIES)));
    assertThrows(NullPointerException.class, () -> grant.charge(null, 1e-10));
    assertThrows(IllegalArgumentException.class, () -> grant.charge("secrecy", -1));
    assertEquals(0, grant.spentDelta());
    assertEquals(List.of(), grant.charges());
  }
}
