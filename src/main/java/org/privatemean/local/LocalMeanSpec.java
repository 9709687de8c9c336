package org.privatemean.local;

import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanSpec;

/**
 * The request for a mean from local reports.
 *
 * @param protocol who reports what, and which guarantee a user gets
 * @param budget what one user spends in all rounds together: rho or epsilon, as the protocol says;
 *     positive
 * @param bounds what is publicly known of where the rows lie
 * @param route how the centre is found
 * @param grid what the clipping norm is searched on
 * @param randomizer what users report vectors with; with ZCDP always {@link Randomizer#AUTO}, which
 *     is discrete Gaussian noise there
 * @param beta failure probability of ranges and searches, in (0, 1)
 * @param ifHopeless what becomes of a plan that public values say cannot work
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
    /**
     * Theorem 5.2 as it stands: every user reports in every round, and the rounds share a budget in
     * zCDP as the steps of Theorems 3.4 and 3.6 do.
     */
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
    /** Medians, and with PURE the recentred mean where public values say that medians fail. */
    AUTO
  }

  /** Randomizers of vectors, for pure reports. */
  public enum Randomizer {
    /**
     * That of the least error to be expected, from public values alone; where the error of the
     * projected one is within 1 % of it, in reports of at most a quarter of the length, that.
     */
    AUTO("auto"),
    /** PrivUnit: the least error that an unbiased report can have. */
    PRIV_UNIT("privUnit"),
    /** PrivUnitG: normal noise, a little less work and a little more error. */
    PRIV_UNIT_G("privUnitG"),
    /** FastProjUnit: PrivUnit of a random projection, short reports of many coordinates. */
    PROJ_UNIT("projUnit");

    private final String label;

    Randomizer(String label) {
      this.label = label;
    }

    /** Returns the name of the param's value. */
    public String label() {
      return label;
    }

    /**
     * The randomizer of a label.
     *
     * @throws IllegalArgumentException if there is none
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

  /** Checks the values. */
  public LocalMeanSpec {
    if (!(budget > 0 && budget < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "budget must be positive and finite. Provided value: " + budget);
    }
    if (!(beta > 0 && beta < 1)) {
      throw ParamException.outOfRange("beta", "in (0, 1)", beta);
    }
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

  /** Theorem 5.2 literally: its split, its ranks, its grid of squared norms. */
  public static LocalMeanSpec paper(Zcdp budget, Bounds bounds) {
    return new LocalMeanSpec(
        Protocol.ZCDP,
        budget.rho(),
        bounds,
        Route.MEDIANS,
        MeanSpec.Grid.SQUARED,
        Randomizer.AUTO,
        MeanSpec.DEFAULT_BETA,
        InfeasiblePlanPolicy.REFUSE);
  }

  /** The better variant: pure reports, users split by round. */
  public static LocalMeanSpec pure(PureDp budget, Bounds bounds) {
    return new LocalMeanSpec(
        Protocol.PURE,
        budget.epsilon(),
        bounds,
        Route.AUTO,
        MeanSpec.Grid.GEOMETRIC,
        Randomizer.AUTO,
        MeanSpec.DEFAULT_BETA,
        InfeasiblePlanPolicy.REFUSE);
  }

  /** The same request by another route. */
  public LocalMeanSpec withRoute(Route other) {
    return new LocalMeanSpec(protocol, budget, bounds, other, grid, randomizer, beta, ifHopeless);
  }

  /** The same request with the clipping norm searched on another grid. */
  public LocalMeanSpec withGrid(MeanSpec.Grid other) {
    return new LocalMeanSpec(protocol, budget, bounds, route, other, randomizer, beta, ifHopeless);
  }

  /** The same request with vectors reported by another randomizer. */
  public LocalMeanSpec withRandomizer(Randomizer other) {
    return new LocalMeanSpec(protocol, budget, bounds, route, grid, other, beta, ifHopeless);
  }

  /** The same request, but only warning where a plan cannot work. */
  public LocalMeanSpec warningOnly() {
    return new LocalMeanSpec(
        protocol, budget, bounds, route, grid, randomizer, beta, InfeasiblePlanPolicy.WARN);
  }
}
