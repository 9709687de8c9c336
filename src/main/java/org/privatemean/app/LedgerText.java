package org.privatemean.app;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.LedgerTerms.Parts;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.release.ReleaseSchema;

final class LedgerText {
  /** Raised if a key of the JSON changes its meaning. */
  private static final int FORMAT_VERSION = 1;

  private static final int DIGITS = 4;
  private static final String ENTRY = "%8s  %-20s  %-9s  %-12s  %-12s  %s";

  private LedgerText() {}

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
          "A fit may be given projections and functions of the row only, one row out for each row "
              + "in: a filter on values, by hand, in SQL or in a view, makes the number of rows a "
              + "count of private values. With filters make a ledger with --neighbours addRemove.");
    }
    if (terms.allowsError()) {
      lines.add(
          "Rows may make a fit fail (--handle-invalid error, --id-col): each time this "
              + "reveals an exact bit of them, which the budget does not pay for.");
    }
    terms.parts().ifPresent(parts -> lines.add(describe(parts, terms)));
    return text(lines);
  }

  private static String describe(Parts parts, LedgerTerms terms) {
    String cost =
        !terms.partsCostTheirLargest()
            ? "their sum, since one that is protected may be in each of them."
            : terms.personCol().isPresent()
                ? "the largest of them, not their sum: a person is in one of them."
                : "the largest of them, not their sum. This holds for rows and not for persons: one"
                    + " who has rows in several parts, such as on several days, pays for each of"
                    + " these.";
    return "Parts (" + parts.text() + ") cost " + cost;
  }

  static String format(String place, LedgerView view) {
    LedgerTerms terms = view.terms();
    List<String> lines = new ArrayList<>();
    lines.add("ledger      " + view.id() + " at " + place);
    lines.add("population  " + terms.population());
    lines.add("protects    " + terms.unit() + ", neighbours " + terms.neighbours().label());
    String rule = terms.partsCostTheirLargest() ? ", cost their largest" : ", cost their sum";
    terms.parts().ifPresent(parts -> lines.add("parts       " + parts.text() + rule));
    if (terms.allowsError()) {
      lines.add("errors      rows may make a fit fail, each time an exact bit of them");
    }
    lines.add("budget      " + guarantee(terms.budget()) + "; " + epsilons(terms.budget()));
    lines.add("spent       " + amounts(view.spent().rhoCeiling(), view.spent().deltaCeiling()));
    lines.add("remaining   " + remaining(view.remaining()));
    fitsLeft(view)
        .ifPresent(
            fits -> {
              Price last = last(view);
              String cost = amounts(last.rhoCeiling(), last.deltaCeiling());
              lines.add("fits left   " + fits + " at what the last one cost, " + cost);
            });
    for (LedgerView.BoundReader reader : view.readers()) {
      lines.add(
          String.format(
              "reader      of column %s since entry %d, %s",
              reader.column(), reader.number(), reader.digest()));
    }
    if (!view.retries().isEmpty()) {
      Price retried = retryCost(view);
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
    return promises(price).stream()
        .map(
            terms ->
                String.format(
                    "epsilon %s at delta %s",
                    NumberFormat.bound(terms.epsilon(), DIGITS),
                    NumberFormat.bound(terms.delta(), DIGITS)))
        .collect(Collectors.joining(", "));
  }

  private static String number(double value) {
    return NumberFormat.bound(value, Integer.MAX_VALUE);
  }

  private static String text(List<String> lines) {
    return lines.stream().map(line -> line + System.lineSeparator()).collect(Collectors.joining());
  }

  /** Returns the keys of {@code ledger show --json}. */
  static Map<String, Object> json(LedgerView view) {
    Price budget = view.terms().budget();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("formatVersion", FORMAT_VERSION);
    json.put("ledger", view.id());
    json.put("unit", view.terms().unit());
    json.put("neighbours", view.terms().neighbours().label());
    json.put("allowError", view.terms().allowsError());
    json.put("population", view.terms().population());
    json.put("budgetRho", budget.rhoCeiling());
    json.put("budgetDelta", budget.deltaCeiling());
    json.put("spentRho", view.spent().rhoCeiling());
    json.put("spentDelta", view.spent().deltaCeiling());
    json.put("remainingRho", view.remaining().rhoFloor());
    fitsLeft(view).ifPresent(fits -> json.put("fitsLeft", fits));
    json.put("charges", view.charges().size());
    Price retried = retryCost(view);
    json.put("retries", view.retries().size());
    json.put("retriesRho", retried.rhoCeiling());
    json.put("retriesDelta", retried.deltaCeiling());
    json.put(ReleaseSchema.EPSILONS, ReleaseSchema.keys(promises(budget)));
    json.put("readers", view.readers().stream().map(LedgerText::reader).toList());
    json.put("entries", view.charges().stream().map(LedgerText::entry).toList());
    return json;
  }

  private static Map<String, Object> entry(LedgerView.ChargeLine charge) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("number", charge.number());
    json.put("kind", "charge");
    json.put("name", charge.name().orElse(null));
    json.put("scope", charge.scope());
    json.put("rho", charge.price().rhoCeiling());
    json.put("delta", charge.price().deltaCeiling());
    json.put("state", charge.state().label());
    json.put("written", charge.written());
    return json;
  }

  private static Map<String, Object> reader(LedgerView.BoundReader reader) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("number", reader.number());
    json.put("column", reader.column());
    json.put("digest", reader.digest());
    json.put("written", reader.written());
    return json;
  }

  /** Returns the sum of repeated charges: those for names that had been charged before. */
  private static Price retryCost(LedgerView view) {
    return view.retries().stream()
        .map(LedgerView.ChargeLine::price)
        .reduce(Price.NONE, Price::plus);
  }

  /** Returns how often the last charge fits into the rest; empty without a positive one. */
  private static Optional<BigInteger> fitsLeft(LedgerView view) {
    if (view.charges().isEmpty()) {
      return Optional.empty();
    }
    Price last = last(view);
    return last.rho().signum() == 0 && last.delta().signum() == 0
        ? Optional.empty()
        : Optional.of(last.timesIn(view.remaining()));
  }

  private static Price last(LedgerView view) {
    return view.charges().get(view.charges().size() - 1).price();
  }

  /** Returns guarantees of a price: the epsilon of its rho at d, and its delta plus d. */
  private static List<ApproxDp> promises(Price price) {
    double own = price.deltaCeiling();
    return Conversions.usual(new Zcdp(price.rhoCeiling())).stream()
        .map(
            terms ->
                own == 0
                    ? terms
                    : new ApproxDp(terms.epsilon(), Math.min(1, Math.nextUp(terms.delta() + own))))
        .toList();
  }
}
