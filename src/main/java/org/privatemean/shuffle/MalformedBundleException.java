package org.privatemean.shuffle;

/** The reason why bytes are not a bundle of the round: the whole bundle is dropped and counted. */
final class MalformedBundleException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Faults of a bundle. */
  public enum BundleFault {
    /** Another version of the format, or open where sealed bundles are required, or the reverse. */
    VERSION,
    /** Made for another public state: another run or round, or a state shown to few users. */
    STATE,
    /** Too short, too long, or with other numbers than the round's. */
    LENGTH,
    /** Sealed to another key, or damaged. */
    SEAL,
    /** Of a batch that does not exist. */
    BATCH
  }

  private final BundleFault reason;

  /** Creates a refusal without a stack trace, since every bundle may be refused. */
  public MalformedBundleException(BundleFault reason) {
    super("malformed bundle: " + reason, null, false, false);
    this.reason = reason;
  }

  /** Returns the reason. */
  public BundleFault reason() {
    return reason;
  }
}
