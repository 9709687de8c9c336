package org.privatemean.app;

import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.column.VectorColumn;

record Input(Source source, CoordinateColumns columns, Optional<Condition> where) {
  private static final String ZEROS_OF_TEXT =
      "--handle-invalid zero: a row with any field that is not a finite number counts as the zero "
          + "vector; a column of text, such as names, makes every row invalid: leave it out";

  /** Checks what can be known of the columns before the input is opened. */
  public void check(PrivateMean stage) {
    source.check(columns, stage);
    where.ifPresent(condition -> checkWhere(condition, stage));
    if (stage.isDefined(stage.idCol()) && columns.names().contains(stage.getIdCol())) {
      throw WrongInputException.format(
          "--id-col: column %s is one of %s, but an id must not depend on a row's numbers",
          stage.getIdCol(), columns.option());
    }
    boolean given = stage.isSet(stage.dimension());
    if (given && columns.size().orElse(stage.getDimension()) != stage.getDimension()) {
      throw WrongInputException.format(
          "--dimension is %d, but --features names %d columns: leave --dimension out",
          stage.getDimension(), columns.size().getAsInt());
    }
  }

  /** Returns the number of coordinates, if known before the input is opened. */
  public OptionalInt dimension(PrivateMean stage) {
    return stage.isSet(stage.dimension()) ? OptionalInt.of(stage.getDimension()) : columns.size();
  }

  /** Returns the number of coordinates of the opened rows, if known. */
  public static OptionalInt dimension(PrivateMean stage, StructType schema) {
    if (stage.isSet(stage.dimension())) {
      return OptionalInt.of(stage.getDimension());
    }
    int declared = VectorColumn.declaredSize(schema, stage.getInputCol());
    return declared < 0 ? OptionalInt.empty() : OptionalInt.of(declared);
  }

  private void checkWhere(Condition condition, PrivateMean stage) {
    if (!stage.getTrustModel().equals("central")) {
      throw new WrongInputException(
          "--where requires --trust-model central: in the other models each user decides "
              + "whether to take part");
    }
    if (!stage.getNeighbours().equals("addRemove")) {
      throw new WrongInputException(
          "--where makes the number of rows private, which --neighbours replace makes public: set"
              + " --neighbours addRemove");
    }
    source.checkWhere(condition);
  }

  /**
   * Opens the rows as one vector column, the stage's input column, and the other columns that it
   * asks for. Row i is a function of record i alone.
   *
   * @param ofLedger the column of the stage's scope, where the ledger names it
   * @param warnings takes warnings from options and schemas
   */
  public Source.OpenInput open(
      SparkSession session,
      PrivateMean stage,
      Optional<String> ofLedger,
      Consumer<String> warnings) {
    Map<String, String> beside = Source.beside(stage, ofLedger);
    CoordinateColumns named = columns.besides(beside.keySet());
    Source.OpenInput opened = load(() -> source.open(session, named, stage, beside, where));
    stage.setInputCol(named.name());
    columns.size().ifPresent(stage::setDimension);
    source.warn(warnings);
    if (opened.isText() && stage.getHandleInvalid().equals("zero")) {
      warnings.accept(ZEROS_OF_TEXT);
    }
    return opened;
  }

  private Source.OpenInput load(Supplier<Source.OpenInput> open) {
    try {
      return open.get();
    } catch (Exception failure) {
      Failure.checkAccess(source.paths(), failure);
      if (failure.getCause() instanceof URISyntaxException) {
        throw Storage.colonInName(source.paths(), failure);
      }
      // Both are checked exceptions that Spark throws undeclared.
      if (failure instanceof AnalysisException || failure instanceof ClassNotFoundException) {
        throw new WrongInputException(
            "the input cannot be opened: " + Failure.name(failure), failure);
      }
      throw failure;
    }
  }

  /**
   * Runs work on the rows. A refusal names what the user gave; one that is known only from the
   * number of rows is of the options, where an invalid row is not.
   */
  <T> T run(UnaryOperator<String> terms, Supplier<T> work) {
    try {
      return work.get();
    } catch (WrongInputException | LedgerRefusedException | LedgerUnavailableException named) {
      throw named;
    } catch (Exception failure) {
      Failure.checkAccess(source.paths(), failure);
      Optional<Throwable> ours = Failure.ours(failure);
      if (ours.isEmpty()) {
        throw failure;
      }
      String text = inNames(StageOptions.message(terms, ours.get()));
      if (failure instanceof IllegalArgumentException
          && !(failure instanceof InvalidRowException)) {
        throw new WrongInputException(text, failure);
      }
      throw new FailedJobException(text, failure);
    }
  }

  /** Returns a message of the stage, which knows one column, with the names that the user gave. */
  String inNames(String message) {
    String has = columns.names().size() == 1 ? " has " : " have ";
    String one = "^Input column " + Pattern.quote(columns.name());
    String named =
        message
            .replaceFirst(one + " has ", Matcher.quoteReplacement(columns.description() + has))
            .replaceFirst(one + "(?= )", Matcher.quoteReplacement(columns.description()));
    // Whatever the file holds: which of its lines are invalid is private.
    return source.format() == Format.JSON && named.contains("a row that is null")
        ? named + "; json is read with one object per line, and an array of objects is not read"
        : named;
  }
}
