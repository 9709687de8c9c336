package org.privatemean.shuffle;

/** Receives the mixed slots of all bundles. */
@FunctionalInterface
interface SlotSink {
  /**
   * Takes one slot.
   *
   * @param batch the batch of the user that it came from
   * @param slot as it lay in the bundle
   */
  void take(int batch, byte[] slot);
}
