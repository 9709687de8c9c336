package org.privatemean.protocol;

import java.nio.charset.StandardCharsets;

/**
 * Which run a public state belongs to. Both are public, and in every state's digest: two runs of
 * one plan and one seed, but of two ids, have no state in common.
 *
 * @param id the run's name, at most {@value #MAX_BYTES} bytes in UTF-8; "" where it has none, as in
 *     a simulation
 * @param seed what public bits are drawn from, such as the rotation and the users' labels
 */
public record PublicRun(String id, long seed) {
  /** The most bytes that a name takes in UTF-8. */
  public static final int MAX_BYTES = 256;

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if it is longer, or no text: one with half a pair of
   *     surrogates, which would be written as another
   */
  public PublicRun {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(id)
        || id.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a run's id must be a text of at most " + MAX_BYTES + " bytes in UTF-8");
    }
  }
}
