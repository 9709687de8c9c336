package org.privatemean.release;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.PrivacyUnit.Subject;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;

/**
 * The privacy guarantee of a release, in the terms of the request: rho, epsilon and delta, or in
 * the local model epsilon alone.
 *
 * @param zcdp the guarantee in zCDP: the budget that the ledger enforced, or the one implied by the
 *     requested terms. In the shuffle model it is not a guarantee: it is the cost of Gaussian noise
 *     of the same variances
 * @param askedEpsilon the requested epsilon; NaN if the budget was given as rho
 * @param askedDelta the requested delta; NaN if the budget was given as rho or as epsilon alone
 * @param honest share of the users that the guarantee assumes to be honest, in (0, 1]; NaN except
 *     in the shuffle model
 * @param calibration the rule for the variances of the noise; with {@link Calibration#GAUSSIAN} the
 *     release is also sqrt(2 rho)-Gaussian DP, by which epsilon and delta follow
 */
@Internal
public record Guarantee(
    Zcdp zcdp,
    PrivacyUnit unit,
    double askedEpsilon,
    double askedDelta,
    double honest,
    Calibration calibration)
    implements Serializable {
  /** Significant digits of numbers in headings. */
  private static final int DIGITS = 3;

  public Guarantee {
    boolean isInRange =
        !(askedEpsilon == Double.POSITIVE_INFINITY) && !(askedDelta >= 1) && !(honest > 1);
    if (!isInRange) {
      throw new IllegalArgumentException(
          String.format(
              "a guarantee needs a finite epsilon, delta below 1 and an honest share of at most 1."
                  + " Provided: %s, %s, %s",
              askedEpsilon, askedDelta, honest));
    }
  }

  public static Guarantee inZcdp(Zcdp zcdp, PrivacyUnit unit) {
    return new Guarantee(zcdp, unit, Double.NaN, Double.NaN, Double.NaN, Calibration.ZCDP);
  }

  /** Returns a guarantee in (epsilon, delta), by the Gaussian curve of rho. */
  public static Guarantee inApproxDp(ApproxDp requested, Zcdp zcdp, PrivacyUnit unit) {
    return new Guarantee(
        zcdp, unit, requested.epsilon(), requested.delta(), Double.NaN, Calibration.GAUSSIAN);
  }

  /** Returns the guarantee of the reports of each user, who may replace their row. */
  public static Guarantee ofReports(PureDp requested, Zcdp zcdp) {
    PrivacyUnit user = PrivacyUnit.row(Neighbours.REPLACE);
    return new Guarantee(zcdp, user, requested.epsilon(), Double.NaN, Double.NaN, Calibration.ZCDP);
  }

  /** Returns the guarantee of the shuffled messages of all users, one of whom may replace a row. */
  public static Guarantee ofMessages(ApproxDp requested, double honest, Zcdp zcdp) {
    PrivacyUnit user = PrivacyUnit.row(Neighbours.REPLACE);
    return new Guarantee(
        zcdp, user, requested.epsilon(), requested.delta(), honest, Calibration.ZCDP);
  }

  public OptionalDouble epsilon() {
    return Values.present(askedEpsilon);
  }

  public OptionalDouble delta() {
    return Values.present(askedDelta);
  }

  public OptionalDouble honestFraction() {
    return Values.present(honest);
  }

  /** Returns the curve by which epsilon and delta follow from rho, if it is not that of zCDP. */
  Optional<String> conversion() {
    return calibration == Calibration.GAUSSIAN ? Optional.of("gaussian") : Optional.empty();
  }

  /** Returns the guarantees at the usual deltas, for noise that is zCDP. */
  public List<ApproxDp> usual() {
    return Conversions.usual(this::epsilonAt);
  }

  /** Returns the epsilon, rounded up, at a delta, for noise that is zCDP. */
  public double epsilonAt(double delta) {
    return calibration == Calibration.GAUSSIAN
        ? Conversions.gaussianEpsilonUp(zcdp, delta)
        : Conversions.epsilonUp(zcdp, delta);
  }

  public String text() {
    if (epsilon().isEmpty()) {
      return String.format("%s-zCDP, neighbours %s", exact(zcdp.rho()), unit.text());
    }
    if (delta().isEmpty()) {
      return String.format("epsilon %s, local: of every user's reports", exact(askedEpsilon));
    }
    String requested =
        String.format("epsilon %s, delta %s", exact(askedEpsilon), exact(askedDelta));
    return honestFraction().isPresent()
        ? String.format(
            "%s of the shuffled messages, neighbours %s, if a share of %s of the users is honest",
            requested, unit.text(), exact(honest))
        : String.format(
            "%s (as %s-zCDP%s), neighbours %s",
            requested,
            NumberFormat.bound(zcdp.rho(), DIGITS),
            calibration == Calibration.GAUSSIAN ? " of Gaussian noise" : "",
            unit.text());
  }

  /** The budget for a heading: the requested terms, and their equivalent in the other terms. */
  public String budget() {
    if (epsilon().isEmpty()) {
      return String.format("rho %s (%s)", NumberFormat.number(zcdp.rho()), display(usual().get(0)));
    }
    String epsilon = "epsilon " + NumberFormat.number(askedEpsilon);
    if (delta().isEmpty()) {
      return epsilon;
    }
    String requested = epsilon + " at delta " + NumberFormat.number(askedDelta);
    return honestFraction().isPresent()
        ? requested + ", if a share of " + NumberFormat.number(honest) + " of the users is honest"
        : requested + " (rho " + NumberFormat.bound(zcdp.rho(), DIGITS) + ")";
  }

  /** Formats all digits of a number: a guarantee is not rounded. */
  private static String exact(double value) {
    return NumberFormat.bound(value, Integer.MAX_VALUE);
  }

  /** Formats the epsilon that a conversion found at a delta, rounded up. */
  public static String display(ApproxDp terms) {
    return String.format(
        "epsilon %s at delta %s",
        NumberFormat.bound(terms.epsilon(), DIGITS), NumberFormat.number(terms.delta(), DIGITS));
  }

  /** Reads the guarantee of saved values; an older format has no unit, which is a row. */
  static Guarantee read(Values values) {
    Subject subject = values.anyText("unit").map(Subject::fromLabel).orElse(Subject.ROW);
    int mostWeight = Math.toIntExact(values.anyCount("maxRowsPerPerson").orElse(1));
    return new Guarantee(
        new Zcdp(values.number("rho")),
        new PrivacyUnit(Neighbours.of(values.text("neighbours")), subject, mostWeight),
        values.positive("epsilon").orElse(Double.NaN),
        values.positive("delta").orElse(Double.NaN),
        values.positive("honestFraction").orElse(Double.NaN),
        values.anyText("conversion").isPresent() ? Calibration.GAUSSIAN : Calibration.ZCDP);
  }
}
