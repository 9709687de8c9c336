package org.privatemean.device;

/**
 * The refusal of a device: the request is not what its user agreed to, was answered before for
 * another state, or exceeds the budget, or the folder is damaged. The message names the difference,
 * by public values only, and never a value of the row. Nothing was sent.
 *
 * @since 0.1.0
 */
public final class RefusedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }

  static RefusedException forDamage(String how) {
    return new RefusedException(
        "the device's folder is damaged: "
            + how
            + ". What it has answered is not known, so that it answers nothing more; a new folder"
            + " is a new device, which must not join the runs of this one");
  }
}
