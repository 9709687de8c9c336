package org.privatemean.app;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.privatemean.refusal.Refusal;
import org.privatemean.rows.InvalidRowException;

/**
 * A run of a simulation, from its options to its report.
 *
 * @param out where the report goes that has no file
 * @param err where warnings go
 * @param terms the options of the params that messages name
 */
record Simulation(PrintWriter out, PrintWriter err, UnaryOperator<String> terms) {
  /**
   * What a simulation came to.
   *
   * @param json the report
   * @param warnings those in it
   */
  record SimulationReport(String json, List<String> warnings) {}

  /**
   * Checks something from the options alone.
   *
   * @throws WrongInputException in the terms of options, if it is refused
   */
  void check(Runnable check) {
    try {
      check.run();
    } catch (WrongInputException wrong) {
      throw wrong;
    } catch (IllegalArgumentException refusal) {
      throw new WrongInputException(message(refusal), refusal);
    }
  }

  /**
   * Runs a simulation and writes its report.
   *
   * @param input what it reads
   * @param more warnings from options and schemas
   */
  void run(
      Input input,
      ReportOptions.PendingReport writing,
      List<String> more,
      Supplier<SimulationReport> run) {
    SimulationReport report = report(input, run);
    Interruption.whileWriting(
        () -> {
          if (writing.hasFile()) {
            writing.write(report.json());
          }
          more.forEach(text -> err.println("warning: " + text));
          report.warnings().forEach(text -> err.println("warning: " + text));
          writing.written().ifPresent(err::println);
          if (!writing.hasFile()) {
            out.println(report.json());
            if (out.checkError()) {
              throw new FailedJobException(
                  "the report could not be written to standard output", null);
            }
          }
        });
  }

  /**
   * Plans a run, which takes public values only.
   *
   * @throws WrongInputException if they are such that it cannot work
   */
  static <P> P createPlan(Supplier<P> plan) {
    try {
      return plan.get();
    } catch (IllegalArgumentException unfit) {
      throw new WrongInputException(
          unfit instanceof Refusal refusal
              ? refusal.inTerms(StageOptions::option)
              : unfit.getMessage(),
          unfit);
    }
  }

  private SimulationReport report(Input input, Supplier<SimulationReport> run) {
    try {
      return run.get();
    } catch (WrongInputException wrong) {
      throw wrong;
    } catch (Exception failure) {
      if (ReadFailures.isDenied(failure)) {
        throw ReadFailures.accessDenied(input.source().paths(), failure);
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
