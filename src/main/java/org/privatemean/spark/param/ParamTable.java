package org.privatemean.spark.param;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * The params of {@code PrivateMean}: the doc of each, and the trust models and methods that accept
 * it. Docs, error messages, the help of the job and tables of the pages are generated from it. Its
 * texts write names of params in braces.
 */
public final class ParamTable {
  static final String AUTO = "auto";

  /**
   * Params that a forecast of one mean does not take. The dimension is a separate argument; the
   * others do not affect the error.
   */
  public static final Set<String> NOT_OF_FORECASTS =
      Set.of(
          "inputCol",
          "outputCol",
          "reportCol",
          "idCol",
          "dimension",
          "handleInvalid",
          "seed",
          "sampling",
          "groupCols",
          "publicKeys",
          "publicKeysTable",
          "keySelection",
          "keyDelta",
          "maxGroups",
          "personCol",
          "personWeight",
          "maxRowsPerPerson",
          "maxGroupsPerPerson",
          "startFrom",
          "ledger",
          "releaseName",
          "ledgerScope",
          "payAgain",
          "ledgerKeyFile",
          "ledgerAtLeast");

  private static final Map<String, ParamEntry> ENTRIES = new LinkedHashMap<>();

  private ParamTable() {}

  /** Modes of a fit, with different params: a method of the central model, or a trust model. */
  public enum FitMode {
    /** The recentred mean in the central model. */
    RECENTRED("recentred"),
    /** The shifted clipped mean in the central model. */
    SHIFTED_CLIPPED("shiftedClipped"),
    /** The clipped mean in the central model. */
    CLIPPED("clipped"),
    /** The local model. */
    LOCAL("local"),
    /** The shuffle model. */
    SHUFFLE("shuffle"),
    /** The recentred mean of each group. */
    GROUPS("groups");

    private final String label;

    FitMode(String label) {
      this.label = label;
    }

    private boolean isCentral() {
      return this == RECENTRED || this == SHIFTED_CLIPPED || this == CLIPPED;
    }

    /** Returns the mode for values of trustModel and method, with or without groups. */
    private static FitMode find(String trustModel, String method, boolean grouped) {
      if (!trustModel.equals("central")) {
        return trustModel.equals(LOCAL.label) ? LOCAL : SHUFFLE;
      }
      if (method.equals(AUTO) || method.equals(RECENTRED.label)) {
        return grouped ? GROUPS : RECENTRED;
      }
      return Arrays.stream(values()).filter(each -> each.label.equals(method)).findFirst().get();
    }
  }

  /**
   * The use of a param in a mode.
   *
   * @param word text for tables: needed, empty if optional, the name of an alternative, not used,
   *     refused, or the accepted values
   * @param taken the only accepted values; empty for all
   * @param remedy remedy if it is refused; null if it is never refused
   */
  private record ParamUse(String word, List<String> taken, String remedy) {
    static final ParamUse NEEDED = new ParamUse("needed", List.of(), null);
    static final ParamUse OPTIONAL = new ParamUse("", List.of(), null);
    static final ParamUse UNUSED = new ParamUse("not used", List.of(), null);

    /** Returns the use as one of several alternatives: a budget, or a bound. */
    static ParamUse oneOf(String group) {
      return new ParamUse(group, List.of(), null);
    }

    static ParamUse refused(String remedy) {
      return new ParamUse("refused", List.of(), remedy);
    }

    static ParamUse only(String remedy, String... values) {
      String word =
          Arrays.stream(values).map(value -> "`" + value + "`").collect(Collectors.joining(", "));
      return new ParamUse(word, List.of(values), remedy);
    }

    boolean refuses(Params params, Param<?> param) {
      if (remedy == null || !params.isSet(param)) {
        return false;
      }
      return taken.isEmpty() || !taken.contains(String.valueOf(params.getOrDefault(param)));
    }
  }

  private record ParamEntry(String name, String doc, Map<FitMode, ParamUse> uses) {
    ParamEntry in(ParamUse use, FitMode... columns) {
      for (FitMode column : columns) {
        uses.put(column, use);
      }
      return this;
    }
  }

  private static ParamEntry add(String name, String doc, ParamUse all) {
    ParamEntry entry = new ParamEntry(name, doc, new EnumMap<>(FitMode.class));
    ENTRIES.put(name, entry);
    return entry.in(all, FitMode.values());
  }

  static {
    rows();
    budget();
    bounds();
    searches();
    users();
    randomizer();
    groups();
    persons();
    ledger();
  }

  private static void rows() {
    add(
        "inputCol",
        "name of the input column, of type vector, array<double> or array<float>",
        ParamUse.NEEDED);
    add(
        "outputCol",
        "name of the output column: the model appends the private mean to every row "
            + "(default: uid + __output)",
        ParamUse.OPTIONAL);
    add(
        "reportCol",
        "name of the column for the report: the model appends it to every row as "
            + "JSON, with all groups if there are any (no default: not appended)",
        ParamUse.OPTIONAL);
    add(
        "dimension",
        "number of coordinates of a row, >= 1 (default: from the input column's metadata)",
        ParamUse.OPTIONAL);
    add(
            "handleInvalid",
            "treatment of rows that are null, not finite or of the wrong length: error "
                + "(the fit fails, which reveals that such a row exists), zero (the row counts "
                + "as the zero vector) or skip (the row is left out; only with {neighbours} "
                + "addRemove); a {ledger} refuses error unless it was created to allow it "
                + "(default: error; under a {ledger} zero, or skip with {neighbours} addRemove)",
            ParamUse.OPTIONAL)
        .in(
            ParamUse.only(
                "the number of users is public; set {handleInvalid} to zero", "error", "zero"),
            FitMode.LOCAL,
            FitMode.SHUFFLE);
    add(
        "seed",
        "seed of the noise, for tests and reproduction only: anyone who knows it can "
            + "remove the noise, and two fits with the same seed share their noise (no "
            + "default: the operating system's secure source)",
        ParamUse.OPTIONAL);
  }

  private static void budget() {
    add(
            "rho",
            "privacy budget in rho-zCDP, > 0; set either this or {epsilon} and {delta}",
            ParamUse.oneOf("a budget"))
        .in(
            ParamUse.refused("its guarantee is (epsilon, delta); set {epsilon} and {delta}"),
            FitMode.SHUFFLE);
    add(
            "epsilon",
            "privacy budget epsilon of (epsilon, delta)-DP, > 0; set it with {delta}, or "
                + "alone with {trustModel} local",
            ParamUse.oneOf("a budget"))
        .in(ParamUse.NEEDED, FitMode.SHUFFLE);
    add(
            "delta",
            "privacy budget delta of (epsilon, delta)-DP, in (0, 1); set it with "
                + "{epsilon}; choose it far below 1 / number of rows",
            ParamUse.oneOf("with `epsilon`"))
        .in(ParamUse.refused("unset it, and set either {epsilon} or {rho}"), FitMode.LOCAL)
        .in(ParamUse.NEEDED, FitMode.SHUFFLE);
    add(
            "neighbours",
            "neighbour relation of the guarantee: replace (data sets differ by replacing "
                + "one row; the number of rows is public) or addRemove (by adding or removing "
                + "one row; the number of rows is private and released with noise); with "
                + "{personCol} it is about all rows of a person instead of one row (default: "
                + "addRemove with {groupCols}, else replace)",
            ParamUse.OPTIONAL)
        .in(
            ParamUse.only("the number of users is public; set {neighbours} to replace", "replace"),
            FitMode.LOCAL,
            FitMode.SHUFFLE);
  }

  private static void bounds() {
    ParamUse one = ParamUse.oneOf("a bound");
    ParamUse grouped = ParamUse.refused("groups need no bounds; unset it");
    add(
            "radius",
            "public bound on the l2 norm of the mean, in data units, > 0; set it with "
                + "{sigmaMin} and {sigmaMax}",
            one)
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED)
        .in(grouped, FitMode.GROUPS);
    add(
            "sigmaMin",
            "public lower bound on the standard deviation of the rows in every "
                + "direction, in data units, > 0; a value 100 times too small costs little",
            ParamUse.oneOf("with `radius`"))
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED)
        .in(grouped, FitMode.GROUPS);
    add(
            "sigmaMax",
            "public upper bound on the standard deviation of the rows in every "
                + "direction, in data units, >= {sigmaMin}; a value 100 times too large costs "
                + "little",
            ParamUse.oneOf("with `radius`"))
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED)
        .in(grouped, FitMode.GROUPS);
    boundsOfRows(one, grouped);
  }

  private static void boundsOfRows(ParamUse one, ParamUse grouped) {
    add(
            "bound",
            "public bound on the l2 norm of every row, in data units, > 0; longer rows "
                + "are scaled to it; method recentred does not need it, and searches no "
                + "further (default there: 2^498)",
            one)
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED)
        .in(grouped, FitMode.GROUPS);
    add(
            "minNorm",
            "public l2 norm below which method recentred does not search, in data units, "
                + "> 0; it narrows the search (default: 2^-498)",
            ParamUse.refused("unset it"))
        .in(
            ParamUse.refused("it belongs to method recentred; unset it"),
            FitMode.SHIFTED_CLIPPED,
            FitMode.CLIPPED)
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED, FitMode.GROUPS);
    add(
            "coordinateBound",
            "public bound on the absolute value of every coordinate, in data units, > 0; "
                + "larger values are clipped to it (method recentred scales rows to the norm "
                + "that it allows)",
            one)
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED)
        .in(grouped, FitMode.GROUPS);
    add(
            "resolution",
            "l2 resolution alpha of the lattice to which rows are rounded, in data "
                + "units, > 0; set it with {bound} or {coordinateBound} (default: 2^-10 to "
                + "2^-5 of the noise for rows that fill the bound)",
            ParamUse.OPTIONAL)
        .in(ofClipping(), FitMode.RECENTRED)
        .in(grouped, FitMode.GROUPS);
  }

  private static ParamUse ofClipping() {
    return ParamUse.refused(
        "recentred finds its own; unset it, or choose shiftedClipped or clipped");
  }

  private static void searches() {
    add(
            "method",
            "mechanism: auto, recentred (needs no bounds; its error depends on the "
                + "spread of the rows), shiftedClipped (the shifted clipped mean) or clipped "
                + "(the clipped mean; its error depends on the longest rows); auto is "
                + "recentred (default: auto)",
            ParamUse.OPTIONAL)
        .in(
            ParamUse.only("unset it; the rounds are chosen from public values", AUTO),
            FitMode.LOCAL)
        .in(
            ParamUse.only(
                "unset it; the rounds are chosen from public values",
                AUTO,
                FitMode.SHIFTED_CLIPPED.label),
            FitMode.SHUFFLE);
    units();
    add(
            "clippingNorm",
            "public l2 norm to which rows (after centring, for shiftedClipped) are "
                + "clipped, in data units, > 0 (default: found privately)",
            ParamUse.refused("unset it"))
        .in(ofClipping(), FitMode.RECENTRED)
        .in(ParamUse.refused("each group finds its own; unset it"), FitMode.GROUPS)
        .in(ParamUse.OPTIONAL, FitMode.SHIFTED_CLIPPED, FitMode.CLIPPED);
    add(
            "thresholdGrid",
            "grid of the private search for the clipping norm: geometric, or squared "
                + "(the paper's integers, to reproduce it) (default: geometric; squared in the "
                + "local model with {rho})",
            ParamUse.OPTIONAL)
        .in(ParamUse.UNUSED, FitMode.RECENTRED, FitMode.GROUPS);
    add(
            "beta",
            "failure probability of the private searches, in (0, 1) (default: 0.001)",
            ParamUse.OPTIONAL)
        .in(ParamUse.UNUSED, FitMode.RECENTRED, FitMode.GROUPS);
  }

  /** Adds the params for units of errors and for error bars. */
  private static void units() {
    add(
            "scaling",
            "unit in which method recentred measures the error of a coordinate: standard "
                + "(its private standard deviation), auto (least l2 error: coordinates get "
                + "weights if private answers show that this helps) or none (data units) "
                + "(default: standard; not used with {scales})",
            ParamUse.only("it belongs to method recentred; unset it", "none"))
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED)
        .in(
            ParamUse.only(
                "auto weights coordinates for one mean; set {scaling} to standard or none, or give"
                    + " public {scales}",
                "standard",
                "none"),
            FitMode.GROUPS);
    add(
            "sampling",
            "use of a random sample to find the centre with method recentred, after "
                + "which all rows are read once: auto (for many rows; never with {seed}), none "
                + "(all rows in every step) or always (also for few rows; with {seed} the bits "
                + "are the same only for the same rows in the same partitions and order) "
                + "(default: auto)",
            ParamUse.only("it belongs to method recentred; unset it", "auto", "none"))
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED)
        .in(
            ParamUse.only("groups are not sampled; set {sampling} to auto or none", "auto", "none"),
            FitMode.GROUPS);
    add(
            "scales",
            "public scales of the coordinates, one for each, in data units, in [1e-100, "
                + "1e100]: method recentred measures the error of each coordinate in its "
                + "scale, at no cost; not with {scaling} standard or auto",
            ParamUse.refused("it belongs to method recentred; unset it"))
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED, FitMode.GROUPS);
    add(
            "rareUnit",
            "public unit, in data units, >= 0, of columns in which the private queries "
                + "of method recentred with {scaling} standard detect only one value (such as "
                + "a 0/1 column with few ones); larger values count as about this unit; 0 "
                + "turns it off: the interval of such a column then covers the noise only "
                + "(default: 1)",
            ParamUse.refused("it belongs to method recentred; unset it"))
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED, FitMode.GROUPS);
    add(
            "regions",
            "coverage of the error bars: none (the noise), sample (the mean of the rows, "
                + "as far as private queries detect what clipping removes; costs about 2 % of "
                + "the budget; method recentred only) or proved (the mean of the rows clipped "
                + "to twice the norm, and with {scaling} standard to the limits of columns "
                + "before, with a proof) (default: sample)",
            ParamUse.only("it belongs to method recentred; unset it", "none"))
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED)
        .in(
            ParamUse.only(
                "there is no proved bound for groups; set {regions} to sample or none",
                "sample",
                "none"),
            FitMode.GROUPS);
    add(
            "startFrom",
            "path of a saved PrivateMeanModel of the same columns: method recentred "
                + "starts at its mean and clipping norm, with fewer passes and at no cost, "
                + "since both were released; the result is not biased toward it (no default: a "
                + "full search)",
            ParamUse.refused("it belongs to method recentred of {trustModel} central; unset it"))
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED)
        .in(ParamUse.refused("each group has its own search; unset one"), FitMode.GROUPS);
    add("confidence", "confidence of the error bars, in (0, 1) (default: 0.95)", ParamUse.OPTIONAL);
  }

  private static void users() {
    add(
        "trustModel",
        "trust model: central (a trusted curator has the rows), local (no trusted "
            + "party: rows become private reports, and the mean is computed from these) or "
            + "shuffle (a trusted shuffler: each row becomes messages, and only the "
            + "shuffled messages are seen) (default: central)",
        ParamUse.OPTIONAL);
    add(
            "idCol",
            "column that identifies the users of {trustModel} local and shuffle: strings "
                + "or integers, unique per row, and not computed from the row (default: the "
                + "position of the row)",
            ParamUse.OPTIONAL)
        .in(ParamUse.refused("it belongs to {trustModel} local and shuffle; unset it"), central())
        .in(
            ParamUse.refused("it belongs to {trustModel} local and shuffle; unset it"),
            FitMode.GROUPS);
    add(
            "honestFraction",
            "assumed share of the users of {trustModel} shuffle that follow the protocol "
                + "and keep their messages secret, in (0, 1] (default: 1)",
            ParamUse.OPTIONAL)
        .in(ParamUse.refused("it belongs to {trustModel} shuffle; unset it"), central())
        .in(
            ParamUse.refused("it belongs to {trustModel} shuffle; unset it"),
            FitMode.LOCAL,
            FitMode.GROUPS);
    add(
            "rounds",
            "maximum number of rounds of {trustModel} shuffle: 3 to 40, or auto (the "
                + "fewest that cost little in error and messages) (default: auto)",
            ParamUse.OPTIONAL)
        .in(ParamUse.refused("it belongs to {trustModel} shuffle; unset it"), central())
        .in(
            ParamUse.refused("it belongs to {trustModel} shuffle; unset it"),
            FitMode.LOCAL,
            FitMode.GROUPS);
  }

  private static void randomizer() {
    ParamUse local = ParamUse.refused("it belongs to {trustModel} local; unset it");
    add(
            "randomizer",
            "randomizer of vectors of {trustModel} local, if the budget is {epsilon}: "
                + "privUnit (least error), privUnitG (normal noise), projUnit (short reports "
                + "for many coordinates) or auto (least error by forecast, or projUnit if that "
                + "costs at most 1 % and is a quarter as long) (default: auto)",
            ParamUse.OPTIONAL)
        .in(local, central())
        .in(local, FitMode.SHUFFLE, FitMode.GROUPS);
  }

  private static void groups() {
    add(
            "groupCols",
            "columns whose values are the key of a row's group: strings, integers, "
                + "booleans or dates; every group has its own mean and uses the whole budget "
                + "(no default: one mean of all rows)",
            ParamUse.refused("groups need {trustModel} central and {method} recentred; unset one"))
        .in(ParamUse.OPTIONAL, FitMode.RECENTRED)
        .in(ParamUse.NEEDED, FitMode.GROUPS);
    ParamUse without = ParamUse.refused("it belongs to groups; unset it, or set {groupCols}");
    ParamUse list = ParamUse.oneOf("a list of keys");
    add(
            "publicKeys",
            "keys of the one group column, as text: each key is in the result, with or "
                + "without rows, and rows with other keys are left out; the list must be "
                + "public whatever the rows hold: a list taken from the rows is a release "
                + "without noise",
            without)
        .in(list, FitMode.GROUPS);
    add(
            "publicKeysTable",
            "table or view with exactly the group columns, whose rows are the keys; it "
                + "must be public, as {publicKeys} must",
            without)
        .in(list, FitMode.GROUPS);
    add(
            "keySelection",
            "source of the keys: public (the list) or private (keys whose noisy count "
                + "exceeds a threshold, at the cost of {keyDelta}) (default: public)",
            without)
        .in(ParamUse.OPTIONAL, FitMode.GROUPS);
    add(
            "keyDelta",
            "probability that a private selection of keys reveals a key of a single row "
                + "or person, in (0, 1); part of {delta}, and in addition to {rho} (default: "
                + "half of {delta}; no default with {rho})",
            without)
        .in(ParamUse.oneOf("with `keySelection` private"), FitMode.GROUPS);
    add("maxGroups", "maximum number of groups of a result, >= 1 (default: 1000000)", without)
        .in(ParamUse.OPTIONAL, FitMode.GROUPS);
  }

  private static void persons() {
    ParamUse devices =
        ParamUse.refused("a device combines its rows into one row before it reports; unset it");
    add(
            "personCol",
            "column that identifies the person of a row: strings or integers; a person's "
                + "rows become one row, their mean, and the guarantee protects all of them "
                + "together (no default: it protects each row separately)",
            ParamUse.OPTIONAL)
        .in(devices, FitMode.LOCAL, FitMode.SHUFFLE);
    add(
            "personWeight",
            "weight of a person's own mean: equal, or rows (the number of rows, at most "
                + "{maxRowsPerPerson}; method recentred only) (default: equal)",
            ParamUse.OPTIONAL)
        .in(ParamUse.only("{method} recentred takes weights; unset it", "equal"), FitMode.CLIPPED)
        .in(
            ParamUse.only("{method} recentred takes weights; unset it", "equal"),
            FitMode.SHIFTED_CLIPPED)
        .in(devices, FitMode.LOCAL, FitMode.SHUFFLE);
    add(
            "maxRowsPerPerson",
            "maximum weight of a person in rows, public, 1 to 2^20; required with "
                + "{personWeight} rows",
            ParamUse.oneOf("with `personWeight` rows"))
        .in(
            ParamUse.refused("{method} recentred takes weights; unset it"),
            FitMode.CLIPPED,
            FitMode.SHIFTED_CLIPPED)
        .in(devices, FitMode.LOCAL, FitMode.SHUFFLE);
    add(
            "maxGroupsPerPerson",
            "maximum number of groups in which a person counts, >= 1; more than 1 needs "
                + "{personCol} and {groupCols} (default: 1)",
            ParamUse.OPTIONAL)
        .in(devices, FitMode.LOCAL, FitMode.SHUFFLE);
  }

  private static void ledger() {
    add(
        "ledger",
        "URI of the durable ledger that pays for the fit, such as file:/dir, hdfs:, "
            + "s3a: or jdbc:, without user and password; all fits under one ledger share "
            + "its budget (default: spark.privatemean.ledger, else none)",
        ParamUse.OPTIONAL);
    add(
        "releaseName",
        "name of the release in the {ledger}, 1 to 200 of A-Za-z0-9 ._/@:+-: the "
            + "same request under the same name returns the stored result and costs "
            + "nothing; no personal data (no default: a fit that fails after its charge is "
            + "paid for and lost)",
        ParamUse.OPTIONAL);
    add(
        "ledgerScope",
        "rows to fit, as a part of the {ledger}: / (all), /COLUMN=VALUE or "
            + "/hash=BUCKET; other rows are left out (default: /)",
        ParamUse.OPTIONAL);
    add(
        "payAgain",
        "rule for paying again if an earlier fit of this {releaseName} may have "
            + "drawn its noise and stored no result: never, dead (if that fit, which had "
            + "also set {payAgain}, has sent no heartbeat for 50 seconds) or always; true "
            + "means always, and false never (default: never)",
        ParamUse.OPTIONAL);
    add(
        "ledgerKeyFile",
        "file with the secret key of the {ledger}, at least 32 bytes, readable only "
            + "by its writers (no default: entries are hashed, not tagged)",
        ParamUse.OPTIONAL);
    add(
        "ledgerAtLeast",
        "entry that the {ledger} must contain, NUMBER:HASH as in a report's "
            + "ledgerEntry: a ledger that has lost it, such as a restored backup, is "
            + "refused (no default)",
        ParamUse.OPTIONAL);
  }

  private static FitMode[] central() {
    return Arrays.stream(FitMode.values()).filter(FitMode::isCentral).toArray(FitMode[]::new);
  }

  /** Returns the names of all params, in the order of the tables. */
  public static List<String> names() {
    return List.copyOf(ENTRIES.keySet());
  }

  static String doc(String name) {
    return doc(name, UnaryOperator.identity());
  }

  /** Returns the doc of a param, with the param names of an interface. */
  public static String doc(String name, UnaryOperator<String> terms) {
    return Refusal.inTerms(ENTRIES.get(name).doc(), terms);
  }

  /** Returns the modes that refuse a param in any case, for help; empty if none. */
  public static String refusedBy(String name, UnaryOperator<String> terms) {
    Map<FitMode, ParamUse> uses = ENTRIES.get(name).uses();
    boolean grouped = isRefused(uses.get(FitMode.GROUPS));
    List<String> methods = refusing(uses, FitMode::isCentral);
    List<String> models =
        refusing(uses, column -> column == FitMode.LOCAL || column == FitMode.SHUFFLE);
    if (!grouped && methods.size() == central().length) {
      return "refused without " + terms.apply("groupCols");
    }
    List<String> parts = new ArrayList<>();
    if (methods.size() == central().length) {
      models.add(0, "central");
    } else if (!methods.isEmpty()) {
      parts.add(terms.apply("method") + " " + String.join(", ", methods));
    }
    if (!models.isEmpty()) {
      parts.add(terms.apply("trustModel") + " " + String.join(", ", models));
    }
    if (grouped && methods.size() < central().length) {
      parts.add(terms.apply("groupCols"));
    }
    return parts.isEmpty() ? "" : "refused with " + String.join("; ", parts);
  }

  private static List<String> refusing(Map<FitMode, ParamUse> uses, Predicate<FitMode> among) {
    return uses.entrySet().stream()
        .filter(use -> among.test(use.getKey()) && isRefused(use.getValue()))
        .map(use -> use.getKey().label)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static boolean isRefused(ParamUse use) {
    return use.word().equals("refused");
  }

  /**
   * Returns the table of params and modes, in Markdown: an empty cell is an optional param, and a
   * param that is optional in every mode has no row.
   */
  public static String markdown() {
    StringBuilder table = new StringBuilder("| param |");
    for (FitMode column : FitMode.values()) {
      table.append(' ').append(column.label).append(" |");
    }
    table.append("\n|---|").append("---|".repeat(FitMode.values().length)).append('\n');
    for (ParamEntry entry : ENTRIES.values()) {
      if (entry.uses().values().stream().allMatch(ParamUse.OPTIONAL::equals)) {
        continue;
      }
      table.append("| `").append(entry.name()).append("` |");
      entry.uses().values().forEach(use -> table.append(' ').append(use.word()).append(" |"));
      table.append('\n');
    }
    return table.toString();
  }

  /**
   * Checks that the mode of the fit accepts every param that is set.
   *
   * @throws ParamException naming the first param that it refuses
   */
  static void check(Params params) {
    boolean grouped = params.isDefined(params.getParam("groupCols"));
    FitMode column = FitMode.find(value(params, "trustModel"), value(params, "method"), grouped);
    for (ParamEntry entry : ENTRIES.values()) {
      ParamUse use = entry.uses().get(column);
      Param<?> param = params.getParam(entry.name());
      if (use.refuses(params, param)) {
        String fact =
            use.taken().isEmpty()
                ? "{" + entry.name() + "} is set"
                : "{" + entry.name() + "} is " + params.getOrDefault(param);
        throw new ParamException(
            entry.name(), fact + ", but " + chosen(entry, column, params), use.remedy());
      }
    }
  }

  /** Returns the setting that a param conflicts with. */
  private static String chosen(ParamEntry entry, FitMode column, Params params) {
    if (column == FitMode.GROUPS) {
      return "{groupCols} is set";
    }
    boolean ofMethod =
        column.isCentral()
            && Arrays.stream(central()).anyMatch(each -> entry.uses().get(each).remedy() == null);
    if (column.isCentral() && !ofMethod && !isRefused(entry.uses().get(FitMode.GROUPS))) {
      return "{groupCols} is not set";
    }
    return ofMethod
        ? "the chosen method is " + value(params, "method")
        : "{trustModel} is " + value(params, "trustModel");
  }

  private static String value(Params params, String name) {
    return String.valueOf(params.getOrDefault(params.getParam(name)));
  }
}
