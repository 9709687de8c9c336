package org.privatemean.shuffle;

/** A receiver of the mixed slots of all bundles. */
@FunctionalInterface
interface SlotSink {
  /**
   * Receives one slot.
   *
   * @param batch the batch of its user
   * @param slot as in the bundle
   */
  void take(int batch, byte[] slot);
}
