package org.privatemean.spark.ledger;

/** What goes wrong at a put. */
enum Fault {
  /** Nothing was put; the answer is an error. */
  NOT_PUT,
  /** It was put; the answer is an error: it was lost, or a put that was sent twice met itself. */
  PUT,
  /** It arrives after the next reading; the answer is an error. */
  PUT_LATE,
  /** Another value came first; the answer is an error. */
  RIVAL_FIRST
}
