package org.privatemean.mean;

import java.io.Serializable;
import java.util.Arrays;

/** Slots of groups, -1 for those that are not queried; not to be changed. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Slots(int[] slots, int count) implements Serializable {
  /** Assigns each of some groups to a separate slot, in their order. */
  static Slots each(int groups, int[] requested) {
    int[] slots = new int[groups];
    Arrays.fill(slots, -1);
    for (int k = 0; k < requested.length; k++) {
      slots[requested[k]] = k;
    }
    return new Slots(slots, requested.length);
  }

  static Slots together(int groups, int[] requested) {
    int[] slots = each(groups, requested).slots;
    Arrays.setAll(slots, group -> Math.min(0, slots[group]));
    return new Slots(slots, 1);
  }

  int of(int group) {
    return slots[group];
  }
}
