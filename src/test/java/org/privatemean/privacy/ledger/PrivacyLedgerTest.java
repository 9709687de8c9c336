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
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Zcdp;

@Promise("no sequence of grants exceeds the budget")
class PrivacyLedgerTest {

  private static final double UNIT = 0x1p-60;

  /** A payment that grants a part of the price, and counts its draws. */
  private static final class PartPayment implements Payment {
    private final double part;
    private final List<Double> charged = new ArrayList<>();
    private int draws;

    PartPayment(double part) {
      this.part = part;
    }

    @Override
    public double charge(double rho) {
      charged.add(rho);
      return part * rho;
    }

    @Override
    public void draw() {
      draws++;
    }
  }

  private static PrivacyLedger ledger(double rho) {
    return new PrivacyLedger(new Zcdp(rho));
  }

  /** A release whose steps take all of its budget, in shares that do not add up to it. */
  private static void release(PrivacyLedger ledger, double rho) {
    try (ZcdpGrant grant = ledger.grant("release", new Zcdp(rho))) {
      for (int level = 0; level < 31; level++) {
        grant.charge("search", new Zcdp(0.3 * rho / 31));
      }
      grant.charge("sum", new Zcdp(Math.min(0.7 * rho, grant.remaining())));
    }
  }

  @Test
  void grant_twoHalves_spendExactlyTheBudget() {
    PrivacyLedger ledger = ledger(0.5);
    release(ledger, 0.25);
    assertEquals(0.25, ledger.spent());
    assertEquals(0.25, ledger.remaining());
    release(ledger, 0.25);
    assertEquals(0.5, ledger.spent());
    assertEquals(0, ledger.remaining());
    assertEquals(List.of(new Charge("release", 0.5)), ledger.charges());
    assertEquals(new Zcdp(0.5), ledger.budget());
    assertThrows(BudgetExceededException.class, () -> release(ledger, 0x1p-50));
  }

  /** Ten times the double 0.05 is more than 0.5, three times that of a third less than 1. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 0.05, 10",
    "1, 0.3333333333333333, 3",
    "0.3, 0.1, 3",
    "1, 0.1, 10",
    "1, 0.09090909090909091, 11",
    "0.7, 0.0007, 1000",
    "1e-6, 1e-7, 10"
  })
  void grant_equalParts_areAcceptedAndOneMoreIsNot(double budget, double part, int parts) {
    PrivacyLedger ledger = ledger(budget);
    for (int k = 0; k < parts; k++) {
      release(ledger, part);
    }
    assertTrue(ledger.spent() <= budget);
    assertEquals(budget, ledger.spent(), budget * 1e-12 + parts * UNIT);
    assertThrows(BudgetExceededException.class, () -> release(ledger, part));
  }

  @Property(seed = "8", tries = 300)
  void grant_equalPartsOfAnyBudget_areAllAccepted(
      @ForAll @DoubleRange(min = 1e-9, max = 10) @Scale(12) double budget,
      @ForAll @IntRange(min = 1, max = 500) int parts) {
    PrivacyLedger ledger = ledger(budget);
    for (int k = 0; k < parts; k++) {
      release(ledger, budget / parts);
    }
    assertTrue(new BigDecimal(ledger.spent()).compareTo(new BigDecimal(budget)) <= 0);
    assertThrows(BudgetExceededException.class, () -> release(ledger, budget / parts));
  }

  @Property(seed = "7", tries = 300)
  void grant_anySequence_isDebitedAsRequestedAndNeverExceedsTheBudget(
      @ForAll @DoubleRange(min = 0.01, max = 10) @Scale(12) double budget,
      @ForAll @Size(max = 60)
          List<@DoubleRange(min = 0.004, max = 1) @Scale(18) Double> requested) {
    PrivacyLedger ledger = ledger(budget);
    BigDecimal left = new BigDecimal(budget);
    for (double rho : requested) {
      BigDecimal amount = new BigDecimal(rho);
      // Doubles of 2^-8 or more are whole units: what is left is known to the last digit.
      if (left.compareTo(amount) >= 0) {
        release(ledger, rho);
        left = left.subtract(amount);
        assertTrue(new BigDecimal(ledger.remaining()).compareTo(left) <= 0);
        assertEquals(left.doubleValue(), ledger.remaining(), Math.ulp(left.doubleValue()));
      } else if (left.compareTo(amount.multiply(new BigDecimal(1 - 0x1p-39))) < 0) {
        double before = ledger.remaining();
        assertThrows(BudgetExceededException.class, () -> release(ledger, rho));
        assertEquals(before, ledger.remaining());
      }
    }
  }

  @Test
  void grant_stepsWithinIt_costAllOfItTogether() {
    PrivacyLedger ledger = ledger(1);
    try (ZcdpGrant grant = ledger.grant("first", new Zcdp(0.25))) {
      grant.charge("count", new Zcdp(0.01));
      assertEquals(0.75, ledger.remaining());
    }
    assertEquals(0.75, ledger.remaining());
    assertEquals(List.of(new Charge("first", 0.25)), ledger.charges());
  }

  @Test
  void grant_closedWithoutAStep_staysSpent() {
    PrivacyLedger ledger = ledger(1);
    ZcdpGrant unused = ledger.grant("unused", new Zcdp(0.5));
    unused.close();
    assertEquals(0.5, ledger.remaining());
    assertEquals(List.of(new Charge("unused", 0.5)), ledger.charges());
    assertThrows(IllegalStateException.class, () -> unused.charge("late", new Zcdp(0.1)));
  }

  @Test
  void grant_refusedStep_keepsTheGrantOpen() {
    PrivacyLedger ledger = ledger(1);
    try (ZcdpGrant grant = ledger.grant("release", new Zcdp(0.25))) {
      assertThrows(BudgetExceededException.class, () -> grant.charge("too much", new Zcdp(0.5)));
      grant.charge("step", new Zcdp(0.25));
    }
    assertEquals(0.75, ledger.remaining());
  }

  @Test
  void grant_tooMuch_statesTheRemedyAndChangesNothing() {
    PrivacyLedger ledger = ledger(0.5);
    BudgetExceededException e =
        assertThrows(
            BudgetExceededException.class, () -> ledger.grant("recentred", new Zcdp(0.75)));
    assertEquals(
        "release 'recentred' asks for rho = 0.75 but only rho = 0.5 of the budget remains: ask for"
            + " less, or start with a larger budget",
        e.getMessage());
    assertEquals("recentred", e.step());
    assertEquals(0.75, e.requested());
    assertEquals(0.5, e.remaining());
    assertEquals(0.5, ledger.remaining());
    assertEquals(List.of(), ledger.charges());
  }

  /** Up to a part in 2^40 may be missing, which is then not spent; not twice as much. */
  @Test
  void grant_slightlyMoreThanRemains_getsTheRemainder() {
    PrivacyLedger ledger = ledger(0.5);
    assertThrows(
        BudgetExceededException.class, () -> ledger.grant("more", new Zcdp(0.5 * (1 + 0x1p-39))));
    try (ZcdpGrant grant = ledger.grant("release", new Zcdp(0.5 * (1 + 0x1p-41)))) {
      assertEquals(0.5, grant.remaining());
      assertEquals(0, ledger.remaining());
    }
  }

  @Test
  void grant_manyThreads_spendExactlyTheBudget() throws Exception {
    int threads = 8;
    int each = 2_000;
    int affordable = 10_001;
    PrivacyLedger ledger = ledger(UNIT * affordable);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<Integer>> accepted = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        accepted.add(
            pool.submit(
                () -> {
                  start.await();
                  return releases(ledger, each);
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
    assertEquals(UNIT * affordable, ledger.spent());
  }

  private static int releases(PrivacyLedger ledger, int times) {
    int accepted = 0;
    for (int i = 0; i < times; i++) {
      try (ZcdpGrant grant = ledger.grant("release " + i % 3, new Zcdp(UNIT))) {
        grant.charge("step", new Zcdp(UNIT));
        accepted++;
      } catch (BudgetExceededException e) {
        assertEquals("release " + i % 3, e.step());
      }
    }
    return accepted;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void grant_badRho_isRefused(double rho) {
    PrivacyLedger ledger = ledger(1);
    assertThrows(IllegalArgumentException.class, () -> ledger.grant("release", new Zcdp(rho)));
    assertEquals(1, ledger.remaining());
  }

  @Test
  void grant_badName_isRefused() {
    PrivacyLedger ledger = ledger(1);
    assertThrows(IllegalArgumentException.class, () -> ledger.grant(" ", new Zcdp(0.5)));
    assertThrows(NullPointerException.class, () -> ledger.grant(null, new Zcdp(0.5)));
    assertEquals(1, ledger.remaining());
  }

  @Test
  void grant_lessThanAUnit_isRefused() {
    assertThrows(
        BudgetExceededException.class, () -> ledger(1).grant("release", new Zcdp(UNIT / 2)));
    assertEquals(0, ledger(0).remaining());
    assertEquals(0, ledger(UNIT / 2).remaining());
    assertThrows(BudgetExceededException.class, () -> ledger(0).grant("release", new Zcdp(1e-9)));
  }

  @Test
  void grant_isPaidOnceAndDrawnOnForEachAcceptedStep() {
    PartPayment payment = new PartPayment(1);
    List<String> heard = new ArrayList<>();
    PrivacyLedger ledger =
        new PrivacyLedger(new Zcdp(1), payment, (step, spent) -> heard.add(step + " " + spent));
    try (ZcdpGrant grant = ledger.grant("release", new Zcdp(0.5))) {
      assertEquals(List.of(0.5), payment.charged);
      assertThrows(BudgetExceededException.class, () -> grant.charge("too much", new Zcdp(0.75)));
      assertEquals(0, payment.draws);
      grant.charge("count", new Zcdp(0.125));
      grant.charge("sum", new Zcdp(0.375));
      assertThrows(BudgetExceededException.class, () -> grant.charge("again", new Zcdp(0.25)));
    }
    assertEquals(List.of(0.5), payment.charged);
    assertEquals(2, payment.draws);
    assertEquals(List.of("count 0.125", "sum 0.5"), heard);
  }

  /** A store may grant less than the price by at most one part in 2^40, and never more. */
  @Test
  void grant_ofAPaymentOfAnotherAmount_isThatOfThePriceOrRefused() {
    PrivacyLedger less =
        new PrivacyLedger(new Zcdp(1), new PartPayment(1 - 0x1p-41), (step, spent) -> {});
    try (ZcdpGrant grant = less.grant("release", new Zcdp(0.5))) {
      assertEquals(0.5 * (1 - 0x1p-41), grant.remaining());
    }
    PrivacyLedger half = new PrivacyLedger(new Zcdp(1), new PartPayment(0.5), (step, spent) -> {});
    assertThrows(BudgetExceededException.class, () -> half.grant("release", new Zcdp(0.5)));
    assertEquals(1, half.remaining());
    PrivacyLedger twice = new PrivacyLedger(new Zcdp(1), new PartPayment(2), (step, spent) -> {});
    try (ZcdpGrant grant = twice.grant("release", new Zcdp(0.25))) {
      assertEquals(0.25, grant.remaining());
    }
  }
}
