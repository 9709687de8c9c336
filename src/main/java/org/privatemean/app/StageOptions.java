package org.privatemean.app;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.ParamTable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The params of {@link PrivateMean} as options: their names in kebab case, their docs as help. */
public final class StageOptions {
  /** All but the columns of coordinates, which the input tells. */
  public static final StageOptions FIT =
      new StageOptions(Set.of("inputCol", "outputCol", "reportCol"));

  /** Those that the error depends on; the dimension is an argument. */
  public static final StageOptions FORECAST = new StageOptions(ParamTable.NOT_OF_FORECASTS);

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

  private static final String SCALES = "--scales";

  /** Additions to the help of options, by param. */
  private static final Map<String, String> MORE =
      Map.of(
          "handleInvalid",
          ". With zero the whole row becomes the zero vector, not the bad field alone: a column of"
              + " text among the coordinates makes all rows so.",
          "scales",
          ". With --features by their names, as age=10,income=10000,*=1, where * is all others;"
              + " else numbers in order.",
          "groupCols",
          ". Split at commas. A column of csv or json is read as text; formats that store types keep"
              + " theirs.",
          "publicKeys",
          ". Split at commas.",
          "personCol",
          ". A column of csv or json is read as text: 007 and 7 are two persons.",
          "releaseName",
          ". Needed with --ledger.",
          "payAgain",
          ". Without a value: always.");

  private static final List<Param<?>> PARAMS = List.of(new PrivateMean().params());

  private final Set<String> left;

  private StageOptions(Set<String> left) {
    this.left = left;
  }

  /** The options of some params only. */
  public static StageOptions only(List<String> params) {
    return new StageOptions(
        PARAMS.stream()
            .map(Param::name)
            .filter(name -> !params.contains(name))
            .collect(Collectors.toSet()));
  }

  /** Adds the options to a command. */
  public void addTo(CommandLine command) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder()
            .validate(false)
            .heading("%nBudget, bounds and method (see the documentation of PrivateMean):%n");
    for (Param<?> param : PARAMS) {
      if (!left.contains(param.name())) {
        // It was an option without a value once.
        boolean mayStandAlone = param.name().equals("payAgain");
        group.addArg(
            OptionSpec.builder(option(param.name()))
                .type(type(param))
                .arity(mayStandAlone ? "0..1" : "1")
                .fallbackValue(mayStandAlone ? "always" : "")
                .paramLabel(label(param))
                .splitRegex(separator(param))
                .description(help(param).replace("%", "%%"))
                .build());
        if (FORMER_NAMES.containsKey(param.name())) {
          command
              .getCommandSpec()
              .addOption(
                  OptionSpec.builder(FORMER_NAMES.get(param.name()))
                      .type(type(param))
                      .splitRegex(separator(param))
                      .hidden(true)
                      .build());
        }
      }
    }
    command.getCommandSpec().addArgGroup(group.build());
  }

  /** Returns what {@code --scales} lists, if it is given: what it means depends on the columns. */
  public static Optional<String> scales(ParseResult parsed) {
    return Optional.ofNullable(parsed.matchedOptionValue(SCALES, null));
  }

  /** The stage that the options ask for, except for {@link #scales}. */
  public PrivateMean stage(ParseResult parsed) {
    PrivateMean stage = new PrivateMean();
    for (Param<?> param : stage.params()) {
      if (!left.contains(param.name()) && !(param instanceof DoubleArrayParam)) {
        for (String name : names(param.name())) {
          if (parsed.hasMatchedOption(name)) {
            set(stage, param, parsed.matchedOptionValue(name, null));
          }
        }
      }
    }
    if (stage.isSet(stage.groupCols())) {
      stage.setGroupCols(ColumnName.unquote(List.of(stage.getGroupCols())).toArray(String[]::new));
    }
    if (stage.isSet(stage.publicKeys())) {
      checkBlanks(stage.getPublicKeys());
    }
    return stage;
  }

  /** A blank next to a comma would be part of a key, which then has no rows and says nothing. */
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

  @SuppressWarnings("unchecked")
  private static void set(PrivateMean stage, Param<?> param, Object value) {
    try {
      // The parser has made it of the type that the param holds.
      stage.set((Param<Object>) param, value);
    } catch (IllegalArgumentException outOfRange) {
      throw new WrongInputException(
          String.format(
              "invalid value %s for %s: %s",
              value, option(param.name()), ParamTable.doc(param.name(), StageOptions::option)),
          outOfRange);
    }
  }

  private static String help(Param<?> param) {
    String doc = ParamTable.doc(param.name(), StageOptions::option);
    String refused = ParamTable.refusedBy(param.name(), StageOptions::option);
    String whole = refused.isEmpty() ? doc : doc + "; " + refused;
    return whole + MORE.getOrDefault(param.name(), "");
  }

  /** A failure's message, with options in place of params where it is a {@link Refusal}. */
  public static String message(Throwable failure) {
    return failure instanceof Refusal refusal
        ? refusal.inTerms(StageOptions::option)
        : String.valueOf(failure.getMessage());
  }

  /**
   * Computes something; a refusal names options in place of params.
   *
   * @throws WrongInputException if it is refused
   */
  static <T> T inTerms(Supplier<T> computation) {
    try {
      return computation.get();
    } catch (IllegalArgumentException refusal) {
      throw new WrongInputException(message(refusal), refusal);
    }
  }

  /** Returns the option of a param: its name in kebab case, with two exceptions. */
  public static String option(String param) {
    return NAMES.getOrDefault(param, kebab(param));
  }

  static String kebab(String param) {
    return "--" + param.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** Returns the option of a param and its earlier name, if it had one. */
  private static List<String> names(String param) {
    return Stream.concat(Stream.of(option(param)), Stream.ofNullable(FORMER_NAMES.get(param)))
        .toList();
  }

  /** Returns the earlier names that a command line uses, with the present ones. */
  public static Map<String, String> formerNames(ParseResult parsed) {
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

  static String label(Param<?> param) {
    if (param instanceof DoubleArrayParam || param instanceof StringArrayParam) {
      return "LIST";
    }
    if (type(param) == String.class) {
      return "NAME";
    }
    return type(param) == Double.class ? "NUMBER" : "INTEGER";
  }

  static Class<?> type(Param<?> param) {
    if (param instanceof StringArrayParam) {
      return String[].class;
    }
    if (param instanceof DoubleParam) {
      return Double.class;
    }
    if (param instanceof IntParam) {
      return Integer.class;
    }
    return param instanceof LongParam ? Long.class : String.class;
  }
}
