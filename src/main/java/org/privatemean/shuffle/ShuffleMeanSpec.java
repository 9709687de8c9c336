package org.privatemean.shuffle;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;

/**
 * The request for a mean in the shuffle model.
 *
 * @param budget guarantee of all rounds together; epsilon positive, delta in (0, 1)
 * @param bounds public bounds on the location of the rows
 * @param honestFraction gamma in (0, 1]: the fraction of the users on whose noise the guarantee
 *     relies
 * @param grid of the search for the clipping norm
 * @param beta failure probability of ranges and searches, in (0, 1)
 * @param ifHopeless policy for a plan that cannot work by public values
 * @param rounds maximum number of rounds, {@value #LEAST_ROUNDS} to {@value #MOST_ROUNDS}; empty
 *     for the fewest that cost little
 * @param batches number of batches of the users for the sum, at least 1: one malicious user can
 *     spoil one, and the noise of the mean is sqrt(batches) times as large, see {@link
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

  /** No plan needs more rounds. */
  public static final int MOST_ROUNDS = 40;

  public ShuffleMeanSpec {
    if (!(budget.epsilon() > 0 && budget.delta() > 0 && budget.delta() < 1)) {
      throw new IllegalArgumentException(
          String.format(
              "epsilon must be positive and delta in (0, 1). Provided: %s, %s",
              budget.epsilon(), budget.delta()));
    }
    boolean isFraction = honestFraction > 0 && honestFraction <= 1;
    Checks.param("honestFraction", isFraction, "in (0, 1]", honestFraction);
    Checks.param("beta", beta > 0 && beta < 1, "in (0, 1)", beta);
    rounds.ifPresent(ShuffleMeanSpec::checkRounds);
    Checks.param("batches", batches >= 1, "at least 1", batches);
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

  /** Creates a request with one batch. */
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

  /** Creates a request with the rounds that {@link ShuffleMeanPlan} chooses, and one batch. */
  public ShuffleMeanSpec(
      ApproxDp budget,
      Bounds bounds,
      double honestFraction,
      MeanSpec.Grid grid,
      double beta,
      InfeasiblePlanPolicy ifHopeless) {
    this(budget, bounds, honestFraction, grid, beta, ifHopeless, OptionalInt.empty());
  }

  /** Creates a request with defaults for everything but budget and bounds, and all users honest. */
  public static ShuffleMeanSpec of(ApproxDp budget, Bounds bounds) {
    return new ShuffleMeanSpec(
        budget,
        bounds,
        1,
        MeanSpec.Grid.GEOMETRIC,
        MeanSpec.DEFAULT_BETA,
        InfeasiblePlanPolicy.REFUSE);
  }

  /** Returns a copy that relies on a fraction of the users only, in (0, 1]. */
  public ShuffleMeanSpec withHonestFraction(double gamma) {
    return new ShuffleMeanSpec(budget, bounds, gamma, grid, beta, ifHopeless, rounds, batches);
  }

  /**
   * Returns a copy with a maximum number of rounds, {@value #LEAST_ROUNDS} to {@value
   * #MOST_ROUNDS}.
   */
  public ShuffleMeanSpec withRounds(int most) {
    return new ShuffleMeanSpec(
        budget, bounds, honestFraction, grid, beta, ifHopeless, OptionalInt.of(most), batches);
  }

  /**
   * Returns a copy with several batches of users for the sum, at least 1: k + 1 batches leave the
   * least noise for k malicious users.
   */
  public ShuffleMeanSpec withBatches(int count) {
    return new ShuffleMeanSpec(
        budget, bounds, honestFraction, grid, beta, ifHopeless, rounds, count);
  }

  /** Returns a copy that only warns about a plan that cannot work. */
  public ShuffleMeanSpec warningOnly() {
    return new ShuffleMeanSpec(
        budget, bounds, honestFraction, grid, beta, InfeasiblePlanPolicy.WARN, rounds, batches);
  }

  /** Returns the central mean with the same guarantee, which defines lattice and grids. */
  MeanSpec central() {
    return new MeanSpec(
        Method.SHIFTED_CLIPPED,
        Conversions.rhoDown(budget).rho(),
        Optional.of(bounds),
        OptionalDouble.empty(),
        beta,
        grid,
        BudgetSplit.paper(Method.SHIFTED_CLIPPED, OptionalDouble.empty()),
        PrivacyUnit.row(Neighbours.REPLACE));
  }
}
