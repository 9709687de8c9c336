package org.privatemean.spark.ledger;

import java.util.Map;
import java.util.Optional;

/**
 * The caller's description of the rows of a fit in addition to the params of its stage.
 *
 * @param input what was asked for where the rows were read, such as files and their format; part of
 *     what a name in a ledger stands for
 * @param areRowsKept whether the caller has read the rows itself, one for each record of the source
 * @param reader all that shapes a cell's text, where the caller reads the rows; empty where their
 *     plan is to show it
 */
public record InputDescriptor(
    Map<String, String> input, boolean areRowsKept, Optional<String> reader) {
  /** Nothing is said. */
  public static final InputDescriptor NOTHING =
      new InputDescriptor(Map.of(), false, Optional.empty());

  /** Copies the map. */
  public InputDescriptor {
    input = Map.copyOf(input);
  }
}
