package org.privatemean.mean;

import java.io.Serializable;
import java.util.Arrays;

/** Assignment of groups to slots. Groups without a slot are not queried. */
final class Slots implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Null if each group is its own slot. */
  private final int[] of;

  private final int count;

  private Slots(int[] of, int count) {
    this.of = of;
    this.count = count;
  }

  /** Assigns all groups, each to the slot of its index. */
  public static Slots all(int groups) {
    return new Slots(null, groups);
  }

  /** Assigns each of some groups to a separate slot, in their order. */
  public static Slots each(int groups, int[] requested) {
    int[] of = new int[groups];
    Arrays.fill(of, -1);
    for (int k = 0; k < requested.length; k++) {
      of[requested[k]] = k;
    }
    return new Slots(of, requested.length);
  }

  /** Assigns some groups to one common slot. */
  public static Slots together(int groups, int[] requested) {
    int[] of = each(groups, requested).of;
    Arrays.setAll(of, group -> Math.min(0, of[group]));
    return new Slots(of, 1);
  }

  /** Assigns each group to a class, or to none if it is -1. */
  public static Slots classes(int[] of, int count) {
    return new Slots(of, count);
  }

  public int count() {
    return count;
  }

  public int of(int group) {
    return of == null ? group : of[group];
  }
}
