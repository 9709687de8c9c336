package org.privatemean.shuffle;

/** Says that bytes are not bundle of the round, and why: it is dropped whole, and counted. */
final class MalformedBundleException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Faults of a bundle. */
  public enum BundleFault {
    /** Of another version of the form, or open where sealed ones are asked for, or the reverse. */
    VERSION,
    /** Made for another public state: another run or round, or one that was shown to few. */
    STATE,
    /** Too short, too long, or of other numbers than the round's. */
    LENGTH,
    /** Sealed to somebody else, or damaged. */
    SEAL,
    /** Of a batch that there is not. */
    BATCH
  }

  private final BundleFault reason;

  /** A refusal; it has no stack trace, since each bundle may be refused. */
  public MalformedBundleException(BundleFault reason) {
    super("malformed bundle: " + reason, null, false, false);
    this.reason = reason;
  }

  /** Returns what is wrong. */
  public BundleFault reason() {
    return reason;
  }
}
