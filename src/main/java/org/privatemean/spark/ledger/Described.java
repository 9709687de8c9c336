package org.privatemean.spark.ledger;

import java.util.Map;

/**
 * What a caller says of the rows of a fit beside the params of its stage.
 *
 * @param input what was asked for where the rows were read, such as files and their format; part of
 *     what a name in a ledger stands for
 * @param areRowsKept whether the caller has read the rows itself, one for each record of the source
 */
public record Described(Map<String, String> input, boolean areRowsKept) {
  /** Nothing is said. */
  public static final Described NOTHING = new Described(Map.of(), false);

  /** Copies the map. */
  public Described {
    input = Map.copyOf(input);
  }
}
