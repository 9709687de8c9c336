package org.privatemean.privacy.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;

/** The ledger of groups, against books that are kept in decimals. */
@Promise("no group pays more than the budget, whatever is charged, rows that move included")
final class GroupLedgerTest {
  private static final PrivacyUnit ADD = PrivacyUnit.row(Neighbours.ADD_REMOVE);
  private static final PrivacyUnit REPLACE = PrivacyUnit.row(Neighbours.REPLACE);
  private static final double UNIT = 0x1p-48;

  private static void charge(GroupLedger ledger, GroupQueryKind kind, int group, double price) {
    ledger.charge("step", kind, new int[] {group}, new double[] {price});
  }

  @Test
  void charge_lessThanAUnit_isRoundedUp() {
    GroupLedger ledger = new GroupLedger(3 * UNIT, 2, 1, ADD, Payment.IN_PROCESS);
    charge(ledger, GroupQueryKind.SUM, 0, UNIT / 8);
    assertEquals(2 * UNIT, ledger.remaining(0, GroupQueryKind.SUM));
    ledger.chargeCommon("all", UNIT / 8);
    assertEquals(UNIT, ledger.remaining(0, GroupQueryKind.SUM));
    assertEquals(2 * UNIT, ledger.remaining(1, GroupQueryKind.SUM));
  }

  @Test
  void budget_betweenUnits_isRoundedDown() {
    GroupLedger ledger = new GroupLedger(1.9 * UNIT, 1, 1, ADD, Payment.IN_PROCESS);
    charge(ledger, GroupQueryKind.SUM, 0, UNIT);
    assertEquals(0, ledger.remaining(0, GroupQueryKind.SUM));
    assertThrows(
        BudgetExceededException.class,
        () -> charge(ledger, GroupQueryKind.SUM, 0, Double.MIN_VALUE));
  }

  @Test
  void charge_beyondOneGroup_chargesNoGroup() {
    GroupLedger ledger = new GroupLedger(1, 3, 1, ADD, Payment.IN_PROCESS);
    charge(ledger, GroupQueryKind.SUM, 2, 0.75);
    List<Charge> before = ledger.charges();
    assertThrows(
        BudgetExceededException.class,
        () ->
            ledger.charge(
                "other", GroupQueryKind.SUM, new int[] {0, 1, 2}, new double[] {0.5, 0.5, 0.5}));
    assertEquals(1, ledger.remaining(0, GroupQueryKind.SUM));
    assertEquals(1, ledger.remaining(1, GroupQueryKind.SUM));
    assertEquals(before, ledger.charges());
  }

  @Test
  void chargeCommon_beyondTheFullestGroup_chargesNoGroup() {
    GroupLedger ledger = new GroupLedger(1, 3, 1, ADD, Payment.IN_PROCESS);
    charge(ledger, GroupQueryKind.SUM, 1, 0.75);
    assertEquals(0.25, ledger.remainingCommon(), 1e-12);
    assertThrows(BudgetExceededException.class, () -> ledger.chargeCommon("all", 0.26));
    ledger.chargeCommon("all", 0.25);
    assertEquals(0, ledger.remaining(1, GroupQueryKind.SUM));
    assertEquals(0.75, ledger.remaining(0, GroupQueryKind.SUM));
  }

  @Test
  void refusal_ofACommonCharge_saysWhatRemains() {
    GroupLedger ledger = new GroupLedger(1, 2, 2, ADD, Payment.IN_PROCESS);
    ledger.chargeCommon("all", 0.25);
    charge(ledger, GroupQueryKind.SUM, 1, 0.125);
    BudgetExceededException refused =
        assertThrows(BudgetExceededException.class, () -> ledger.chargeCommon("more", 0.75));
    assertEquals(new BudgetExceededException("more", 0.75, 0.5).getMessage(), refused.getMessage());
  }

  @Test
  void charge_ofEitherKind_recordsADraw() {
    int[] draws = new int[1];
    Payment counting =
        new Payment() {
          @Override
          public double charge(double rho) {
            return rho;
          }

          @Override
          public void draw() {
            draws[0]++;
          }
        };
    GroupLedger ledger = new GroupLedger(1, 1, 1, ADD, counting);
    ledger.chargeCommon("all", 0.25);
    assertEquals(1, draws[0]);
    charge(ledger, GroupQueryKind.SUM, 0, 0.25);
    assertEquals(2, draws[0]);
    assertThrows(BudgetExceededException.class, () -> ledger.chargeCommon("all", 0.75));
    assertEquals(2, draws[0]);
  }

  @Test
  void charges_ofALedgerForEach_areThoseOfTheGroupThatStoodForAll() {
    GroupLedger one = new GroupLedger(4, 1, 2, ADD, Payment.IN_PROCESS);
    one.chargeCommon("all", 0.25);
    one.chargeCommon("all", 0.25);
    charge(one, GroupQueryKind.SUM, 0, 0.125);
    charge(one, GroupQueryKind.SUM, 0, 0.125);
    List<Charge> charges = List.of(new Charge("all", 0.5), new Charge("step", 0.5));
    assertEquals(charges, one.charges());
    GroupLedger each = one.forEach(3);
    assertEquals(charges, each.charges());
    charge(each, GroupQueryKind.COUNT, 2, 0.5);
    assertEquals(1.5, each.charges().get(1).rho());
    assertEquals(2, each.spent(2));
    assertEquals(1, each.spent(1));
    assertEquals(1.5, each.remaining(1, GroupQueryKind.SUM));
    assertThrows(UnsupportedOperationException.class, () -> each.charges().clear());
  }

  /** Counts of a row that moves cost twice, so moved rows decide what is left here. */
  @Test
  void forEach_underReplace_keepsWhatMovedRowsHavePaid() {
    GroupLedger one = new GroupLedger(4, 1, 1, REPLACE, Payment.IN_PROCESS);
    charge(one, GroupQueryKind.COUNT, 0, 0.5);
    double left = one.remaining(0, GroupQueryKind.COUNT);
    assertEquals(1.5, left, 1e-12);
    assertEquals(left, one.forEach(3).remaining(2, GroupQueryKind.COUNT));
  }

  @Test
  void mostSpent_ofCommonAndOwnCharges_isTheirSumAndLeavesTheRest() {
    GroupLedger ledger = new GroupLedger(1, 3, 1, ADD, Payment.IN_PROCESS);
    assertEquals(0, ledger.mostSpent(), 1e-12);
    ledger.chargeCommon("all", 0.25);
    charge(ledger, GroupQueryKind.SUM, 1, 0.5);
    assertEquals(0.75, ledger.mostSpent(), 1e-12);
    assertEquals(0.25, ledger.remainingCommon(), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, 16385, Double.POSITIVE_INFINITY})
  void budget_outOfRange_isRefused(double rho) {
    assertThrows(
        IllegalArgumentException.class, () -> new GroupLedger(rho, 1, 1, ADD, Payment.IN_PROCESS));
  }

  /** A price below 0 would give budget back. */
  @ParameterizedTest
  @ValueSource(doubles = {0, -0.5, Double.NaN, Double.POSITIVE_INFINITY})
  void charge_priceThatIsNotPositive_isRefused(double price) {
    GroupLedger ledger = new GroupLedger(1, 1, 1, ADD, Payment.IN_PROCESS);
    double before = ledger.mostSpent();
    assertThrows(IllegalArgumentException.class, () -> ledger.chargeCommon("all", price));
    assertThrows(
        IllegalArgumentException.class, () -> charge(ledger, GroupQueryKind.SUM, 0, price));
    assertEquals(before, ledger.mostSpent());
  }

  @Test
  void charge_withPersonsInSeveralGroups_isPaidForEach() {
    GroupLedger ledger = new GroupLedger(1, 2, 4, ADD, Payment.IN_PROCESS);
    charge(ledger, GroupQueryKind.COUNT, 0, 0.125);
    assertEquals(0.125, ledger.remaining(0, GroupQueryKind.COUNT));
    assertEquals(0.5, ledger.spent(0));
    ledger.chargeCommon("all", 0.25);
    assertEquals(0.0625, ledger.remaining(0, GroupQueryKind.COUNT));
    assertEquals(0.75, ledger.spent(0));
    assertEquals(0.25, ledger.spent(1));
  }

  @Test
  void charge_underReplace_pricesAMovedRowByItsKind() {
    // common + 2 (A + H/2 + V/4 + N) <= rho, and common + A + H + V <= rho.
    Map<GroupQueryKind, Double> most =
        Map.of(
            GroupQueryKind.ROW_COUNT,
            0.5,
            GroupQueryKind.COUNT,
            0.5,
            GroupQueryKind.HISTOGRAM,
            1.0,
            GroupQueryKind.SUM,
            1.0);
    for (GroupQueryKind kind : GroupQueryKind.values()) {
      GroupLedger ledger = new GroupLedger(1, 1, 1, REPLACE, Payment.IN_PROCESS);
      assertEquals(most.get(kind), ledger.remaining(0, kind), 1e-12, kind.name());
    }
    GroupLedger ledger = new GroupLedger(1, 1, 1, REPLACE, Payment.IN_PROCESS);
    charge(ledger, GroupQueryKind.ROW_COUNT, 0, 0.125);
    // A row that stays pays nothing for a number of rows that is known.
    assertEquals(0.75, ledger.remaining(0, GroupQueryKind.HISTOGRAM), 1e-12);
    assertEquals(1, ledger.remaining(0, GroupQueryKind.SUM), 1e-12);
    assertEquals(0.25, ledger.spent(0));
    charge(ledger, GroupQueryKind.HISTOGRAM, 0, 0.25);
    assertEquals(0.5, ledger.spent(0));
    charge(ledger, GroupQueryKind.COUNT, 0, 0.125);
    assertEquals(0.75, ledger.spent(0));
    assertEquals(0.5 - 2 * UNIT, ledger.remaining(0, GroupQueryKind.SUM));
  }

  @Test
  void spent_ofAGroupThatPaidAll_isNotAboveTheBudget() {
    for (double rho : new double[] {1, 0.1, 1e-3, 0.3, 7.7, 33.3, 16384}) {
      GroupLedger ledger = new GroupLedger(rho, 1, 1, ADD, Payment.IN_PROCESS);
      charge(ledger, GroupQueryKind.COUNT, 0, rho / 3);
      charge(ledger, GroupQueryKind.SUM, 0, ledger.remaining(0, GroupQueryKind.SUM));
      assertTrue(ledger.spent(0) <= rho, rho + " " + ledger.spent(0));
      assertEquals(rho, ledger.spent(0), 1e-12 * rho + 2 * UNIT);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {16383, 16384, 0x1p15, 1e9, Double.MAX_VALUE})
  void charge_ofAHugePriceAfterASmallOne_isRefused(double price) {
    for (PrivacyUnit unit : List.of(ADD, REPLACE)) {
      for (GroupQueryKind kind : GroupQueryKind.values()) {
        for (double rho : new double[] {1, 16384}) {
          GroupLedger ledger = new GroupLedger(rho, 1, 1, unit, Payment.IN_PROCESS);
          charge(ledger, GroupQueryKind.COUNT, 0, rho / 4);
          double left = ledger.remaining(0, kind);
          assertThrows(BudgetExceededException.class, () -> charge(ledger, kind, 0, price));
          assertThrows(BudgetExceededException.class, () -> ledger.chargeCommon("all", price));
          assertEquals(left, ledger.remaining(0, kind));
        }
      }
    }
  }

  @Test
  void remaining_ofLargeBudgets_isAccepted() {
    SplittableRandom random = new SplittableRandom(5);
    for (int run = 0; run < 2000; run++) {
      double rho = Math.min(16384, Math.scalb(1 + random.nextDouble(), random.nextInt(4, 14)));
      PrivacyUnit unit = run % 2 == 0 ? ADD : REPLACE;
      for (GroupQueryKind kind : GroupQueryKind.values()) {
        GroupLedger ledger =
            new GroupLedger(rho, 1, random.nextInt(1, 4), unit, Payment.IN_PROCESS);
        ledger.chargeCommon("all", rho * random.nextDouble(0.01, 0.4));
        charge(
            ledger,
            GroupQueryKind.HISTOGRAM,
            0,
            random.nextDouble(0.01, 0.4) * ledger.remaining(0, kind));
        charge(ledger, kind, 0, ledger.remaining(0, kind));
        assertTrue(ledger.spent(0) <= rho);
      }
    }
  }

  /** The same books in exact decimals, with the two sums as the page has them. */
  private static final class Books {
    private final BigDecimal rho;
    private final BigDecimal persons;
    private final boolean replace;
    private BigDecimal common = BigDecimal.ZERO;
    final List<Map<GroupQueryKind, BigDecimal>> own = new ArrayList<>();

    Books(double rho, int groups, int persons, boolean replace) {
      this.rho = new BigDecimal(rho);
      this.persons = new BigDecimal(persons);
      this.replace = replace;
      for (int g = 0; g < groups; g++) {
        own.add(new EnumMap<>(GroupQueryKind.class));
      }
    }

    private BigDecimal of(int group, GroupQueryKind kind) {
      return own.get(group).getOrDefault(kind, BigDecimal.ZERO);
    }

    BigDecimal spent(int group) {
      BigDecimal count = of(group, GroupQueryKind.COUNT);
      BigDecimal cells = of(group, GroupQueryKind.HISTOGRAM);
      BigDecimal sums = of(group, GroupQueryKind.SUM);
      BigDecimal rows = of(group, GroupQueryKind.ROW_COUNT);
      BigDecimal stays = count.add(cells).add(sums);
      if (!replace) {
        return common.add(persons.multiply(stays.add(rows)));
      }
      BigDecimal half = new BigDecimal("0.5");
      BigDecimal two = new BigDecimal(2);
      BigDecimal moves = count.add(rows).multiply(two).add(cells).add(sums.multiply(half));
      return common.add(persons.multiply(stays.max(moves)));
    }

    /** What roundings can add: two units a charge and group. */
    double slack(int charges) {
      return 2 * UNIT * charges * persons.doubleValue();
    }
  }

  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void charges_ofRandomSequences_keepEveryGroupWithinTheBudget(Neighbours neighbours) {
    SplittableRandom random = new SplittableRandom(7);
    int accepted = 0;
    int refused = 0;
    for (int run = 0; run < 5000; run++) {
      double rho = Math.pow(10, random.nextDouble(-6, 4.2));
      int groups = random.nextInt(1, 6);
      int persons = random.nextInt(1, 5);
      GroupLedger ledger =
          new GroupLedger(rho, groups, persons, PrivacyUnit.row(neighbours), Payment.IN_PROCESS);
      Books books = new Books(rho, groups, persons, neighbours == Neighbours.REPLACE);
      int charges = 0;
      for (int step = 0; step < 8; step++) {
        boolean paid =
            random.nextInt(4) == 0 ? common(random, ledger, books) : own(random, ledger, books);
        accepted += paid ? 1 : 0;
        refused += paid ? 0 : 1;
        charges++;
        for (int g = 0; g < groups; g++) {
          BigDecimal spent = books.spent(g);
          assertTrue(spent.compareTo(books.rho) <= 0, "run " + run);
          double exact = spent.doubleValue();
          double said = ledger.spent(g);
          assertTrue(said >= exact * (1 - 1e-15) && said <= rho, "run " + run);
          assertEquals(exact, said, books.slack(charges) + 1e-15 * rho, "run " + run);
        }
      }
    }
    assertTrue(accepted > 10_000 && refused > 4000, accepted + " " + refused);
  }

  private static boolean common(SplittableRandom random, GroupLedger ledger, Books books) {
    double price = books.rho.doubleValue() * Math.pow(10, random.nextDouble(-4, 0.5));
    if (random.nextInt(3) == 0 && ledger.remainingCommon() > 0) {
      price = ledger.remainingCommon();
    }
    try {
      ledger.chargeCommon("all", price);
    } catch (BudgetExceededException full) {
      return false;
    }
    books.common = books.common.add(new BigDecimal(price));
    return true;
  }

  private static boolean own(SplittableRandom random, GroupLedger ledger, Books books) {
    GroupQueryKind[] kinds = GroupQueryKind.values();
    GroupQueryKind kind = kinds[random.nextInt(kinds.length)];
    int[] groups =
        IntStream.range(0, books.own.size()).filter(g -> random.nextInt(3) > 0).toArray();
    boolean all = random.nextInt(3) == 0;
    double[] prices =
        Arrays.stream(groups)
            .mapToDouble(
                g ->
                    all && ledger.remaining(g, kind) > 0
                        ? ledger.remaining(g, kind)
                        : books.rho.doubleValue() * Math.pow(10, random.nextDouble(-4, 0.2)))
            .toArray();
    boolean exactly = IntStream.of(groups).allMatch(g -> all && ledger.remaining(g, kind) > 0);
    try {
      ledger.charge("own", kind, groups, prices);
    } catch (BudgetExceededException full) {
      assertTrue(!exactly, "what remains was refused");
      return false;
    }
    for (int i = 0; i < groups.length; i++) {
      int g = groups[i];
      books.own.get(g).merge(kind, new BigDecimal(prices[i]), BigDecimal::add);
    }
    return true;
  }
}
