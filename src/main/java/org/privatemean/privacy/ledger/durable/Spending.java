package org.privatemean.privacy.ledger.durable;

import java.util.HashMap;
import java.util.Map;

/**
 * The spending of a ledger: of the whole, and of its parts, of which the largest counts or the sum.
 *
 * <p><b>Why the largest may do.</b> Where a unit lies in one part A and stays there, releases of
 * other parts have the same law on neighbours, so only the prices of the whole and of A enter the
 * proof. Where a person may lie in several parts, their prices are added. Not thread-safe.
 */
final class Spending {
  private final LedgerTerms terms;
  private final Map<String, Price> parts = new HashMap<>();
  private Price own = Price.NONE;
  private Price ofParts = Price.NONE;

  Spending(LedgerTerms terms) {
    this.terms = terms;
  }

  /** Returns the spending of the whole and its parts. */
  Price total() {
    return own.plus(ofParts);
  }

  /** Returns the remaining budget of a scope. */
  Price room(String scope) {
    Price other = terms.partsCostTheirLargest() && !isWhole(scope) ? part(scope) : ofParts;
    return terms.budget().minus(own.plus(other));
  }

  /** Adds a price that fits into the room of its scope. */
  void charge(String scope, Price price) {
    if (isWhole(scope)) {
      own = own.plus(price);
      return;
    }
    Price part = part(scope).plus(price);
    parts.put(scope, part);
    ofParts = terms.partsCostTheirLargest() ? ofParts.max(part) : ofParts.plus(price);
  }

  /** The total if a price were added. */
  Price totalWith(String scope, Price price) {
    if (isWhole(scope) || !terms.partsCostTheirLargest()) {
      return total().plus(price);
    }
    return own.plus(ofParts.max(part(scope).plus(price)));
  }

  private Price part(String scope) {
    return parts.getOrDefault(scope, Price.NONE);
  }

  private static boolean isWhole(String scope) {
    return scope.equals(LedgerTerms.WHOLE);
  }
}
