package org.privatemean.device;

/**
 * A device refuses: what it is asked for is not what its user agreed to, was answered before for
 * another state, does not fit into the budget, or its folder is damaged. The message names what
 * differs, by public values only, and never a value of the row. Nothing was sent.
 *
 * @since 0.1.0
 */
public final class RefusedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }

  /** A folder that is not as the device left it. */
  static RefusedException forDamage(String how) {
    return new RefusedException(
        "the device's folder is damaged: "
            + how
            + ". What it has answered is not known, so that it answers nothing more; a new folder"
            + " is a new device, which must not join the runs of this one");
  }
}
