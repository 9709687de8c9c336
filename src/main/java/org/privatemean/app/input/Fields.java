package org.privatemean.app.input;

import java.io.Serializable;

/** Reads texts from a line: a function of the line alone, which holds no state between lines. */
interface Fields extends Serializable {
  /**
   * The texts of the fields asked for.
   *
   * @return null if the line cannot be read; an element is null where there is no text
   */
  String[] of(String line);
}
