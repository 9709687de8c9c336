package org.privatemean.it;

/**
 * A cell and what it printed when it was run.
 *
 * @param cell the cell
 * @param output nothing for prose
 */
record RecordedCell(Cell cell, Output output) {}
