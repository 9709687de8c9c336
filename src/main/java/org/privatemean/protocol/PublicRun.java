package org.privatemean.protocol;

import java.nio.charset.StandardCharsets;

/**
 * The run of a public state. Its id and seed are public, and in every state's digest: two runs with
 * the same plan and seed, but different ids, have no state in common.
 *
 * @param id the run's name, at most {@value #MAX_BYTES} bytes in UTF-8; "" if it has none, as in a
 *     simulation
 * @param seed of the public bits, such as the rotation and the users' labels
 */
public record PublicRun(String id, long seed) {
  /** The maximum bytes of a name in UTF-8. */
  public static final int MAX_BYTES = 256;

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if it is longer, or has an unpaired surrogate, which would be
   *     written as another text
   */
  public PublicRun {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(id)
        || id.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a run's id must be a text of at most " + MAX_BYTES + " bytes in UTF-8");
    }
  }
}
