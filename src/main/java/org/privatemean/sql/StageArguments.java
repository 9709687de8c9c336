package org.privatemean.sql;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.ParamTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The params of {@link PrivateMean} as arguments: names in snake case, docs as comments. */
final class StageArguments {
  /** Params that are not arguments: output columns, simulated users, and the session's ledger. */
  static final Set<String> NOT_OFFERED =
      Set.of(
          "outputCol",
          "reportCol",
          "trustModel",
          "idCol",
          "honestFraction",
          "rounds",
          "randomizer",
          "ledger",
          "ledgerKeyFile");

  private static final Map<String, String> NAMES =
      Map.of("inputCol", "column", "ledgerScope", "scope");

  /** Earlier names of arguments, by param. They still work, with a notice. */
  private static final Map<String, String> FORMER_NAMES =
      Map.of(
          "groupCols", "group_by",
          "publicKeys", "groups",
          "publicKeysTable", "groups_table",
          "releaseName", "release");

  private static final String SCALES = "scales";

  /** The key of {@code scales} that stands for all other coordinates. */
  private static final String OTHERS = "*";

  private static final int SHOWN = 10;

  private static final Logger LOG = LoggerFactory.getLogger("org.privatemean.sql.fit");

  /** The most frequent arguments, which come first; the others are usually given by name. */
  private static final List<String> FIRST =
      List.of("inputCol", "rho", "epsilon", "delta", "dimension");

  static final StageArguments FIT = new StageArguments(Set.of());

  /** Arguments that affect the error. The dimension is declared separately. */
  static final StageArguments FORECAST = new StageArguments(ParamTable.NOT_OF_FORECASTS);

  private final List<Param<?>> params = new ArrayList<>();

  private StageArguments(Set<String> left) {
    PrivateMean stage = new PrivateMean();
    Set<String> names = new LinkedHashSet<>(FIRST);
    names.addAll(ParamTable.names());
    for (String name : names) {
      if (!left.contains(name) && !NOT_OFFERED.contains(name)) {
        params.add(stage.getParam(name));
      }
    }
  }

  static String argument(String param) {
    return NAMES.getOrDefault(param, param.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT));
  }

  /** Returns an optional argument. Its default is null, which means not set. */
  static ProcedureParameter optional(String name, DataType type, String doc) {
    return ProcedureParameter.in(name, type).comment(doc).defaultValue("NULL").build();
  }

  /** Returns the arguments, all optional, except for one that is declared elsewhere. */
  Stream<ProcedureParameter> declared(String elsewhere) {
    return params.stream()
        .filter(param -> !param.name().equals(elsewhere))
        .map(param -> optional(argument(param.name()), type(param), doc(param.name())));
  }

  Stream<ProcedureParameter> formerNames() {
    return params.stream()
        .filter(param -> FORMER_NAMES.containsKey(param.name()))
        .map(
            param ->
                optional(
                    FORMER_NAMES.get(param.name()),
                    type(param),
                    "earlier name of " + argument(param.name())));
  }

  static String doc(String param) {
    return ParamTable.doc(param, StageArguments::argument);
  }

  PrivateMean stage(CallValues given) {
    PrivateMean stage = new PrivateMean();
    for (Param<?> param : params) {
      if (!(param instanceof DoubleArrayParam)) {
        // A stage accepts only its own params.
        value(param.name(), given)
            .ifPresent(found -> set(stage, stage.getParam(param.name()), found));
      }
    }
    return stage;
  }

  private static Optional<Object> value(String param, CallValues given) {
    String name = argument(param);
    String former = FORMER_NAMES.get(param);
    if (former == null || !given.isGiven(former)) {
      return given.value(name);
    }
    if (given.isGiven(name)) {
      throw new IllegalArgumentException(
          String.format("%s is the earlier name of %s: give only %2$s", former, name));
    }
    LOG.warn("{} is now {}; the earlier name still works", former, name);
    return given.value(former);
  }

  /** Sets {@code scales}, after the names of the coordinates are known. */
  static void setScales(PrivateMean stage, CallValues given, Supplier<List<String>> names) {
    given
        .numbers(argument(SCALES))
        .ifPresent(scales -> stage.setScales(resolveScales(scales, names.get())));
  }

  /** Returns the indices as names of the coordinates. */
  static List<String> places(int dimension) {
    return IntStream.range(0, dimension).mapToObj(Integer::toString).toList();
  }

  private static double[] resolveScales(Map<String, Double> given, List<String> names) {
    for (String name : given.keySet()) {
      if (!name.equals(OTHERS) && !names.contains(name)) {
        throw new ParamException(
            SCALES,
            String.format(
                "{%s} has a scale for %s, and the coordinates are %s",
                SCALES, Refusal.literal(name), Refusal.literal(NumberFormat.list(names, SHOWN))),
            "name coordinates, and * for all others");
      }
    }
    List<String> missing = names.stream().filter(name -> !given.containsKey(name)).toList();
    if (!missing.isEmpty() && !given.containsKey(OTHERS)) {
      throw new ParamException(
          SCALES,
          String.format(
              "{%s} has no scale for %s",
              SCALES, Refusal.literal(NumberFormat.list(missing, SHOWN))),
          "add '*' for all others");
    }
    return names.stream()
        .mapToDouble(name -> given.containsKey(name) ? given.get(name) : given.get(OTHERS))
        .toArray();
  }

  @SuppressWarnings("unchecked")
  private static void set(PrivateMean stage, Param<?> param, Object value) {
    try {
      // Spark has cast the value to the type of the param.
      stage.set((Param<Object>) param, value);
    } catch (IllegalArgumentException outOfRange) {
      throw new IllegalArgumentException(
          String.format(
              "invalid value %s for %s: %s", value, argument(param.name()), doc(param.name())),
          outOfRange);
    }
  }

  private static DataType type(Param<?> param) {
    if (param instanceof StringArrayParam) {
      return DataTypes.createArrayType(DataTypes.StringType);
    }
    if (param instanceof DoubleArrayParam) {
      return DataTypes.createMapType(DataTypes.StringType, DataTypes.DoubleType);
    }
    if (param instanceof DoubleParam) {
      return DataTypes.DoubleType;
    }
    if (param instanceof IntParam) {
      return DataTypes.IntegerType;
    }
    return param instanceof LongParam ? DataTypes.LongType : DataTypes.StringType;
  }
}
