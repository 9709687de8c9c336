package org.privatemean.privacy.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

/**
 * The budget of a release about many groups: a question about all groups is charged to all, a
 * question about one group to that group alone, and no group pays more than the budget.
 *
 * <p><b>Privacy guarantee.</b> The whole transcript is rho-zCDP, for any choice of groups, prices
 * and stops by earlier answers (grouped-mean.md, "Proof"): in every run the price of every group's
 * questions stays within rho.
 *
 * <p><b>Rows that change their group.</b> With A, H, V and N the charges of a group for counts,
 * histograms, sums and its number of rows, replace keeps {@code common + A + H + V} and {@code
 * common + 2 (A + H/2 + V/4 + N)} within rho; with weights N is in both. For a person in L groups
 * the charges of a group count L times.
 *
 * <p>Amounts are longs in units of 2^-48; charges are rounded up, the budget down. Thread-safe.
 */
@Internal
public final class GroupLedger {
  /** The kinds of questions about a group. */
  public enum GroupQueryKind {
    /** The number of its rows. */
    ROW_COUNT,
    /** The number of its rows with a property. */
    COUNT,
    /** The numbers of its rows in the cells of a partition. */
    HISTOGRAM,
    /** The sum of its clipped vectors. */
    SUM
  }

  /** The charges of a step: of all groups, and of each; reports show the largest. */
  private static final class Line {
    private long common;
    private long[] own = {};
  }

  private static final double UNITS = 0x1p48;
  private static final double MAX_RHO = 0x1p14;

  private final PrivacyUnit unit;
  private final long groupsPerPerson;
  private final long budget;
  private final Map<String, Line> lines = new LinkedHashMap<>();

  /** The charge of a row that stays in its group, and half that of one that moves, in units. */
  private final long[] stays;

  private final long[] moves;
  private final Payment payment;
  private long common;
  private long most;

  /** Creates a ledger with nothing spent of a budget in (0, 2^14], which the payment has paid. */
  public GroupLedger(
      double rho, int groups, int groupsPerPerson, PrivacyUnit unit, Payment payment) {
    this(unit, groupsPerPerson, budget(rho), groups, payment);
  }

  private GroupLedger(
      PrivacyUnit unit, long groupsPerPerson, long budget, int groups, Payment payment) {
    this.unit = unit;
    this.payment = payment;
    this.groupsPerPerson = groupsPerPerson;
    this.budget = budget;
    this.stays = new long[groups];
    this.moves = new long[groups];
  }

  private static long budget(double rho) {
    Checks.positive("rho", rho);
    Checks.argument("rho", rho <= MAX_RHO, "at most 2^14", rho);
    return (long) Math.floor(rho * UNITS);
  }

  /** Charges all groups a positive price, or nothing if the one that paid most cannot. */
  public synchronized void chargeCommon(String step, double price) {
    long debit = units(price);
    if (debit > budget - common - mostOwn()) {
      throw new BudgetExceededException(step, price, (budget - common - mostOwn()) / UNITS);
    }
    common += debit;
    line(step).common += debit;
    payment.draw();
  }

  private Line line(String step) {
    return lines.computeIfAbsent(step, name -> new Line());
  }

  private long mostOwn() {
    return groupsPerPerson * most;
  }

  /** Charges some groups, each once, their positive prices; none of them if one cannot pay. */
  public synchronized void charge(String step, GroupQueryKind kind, int[] groups, double[] prices) {
    long[] debits = new long[groups.length];
    for (int i = 0; i < groups.length; i++) {
      debits[i] = units(prices[i]);
      if (debits[i] > room(groups[i], kind)) {
        throw new BudgetExceededException(step, prices[i], remaining(groups[i], kind));
      }
    }
    Line line = line(step);
    if (line.own.length == 0) {
      line.own = new long[stays.length];
    }
    for (int i = 0; i < groups.length; i++) {
      int g = groups[i];
      stays[g] += stay(kind, debits[i]);
      moves[g] += move(kind, debits[i]);
      most = Math.max(most, Math.max(stays[g], moves[g]));
      line.own[g] += debits[i];
    }
    payment.draw();
  }

  /** Returns a ledger of groups that have each paid what group 0, which stood for all, has. */
  public synchronized GroupLedger forEach(int groups) {
    int size = Math.max(1, groups);
    GroupLedger each = new GroupLedger(unit, groupsPerPerson, budget, size, payment);
    each.common = common;
    lines.forEach(
        (step, line) -> {
          Line same = each.line(step);
          same.common = line.common;
          if (line.own.length > 0) {
            same.own = new long[size];
            Arrays.fill(same.own, line.own[0]);
          }
        });
    Arrays.fill(each.stays, stays[0]);
    Arrays.fill(each.moves, moves[0]);
    each.most = Math.max(stays[0], moves[0]);
    return each;
  }

  private long stay(GroupQueryKind kind, long debit) {
    return kind == GroupQueryKind.ROW_COUNT && unit.isCountPublic() ? 0 : debit;
  }

  /** Returns twice the charge of a row that moves; under add or remove no row moves. */
  private long move(GroupQueryKind kind, long debit) {
    if (unit.neighbours() == Neighbours.ADD_REMOVE) {
      return 0;
    }
    return switch (kind) {
      case ROW_COUNT, COUNT -> 2 * debit;
      case HISTOGRAM -> debit;
      case SUM -> debit / 2 + 1;
    };
  }

  private static long units(double price) {
    Checks.positive("price", price);
    return (long) Math.ceil(Math.min(price, 2 * MAX_RHO) * UNITS);
  }

  /** Returns the largest charge of a kind that a group can still pay, rounded down; may be 0. */
  public synchronized double remaining(int group, GroupQueryKind kind) {
    long left = Math.max(0, room(group, kind));
    double value = left / UNITS;
    // From 2^53 units on a long may have been rounded up; as doubles they would be equal.
    return (long) (value * UNITS) > left ? Math.nextDown(value) : value;
  }

  /** Returns the largest debit of a group. A price may be huge, so nothing is added to debits. */
  private long room(int group, GroupQueryKind kind) {
    long room = (budget - common) / groupsPerPerson;
    long staying = stay(kind, 1) == 0 ? room : room - stays[group];
    if (unit.neighbours() == Neighbours.ADD_REMOVE) {
      return staying;
    }
    long moving = room - moves[group];
    return Math.min(
        staying,
        switch (kind) {
          case ROW_COUNT, COUNT -> moving / 2;
          case HISTOGRAM -> moving;
          case SUM -> 2 * (moving - 1);
        });
  }

  /** Returns the largest charge that all groups can still pay together, rounded down; may be 0. */
  public synchronized double remainingCommon() {
    return Math.max(0, Math.nextDown((budget - common - mostOwn()) / UNITS));
  }

  /** Returns the amount spent on a person with rows in L groups like this one, rounded up. */
  public synchronized double spent(int group) {
    long own = Math.max(stays[group], moves[group]);
    return roundedUp(common + groupsPerPerson * own);
  }

  private static double roundedUp(long units) {
    double value = units / UNITS;
    return (long) (value * UNITS) < units ? Math.nextUp(value) : value;
  }

  /** Returns the amount spent on the group that paid most, rounded up. */
  public synchronized double mostSpent() {
    return Math.nextUp((common + mostOwn()) / UNITS);
  }

  /** Returns the common charges, and the largest of those of the groups, rounded up. */
  public synchronized List<Charge> charges() {
    List<Charge> charges = new ArrayList<>();
    lines.forEach(
        (step, line) -> {
          long own = groupsPerPerson * Arrays.stream(line.own).max().orElse(0);
          charges.add(new Charge(step, roundedUp(line.common + own)));
        });
    return List.copyOf(charges);
  }
}
