package org.privatemean.privacy.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Zcdp;

@Promise("no sequence of charges exceeds its grant, in exact arithmetic and from many threads")
class ZcdpGrantTest {

  private static final double UNIT = 0x1p-60;

  private static ZcdpGrant grant(double rho) {
    return new PrivacyLedger(new Zcdp(rho)).grant("release", new Zcdp(rho));
  }

  @Test
  void charge_withinBudget_isDebited() {
    ZcdpGrant grant = grant(0.5);
    assertEquals(new Charge("medians", 0.125), grant.charge("medians", new Zcdp(0.125)));
    assertEquals(0.375, grant.remaining());
    assertEquals(0.125, grant.spent());
  }

  @Test
  void charge_theWholeRemainder_leavesNothing() {
    ZcdpGrant grant = grant(0.3);
    grant.charge("a", new Zcdp(0.1));
    grant.charge("b", new Zcdp(0.1));
    grant.charge("c", new Zcdp(grant.remaining()));
    assertEquals(0, grant.remaining());
    assertTrue(grant.spent() <= 0.3);
    assertThrows(
        BudgetExceededException.class, () -> grant.charge("d", new Zcdp(Double.MIN_VALUE)));
  }

  @Test
  void charge_oneUnitTooMuch_isRefusedAndChangesNothing() {
    ZcdpGrant grant = grant(UNIT * 1000);
    grant.charge("first", new Zcdp(UNIT * 400));
    BudgetExceededException e =
        assertThrows(
            BudgetExceededException.class, () -> grant.charge("second", new Zcdp(UNIT * 601)));
    assertEquals(UNIT * 600, grant.remaining());
    assertEquals(List.of(new Charge("first", UNIT * 400)), grant.charges());
    assertEquals("second", e.step());
    assertEquals(UNIT * 601, e.requested());
    assertEquals(UNIT * 600, e.remaining());
    grant.charge("second", new Zcdp(UNIT * 600));
    assertEquals(0, grant.remaining());
  }

  @Test
  void charge_tooMuch_statesTheRemedy() {
    ZcdpGrant grant = grant(0.5);
    Exception e =
        assertThrows(
            BudgetExceededException.class, () -> grant.charge("clipped sum", new Zcdp(0.75)));
    assertEquals(
        "step 'clipped sum' asks for rho = 0.75 but only rho = 0.5 of the budget remains: give this"
            + " step a smaller share, or start with a larger budget",
        e.getMessage());
  }

  @Test
  void charge_partOfAUnit_costsAWholeUnit() {
    ZcdpGrant grant = grant(UNIT * 1000.5);
    assertEquals(UNIT * 1000, grant.remaining());
    for (int i = 0; i < 1000; i++) {
      assertEquals(UNIT, grant.charge("tiny", new Zcdp(Double.MIN_VALUE)).rho());
    }
    assertThrows(
        BudgetExceededException.class, () -> grant.charge("tiny", new Zcdp(Double.MIN_VALUE)));
    assertEquals(List.of(new Charge("tiny", UNIT * 1000)), grant.charges());
  }

  @Test
  void charge_belowTheLastBitOfADouble_isNotLost() {
    ZcdpGrant grant = grant(1024);
    grant.charge("big", new Zcdp(512));
    for (int i = 0; i < 1 << 10; i++) {
      grant.charge("tiny", new Zcdp(UNIT));
    }
    // 512 + 2^-50 is no double: what is read back rounds against the spender.
    assertEquals(Math.nextUp(512.0), grant.spent());
    assertEquals(Math.nextDown(512.0), grant.remaining());
    assertEquals(List.of(new Charge("big", 512), new Charge("tiny", 0x1p-50)), grant.charges());
  }

  @Test
  void charges_oneNameSeveralTimes_areMergedInOrderOfFirstCharge() {
    ZcdpGrant grant = grant(1);
    grant.charge("b", new Zcdp(0.125));
    grant.charge("a", new Zcdp(0.25));
    grant.charge("b", new Zcdp(0.375));
    List<Charge> charges = grant.charges();
    assertEquals(List.of(new Charge("b", 0.5), new Charge("a", 0.25)), charges);
    assertThrows(UnsupportedOperationException.class, () -> charges.add(new Charge("c", 1)));
  }

  @Property(seed = "7", tries = 300)
  void charge_anySequence_neverExceedsTheBudgetExactly(
      @ForAll @DoubleRange(min = 1e-12, max = 10) @Scale(12) double budget,
      @ForAll @Size(max = 60)
          List<@DoubleRange(min = 1e-15, max = 1) @Scale(18) Double> requested) {
    ZcdpGrant grant = grant(budget);
    BigDecimal sum = BigDecimal.ZERO;
    for (double rho : requested) {
      double before = grant.remaining();
      try {
        grant.charge("step", new Zcdp(rho));
        sum = sum.add(new BigDecimal(rho));
      } catch (BudgetExceededException e) {
        assertTrue(rho > before);
        assertEquals(before, grant.remaining());
      }
    }
    assertTrue(sum.compareTo(new BigDecimal(budget)) <= 0);
    assertTrue(sum.compareTo(new BigDecimal(grant.spent())) <= 0);
    BigDecimal left = new BigDecimal(budget).subtract(sum);
    assertTrue(new BigDecimal(grant.remaining()).compareTo(left) <= 0);
  }

  @Test
  void charge_manyThreads_spendExactlyTheBudget() throws Exception {
    int threads = 8;
    int each = 20_000;
    int affordable = 100_001;
    ZcdpGrant grant = grant(UNIT * affordable);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<Integer>> accepted = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        String step = "step " + i % 3;
        accepted.add(
            pool.submit(
                () -> {
                  start.await();
                  return chargeUnits(grant, step, each);
                }));
      }
      start.countDown();
      int total = 0;
      for (Future<Integer> count : accepted) {
        total += count.get();
      }
      assertEquals(affordable, total);
    } finally {
      pool.shutdownNow();
    }
    assertEquals(0, grant.remaining());
    assertEquals(UNIT * affordable, grant.charges().stream().mapToDouble(Charge::rho).sum());
  }

  private static int chargeUnits(ZcdpGrant grant, String step, int times) {
    int accepted = 0;
    for (int i = 0; i < times; i++) {
      try {
        grant.charge(step, new Zcdp(UNIT));
        accepted++;
      } catch (BudgetExceededException e) {
        assertEquals(step, e.step());
      }
    }
    return accepted;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void charge_badRho_isRefused(double rho) {
    ZcdpGrant grant = grant(1);
    assertThrows(IllegalArgumentException.class, () -> grant.charge("step", new Zcdp(rho)));
    assertEquals(1, grant.remaining());
  }

  @Test
  void charge_badStep_isRefused() {
    ZcdpGrant grant = grant(1);
    assertThrows(IllegalArgumentException.class, () -> grant.charge(" ", new Zcdp(0.5)));
    assertThrows(NullPointerException.class, () -> grant.charge(null, new Zcdp(0.5)));
    assertEquals(1, grant.remaining());
    assertEquals(List.of(), grant.charges());
  }

  @Test
  void charge_closedGrant_isRefused() {
    ZcdpGrant grant = grant(1);
    grant.charge("first", new Zcdp(0.25));
    grant.close();
    IllegalStateException refusal =
        assertThrows(IllegalStateException.class, () -> grant.charge("late", new Zcdp(0.25)));
    assertEquals("step 'late' comes after the end of release 'release'", refusal.getMessage());
    assertEquals(List.of(new Charge("first", 0.25)), grant.charges());
  }
}
