package org.privatemean.it;

/**
 * What a cell printed.
 *
 * @param text plain text; may be empty
 * @param html HTML handed to {@code displayHTML}; empty if none was
 */
record Output(String text, String html) {
  /** Nothing was printed. */
  static final Output NONE = new Output("", "");

  /** Zeppelin shows as HTML what follows this. */
  private static final String MARK = "%html ";

  /** The line of a summary that says when it was made: never twice the same. */
  private static final String MOMENT = "(?m)^made  .*\\R";

  /** Splits what was printed. */
  static Output of(String all) {
    String printed = all.replaceAll(MOMENT, "");
    int mark = printed.indexOf(MARK);
    return mark < 0
        ? new Output(printed, "")
        : new Output(printed.substring(0, mark), printed.substring(mark + MARK.length()).strip());
  }
}
