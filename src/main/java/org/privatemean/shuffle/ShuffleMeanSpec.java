package org.privatemean.shuffle;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.BudgetSplit.NormSource;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;

/**
 * The request for a mean in the shuffle model.
 *
 * @param budget the guarantee of the whole run, all rounds together; epsilon positive, delta in (0,
 *     1)
 * @param bounds what is publicly known of where the rows lie
 * @param honestFraction gamma in (0, 1]: the share of the users whose noise is counted on
 * @param grid what the clipping norm is searched on
 * @param beta failure probability of ranges and searches, in (0, 1)
 * @param ifHopeless what becomes of a plan that public values say cannot work
 * @param rounds the most rounds that users are asked in, {@value #LEAST_ROUNDS} to {@value
 *     #MOST_ROUNDS}; empty for the fewest that cost little, see {@link ShuffleMeanPlan}
 * @param batches into how many batches the users are split for the sum, at least 1: what one forger
 *     can spoil. The noise of the mean is sqrt(batches) times as large; see {@link
 *     org.privatemean.shuffle.Batches}
 * @since 0.1.0
 */
public record ShuffleMeanSpec(
    ApproxDp budget,
    Bounds bounds,
    double honestFraction,
    MeanSpec.Grid grid,
    double beta,
    InfeasiblePlanPolicy ifHopeless,
    OptionalInt rounds,
    int batches) {
  /** One round for the medians, one for the clipping norm and one for the sum (Theorem 5.6). */
  public static final int LEAST_ROUNDS = 3;

  /** More than this no plan needs. */
  public static final int MOST_ROUNDS = 40;

  /** Checks the values. */
  public ShuffleMeanSpec {
    if (!(budget.epsilon() > 0 && budget.delta() > 0 && budget.delta() < 1)) {
      throw new IllegalArgumentException(
          String.format(
              "epsilon must be positive and delta in (0, 1). Provided: %s, %s",
              budget.epsilon(), budget.delta()));
    }
    if (!(honestFraction > 0 && honestFraction <= 1)) {
      throw ParamException.outOfRange("honestFraction", "in (0, 1]", honestFraction);
    }
    if (!(beta > 0 && beta < 1)) {
      throw ParamException.outOfRange("beta", "in (0, 1)", beta);
    }
    rounds.ifPresent(ShuffleMeanSpec::checkRounds);
    if (batches < 1) {
      throw ParamException.outOfRange("batches", "at least 1", batches);
    }
  }

  /**
   * Checks a number of rounds.
   *
   * @throws ParamException if it is not in [{@value #LEAST_ROUNDS}, {@value #MOST_ROUNDS}]
   */
  public static void checkRounds(int rounds) {
    if (rounds < LEAST_ROUNDS || rounds > MOST_ROUNDS) {
      throw ParamException.of(
          "rounds",
          String.format(
              "{rounds} must be auto or in [%d, %d]: %d would do at least, one for the medians, one"
                  + " for the clipping norm and one for the sum. Provided value: %s",
              LEAST_ROUNDS, MOST_ROUNDS, LEAST_ROUNDS, rounds));
    }
  }

  /** The request with one batch. */
  public ShuffleMeanSpec(
      ApproxDp budget,
      Bounds bounds,
      double honestFraction,
      MeanSpec.Grid grid,
      double beta,
      InfeasiblePlanPolicy ifHopeless,
      OptionalInt rounds) {
    this(budget, bounds, honestFraction, grid, beta, ifHopeless, rounds, 1);
  }

  /** The request with as many rounds as {@link ShuffleMeanPlan} chooses, and one batch. */
  public ShuffleMeanSpec(
      ApproxDp budget,
      Bounds bounds,
      double honestFraction,
      MeanSpec.Grid grid,
      double beta,
      InfeasiblePlanPolicy ifHopeless) {
    this(budget, bounds, honestFraction, grid, beta, ifHopeless, OptionalInt.empty());
  }

  /** The usual request: everything but budget and bounds by default, and all users honest. */
  public static ShuffleMeanSpec of(ApproxDp budget, Bounds bounds) {
    return new ShuffleMeanSpec(
        budget,
        bounds,
        1,
        MeanSpec.Grid.GEOMETRIC,
        MeanSpec.DEFAULT_BETA,
        InfeasiblePlanPolicy.REFUSE);
  }

  /** The same request, counting on a share of the users only. */
  public ShuffleMeanSpec withHonestFraction(double gamma) {
    return new ShuffleMeanSpec(budget, bounds, gamma, grid, beta, ifHopeless, rounds, batches);
  }

  /**
   * The same request, in at most this many rounds.
   *
   * @param most {@value #LEAST_ROUNDS} to {@value #MOST_ROUNDS}
   */
  public ShuffleMeanSpec withRounds(int most) {
    return new ShuffleMeanSpec(
        budget, bounds, honestFraction, grid, beta, ifHopeless, OptionalInt.of(most), batches);
  }

  /**
   * The same request, with the users split into batches for the sum: k + 1 of them leave the least
   * noise where k users forge.
   *
   * @param count at least 1
   */
  public ShuffleMeanSpec withBatches(int count) {
    return new ShuffleMeanSpec(
        budget, bounds, honestFraction, grid, beta, ifHopeless, rounds, count);
  }

  /** The same request, but only warning where a plan cannot work. */
  public ShuffleMeanSpec warningOnly() {
    return new ShuffleMeanSpec(
        budget, bounds, honestFraction, grid, beta, InfeasiblePlanPolicy.WARN, rounds, batches);
  }

  /**
   * The shifted clipped mean that a trusted curator would release under the same guarantee: lattice
   * and grids are its.
   */
  MeanSpec central() {
    return new MeanSpec(
        Method.SHIFTED_CLIPPED,
        Conversions.rhoDown(budget).rho(),
        Optional.of(bounds),
        OptionalDouble.empty(),
        beta,
        grid,
        BudgetSplit.paper(Method.SHIFTED_CLIPPED, NormSource.SEARCHED),
        PrivacyUnit.row(Neighbours.REPLACE));
  }
}
