package org.privatemean.local.unit;

/**
 * Says that bytes are not a report that was asked for, and why: it is counted and dropped by {@link
 * Rejections#accepts}.
 */
public final class MalformedReportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Faults of a report. */
  public enum RejectionReason {
    /** Written in another version of the format. */
    VERSION,
    /** A report of another kind than the round asks for. */
    KIND,
    /** Made for another public state: another round, another run, or other parameters. */
    ROUND,
    /** Too short, too long, or not filled with zeros. */
    LENGTH,
    /** A bundle of another number of reports than the round asks of a user. */
    COUNT,
    /** A field is outside its range, or all together are what no randomizer writes. */
    RANGE
  }

  private final RejectionReason reason;

  /** A refusal; it has no stack trace, since each report may be refused. */
  public MalformedReportException(RejectionReason reason) {
    this(reason, "malformed report: " + reason);
  }

  /** A refusal with a message that says what was expected and what was found. */
  public MalformedReportException(RejectionReason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  /** Returns what is wrong. */
  public RejectionReason reason() {
    return reason;
  }
}
