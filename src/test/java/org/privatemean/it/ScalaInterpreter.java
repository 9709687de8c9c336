package org.privatemean.it;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.SparkSession;
import scala.Console;
import scala.collection.immutable.List$;
import scala.tools.nsc.Settings;
import scala.tools.nsc.interpreter.IMain;
import scala.tools.nsc.interpreter.Results;
import scala.tools.nsc.interpreter.shell.ReplReporterImpl;

/** Scala's own interpreter with a session named {@code spark}, as notebooks have it. */
final class ScalaInterpreter implements AutoCloseable {
  private final StringWriter diagnostics = new StringWriter();
  private final IMain interpreter;

  ScalaInterpreter(SparkSession session) {
    Settings settings = new Settings();
    settings.processArgumentString("-usejavacp -Yrepl-class-based");
    interpreter =
        new IMain(settings, new ReplReporterImpl(settings, new PrintWriter(diagnostics, true)));
    interpreter.bind("spark", SparkSession.class.getName(), session, List$.MODULE$.empty());
  }

  /**
   * Runs one cell.
   *
   * @return what it printed
   * @throws IllegalStateException with the compiler's or the exception's text, if it does not
   *     succeed
   */
  Output run(Cell cell) {
    diagnostics.getBuffer().setLength(0);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Results.Result result = Console.withOut(printed, () -> interpreter.interpret(cell.scala()));
    if (result != Results.Success$.MODULE$) {
      throw new IllegalStateException(
          String.format("cell \"%s\": %s%n%s", cell.title(), result, diagnostics));
    }
    return Output.of(printed.toString(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    interpreter.close();
  }
}
