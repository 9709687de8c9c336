package org.privatemean.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.privatemean.audit.AuditReport;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "audit",
    sortOptions = false,
    description =
        "Audits the guarantees of this build on made-up data: samplers against their exact laws, "
            + "neighbouring data replayed through the mechanisms, fits that die or race under a "
            + "ledger, and lower bounds on epsilon from released values. No data are read and no "
            + "Spark session is started. Exits with 0 if all claims hold and with 1 if one fails.",
    footer = {"", "Example:", "  private-mean audit --minutes 5 --report audit.json"})
final class AuditCommand implements Callable<Integer> {
  private static final double MAX_MINUTES = 1440;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "NUMBER",
      description =
          "Time to use, > 0 and <= 1440 (default: ${DEFAULT-VALUE}). With less time cases are "
              + "repeated less often.")
  private double minutes = 5;

  @Option(
      names = "--seed",
      paramLabel = "INTEGER",
      description = "Seed of all data and noise (default: a random one; the report has it).")
  private Long seed;

  @ArgGroup(validate = false)
  private ReportOptions output = new ReportOptions();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Path of the report as one page with a plot; its name ends in .html.")
  private String html;

  @Override
  public Integer call() {
    WrongInputException.check(
        "--minutes", minutes > 0 && minutes <= MAX_MINUTES, "above 0 and at most 1440", minutes);
    ReportOptions.checkName("--html", html, ".html");
    Optional<Target> page = Target.parse(Target.TargetKind.PAGE, html);
    PrintWriter err = spec.commandLine().getErr();
    try (Outputs writing = output.outputs(List.of(), page).open()) {
      long drawn = seed == null ? ThreadLocalRandom.current().nextLong() : seed;
      AuditReport report = AuditReport.run(minutes, drawn, err::println);
      Interruption.whileWriting(() -> write(report, writing));
      if (report.failed() > 0) {
        err.printf("private-mean audit: %d of %d cases failed%n", report.failed(), report.cases());
        return Failure.FAILED;
      }
      return 0;
    }
  }

  private void write(AuditReport report, Outputs writing) {
    String version = spec.root().version()[0];
    String json = report.toJson(version) + System.lineSeparator();
    writing.write(
        "the report could not be written",
        (target, file) ->
            file.write(
                (target.kind() == Target.TargetKind.PAGE ? report.toHtml(version) : json)
                    .getBytes(UTF_8)));
    if (output.isPrinted()) {
      spec.commandLine().getOut().print(json);
      spec.commandLine().getOut().flush();
    } else {
      spec.commandLine().getErr().println("wrote " + writing.describe());
    }
  }
}
