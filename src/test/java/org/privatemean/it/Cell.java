package org.privatemean.it;

/**
 * One cell of a notebook.
 *
 * @param isCode whether it is Scala; else it is prose in Markdown
 * @param title of a cell with code; empty for prose
 * @param text without the marks of any notebook format
 */
record Cell(boolean isCode, String title, String text) {
  static Cell prose(String text) {
    return new Cell(false, "", text);
  }

  static Cell code(String title, String text) {
    return new Cell(true, title, text);
  }
}
