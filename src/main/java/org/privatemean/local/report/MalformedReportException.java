package org.privatemean.local.report;

/** Says that a report is not one of this round, and why: it is counted and dropped. */
public final class MalformedReportException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What is wrong with a report. */
  public enum Reason {
    /** Written in another version of the format. */
    VERSION,
    /** Of another kind than the round asks for. */
    KIND,
    /** Of another round. */
    ROUND,
    /** Too short, too long, or not filled with zeros. */
    LENGTH,
    /** A field is outside its range. */
    RANGE
  }

  private final Reason reason;

  /** A refusal; it has no stack trace, since there may be as many as reports. */
  public MalformedReportException(Reason reason) {
    super("malformed report: " + reason, null, false, false);
    this.reason = reason;
  }

  /** What is wrong. */
  public Reason reason() {
    return reason;
  }
}
