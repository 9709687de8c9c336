package org.privatemean.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the rows to read and for their columns. */
final class InputOptions extends SourceOptions {
  @Option(
      names = "--vector-col",
      paramLabel = "NAME",
      description =
          "Column of vectors or arrays of numbers; set --dimension unless the column's "
              + "metadata state it. Default for libsvm: features.")
  private String vectorCol;

  @Option(
      names = "--features",
      paramLabel = "NAME",
      split = ColumnName.COMMAS,
      splitSynopsisLabel = ",",
      description =
          "Numeric columns, the coordinates of the rows, instead of --vector-col: s.v is field v "
              + "of column s, and a name with a comma is written in backticks. Text is parsed as a "
              + "number; a row whose text is not a number is invalid (see --handle-invalid).")
  private List<String> features = new ArrayList<>();

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description =
          "Leaves out the rows for which this condition is not true, such as \"age >= 18 "
              + "and country = 'DE'\". Only with --neighbours addRemove, since the number of "
              + "remaining rows is private. Columns, numbers and 'texts', compared by = <> < <= "
              + "> >=, in, between, like and is null, joined by and, or, not; + - * / %% and "
              + "abs, length, lower, trim, upper. A comparison with a 'text' compares texts, any "
              + "other numbers. A cell that is null or not a number makes the condition unknown, "
              + "and the row is left out. The condition itself must not be derived from the data.")
  private String where;

  @Override
  Optional<Condition> condition() {
    try {
      return Optional.ofNullable(where).map(Condition::parse);
    } catch (IllegalArgumentException refusal) {
      throw new WrongInputException("--where: " + refusal.getMessage(), refusal);
    }
  }

  @Override
  CoordinateColumns columns(boolean isLibsvm) {
    if (vectorCol != null && !features.isEmpty()) {
      throw new WrongInputException("both --vector-col and --features are given: give one");
    }
    List<String> unquoted = ColumnName.unquote(features);
    checkList("--features", unquoted);
    if (!unquoted.isEmpty()) {
      return CoordinateColumns.features("--features", unquoted);
    }
    if (vectorCol == null && !isLibsvm) {
      throw new WrongInputException("no column is named: give --vector-col or --features");
    }
    return CoordinateColumns.vector(vectorCol == null ? "features" : vectorCol);
  }
}
