package org.privatemean.request;

import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.mean.clipped.ClippedMean;
import org.privatemean.mean.clipped.MeanPlan;
import org.privatemean.privacy.Neighbours;
import org.privatemean.query.TrustModel;
import org.privatemean.release.Release;
import org.privatemean.rows.Rows;

/**
 * A request for the clipped or the shifted clipped mean.
 *
 * @param method the mechanism: clipped or shiftedClipped
 * @param rho budget of the whole release, rho-zCDP; positive
 * @param bounds where the rows lie; may be empty for {@link Method#CLIPPED} with a clipping norm
 * @param clippingNorm public clipping norm in data units, or empty to find one privately
 * @param beta failure probability of the searches, in (0, 1)
 * @param grid what the clipping norm is searched on
 * @param split how the budget is shared, after a private n has been paid
 * @param neighbours whom the guarantee protects
 */
public record MeanSpec(
    Method method,
    double rho,
    Optional<Bounds> bounds,
    OptionalDouble clippingNorm,
    double beta,
    Grid grid,
    BudgetSplit split,
    Neighbours neighbours)
    implements MeanRequest {
  /** Default failure probability of the searches. */
  public static final double DEFAULT_BETA = 0.001;

  /** The grid of the private clipping norm. */
  public enum Grid {
    /** A constant ratio between neighbours: the default. */
    GEOMETRIC("geometric"),
    /** The paper's integers: squared norms. */
    SQUARED("squared");

    private final String label;

    Grid(String label) {
      this.label = label;
    }

    /** The name in parameters. */
    public String label() {
      return label;
    }
  }

  /** Checks the values and that the clipping norm and the bounds suffice for the method. */
  public MeanSpec {
    if (!(rho > 0 && rho < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("rho must be positive and finite. Provided value: " + rho);
    }
    if (!(beta > 0 && beta < 1)) {
      throw new IllegalArgumentException("beta must be in (0, 1). Provided value: " + beta);
    }
    if (method == Method.RECENTRED) {
      throw new IllegalArgumentException("method recentred takes a RecentredSpec");
    }
    clippingNorm.ifPresent(MeanSpec::checkNorm);
    if (bounds.isEmpty() && (method.shifts() || clippingNorm.isEmpty())) {
      throw new IllegalArgumentException(
          String.format(
              "method %s needs a public bound: set radius with sigmaMin and sigmaMax, or bound, or"
                  + " coordinateBound%s",
              method.label(), method.shifts() ? "" : ", or clippingNorm"));
    }
    if ((method.shifts() && split.medians() == 0)
        || (clippingNorm.isEmpty() && split.threshold() == 0)) {
      throw new IllegalArgumentException(
          "split must give a share to every step that the method takes. Provided value: " + split);
    }
  }

  private static void checkNorm(double norm) {
    if (!(norm > 0 && norm < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "clippingNorm must be positive and finite. Provided value: " + norm);
    }
  }

  /** The usual request: bounds given, everything else by default. */
  public static MeanSpec of(Method method, double rho, Bounds bounds) {
    return new MeanSpec(
        method,
        rho,
        Optional.of(bounds),
        OptionalDouble.empty(),
        DEFAULT_BETA,
        Grid.GEOMETRIC,
        BudgetSplit.paper(method.shifts(), true),
        Neighbours.REPLACE);
  }

  @Override
  public Release release(Rows rows, TrustModel trust) {
    return ClippedMean.release(this, rows, trust);
  }

  @Override
  public Release forecast(long rows, int dimension, double spread) {
    return MeanPlan.of(this, rows, dimension).forecast(spread);
  }

  /** The bounds, or the ball of the clipping norm where only that is given. */
  public Bounds effectiveBounds() {
    return bounds.orElseGet(
        () -> new Bounds.Ball(clippingNorm.getAsDouble(), OptionalDouble.empty()));
  }
}
