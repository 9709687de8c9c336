package org.privatemean.shuffle;

import java.nio.charset.StandardCharsets;

/** The purpose of a seal. A text sealed for one purpose does not open for another. */
enum Purpose {
  /** A slot of a bundle, to the server. */
  MESSAGE("message to the server"),
  /** The slots of a bundle together, to the shuffler. */
  BUNDLE("bundle to the shuffler");

  private final String text;

  Purpose(String text) {
    this.text = text;
  }

  byte[] info() {
    return ("org.privatemean.seal/1 " + text).getBytes(StandardCharsets.US_ASCII);
  }
}
