package org.privatemean.app;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.privatemean.refusal.Refusal;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.spark.PrivateMean;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Base of the simulations: a run, from its options to its report. */
abstract class Simulation implements Callable<Integer>, RunsOnSpark {
  @Spec private CommandSpec spec;

  /** The options of the params that messages name. */
  private final UnaryOperator<String> terms;

  Simulation(UnaryOperator<String> terms) {
    this.terms = terms;
  }

  /** Report of a simulation. */
  record SimulationReport(String json, List<String> warnings) {}

  /** Returns the input, which is for checks only unless the existence of files is checked. */
  abstract Input input(boolean isSeen);

  abstract ReportOptions output();

  /** Checks the options. */
  abstract PrivateMean checkedStage();

  /** Simulates a checked request. */
  abstract SimulationReport report(PrivateMean stage, Dataset<Row> read);

  final ParseResult parsed() {
    return spec.commandLine().getParseResult();
  }

  @Override
  public final void checkOptions() {
    PrivateMean stage = checkedStage();
    input(false).check(stage);
    output().checkName();
  }

  @Override
  public final Integer call() {
    checkOptions();
    PrivateMean stage = checkedStage();
    Input rows = input(true);
    rows.check(stage);
    Outputs outputs = output().outputs(rows.source().paths());
    try (Outputs.PendingOutputs writing = outputs.open()) {
      SparkSession session = Sessions.open("private-mean simulate " + spec.name());
      List<String> warnings = new ArrayList<>();
      Dataset<Row> read = rows.open(session, stage, Optional.empty(), warnings::add).rows();
      SimulationReport report = run(rows, () -> report(stage, read));
      warnings.addAll(report.warnings());
      Interruption.whileWriting(() -> write(report.json(), warnings, outputs, writing));
    }
    return 0;
  }

  private void write(
      String json, List<String> warnings, Outputs outputs, Outputs.PendingOutputs writing) {
    writing.write(
        "the report could not be written",
        (target, file) ->
            file.write(
                stream ->
                    stream.write(
                        (json + System.lineSeparator()).getBytes(StandardCharsets.UTF_8))));
    PrintWriter err = spec.commandLine().getErr();
    warnings.forEach(text -> err.println("warning: " + text));
    if (outputs.hasAny()) {
      err.println(outputs.written());
      return;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(json);
    if (out.checkError()) {
      throw new FailedJobException("the report could not be written to standard output", null);
    }
  }

  /** Computes something from options and public values alone. */
  final <T> T compute(Supplier<T> computation) {
    try {
      return computation.get();
    } catch (IllegalArgumentException refusal) {
      throw new WrongInputException(message(refusal), refusal);
    }
  }

  private SimulationReport run(Input input, Supplier<SimulationReport> run) {
    try {
      return run.get();
    } catch (WrongInputException wrong) {
      throw wrong;
    } catch (Exception failure) {
      if (Failure.isDenied(failure)) {
        throw Failure.accessDenied(input.source().paths(), failure);
      }
      if (!(failure instanceof Refusal)) {
        throw failure;
      }
      String message = input.inNames(message(failure));
      // What does not suit the number of rows is known only now; an invalid row is not a wrong
      // option.
      if (failure instanceof IllegalArgumentException
          && !(failure instanceof InvalidRowException)) {
        throw new WrongInputException(message, failure);
      }
      throw new FailedJobException(message, failure);
    }
  }

  private String message(Throwable failure) {
    return failure instanceof Refusal refusal ? refusal.inTerms(terms) : failure.getMessage();
  }
}
