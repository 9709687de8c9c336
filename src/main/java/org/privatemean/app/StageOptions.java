package org.privatemean.app;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.ParamTable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Params of a stage as options in kebab case, with docs and additions to these in the help. */
record StageOptions(
    List<Param<?>> params,
    String heading,
    Function<Param<?>, String> doc,
    Function<Param<?>, String> more) {
  /** Earlier names of options, by the present ones in camel case. They work, with a notice. */
  private static final Map<String, String> FORMER_NAMES =
      Map.of(
          "groupCols", "--group-by",
          "publicKeys", "--groups",
          "publicKeysTable", "--groups-table",
          "publicKeysFile", "--groups-file",
          "releaseName", "--release");

  /** Options whose names are not those of their params. */
  private static final Map<String, String> NAMES =
      Map.of("ledgerScope", "--scope", "ledgerKeyFile", "--ledger-key");

  /** Types of the values of params; all others are texts. */
  private static final Map<Class<?>, Class<?>> TYPES =
      Map.of(
          StringArrayParam.class, String[].class,
          DoubleParam.class, Double.class,
          IntParam.class, Integer.class,
          LongParam.class, Long.class);

  private static final Map<String, String> MORE =
      Map.of(
          "handleInvalid",
          ". With zero the whole row becomes the zero vector, not the bad field alone: a column of"
              + " text among the coordinates makes all rows so.",
          "scales",
          ". With --features by their names, as age=10,income=10000,*=1, where * is all others;"
              + " else numbers in order.",
          "groupCols",
          ". Split at commas. A column of csv or json is read as text; formats that store types"
              + " keep theirs.",
          "publicKeys",
          ". Split at commas.",
          "personCol",
          ". A column of csv or json is read as text: 007 and 7 are two persons.",
          "releaseName",
          ". Needed with --ledger.",
          "payAgain",
          ". Without a value: always.");

  /** All but the columns of coordinates, which the input tells. */
  static final StageOptions FIT =
      only(name -> !Set.of("inputCol", "outputCol", "reportCol").contains(name));

  /** Those that the error depends on; the dimension is an argument. */
  static final StageOptions FORECAST = only(name -> !ParamTable.NOT_OF_FORECASTS.contains(name));

  static StageOptions only(Predicate<String> isOption) {
    return new StageOptions(
        Stream.<Param<?>>of(new PrivateMean().params())
            .filter(param -> isOption.test(param.name()))
            .toList(),
        "%nBudget, bounds and method (see the documentation of PrivateMean):%n",
        param -> ParamTable.doc(param.name(), StageOptions::option),
        param -> {
          String refused = ParamTable.refusedBy(param.name(), StageOptions::option);
          return (refused.isEmpty() ? "" : "; " + refused) + MORE.getOrDefault(param.name(), "");
        });
  }

  void addTo(CommandLine command) {
    ArgGroupSpec.Builder group = ArgGroupSpec.builder().validate(false).heading(heading);
    for (Param<?> param : params) {
      // It was an option without a value once.
      boolean mayStandAlone = param.name().equals("payAgain");
      group.addArg(
          OptionSpec.builder(option(param.name()))
              .type(type(param))
              .arity(mayStandAlone ? "0..1" : "1")
              .fallbackValue(mayStandAlone ? "always" : "")
              .paramLabel(label(param))
              .splitRegex(separator(param))
              .splitRegexSynopsisLabel(",")
              .description((doc.apply(param) + more.apply(param)).replace("%", "%%"))
              .build());
      if (FORMER_NAMES.containsKey(param.name())) {
        command
            .getCommandSpec()
            .addOption(
                OptionSpec.builder(FORMER_NAMES.get(param.name()))
                    .type(type(param))
                    .splitRegex(separator(param))
                    .splitRegexSynopsisLabel(",")
                    .hidden(true)
                    .build());
      }
    }
    command.getCommandSpec().addArgGroup(group.build());
  }

  /** Returns the value of {@code --scales}, if given: its meaning depends on the columns. */
  static Optional<String> scales(ParseResult parsed) {
    return Optional.ofNullable(parsed.matchedOptionValue("--scales", null));
  }

  /** Sets all given params of a stage, except for {@link #scales}. */
  <S extends Params> S set(S stage, ParseResult parsed) {
    for (Param<?> param : params) {
      if (!(param instanceof DoubleArrayParam)) {
        String name = option(param.name());
        String given =
            parsed.hasMatchedOption(name) ? name : FORMER_NAMES.getOrDefault(param.name(), name);
        if (parsed.hasMatchedOption(given)) {
          set(stage, param, parsed.matchedOptionValue(given, null));
        }
      }
    }
    return stage;
  }

  /** Returns the stage that the options ask for, except for {@link #scales}. */
  PrivateMean stage(ParseResult parsed) {
    PrivateMean stage = set(new PrivateMean(), parsed);
    if (stage.isSet(stage.groupCols())) {
      stage.setGroupCols(ColumnName.unquote(List.of(stage.getGroupCols())).toArray(String[]::new));
    }
    if (stage.isSet(stage.publicKeys())) {
      checkBlanks(stage.getPublicKeys());
    }
    return stage;
  }

  /** Refuses blanks next to commas: they would be part of a key, which then has no rows. */
  private static void checkBlanks(String... keys) {
    for (String key : keys) {
      if (!key.equals(key.strip())) {
        throw WrongInputException.format(
            "%s: '%s' begins or ends with a blank, which would be part of the key: leave no"
                + " blanks next to commas, or list keys that have such by --public-keys-file",
            option("publicKeys"), key);
      }
    }
  }

  private void set(Params stage, Param<?> param, Object value) {
    try {
      // The parser has made it of the type that the param holds.
      stage.set(stage.getParam(param.name()), value);
    } catch (IllegalArgumentException outOfRange) {
      throw new WrongInputException(
          String.format(
              "invalid value %s for %s: %s", value, option(param.name()), doc.apply(param)),
          outOfRange);
    }
  }

  /** Returns a failure's message; a {@link Refusal} names options in place of params. */
  static String message(Throwable failure) {
    return message(StageOptions::option, failure);
  }

  static String message(UnaryOperator<String> terms, Throwable failure) {
    return failure instanceof Refusal refusal
        ? refusal.inTerms(terms)
        : String.valueOf(failure.getMessage());
  }

  /** Computes something; a refusal names options, by a {@link WrongInputException}. */
  static <T> T inTerms(Supplier<T> computation) {
    return inTerms(StageOptions::option, computation);
  }

  static <T> T inTerms(UnaryOperator<String> terms, Supplier<T> computation) {
    try {
      return computation.get();
    } catch (IllegalArgumentException refusal) {
      throw new WrongInputException(message(terms, refusal), refusal);
    }
  }

  static String option(String param) {
    return NAMES.getOrDefault(param, kebab(param));
  }

  static String kebab(String param) {
    return "--" + param.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** Returns the earlier names that a command line uses, with the present ones. */
  static Map<String, String> formerNames(ParseResult parsed) {
    Map<String, String> used = new TreeMap<>();
    FORMER_NAMES.forEach(
        (param, former) -> {
          if (parsed.hasMatchedOption(former)) {
            used.put(former, option(param));
          }
        });
    return used;
  }

  /** Between elements of a list: a key of --public-keys may hold backticks. */
  private static String separator(Param<?> param) {
    if (param.name().equals("groupCols")) {
      return ColumnName.COMMAS;
    }
    return param instanceof StringArrayParam ? "," : "";
  }

  private static String label(Param<?> param) {
    if (param instanceof DoubleArrayParam || param instanceof StringArrayParam) {
      return "LIST";
    }
    if (type(param) == String.class) {
      return "NAME";
    }
    return type(param) == Double.class ? "NUMBER" : "INTEGER";
  }

  private static Class<?> type(Param<?> param) {
    return TYPES.getOrDefault(param.getClass(), String.class);
  }
}
