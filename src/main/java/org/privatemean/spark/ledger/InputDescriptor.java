package org.privatemean.spark.ledger;

import java.util.Map;
import java.util.Optional;

/**
 * The caller's description of the rows of a fit, in addition to the params of its stage.
 *
 * @param input options by which the rows were read, such as files and their format; part of the
 *     request that a release name stands for
 * @param areRowsKept whether the caller has read the rows, one per record of the source
 * @param reader all options that determine a cell's text, if the caller reads the rows; empty if
 *     their plan shows them
 */
public record InputDescriptor(
    Map<String, String> input, boolean areRowsKept, Optional<String> reader) {
  /** No description. */
  public static final InputDescriptor NOTHING =
      new InputDescriptor(Map.of(), false, Optional.empty());

  public InputDescriptor {
    input = Map.copyOf(input);
  }
}
