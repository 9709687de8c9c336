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
      description = {
        "Column of vectors or arrays of numbers; give --dimension unless the column's metadata"
            + " tell it. Default for libsvm: features."
      })
  private String vectorCol;

  @Option(
      names = "--features",
      paramLabel = "NAME",
      split = ColumnName.COMMAS,
      description = {
        "Columns of numbers, the coordinates of the rows, in place of --vector-col: s.v is member v"
            + " of column s, and a name with a comma stands in backticks. Text is read as a number;"
            + " what is none makes its row invalid (see --handle-invalid)."
      })
  private List<String> features = new ArrayList<>();

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = {
        "Leaves out the rows for which this is not true, such as \"age >= 18 and country = 'DE'\"."
            + " Goes with --neighbours addRemove only, since the number of rows that are left is"
            + " private. Columns, numbers and 'texts', compared by = <> < <= > >=, in, between,"
            + " like and is null, joined by and, or, not; + - * / %% and abs, length, lower, trim,"
            + " upper. With a 'text' a comparison is of texts, else of numbers. A cell that is null"
            + " or no number makes it unknown, and an unknown row is left out. The condition itself"
            + " must not come from the data."
      })
  private String where;

  /**
   * Returns the input. Checks that the files exist, but reads none.
   *
   * @throws WrongInputException if the options contradict each other or the files do not exist
   */
  public Input input() {
    return input(this::columns, this::condition, true);
  }

  /**
   * Returns the input without checking that files exist: for checks only.
   *
   * @throws WrongInputException if the options contradict each other
   */
  public Input unseen() {
    return input(this::columns, this::condition, false);
  }

  private Optional<Condition> condition() {
    try {
      return Optional.ofNullable(where).map(Condition::parse);
    } catch (MalformedConditionException refusal) {
      throw new WrongInputException("--where: " + refusal.getMessage(), refusal);
    }
  }

  private CoordinateColumns columns(boolean isLibsvm) {
    if (vectorCol != null && !features.isEmpty()) {
      throw new WrongInputException("both --vector-col and --features are given: give one");
    }
    List<String> unquoted = ColumnName.unquote(features);
    checkList("--features", unquoted);
    if (!unquoted.isEmpty()) {
      return new CoordinateColumns.Features(unquoted);
    }
    if (vectorCol == null && !isLibsvm) {
      throw new WrongInputException("no column is named: give --vector-col or --features");
    }
    return new CoordinateColumns.Vector(vectorCol == null ? "features" : vectorCol);
  }
}
