package org.privatemean.local;

import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;
import org.privatemean.request.IfHopeless;
import org.privatemean.request.MeanSpec;

/**
 * What is asked of a mean from local reports.
 *
 * @param protocol who reports what, and which guarantee a user gets
 * @param budget what one user spends in all rounds together: rho or epsilon, as the protocol says;
 *     positive
 * @param bounds what is publicly known of where the rows lie
 * @param route how the centre is found
 * @param grid what the clipping norm is searched on
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
    double beta,
    IfHopeless ifHopeless) {

  /** Who reports what. */
  public enum Protocol {
    /**
     * Theorem 5.2 as it stands: every user reports in every round, and the rounds share a budget in
     * zCDP as the steps of Theorems 3.4 and 3.6 do.
     */
    ZCDP,
    /** Every user reports in one round only, epsilon-DP with the whole of epsilon. */
    PURE
  }

  /** How the centre is found. */
  public enum Route {
    /** The paper's three rounds: medians, clipping norm, mean. */
    MEDIANS,
    /** Four rounds: clipping norm and mean around zero, then again around that mean. PURE only. */
    RECENTRED,
    /** Medians, and with PURE the recentred mean where public values say that medians fail. */
    AUTO
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
  }

  /** Theorem 5.2 literally: its split, its ranks, its grid of squared norms. */
  public static LocalMeanSpec paper(Zcdp budget, Bounds bounds) {
    return new LocalMeanSpec(
        Protocol.ZCDP,
        budget.rho(),
        bounds,
        Route.MEDIANS,
        MeanSpec.Grid.SQUARED,
        MeanSpec.DEFAULT_BETA,
        IfHopeless.REFUSE);
  }

  /** The better variant: pure reports, users split by round. */
  public static LocalMeanSpec pure(PureDp budget, Bounds bounds) {
    return new LocalMeanSpec(
        Protocol.PURE,
        budget.epsilon(),
        bounds,
        Route.AUTO,
        MeanSpec.Grid.GEOMETRIC,
        MeanSpec.DEFAULT_BETA,
        IfHopeless.REFUSE);
  }

  /** The same request by another route. */
  public LocalMeanSpec withRoute(Route other) {
    return new LocalMeanSpec(protocol, budget, bounds, other, grid, beta, ifHopeless);
  }

  /** The same request with the clipping norm searched on another grid. */
  public LocalMeanSpec withGrid(MeanSpec.Grid other) {
    return new LocalMeanSpec(protocol, budget, bounds, route, other, beta, ifHopeless);
  }

  /** The same request, but only warning where a plan cannot work. */
  public LocalMeanSpec warningOnly() {
    return new LocalMeanSpec(protocol, budget, bounds, route, grid, beta, IfHopeless.WARN);
  }
}
