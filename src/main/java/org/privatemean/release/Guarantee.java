package org.privatemean.release;

import java.io.Serializable;
import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.PrivacyUnit.Subject;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;

/** The privacy guarantee of a release, in the terms of the request. */
@Internal
public sealed interface Guarantee extends Serializable {
  /** Significant digits of numbers in headings. */
  int DIGITS = 3;

  /**
   * The guarantee in zCDP: the budget that the ledger enforced, or the one implied by a guarantee
   * in other terms. In the shuffle model it is not a guarantee: it is the cost of Gaussian noise of
   * the same variances.
   */
  Zcdp zcdp();

  /** The protected unit. */
  PrivacyUnit unit();

  /** The name of its neighbours, as shown and saved. */
  default Neighbours neighbours() {
    return unit().neighbours();
  }

  /** The requested epsilon; empty if the budget was given as rho. */
  default OptionalDouble epsilon() {
    return OptionalDouble.empty();
  }

  /** The requested delta; empty if the budget was given as rho, or as epsilon alone. */
  default OptionalDouble delta() {
    return OptionalDouble.empty();
  }

  /**
   * Share of the users that the guarantee assumes to be honest; empty except in the shuffle model.
   */
  default OptionalDouble honestFraction() {
    return OptionalDouble.empty();
  }

  /** The guarantee in words. */
  String text();

  /** The budget for a heading: the requested terms, and their equivalent in the other terms. */
  String budget();

  private static String exactly(ApproxDp terms) {
    return String.format(
        "epsilon %s at delta %s",
        NumberFormat.number(terms.epsilon()), NumberFormat.number(terms.delta()));
  }

  private static String inWords(ApproxDp terms) {
    return String.format("epsilon %s, delta %s", exact(terms.epsilon()), exact(terms.delta()));
  }

  /** Formats all digits of a number: a guarantee is not rounded. */
  private static String exact(double value) {
    return NumberFormat.bound(value, Integer.MAX_VALUE);
  }

  /** Formats the epsilon that a conversion found at a delta, rounded up. */
  static String display(ApproxDp terms) {
    return String.format(
        "epsilon %s at delta %s",
        NumberFormat.bound(terms.epsilon(), DIGITS), NumberFormat.number(terms.delta(), DIGITS));
  }

  /** A budget given as rho. */
  record Concentrated(Zcdp zcdp, PrivacyUnit unit) implements Guarantee {
    @Override
    public String text() {
      return String.format("%s-zCDP, neighbours %s", exact(zcdp.rho()), unit.text());
    }

    @Override
    public String budget() {
      return String.format(
          "rho %s (%s)", NumberFormat.number(zcdp.rho()), display(Conversions.usual(zcdp).get(0)));
    }
  }

  /**
   * A budget given as (epsilon, delta), guaranteed by zCDP.
   *
   * @param asked the requested terms
   * @param zcdp the zCDP that implies them
   */
  record Approximate(ApproxDp asked, Zcdp zcdp, PrivacyUnit unit) implements Guarantee {
    @Override
    public OptionalDouble epsilon() {
      return OptionalDouble.of(asked.epsilon());
    }

    @Override
    public OptionalDouble delta() {
      return OptionalDouble.of(asked.delta());
    }

    @Override
    public String text() {
      return String.format(
          "%s (as %s-zCDP), neighbours %s",
          inWords(asked), NumberFormat.bound(zcdp.rho(), DIGITS), unit.text());
    }

    @Override
    public String budget() {
      return String.format("%s (rho %s)", exactly(asked), NumberFormat.bound(zcdp.rho(), DIGITS));
    }
  }

  /**
   * A budget given as epsilon alone: the guarantee of the reports of each user, who may replace
   * their row.
   *
   * @param asked the requested terms
   * @param zcdp the zCDP implied by them
   */
  record Pure(PureDp asked, Zcdp zcdp) implements Guarantee {
    @Override
    public PrivacyUnit unit() {
      return PrivacyUnit.row(Neighbours.REPLACE);
    }

    @Override
    public OptionalDouble epsilon() {
      return OptionalDouble.of(asked.epsilon());
    }

    @Override
    public String text() {
      return String.format("epsilon %s, local: of every user's reports", exact(asked.epsilon()));
    }

    @Override
    public String budget() {
      return "epsilon " + NumberFormat.number(asked.epsilon());
    }
  }

  /**
   * The guarantee of the shuffled messages of all users when one user may replace their row.
   *
   * @param asked the requested terms
   * @param honest share of the users that it assumes to be honest, in (0, 1]
   * @param zcdp the cost of Gaussian noise of the same variances
   */
  record Shuffled(ApproxDp asked, double honest, Zcdp zcdp) implements Guarantee {
    @Override
    public PrivacyUnit unit() {
      return PrivacyUnit.row(Neighbours.REPLACE);
    }

    @Override
    public OptionalDouble epsilon() {
      return OptionalDouble.of(asked.epsilon());
    }

    @Override
    public OptionalDouble delta() {
      return OptionalDouble.of(asked.delta());
    }

    @Override
    public OptionalDouble honestFraction() {
      return OptionalDouble.of(honest);
    }

    @Override
    public String text() {
      return String.format(
          "%s of the shuffled messages, neighbours %s, if a share of %s of the users is honest",
          inWords(asked), unit().text(), exact(honest));
    }

    @Override
    public String budget() {
      return String.format(
          "%s, if a share of %s of the users is honest",
          exactly(asked), NumberFormat.number(honest));
    }
  }

  /** The protected unit of saved values: a row if an older format has none. */
  private static PrivacyUnit unit(Values values) {
    Subject subject = values.anyText("unit").map(Subject::fromLabel).orElse(Subject.ROW);
    int mostWeight = Math.toIntExact(values.anyCount("maxRowsPerPerson").orElse(1));
    return new PrivacyUnit(Neighbours.of(values.text("neighbours")), subject, mostWeight);
  }

  /** Reads the guarantee of saved values. */
  static Guarantee read(Values values) {
    Zcdp zcdp = new Zcdp(values.number("rho"));
    PrivacyUnit unit = unit(values);
    OptionalDouble epsilon = values.positive("epsilon");
    OptionalDouble delta = values.positive("delta");
    OptionalDouble honest = values.positive("honestFraction");
    if (epsilon.isEmpty()) {
      return new Concentrated(zcdp, unit);
    }
    if (delta.isEmpty()) {
      return new Pure(new PureDp(epsilon.getAsDouble()), zcdp);
    }
    ApproxDp asked = new ApproxDp(epsilon.getAsDouble(), delta.getAsDouble());
    return honest.isPresent()
        ? new Shuffled(asked, honest.getAsDouble(), zcdp)
        : new Approximate(asked, zcdp, unit);
  }
}
