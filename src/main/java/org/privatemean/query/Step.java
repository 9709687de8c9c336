package org.privatemean.query;

/**
 * Step of a mechanism: the name of its charges, and the number that keys its noise.
 *
 * @param id 1..65535, except 65534, which keys samples; different for every step of one fit
 * @param name a term of the field, independent of the data
 */
public record Step(int id, String name) {
  public static final Step MEDIANS = new Step(1, "medians");
  public static final Step THRESHOLD = new Step(2, "clipping norm");
  public static final Step AVERAGE = new Step(3, "clipped sum");
  public static final Step COUNT = new Step(4, "row count");
}
