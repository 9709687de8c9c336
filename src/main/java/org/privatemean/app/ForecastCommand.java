package org.privatemean.app;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.spark.ml.param.ParamMap;
import org.privatemean.mean.ColumnForecast;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;
import org.privatemean.release.ReleaseSchema;
import org.privatemean.release.report.JsonText;
import org.privatemean.spark.GroupForecast;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** States the error of a fit from public values, or what a fit of a given error takes. */
@Command(
    name = "forecast",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Forecasts the error of a fit, or the budget or number of rows that an error "
          + "needs, from public values only: no data are read, nothing is spent and no Spark "
          + "session is started. It assumes Gaussian rows.",
      "With --rows and a budget: the error. With --target-error and --rows: the least "
          + "rho. With --target-error and a budget: the least number of rows. With all "
          + "three: the number of fits with that error that the budget pays for."
    },
    footer = {
      "",
      "Examples:",
      "  private-mean forecast --rows 10000 --dimension 20 --rho 0.5",
      "  private-mean forecast --rows 10000 --dimension 20 --target-error 0.01 --relative",
      "  private-mean forecast --rho 0.5 --dimension 20 --spread 3 --target-error 0.03",
      "  private-mean forecast --rows 30000 --rho 0.5 --columns-like"
          + " flag:0.01,lognormal:1,normal*5",
      "  private-mean forecast --nights 30 --rho 1 --rows 100000 --dimension 20"
    })
final class ForecastCommand implements Callable<Integer> {
  private static final String COLUMNS_LIKE = "--columns-like";
  private static final List<String> BUDGET = List.of("--rho", "--epsilon", "--delta");

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "INTEGER",
      description =
          "Number of rows, >= 0; with --trust-model local or shuffle number of users, 1 to "
              + "2147483647.")
  private Long rows;

  @Option(
      names = "--dimension",
      paramLabel = "INTEGER",
      description = "Number of coordinates, >= 1; optional with --columns-like.")
  private Integer dimension;

  @Option(
      names = COLUMNS_LIKE,
      paramLabel = "KINDS",
      description =
          "Kinds of the columns: normal, lognormal:SIGMA or flag:SHARE (1 in that share of "
              + "the rows, else 0), each with *COUNT for several. With --rows and a budget, "
              + "prints the expected width of the interval of each kind, in standard deviations "
              + "of the column.")
  private String columnsLike;

  @Option(
      names = "--spread",
      paramLabel = "NUMBER",
      description =
          "Guess of the root mean squared l2 distance of the rows to their mean (with "
              + "--method clipped: to zero), in data units, > 0. Without it errors are in units "
              + "of the spread.")
  private Double spread;

  @Option(
      names = "--group-count",
      paramLabel = "INTEGER",
      description =
          "Number of groups, 1 to 2147483647; with --rows-per-group, instead of --rows: "
              + "forecasts the report of each group of a fit with --group-cols.")
  private Long groupCount;

  @Option(
      names = "--rows-per-group",
      paramLabel = "INTEGER",
      description = "Number of rows, or of persons, of each group, >= 0.")
  private Long rowsPerGroup;

  @Option(
      names = "--max-groups-per-person",
      paramLabel = "INTEGER",
      description = "Maximum number of groups in which a person counts, >= 1 (default: 1).")
  private Integer groupsPerPerson;

  @Option(
      names = "--nights",
      paramLabel = "INTEGER",
      description =
          "Number of fits of the same rows that share --rho, >= 1: forecasts the error of "
              + "each at its share, and of all of them combined.")
  private Integer nights;

  @Option(
      names = "--target-error",
      paramLabel = "NUMBER",
      description =
          "Target l2 error, > 0, in data units or, without --spread, in units of the spread.")
  private Double targetError;

  @Option(names = "--relative", description = "--target-error is a share of the spread.")
  private boolean relative;

  @Option(
      names = "--json",
      description = "Prints JSON; for an error, with the keys of a fit's report.")
  private boolean json;

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    boolean budget = BUDGET.stream().anyMatch(parsed::hasMatchedOption);
    checkQuestion(budget);
    PrivateMean stage = StageOptions.FORECAST.stage(parsed);
    StageOptions.scales(parsed)
        .ifPresent(text -> stage.setScales(CoordinateColumns.parseScales(text)));
    PrintWriter out = spec.commandLine().getOut();
    out.print(StageOptions.inTerms(() -> answer(stage, budget)));
    out.flush();
    return 0;
  }

  private void checkQuestion(boolean budget) {
    boolean isLength = spread == null || (spread > 0 && spread < Double.POSITIVE_INFINITY);
    WrongInputException.check("--spread", isLength, "positive and finite", spread);
    if ((groupCount == null) != (rowsPerGroup == null)) {
      throw new WrongInputException(
          "--group-count and --rows-per-group go together: give both, or --rows");
    }
    if (groupsPerPerson != null && groupCount == null) {
      throw new WrongInputException("--max-groups-per-person goes with --group-count");
    }
    if (nights != null) {
      checkNights();
    }
    if (columnsLike != null
        && (spread != null
            || groupCount != null
            || nights != null
            || targetError != null
            || relative)) {
      throw new WrongInputException(
          COLUMNS_LIKE
              + " states errors in deviations of the columns, of one fit: leave --spread,"
              + " --group-count, --nights, --target-error and --relative out");
    }
    if (columnsLike == null && dimension == null) {
      throw new WrongInputException(
          "--dimension is not given: name it, or the kinds of the columns by " + COLUMNS_LIKE);
    }
    if (groupCount != null) {
      if (rows != null || targetError != null || relative) {
        throw new WrongInputException(
            "--group-count asks for the error of groups: leave --rows, --target-error and"
                + " --relative out");
      }
      return;
    }
    if (targetError == null) {
      if (relative) {
        throw new WrongInputException("--relative is of --target-error, which is not given");
      }
      if (rows == null) {
        throw new WrongInputException("--rows is not given: name it, or a --target-error");
      }
    } else if (!budget && rows == null) {
      throw new WrongInputException(
          "with --target-error give --rows, for the least rho, or a budget, for the fewest rows, or"
              + " both, for the number of fits");
    }
  }

  private void checkNights() {
    WrongInputException.check("--nights", nights >= 1, "at least 1", nights);
    if (groupCount != null || targetError != null) {
      throw new WrongInputException(
          "--nights asks for the error of fits of one mean: leave --group-count and --target-error"
              + " out");
    }
    if (!spec.commandLine().getParseResult().hasMatchedOption("--rho")) {
      throw new WrongInputException(
          "--nights needs --rho, the budget of all of them: budgets of nights add up in rho");
    }
  }

  private String answer(PrivateMean stage, boolean budget) {
    if (columnsLike != null) {
      return ofColumns(stage);
    }
    ForecastText text = new ForecastText(stage, dimension, spread);
    if (nights != null) {
      return ofNights(stage, text);
    }
    if (groupCount != null) {
      return ofGroups(stage, text);
    }
    if (targetError == null) {
      PrivateMeanSummary summary = stage.forecast(rows, dimension, unit());
      return json ? summary.toJson() + System.lineSeparator() : text.ofError(summary);
    }
    double target = isShare() ? targetError * unit() : targetError;
    if (budget && rows == null) {
      long needed = stage.forecastRows(dimension, unit(), target);
      return show(result("leastRows", needed), () -> text.ofRows(needed, target));
    }
    double rho = stage.forecastRho(rows, dimension, unit(), target);
    if (budget) {
      return ofFits(stage, text, rho, target);
    }
    Map<String, Object> report = result("leastRho", rho);
    putEpsilons(report, rho);
    return show(report, () -> text.ofRho(rho, rows, target));
  }

  private String ofFits(PrivateMean stage, ForecastText text, double rho, double target) {
    double total = stage.forecast(rows, dimension, unit()).rho();
    long fits = (long) Math.floor(total / rho);
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("fits", fits);
    report.put("totalRho", total);
    report.put("leastRho", rho);
    return show(report, () -> text.ofFits(fits, total, rho, rows, target));
  }

  private String ofNights(PrivateMean stage, ForecastText text) {
    double total = stage.getRho();
    PrivateMeanSummary one = stage.forecast(rows, dimension, unit());
    PrivateMeanSummary night =
        stage.copy(ParamMap.empty()).setRho(total / nights).forecast(rows, dimension, unit());
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("nights", nights);
    report.put("totalRho", total);
    report.put("rho", total / nights);
    report.put("rows", rows);
    report.put("dimension", dimension);
    report.put("expectedL2Error", night.expectedL2Error());
    report.put("expectedL2ErrorOfOneFit", one.expectedL2Error());
    putEpsilons(report, total);
    return show(report, () -> text.ofNights(nights, total, night, one));
  }

  private String ofColumns(PrivateMean stage) {
    List<ColumnForecast> found = stage.forecastColumns(rows, columnsLike);
    int columns = found.stream().mapToInt(ColumnForecast::columns).sum();
    if (dimension != null && dimension != columns) {
      throw WrongInputException.format(
          "--dimension is %d, but %s has %d columns: leave --dimension out, or give as many kinds",
          dimension, COLUMNS_LIKE, columns);
    }
    PrivateMeanSummary summary = stage.forecast(rows, columns, Math.sqrt(columns));
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("rows", rows);
    report.put("dimension", columns);
    report.put("rho", summary.rho());
    putEpsilons(report, summary.rho());
    report.put("confidence", stage.getConfidence());
    report.put("columnsLike", found.stream().map(ForecastCommand::keys).toList());
    return show(report, () -> ForecastText.formatColumns(found, summary));
  }

  private static Map<String, Object> keys(ColumnForecast column) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("kind", column.kind());
    keys.put("columns", column.columns());
    keys.put("halfWidth", column.halfWidth());
    keys.put("timesNormal", column.timesNormal());
    keys.put("seen", column.seen());
    return keys;
  }

  private String ofGroups(PrivateMean stage, ForecastText text) {
    if (groupsPerPerson != null) {
      stage.setGroupCols("group").setPersonCol("person").setMaxGroupsPerPerson(groupsPerPerson);
    }
    GroupForecast found = stage.forecastGroups(rowsPerGroup, groupCount, dimension, unit());
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("groupCount", groupCount);
    report.put("rowsPerGroup", rowsPerGroup);
    report.put("dimension", dimension);
    report.put("status", found.status());
    report.put("noiseStdDev", found.noiseStdDev());
    report.put("clippingNorm", found.clippingNorm());
    report.put("expectedL2Error", found.expectedL2Error());
    Map<String, Object> radius = new LinkedHashMap<>();
    radius.put("confidence", stage.getConfidence());
    radius.put("radius", found.l2Radius());
    radius.put("covers", "noise");
    report.put("l2Radius", radius);
    report.put("rho", found.rho());
    return show(report, () -> text.ofGroups(found, groupCount, rowsPerGroup));
  }

  private boolean isShare() {
    return relative || spread == null;
  }

  private double unit() {
    return spread == null ? 1 : spread;
  }

  private String show(Map<String, Object> report, Supplier<String> text) {
    return json ? JsonText.format(report) + System.lineSeparator() : text.get();
  }

  private Map<String, Object> result(String key, Number value) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("targetError", targetError);
    report.put("relative", isShare());
    report.put(key, value);
    return report;
  }

  private static void putEpsilons(Map<String, Object> report, double rho) {
    report.put(ReleaseSchema.EPSILONS, ReleaseSchema.keys(Conversions.usual(new Zcdp(rho))));
  }
}
