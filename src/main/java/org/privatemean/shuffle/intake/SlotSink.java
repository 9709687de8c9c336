package org.privatemean.shuffle.intake;

/** Where the shuffler gives the mixed slots of all bundles to. */
@FunctionalInterface
public interface SlotSink {
  /**
   * Takes one slot.
   *
   * @param batch the batch of the user that it came from
   * @param slot as it lay in the bundle
   */
  void take(int batch, byte[] slot);
}
