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

/** The guarantee of a release, in the terms in which it was asked for. */
@Internal
public sealed interface Guarantee extends Serializable {
  /** Digits of numbers in headings. */
  int DIGITS = 3;

  /**
   * The promise in zCDP: what the ledger enforced, or what a promise in other terms implies. In the
   * shuffle model it is not a promise: what Gaussian noise of the same variances would cost.
   */
  Zcdp zcdp();

  /** Returns what the promise protects. */
  PrivacyUnit unit();

  /** The name of its neighbours, to be shown and saved. */
  default Neighbours neighbours() {
    return unit().neighbours();
  }

  /** The epsilon asked for; empty where the budget was given as rho. */
  default OptionalDouble epsilon() {
    return OptionalDouble.empty();
  }

  /** The delta asked for; empty where the budget was given as rho, or as epsilon alone. */
  default OptionalDouble delta() {
    return OptionalDouble.empty();
  }

  /** Share of the users that the promise counts on; empty except in the shuffle model. */
  default OptionalDouble honestFraction() {
    return OptionalDouble.empty();
  }

  /** The promise in words. */
  String text();

  /** The budget for a heading: what was asked for, and what it is in the other terms. */
  String budget();

  private static String exactly(ApproxDp terms) {
    return String.format(
        "epsilon %s at delta %s",
        NumberFormat.number(terms.epsilon()), NumberFormat.number(terms.delta()));
  }

  private static String inWords(ApproxDp terms) {
    return String.format("epsilon %s, delta %s", exact(terms.epsilon()), exact(terms.delta()));
  }

  /** All digits of a number: a promise is not rounded. */
  private static String exact(double value) {
    return NumberFormat.bound(value, Integer.MAX_VALUE);
  }

  /** The epsilon that a conversion found at a delta, rounded up. */
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
   * A budget given as (epsilon, delta), and kept by zCDP.
   *
   * @param asked what was asked for
   * @param zcdp what implies it
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
   * A budget given as epsilon alone: of the reports of each user, who may replace their row.
   *
   * @param asked what was asked for
   * @param zcdp what it implies
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
   * The guarantee of the shuffled messages of all users, one of whom may replace their row.
   *
   * @param asked what was asked for
   * @param honest share of the users that it counts on, in (0, 1]
   * @param zcdp what Gaussian noise of the same variances would cost
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

  /**
   * Returns what saved values protect: a row, where they are of a version that knew nothing else.
   */
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
