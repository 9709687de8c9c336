package org.privatemean.app;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Subcommand that needs a Spark session, except to check its options. */
abstract class SparkCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Checks the options. Reads no file and starts no session. */
  abstract void checkOptions();

  final CommandSpec spec() {
    return spec;
  }

  final ParseResult parsed() {
    return spec.commandLine().getParseResult();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  final void warn(List<String> warnings) {
    warnings.forEach(text -> err().println("warning: " + text));
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final void checkPrinted() {
    if (out().checkError()) {
      throw new FailedJobException("the report could not be written to standard output", null);
    }
  }
}
