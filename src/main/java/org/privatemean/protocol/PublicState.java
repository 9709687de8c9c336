package org.privatemean.protocol;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.privatemean.noise.DigestBits;

/**
 * The public state of a run before one of its rounds, as far as secret bits need it: they belong to
 * one state, and no two states share them.
 */
public interface PublicState {
  /** Returns a digest of all that the next round's messages depend on: 64 hexadecimal digits. */
  String digest();

  /** Returns the SHA-256 of a state's binary form, as 64 hexadecimal digits. */
  static String digestOf(byte[] form) {
    return HexFormat.of().formatHex(DigestBits.sha256(form));
  }

  /**
   * The run of a public state. Its id and seed are public, and in every state's digest: two runs
   * with the same plan and seed, but different ids, have no state in common.
   *
   * @param id the run's name, at most {@value #MAX_BYTES} bytes in UTF-8; "" if it has none, as in
   *     a simulation
   * @param seed of the public bits, such as the rotation and the users' labels
   */
  record PublicRun(String id, long seed) {
    public static final int MAX_BYTES = 256;

    public PublicRun {
      checkText("a run's id", id);
    }

    /** Returns a short and well-formed text, so that distinct texts have distinct bytes. */
    public static String checkText(String what, String text) {
      if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)
          || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
        throw new IllegalArgumentException(
            what + " must be a text of at most " + MAX_BYTES + " bytes in UTF-8");
      }
      return text;
    }
  }
}
