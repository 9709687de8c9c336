package org.privatemean.app;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.privatemean.spark.LocalGaussianMean;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Params of {@link LocalGaussianMean} as options: names in kebab case, docs as help. */
final class GaussianOptions {
  /**
   * Params without an option here: the column is an option of the input, and a report has no
   * column.
   */
  private static final Set<String> LEFT = Set.of("inputCol", "outputCol", "reportCol");

  private static final List<Param<?>> PARAMS =
      Stream.<Param<?>>of(new LocalGaussianMean().params())
          .filter(param -> !LEFT.contains(param.name()))
          .toList();

  /** Names of params in docs, except those that are plain words. */
  private static final Pattern NAMES =
      Pattern.compile(
          PARAMS.stream()
              .map(Param::name)
              .filter(name -> name.matches(".*[A-Z].*"))
              .collect(Collectors.joining("|", "\\b(", ")\\b")));

  private GaussianOptions() {}

  static void addTo(CommandLine command) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder()
            .validate(false)
            .heading("%nUsers and estimator (see the documentation of LocalGaussianMean):%n");
    for (Param<?> param : PARAMS) {
      group.addArg(
          OptionSpec.builder(option(param.name()))
              .type(type(param))
              .paramLabel(label(param))
              .description(help(param).replace("%", "%%"))
              .build());
    }
    command.getCommandSpec().addArgGroup(group.build());
  }

  /**
   * Returns the stage set by the options.
   *
   * @throws WrongInputException naming the option whose value is out of range
   */
  static LocalGaussianMean stage(ParseResult parsed) {
    LocalGaussianMean stage = new LocalGaussianMean();
    for (Param<?> param : PARAMS) {
      if (parsed.hasMatchedOption(option(param.name()))) {
        set(stage, param, parsed.matchedOptionValue(option(param.name()), null));
      }
    }
    return stage;
  }

  private static void set(LocalGaussianMean stage, Param<?> param, Object value) {
    try {
      // The parser has converted the value to the param's type.
      stage.set(stage.getParam(param.name()), value);
    } catch (IllegalArgumentException outOfRange) {
      throw new WrongInputException(
          String.format("invalid value %s for %s: %s", value, option(param.name()), help(param)),
          outOfRange);
    }
  }

  private static String help(Param<?> param) {
    return NAMES.matcher(param.doc()).replaceAll(found -> option(found.group()));
  }

  /** Returns the option of a param. */
  static String option(String param) {
    return Map.of("inputCol", "--column")
        .getOrDefault(param, "--" + param.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
  }

  private static Class<?> type(Param<?> param) {
    if (param instanceof DoubleParam) {
      return Double.class;
    }
    return param instanceof LongParam ? Long.class : String.class;
  }

  private static String label(Param<?> param) {
    if (param instanceof DoubleParam) {
      return "NUMBER";
    }
    return param instanceof LongParam ? "INTEGER" : "NAME";
  }
}
