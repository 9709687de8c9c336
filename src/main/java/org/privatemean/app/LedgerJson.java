package org.privatemean.app;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.release.ReleaseSchema;

/** Output of {@code ledger show --json}. formatVersion is raised if a key changes its meaning. */
final class LedgerJson {
  private static final int FORMAT_VERSION = 1;

  private LedgerJson() {}

  static Map<String, Object> toMap(LedgerView view) {
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
    json.put("readers", view.readers().stream().map(LedgerJson::reader).toList());
    json.put("entries", view.charges().stream().map(LedgerJson::entry).toList());
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
  static Price retryCost(LedgerView view) {
    return view.retries().stream()
        .map(LedgerView.ChargeLine::price)
        .reduce(Price.NONE, Price::plus);
  }

  /**
   * Returns the number of times that the last charge fits into the remaining budget; empty if there
   * is no charge, or the last one is zero.
   */
  static Optional<BigInteger> fitsLeft(LedgerView view) {
    if (view.charges().isEmpty()) {
      return Optional.empty();
    }
    Price last = last(view);
    return last.rho().signum() == 0 && last.delta().signum() == 0
        ? Optional.empty()
        : Optional.of(last.timesIn(view.remaining()));
  }

  static Price last(LedgerView view) {
    return view.charges().get(view.charges().size() - 1).price();
  }

  /**
   * Returns the (epsilon, delta) guarantees of a price: delta-approximate rho-zCDP is (epsilon,
   * delta + d)-DP for each d, with the epsilon of rho-zCDP at d. Without delta the values of d are
   * those of a fit's report.
   */
  static List<ApproxDp> promises(Price price) {
    double own = price.deltaCeiling();
    return Conversions.usual(new Zcdp(price.rhoCeiling())).stream()
        .map(terms -> new ApproxDp(terms.epsilon(), sumUp(terms.delta(), own)))
        .toList();
  }

  /** Returns the sum, rounded up, at most 1. */
  private static double sumUp(double delta, double own) {
    return own == 0 ? delta : Math.min(1, Math.nextUp(delta + own));
  }
}
