package org.privatemean.app;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the rows to read and for one column of numbers. */
final class ColumnOptions extends SourceOptions {
  @Option(
      names = "--column",
      paramLabel = "NAME",
      description = {
        "Numeric column whose mean is estimated. Text is parsed as a number; a row whose "
            + "text is not a number is invalid (see --handle-invalid)."
      })
  private String column;

  /**
   * Returns the input.
   *
   * @param isSeen true if the existence of files is checked; otherwise the input is for checks only
   * @throws WrongInputException if the options contradict each other or the files do not exist
   */
  public Input input(boolean isSeen) {
    return input(isLibsvm -> columns(), Optional::empty, isSeen);
  }

  /** Returns the name of the column. */
  public String column() {
    return column;
  }

  private CoordinateColumns columns() {
    if (column == null || column.isEmpty()) {
      throw new WrongInputException("no column is named: give --column");
    }
    return CoordinateColumns.Features.only("--column", column);
  }
}
