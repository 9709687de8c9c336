package org.privatemean.app;

import java.util.concurrent.Callable;
import org.privatemean.app.input.ScaleList;
import org.privatemean.app.input.WrongInputException;
import org.privatemean.spark.PrivateMean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Tells the error of a fit from public values. */
@Command(
    name = "forecast",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Prints the report that a fit on such rows is likely to give, as JSON, from public values"
          + " alone: no data are read, nothing is spent and no Spark session is started. The report"
          + " has the keys of a fit's; its mean and its charges are empty."
    },
    footer = {
      "",
      "Example: private-mean forecast --rows 10000 --dimension 20 --spread 3 --rho 0.5"
    })
final class ForecastCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      required = true,
      paramLabel = "INTEGER",
      description =
          "Number of rows, >= 0; with --trust-model local or shuffle of users, 1 to 2147483647.")
  private long rows;

  @Option(
      names = "--dimension",
      required = true,
      paramLabel = "INTEGER",
      description = "Number of coordinates, >= 1.")
  private int dimension;

  @Option(
      names = "--spread",
      required = true,
      paramLabel = "NUMBER",
      description = {
        "Guess of the rows' root mean squared l2 distance to their mean (with --method clipped: to"
            + " zero), in data units, > 0."
      })
  private double spread;

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    PrivateMean stage = StageOptions.FORECAST.stage(parsed);
    StageOptions.scales(parsed).ifPresent(text -> stage.setScales(ScaleList.inOrder(text)));
    try {
      spec.commandLine().getOut().println(stage.forecast(rows, dimension, spread).toJson());
      return 0;
    } catch (IllegalArgumentException refusal) {
      throw new WrongInputException(StageOptions.message(refusal), refusal);
    }
  }
}
