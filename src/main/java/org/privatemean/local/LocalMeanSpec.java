package org.privatemean.local;

import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanSpec;

/**
 * The request for a mean from local reports.
 *
 * @param protocol the reports of each user, and whether the budget is rho or epsilon
 * @param budget of one user in all rounds together: rho or epsilon, positive and finite
 * @param bounds public bounds on the location of the rows
 * @param route the way to find the centre; with ZCDP not {@link Route#RECENTRED}
 * @param grid of the search for the clipping norm
 * @param randomizer of vectors; with ZCDP always {@link Randomizer#AUTO}, which there is discrete
 *     Gaussian noise
 * @param beta failure probability of ranges and searches, in (0, 1)
 * @param ifHopeless policy for a plan that cannot work by public values
 * @since 0.1.0
 */
public record LocalMeanSpec(
    Protocol protocol,
    double budget,
    Bounds bounds,
    Route route,
    MeanSpec.Grid grid,
    Randomizer randomizer,
    double beta,
    InfeasiblePlanPolicy ifHopeless) {

  /** Protocols, by the reports of each user. */
  public enum Protocol {
    /** Theorem 5.2 literally: every user reports in every round, and the rounds share rho. */
    ZCDP,
    /** Every user reports in one round only, epsilon-DP with the whole of epsilon. */
    PURE
  }

  /** Ways to find the centre. */
  public enum Route {
    /** The paper's three rounds: medians, clipping norm, mean. */
    MEDIANS,
    /** Four rounds: clipping norm and mean around zero, then again around that mean. PURE only. */
    RECENTRED,
    /** Medians, and with PURE the recentred mean if public values show that medians fail. */
    AUTO
  }

  /** Randomizers of vectors, for pure reports. */
  public enum Randomizer {
    /**
     * The least expected error, by public values; the projected one if its error is within 1 % of
     * that, with reports of at most a quarter of the length.
     */
    AUTO("auto"),
    /** PrivUnit: the least error of any unbiased report. */
    PRIV_UNIT("privUnit"),
    /** PrivUnitG: normal noise, with slightly less work and more error. */
    PRIV_UNIT_G("privUnitG"),
    /** FastProjUnit: PrivUnit of a random projection, short reports of many coordinates. */
    PROJ_UNIT("projUnit");

    private final String label;

    Randomizer(String label) {
      this.label = label;
    }

    /** Returns the value of the param. */
    public String label() {
      return label;
    }

    /**
     * Returns the randomizer of a value of the param.
     *
     * @throws ParamException if there is none
     */
    public static Randomizer fromLabel(String label) {
      for (Randomizer randomizer : values()) {
        if (randomizer.label.equals(label)) {
          return randomizer;
        }
      }
      throw ParamException.outOfRange(
          "randomizer", "one of auto, privUnit, privUnitG, projUnit", label);
    }
  }

  public LocalMeanSpec {
    boolean finite = budget > 0 && budget < Double.POSITIVE_INFINITY;
    Checks.argument("budget", finite, "positive and finite", budget);
    Checks.param("beta", beta > 0 && beta < 1, "in (0, 1)", beta);
    if (protocol == Protocol.ZCDP && route == Route.RECENTRED) {
      throw new IllegalArgumentException(
          "route RECENTRED splits users by round: take protocol PURE, or route MEDIANS");
    }
    if (protocol == Protocol.ZCDP && randomizer != Randomizer.AUTO) {
      throw new ParamException(
          "randomizer",
          String.format(
              "{randomizer} %s makes pure reports, and with a budget in {rho} vectors are reported"
                  + " with discrete Gaussian noise",
              randomizer.label()),
          "set {epsilon} in place of {rho}, or leave {randomizer} auto");
    }
  }

  /**
   * Creates a request for Theorem 5.2 literally: its split, ranks and grid of squared norms.
   *
   * @param budget rho above 0
   */
  public static LocalMeanSpec paper(Zcdp budget, Bounds bounds) {
    return create(Protocol.ZCDP, budget.rho(), bounds, Route.MEDIANS, MeanSpec.Grid.SQUARED);
  }

  /**
   * Creates a request for the more accurate variant: pure reports, users split by round.
   *
   * @param budget epsilon above 0; a plan requires [2^-30, 700]
   */
  public static LocalMeanSpec pure(PureDp budget, Bounds bounds) {
    return create(Protocol.PURE, budget.epsilon(), bounds, Route.AUTO, MeanSpec.Grid.GEOMETRIC);
  }

  private static LocalMeanSpec create(
      Protocol protocol, double budget, Bounds bounds, Route route, MeanSpec.Grid grid) {
    InfeasiblePlanPolicy ifHopeless = InfeasiblePlanPolicy.REFUSE;
    double beta = MeanSpec.DEFAULT_BETA;
    return new LocalMeanSpec(
        protocol, budget, bounds, route, grid, Randomizer.AUTO, beta, ifHopeless);
  }

  /** Returns a copy with another route; refuses {@link Route#RECENTRED} with protocol ZCDP. */
  public LocalMeanSpec withRoute(Route other) {
    return new LocalMeanSpec(protocol, budget, bounds, other, grid, randomizer, beta, ifHopeless);
  }

  /** Returns a copy with another grid for the clipping norm. */
  public LocalMeanSpec withGrid(MeanSpec.Grid other) {
    return new LocalMeanSpec(protocol, budget, bounds, route, other, randomizer, beta, ifHopeless);
  }

  /** Returns a copy with another randomizer of vectors; with protocol ZCDP only AUTO. */
  public LocalMeanSpec withRandomizer(Randomizer other) {
    return new LocalMeanSpec(protocol, budget, bounds, route, grid, other, beta, ifHopeless);
  }

  /** Returns a copy that only warns about a plan that cannot work. */
  public LocalMeanSpec warningOnly() {
    return new LocalMeanSpec(
        protocol, budget, bounds, route, grid, randomizer, beta, InfeasiblePlanPolicy.WARN);
  }

  /** Returns the cost in zCDP of all that one user sends. */
  double rho() {
    return protocol == Protocol.ZCDP ? budget : Conversions.rhoUp(new PureDp(budget)).rho();
  }
}
