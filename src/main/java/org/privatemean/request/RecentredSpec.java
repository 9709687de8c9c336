package org.privatemean.request;

import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;

/**
 * A request for the recentred mean. Only the budget has to be chosen.
 *
 * @param rho budget of the whole release, rho-zCDP; positive
 * @param minNorm public norm, in data units, below which there is no need to look; narrows the
 *     search
 * @param bounds where the rows lie, if that is known: longer rows are scaled to the longest norm
 *     that the bounds allow, and the search need not look beyond it
 * @param scaling whether coordinates of unequal spread are scaled before the last steps
 * @param unit what the guarantee protects
 * @since 0.1.0
 */
public record RecentredSpec(
    double rho, OptionalDouble minNorm, Optional<Bounds> bounds, Scaling scaling, PrivacyUnit unit)
    implements MeanRequest {
  /** The name of the mechanism. */
  public static final String NAME = "recentred";

  /** What is done about coordinates of unequal spread. */
  public enum Scaling {
    /** Nothing: every coordinate gets the same noise. */
    NONE("none"),
    /** Scale by private variances, where a private look says that it pays. */
    AUTO("auto");

    private final String label;

    Scaling(String label) {
      this.label = label;
    }

    /** The name in parameters. */
    public String label() {
      return label;
    }
  }

  /** Checks the budget and the norm. */
  public RecentredSpec {
    if (!(rho > 0 && rho < Double.POSITIVE_INFINITY)) {
      throw ParamException.outOfRange("rho", "positive and finite", rho);
    }
    minNorm.ifPresent(
        norm -> {
          if (!(norm > 0 && norm < Double.POSITIVE_INFINITY)) {
            throw ParamException.outOfRange("minNorm", "positive and finite", norm);
          }
        });
  }

  /** The usual request: a budget and nothing else. */
  public static RecentredSpec of(double rho) {
    return new RecentredSpec(
        rho,
        OptionalDouble.empty(),
        Optional.empty(),
        Scaling.NONE,
        PrivacyUnit.row(Neighbours.REPLACE));
  }

  /**
   * The range of norms to search: powers of two around the given ends.
   *
   * @throws IllegalArgumentException unless the bounds allow norms above minNorm, and above the
   *     least whose square is a double
   */
  public NormRange range(long rows, int dimension) {
    double low = minNorm.orElse(NormRange.WIDEST.low());
    double high = NormRange.WIDEST.high();
    if (bounds.isPresent()) {
      high = bounds.get().longestRow(Math.max(1, rows), dimension, MeanSpec.DEFAULT_BETA);
    }
    if (!(NormRange.WIDEST.low() < high)) {
      throw new ParamException(
          "bound",
          String.format(
              "{method} recentred works with norms above %s, and the bounds ({bound},"
                  + " {coordinateBound}, or {radius} and {sigmaMax}) allow rows of at most %s",
              NormRange.WIDEST.low(), high),
          "use larger units");
    }
    if (!(low < high)) {
      throw ParamException.of(
          "minNorm",
          String.format(
              "{minNorm} must be below the norm that the bounds allow. Provided: {minNorm} %s,"
                  + " bounds that allow %s",
              low, high));
    }
    return NormRange.covering(low, high);
  }

  @Override
  public String name() {
    return NAME;
  }
}
