package org.privatemean.app;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.privacy.ledger.durable.Parts;
import org.privatemean.privacy.ledger.durable.Price;

/** Text output of the ledger commands. */
final class LedgerText {
  private static final int DIGITS = 4;
  private static final String ENTRY = "%8s  %-20s  %-9s  %-12s  %-12s  %s";

  private LedgerText() {}

  /** Returns the guarantee of a new ledger. */
  static String formatCreated(String place, LedgerView view) {
    LedgerTerms terms = view.terms();
    List<String> lines = new ArrayList<>();
    lines.add("created ledger " + view.id() + " at " + place);
    lines.add(
        String.format(
            "It guarantees: all releases of its fits together change by no more than %s "
                + "allows if %s of the population (%s) is %s.",
            guarantee(terms.budget()),
            terms.personCol().isEmpty()
                ? "one row"
                : "one person with all rows, named by column " + terms.personCol().get() + ",",
            terms.population(),
            terms.neighbours() == Neighbours.REPLACE ? "replaced by another" : "added or removed"));
    lines.add(epsilons(terms.budget()));
    if (terms.neighbours() == Neighbours.REPLACE) {
      lines.add(
          "A fit may be given projections and functions of the row only, one row out for each row"
              + " in: a filter on values, by hand, in SQL or in a view, makes the number of rows a"
              + " count of private values. With filters make a ledger with --neighbours"
              + " addRemove.");
    }
    if (terms.allowsError()) {
      lines.add(
          "Rows may make a fit fail (--handle-invalid error, --id-col): each time this "
              + "reveals an exact bit of them, which the budget does not pay for.");
    }
    if (!(terms.parts() instanceof Parts.Undivided)) {
      lines.add(parts(terms));
    }
    return text(lines);
  }

  private static String parts(LedgerTerms terms) {
    if (!terms.partsCostTheirLargest()) {
      return "Parts ("
          + terms.parts().text()
          + ") cost their sum, since one that is protected may be in each of them.";
    }
    return "Parts ("
        + terms.parts().text()
        + ") cost the largest of them, not their sum"
        + (terms.personCol().isPresent()
            ? ": a person is in one of them."
            : ". This holds for rows and not for persons: one who has rows in several parts, such"
                + " as on several days, pays for each of these.");
  }

  /** Returns the budget, the spent amounts, and one line per charge. */
  static String format(String place, LedgerView view) {
    LedgerTerms terms = view.terms();
    List<String> lines = new ArrayList<>();
    lines.add("ledger      " + view.id() + " at " + place);
    lines.add("population  " + terms.population());
    lines.add("protects    " + terms.unit() + ", neighbours " + terms.neighbours().label());
    if (!(terms.parts() instanceof Parts.Undivided)) {
      lines.add(
          "parts       "
              + terms.parts().text()
              + (terms.partsCostTheirLargest() ? ", cost their largest" : ", cost their sum"));
    }
    if (terms.allowsError()) {
      lines.add("errors      rows may make a fit fail, each time an exact bit of them");
    }
    lines.add("budget      " + guarantee(terms.budget()) + "; " + epsilons(terms.budget()));
    lines.add("spent       " + amounts(view.spent().rhoCeiling(), view.spent().deltaCeiling()));
    lines.add("remaining   " + remaining(view.remaining()));
    LedgerJson.fitsLeft(view)
        .ifPresent(
            fits -> {
              Price last = LedgerJson.last(view);
              String cost = amounts(last.rhoCeiling(), last.deltaCeiling());
              lines.add("fits left   " + fits + " at what the last one cost, " + cost);
            });
    for (LedgerView.BoundReader reader : view.readers()) {
      lines.add(
          "reader      of column "
              + reader.column()
              + " since entry "
              + reader.number()
              + ", "
              + reader.digest());
    }
    if (!view.retries().isEmpty()) {
      Price retried = LedgerJson.retryCost(view);
      lines.add(
          String.format(
              "retries     %d charges beyond the first of their name, %s together",
              view.retries().size(), amounts(retried.rhoCeiling(), retried.deltaCeiling())));
    }
    lines.add("last entry  " + view.head());
    lines.add("");
    lines.add(String.format(ENTRY, "entry", "written", "state", "rho", "scope", "name"));
    view.charges().forEach(charge -> lines.add(line(charge)));
    for (LedgerView.Note note : view.notes()) {
      lines.add(String.format("%8d  %-20s  note: %s", note.number(), note.written(), note.text()));
    }
    return text(lines);
  }

  private static String line(LedgerView.ChargeLine charge) {
    double delta = charge.price().deltaCeiling();
    return String.format(
            ENTRY,
            charge.number(),
            charge.written(),
            charge.state().label(),
            number(charge.price().rhoCeiling()) + (delta > 0 ? ", delta " + number(delta) : ""),
            charge.scope(),
            charge.name().orElse(""))
        .stripTrailing();
  }

  /** Returns the remaining amounts, rounded down. */
  static String remaining(Price price) {
    return amounts(price.rhoFloor(), price.deltaFloor());
  }

  private static String amounts(double rho, double delta) {
    return "rho " + number(rho) + (delta > 0 ? ", delta " + number(delta) : "");
  }

  private static String guarantee(Price price) {
    double delta = price.deltaCeiling();
    String zcdp = number(price.rhoCeiling()) + "-zCDP";
    return delta > 0 ? number(delta) + "-approximate " + zcdp : zcdp;
  }

  private static String epsilons(Price price) {
    return LedgerJson.promises(price).stream()
        .map(LedgerText::epsilon)
        .collect(Collectors.joining(", "));
  }

  private static String epsilon(ApproxDp terms) {
    return "epsilon "
        + NumberFormat.bound(terms.epsilon(), DIGITS)
        + " at delta "
        + NumberFormat.bound(terms.delta(), DIGITS);
  }

  /** Returns the shortest exact text. */
  private static String number(double value) {
    return NumberFormat.bound(value, Integer.MAX_VALUE);
  }

  private static String text(List<String> lines) {
    return lines.stream().map(line -> line + System.lineSeparator()).collect(Collectors.joining());
  }
}
