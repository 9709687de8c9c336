package org.privatemean.local;

import org.privatemean.annotation.Internal;

/** The exception for bytes that are not a requested report, with the reason. */
@Internal
public final class MalformedReportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public enum RejectionReason {
    /** Of another version of the format. */
    VERSION,
    /** Of another kind than the round requires. */
    KIND,
    /** Made for another public state: another round, another run, or other parameters. */
    ROUND,
    /** Too short, too long, or not padded with zeros. */
    LENGTH,
    /** A bundle with another number of reports than the round requires. */
    COUNT,
    /** A field is outside its range, or no randomizer writes this combination. */
    RANGE
  }

  private final RejectionReason reason;

  /** Creates a refusal without a stack trace, since every report may be refused. */
  public MalformedReportException(RejectionReason reason) {
    this(reason, "malformed report: " + reason);
  }

  /** Creates a refusal with a message that states the expected and the actual value. */
  public MalformedReportException(RejectionReason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  public RejectionReason reason() {
    return reason;
  }
}
