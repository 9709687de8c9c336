package org.privatemean.query.group;

import java.io.Serializable;
import java.util.Arrays;

/** Which slot each group is in; groups of none are not asked. */
public final class Slots implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] of;
  private final int count;

  private Slots(int[] of, int count) {
    this.of = of;
    this.count = count;
  }

  /**
   * Each of some groups in its own slot, in their order.
   *
   * @param groups how many there are
   * @param asked their indices
   */
  public static Slots each(int groups, int[] asked) {
    int[] of = new int[groups];
    Arrays.fill(of, -1);
    for (int k = 0; k < asked.length; k++) {
      of[asked[k]] = k;
    }
    return new Slots(of, asked.length);
  }

  /** All of some groups in one slot. */
  public static Slots together(int groups, int[] asked) {
    int[] of = new int[groups];
    Arrays.fill(of, -1);
    for (int group : asked) {
      of[group] = 0;
    }
    return new Slots(of, 1);
  }

  /**
   * Classes of groups.
   *
   * @param of the class of each group, or -1; kept
   * @param count number of classes
   */
  public static Slots classes(int[] of, int count) {
    return new Slots(of, count);
  }

  /** Returns how many there are. */
  public int count() {
    return count;
  }

  /** Returns the slot of a group, or -1. */
  public int of(int group) {
    return of[group];
  }
}
