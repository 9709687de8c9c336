package org.privatemean.request;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;

/**
 * A request for the clipped or the shifted clipped mean.
 *
 * @param method the mechanism: clipped or shiftedClipped
 * @param rho budget of the whole release, rho-zCDP; positive and finite
 * @param bounds bounds on the rows; may be empty for {@link Method#CLIPPED} with a clipping norm
 * @param clippingNorm public clipping norm in data units, positive and finite; empty to find one
 *     privately
 * @param beta failure probability of the searches, in (0, 1)
 * @param grid grid of the search for the clipping norm
 * @param split split of the budget that remains after the charge for a private n, with a share for
 *     every step that the method takes
 * @param unit unit that the guarantee protects; all persons count alike
 * @since 0.1.0
 */
public record MeanSpec(
    Method method,
    double rho,
    Optional<Bounds> bounds,
    OptionalDouble clippingNorm,
    double beta,
    Grid grid,
    BudgetSplit split,
    PrivacyUnit unit)
    implements MeanRequest {
  /** Default failure probability of the searches. */
  public static final double DEFAULT_BETA = 0.001;

  /** Grids of the private search for the clipping norm. */
  public enum Grid {
    /** A constant ratio between neighbouring norms: the default. */
    GEOMETRIC,
    /** The paper's integers, as squared norms. */
    SQUARED;

    /** Returns the name in parameters. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the grid with the given name in parameters.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Grid of(String label) {
      return Checks.constant(values(), Grid::label, label, "no grid is called " + label);
    }
  }

  public MeanSpec {
    Checks.positiveParam("rho", rho);
    Checks.param("beta", beta > 0 && beta < 1, "in (0, 1)", beta);
    clippingNorm.ifPresent(norm -> Checks.positiveParam("clippingNorm", norm));
    if (unit.mostWeight() > 1) {
      throw new ParamException(
          "personWeight",
          String.format("{method} %s counts all persons alike", method.label()),
          "set {personWeight} to equal, or {method} to recentred");
    }
    if (bounds.isEmpty() && (method.shifts() || clippingNorm.isEmpty())) {
      throw new ParamException(
          "bound",
          String.format("{method} %s needs a public bound", method.label()),
          "set {radius} with {sigmaMin} and {sigmaMax}, or {bound}, or {coordinateBound}"
              + (method.shifts() ? "" : ", or {clippingNorm}"));
    }
    if ((method.shifts() && split.medians() == 0)
        || (clippingNorm.isEmpty() && split.threshold() == 0)) {
      throw new IllegalArgumentException(
          "split must give a share to every step that the method takes. Provided value: " + split);
    }
  }

  /** Creates a request with the given bounds and the default values of all other components. */
  public static MeanSpec of(Method method, double rho, Bounds bounds) {
    return new MeanSpec(
        method,
        rho,
        Optional.of(bounds),
        OptionalDouble.empty(),
        DEFAULT_BETA,
        Grid.GEOMETRIC,
        BudgetSplit.paper(method, OptionalDouble.empty()),
        PrivacyUnit.row(Neighbours.REPLACE));
  }

  @Override
  public String name() {
    return method.label();
  }

  /** Returns the bounds, or the ball of the clipping norm if no bounds are given. */
  public Bounds effectiveBounds() {
    return bounds.orElseGet(
        () -> new Bounds.Ball(clippingNorm.getAsDouble(), OptionalDouble.empty()));
  }
}
