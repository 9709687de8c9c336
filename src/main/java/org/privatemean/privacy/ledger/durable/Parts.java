package org.privatemean.privacy.ledger.durable;

import java.util.List;

/** How a ledger cuts its rows into parts that are disjoint whatever they hold, if at all. */
public sealed interface Parts {
  /** Not at all. */
  record None() implements Parts {}

  /**
   * By the values of a column; rows with other values, or null, are in no part.
   *
   * @param column a column of the source
   * @param values the parts, as text
   */
  record Values(String column, List<String> values) implements Parts {}

  /**
   * By a hash of a column: the first 8 bytes of HMAC-SHA256(id of the ledger, value), unsigned,
   * modulo the number of buckets.
   *
   * @param column a column of the source
   * @param buckets number of parts, at least 1
   */
  record Hashed(String column, int buckets) implements Parts {}

  /**
   * Parses {@code column=v1,v2} or {@code hash(column):m}.
   *
   * @throws org.privatemean.refusal.ParamException naming parts, if it is neither
   */
  static Parts parse(String text) {
    throw new UnsupportedOperationException();
  }

  /** As {@link #parse} reads it; empty for none. */
  default String text() {
    throw new UnsupportedOperationException();
  }
}
