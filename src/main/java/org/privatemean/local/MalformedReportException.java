package org.privatemean.local;

/** The exception for bytes that are not a requested report, with the reason. */
final class MalformedReportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public enum RejectionReason {
    /** Of another version of the format. */
    VERSION,
    KIND,
    /** Made for another public state. */
    ROUND,
    /** Too short, too long, or not padded with zeros. */
    LENGTH,
    /** A bundle with another number of reports. */
    COUNT,
    /** A field is outside its range, or no randomizer writes this combination. */
    RANGE
  }

  private final RejectionReason reason;

  /** Creates it without a stack trace, since every report may be refused. */
  public MalformedReportException(RejectionReason reason) {
    super("malformed report: " + reason, null, false, false);
    this.reason = reason;
  }

  public RejectionReason reason() {
    return reason;
  }
}
