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
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Zcdp;

class PrivacyLedgerTest {

  private static final double UNIT = 0x1p-60;

  private static PrivacyLedger ledger(double rho) {
    return new PrivacyLedger(new Zcdp(rho));
  }

  @Test
  void charge_withinBudget_isDebited() {
    PrivacyLedger ledger = ledger(0.5);
    assertEquals(new Charge("medians", 0.125), ledger.charge("medians", 0.125));
    assertEquals(0.375, ledger.remaining());
    assertEquals(0.125, ledger.spent());
    assertEquals(new Zcdp(0.5), ledger.budget());
  }

  @Test
  void charge_theWholeRemainder_leavesNothing() {
    PrivacyLedger ledger = ledger(0.3);
    ledger.charge("a", 0.1);
    ledger.charge("b", 0.1);
    ledger.charge("c", ledger.remaining());
    assertEquals(0, ledger.remaining());
    assertTrue(ledger.spent() <= 0.3);
    assertThrows(BudgetExceededException.class, () -> ledger.charge("d", Double.MIN_VALUE));
  }

  @Test
  void charge_oneUnitTooMuch_isRefusedAndChangesNothing() {
    PrivacyLedger ledger = ledger(UNIT * 1000);
    ledger.charge("first", UNIT * 400);
    BudgetExceededException e =
        assertThrows(BudgetExceededException.class, () -> ledger.charge("second", UNIT * 601));
    assertEquals(UNIT * 600, ledger.remaining());
    assertEquals(List.of(new Charge("first", UNIT * 400)), ledger.charges());
    assertEquals("second", e.step());
    assertEquals(UNIT * 601, e.asked());
    assertEquals(UNIT * 600, e.remaining());
    ledger.charge("second", UNIT * 600);
    assertEquals(0, ledger.remaining());
  }

  @Test
  void charge_tooMuch_saysWhatToDo() {
    PrivacyLedger ledger = ledger(0.5);
    Exception e =
        assertThrows(BudgetExceededException.class, () -> ledger.charge("clipped sum", 0.75));
    assertEquals(
        "step 'clipped sum' asks for rho = 0.75 but only rho = 0.5 of the budget remains: give this"
            + " step a smaller share, or start with a larger budget",
        e.getMessage());
  }

  @Test
  void charge_partOfAUnit_costsAWholeUnit() {
    PrivacyLedger ledger = ledger(UNIT * 1000.5);
    assertEquals(UNIT * 1000, ledger.remaining());
    for (int i = 0; i < 1000; i++) {
      assertEquals(UNIT, ledger.charge("tiny", Double.MIN_VALUE).rho());
    }
    assertThrows(BudgetExceededException.class, () -> ledger.charge("tiny", Double.MIN_VALUE));
    assertEquals(List.of(new Charge("tiny", UNIT * 1000)), ledger.charges());
  }

  @Test
  void charge_belowTheLastBitOfADouble_isNotLost() {
    PrivacyLedger ledger = ledger(1024);
    ledger.charge("big", 512);
    for (int i = 0; i < 1 << 10; i++) {
      ledger.charge("tiny", UNIT);
    }
    // 512 + 2^-50 is no double: what is read back rounds against the spender.
    assertEquals(Math.nextUp(512.0), ledger.spent());
    assertEquals(Math.nextDown(512.0), ledger.remaining());
    assertEquals(List.of(new Charge("big", 512), new Charge("tiny", 0x1p-50)), ledger.charges());
  }

  @Test
  void charges_oneNameSeveralTimes_areMergedInOrderOfFirstCharge() {
    PrivacyLedger ledger = ledger(1);
    ledger.charge("b", 0.125);
    ledger.charge("a", 0.25);
    ledger.charge("b", 0.375);
    List<Charge> charges = ledger.charges();
    assertEquals(List.of(new Charge("b", 0.5), new Charge("a", 0.25)), charges);
    assertThrows(UnsupportedOperationException.class, () -> charges.add(new Charge("c", 1)));
  }

  @Property(seed = "7", tries = 300)
  void charge_anySequence_neverExceedsTheBudgetExactly(
      @ForAll @DoubleRange(min = 1e-12, max = 10) @Scale(12) double budget,
      @ForAll @Size(max = 60) List<@DoubleRange(min = 1e-15, max = 1) @Scale(18) Double> asked) {
    PrivacyLedger ledger = ledger(budget);
    BigDecimal sum = BigDecimal.ZERO;
    for (double rho : asked) {
      double before = ledger.remaining();
      try {
        ledger.charge("step", rho);
        sum = sum.add(new BigDecimal(rho));
      } catch (BudgetExceededException e) {
        assertTrue(rho > before);
        assertEquals(before, ledger.remaining());
      }
    }
    assertTrue(sum.compareTo(new BigDecimal(budget)) <= 0);
    assertTrue(sum.compareTo(new BigDecimal(ledger.spent())) <= 0);
    BigDecimal left = new BigDecimal(budget).subtract(sum);
    assertTrue(new BigDecimal(ledger.remaining()).compareTo(left) <= 0);
  }

  @Test
  void charge_manyThreads_spendExactlyTheBudget() throws Exception {
    int threads = 8;
    int each = 20_000;
    int affordable = 100_001;
    PrivacyLedger ledger = ledger(UNIT * affordable);
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
                  return chargeUnits(ledger, step, each);
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
    assertEquals(0, ledger.remaining());
    assertEquals(UNIT * affordable, ledger.charges().stream().mapToDouble(Charge::rho).sum());
  }

  private static int chargeUnits(PrivacyLedger ledger, String step, int times) {
    int accepted = 0;
    for (int i = 0; i < times; i++) {
      try {
        ledger.charge(step, UNIT);
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
    PrivacyLedger ledger = ledger(1);
    assertThrows(IllegalArgumentException.class, () -> ledger.charge("step", rho));
    assertEquals(1, ledger.remaining());
  }

  @Test
  void charge_badStep_isRefused() {
    PrivacyLedger ledger = ledger(1);
    assertThrows(IllegalArgumentException.class, () -> ledger.charge(" ", 0.5));
    assertThrows(NullPointerException.class, () -> ledger.charge(null, 0.5));
    assertEquals(1, ledger.remaining());
    assertEquals(List.of(), ledger.charges());
  }

  @Test
  void charge_emptyBudget_isRefused() {
    assertEquals(0, ledger(0).remaining());
    assertEquals(0, ledger(UNIT / 2).remaining());
    assertThrows(BudgetExceededException.class, () -> ledger(0).charge("step", 1e-9));
  }
}
