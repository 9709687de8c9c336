package org.privatemean.app;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.privatemean.spark.PrivateMean;

/** Base of the simulations: a run, from its options to its report. */
abstract class Simulation extends SparkCommand {
  private final UnaryOperator<String> terms;

  Simulation(UnaryOperator<String> terms) {
    this.terms = terms;
  }

  /** Returns the input, which is for checks only unless the existence of files is checked. */
  abstract Input input(boolean isSeen);

  abstract ReportOptions output();

  abstract PrivateMean checkedStage();

  /** Returns the report of a run as JSON, and hands on its warnings. */
  abstract String report(PrivateMean stage, Dataset<Row> read, Consumer<String> warnings);

  @Override
  final void checkOptions() {
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
    Outputs outputs = output().outputs(rows.source().paths(), Optional.empty());
    try (Outputs writing = outputs.open()) {
      SparkSession session = Sessions.open("private-mean simulate " + spec().name());
      List<String> warnings = new ArrayList<>();
      Dataset<Row> read = rows.open(session, stage, Optional.empty(), warnings::add).rows();
      String json = rows.run(terms, () -> report(stage, read, warnings::add));
      Interruption.whileWriting(() -> write(json, warnings, writing));
    }
    return 0;
  }

  private void write(String json, List<String> warnings, Outputs outputs) {
    byte[] content = (json + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
    outputs.write("the report could not be written", (target, file) -> file.write(content));
    warn(warnings);
    if (outputs.hasAny()) {
      err().println("wrote " + outputs.describe());
    } else {
      out().println(json);
      checkPrinted();
    }
  }

  /** Computes something from options and public values alone. */
  final <T> T compute(Supplier<T> computation) {
    return StageOptions.inTerms(terms, computation);
  }
}
