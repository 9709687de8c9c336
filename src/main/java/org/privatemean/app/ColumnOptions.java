package org.privatemean.app;

import java.util.List;
import picocli.CommandLine.Option;

/** Options for the rows to read and for one column of numbers. */
final class ColumnOptions extends SourceOptions {
  @Option(
      names = "--column",
      paramLabel = "NAME",
      description =
          "Numeric column whose mean is estimated. Text is parsed as a number; a row whose "
              + "text is not a number is invalid (see --handle-invalid).")
  private String column;

  public String column() {
    return column;
  }

  @Override
  CoordinateColumns columns(boolean isLibsvm) {
    if (column == null || column.isEmpty()) {
      throw new WrongInputException("no column is named: give --column");
    }
    return CoordinateColumns.features("--column", List.of(column));
  }
}
