package org.privatemean.spark.param;

import static org.privatemean.spark.param.ParamTable.FitMode.CLIPPED;
import static org.privatemean.spark.param.ParamTable.FitMode.GROUPS;
import static org.privatemean.spark.param.ParamTable.FitMode.LOCAL;
import static org.privatemean.spark.param.ParamTable.FitMode.RECENTRED;
import static org.privatemean.spark.param.ParamTable.FitMode.SHIFTED_CLIPPED;
import static org.privatemean.spark.param.ParamTable.FitMode.SHUFFLE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** Params that a forecast does not take: the dimension, and those that affect no error. */
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
          "covarianceType",
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

  private static final List<FitMode> METHODS = List.of(RECENTRED, SHIFTED_CLIPPED, CLIPPED);

  private static final Map<String, ParamEntry> ENTRIES = new LinkedHashMap<>();

  private ParamTable() {}

  /** Modes of a fit, with different params: a method of the central model, or a trust model. */
  enum FitMode {
    RECENTRED("recentred"),
    SHIFTED_CLIPPED("shiftedClipped"),
    CLIPPED("clipped"),
    LOCAL("local"),
    SHUFFLE("shuffle"),
    GROUPS("groups");

    private final String label;

    FitMode(String label) {
      this.label = label;
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
   * @param taken the only accepted values; empty for all
   * @param remedy remedy if it is refused; null if it is never refused
   */
  private record ParamUse(String word, List<String> taken, String remedy) {
    boolean refuses(Params params, Param<?> param) {
      if (remedy == null || !params.isSet(param)) {
        return false;
      }
      return taken.isEmpty() || !taken.contains(String.valueOf(params.getOrDefault(param)));
    }
  }

  private static final String RECENTRED_ONLY = "it belongs to method recentred; unset it";

  private static final ParamUse NEEDED = oneOf("needed");
  private static final ParamUse OPTIONAL = oneOf("");
  private static final ParamUse UNUSED = oneOf("not used");
  private static final ParamUse OF_RECENTRED = refused(RECENTRED_ONLY);
  private static final ParamUse NO_BOUNDS = refused("groups need no bounds; unset it");
  private static final ParamUse OF_CLIPPING =
      refused("recentred finds its own; unset it, or choose shiftedClipped or clipped");
  private static final ParamUse OF_SHUFFLE =
      refused("it belongs to {trustModel} shuffle; unset it");

  /** Returns the use as one of several alternatives: a budget, or a bound. */
  private static ParamUse oneOf(String group) {
    return new ParamUse(group, List.of(), null);
  }

  private static ParamUse refused(String remedy) {
    return new ParamUse("refused", List.of(), remedy);
  }

  private static ParamUse only(String remedy, String... values) {
    String word =
        Arrays.stream(values).map(value -> "`" + value + "`").collect(Collectors.joining(", "));
    return new ParamUse(word, List.of(values), remedy);
  }

  private record ParamEntry(String name, String doc, Map<FitMode, ParamUse> uses) {
    ParamEntry in(ParamUse use, FitMode... columns) {
      for (FitMode column : columns) {
        uses.put(column, use);
      }
      return this;
    }
  }

  private static ParamEntry add(String name, String doc) {
    return add(name, doc, OPTIONAL);
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
    groups();
    persons();
    ledger();
  }

  private static void rows() {
    add(
        "inputCol",
        "name of the input column, of type vector, array<double> or array<float>",
        NEEDED);
    add(
        "outputCol",
        "name of the output column: the model appends the private mean to every row "
            + "(default: uid + __output)");
    add(
        "reportCol",
        "name of the column for the report: the model appends it to every row as "
            + "JSON, with all groups if there are any (no default: not appended)");
    add(
        "dimension",
        "number of coordinates of a row, >= 1 (default: from the input column's metadata)");
    add(
            "handleInvalid",
            "treatment of rows that are null, not finite or of the wrong length: error "
                + "(the fit fails, which reveals that such a row exists), zero (the row counts "
                + "as the zero vector) or skip (the row is left out; only with {neighbours} "
                + "addRemove); a {ledger} refuses error unless it was created to allow it "
                + "(default: error; under a {ledger} zero, or skip with {neighbours} addRemove)")
        .in(
            only("the number of users is public; set {handleInvalid} to zero", "error", "zero"),
            LOCAL,
            SHUFFLE);
    add(
        "seed",
        "seed of the noise, for tests and reproduction only: anyone who knows it can "
            + "remove the noise, and two fits with the same seed share their noise (no "
            + "default: the operating system's secure source)");
  }

  private static void budget() {
    add(
            "rho",
            "privacy budget in rho-zCDP, > 0; set either this or {epsilon} and {delta}",
            oneOf("a budget"))
        .in(refused("its guarantee is (epsilon, delta); set {epsilon} and {delta}"), SHUFFLE);
    add(
            "epsilon",
            "privacy budget epsilon of (epsilon, delta)-DP, > 0; set it with {delta}, or "
                + "alone with {trustModel} local",
            oneOf("a budget"))
        .in(NEEDED, SHUFFLE);
    add(
            "delta",
            "privacy budget delta of (epsilon, delta)-DP, in (0, 1); set it with "
                + "{epsilon}; choose it far below 1 / number of rows",
            oneOf("with `epsilon`"))
        .in(refused("unset it, and set either {epsilon} or {rho}"), LOCAL)
        .in(NEEDED, SHUFFLE);
    add(
            "neighbours",
            "neighbour relation of the guarantee: replace (data sets differ by replacing "
                + "one row; the number of rows is public) or addRemove (by adding or removing "
                + "one row; the number of rows is private and released with noise); with "
                + "{personCol} it is about all rows of a person instead of one row (default: "
                + "addRemove with {groupCols}, else replace)")
        .in(
            only("the number of users is public; set {neighbours} to replace", "replace"),
            LOCAL,
            SHUFFLE);
  }

  private static void addBound(String name, String doc, ParamUse use) {
    add(name, doc, use).in(OPTIONAL, RECENTRED).in(NO_BOUNDS, GROUPS);
  }

  private static void bounds() {
    ParamUse one = oneOf("a bound");
    addBound(
        "radius",
        "public bound on the l2 norm of the mean, in data units, > 0; set it with "
            + "{sigmaMin} and {sigmaMax}",
        one);
    addBound(
        "sigmaMin",
        "public lower bound on the standard deviation of the rows in every "
            + "direction, in data units, > 0; a value 100 times too small costs little",
        oneOf("with `radius`"));
    addBound(
        "sigmaMax",
        "public upper bound on the standard deviation of the rows in every direction, in data "
            + "units, >= {sigmaMin}; a value 100 times too large costs little",
        oneOf("with `radius`"));
    addBound(
        "bound",
        "public bound on the l2 norm of every row, in data units, > 0; longer rows "
            + "are scaled to it; method recentred does not need it, and searches no "
            + "further (default there: 2^498)",
        one);
    add(
            "minNorm",
            "public l2 norm below which method recentred does not search, in data units, "
                + "> 0; it narrows the search (default: 2^-498)",
            refused("unset it"))
        .in(OF_RECENTRED, SHIFTED_CLIPPED, CLIPPED)
        .in(OPTIONAL, RECENTRED, GROUPS);
    addBound(
        "coordinateBound",
        "public bound on the absolute value of every coordinate, in data units, > 0; larger values "
            + "are clipped to it (method recentred scales rows to the norm that it allows)",
        one);
    add(
            "resolution",
            "l2 resolution alpha of the lattice to which rows are rounded, in data "
                + "units, > 0; set it with {bound} or {coordinateBound} (default: 2^-10 to "
                + "2^-5 of the noise for rows that fill the bound)")
        .in(OF_CLIPPING, RECENTRED)
        .in(NO_BOUNDS, GROUPS);
  }

  private static void searches() {
    add(
            "method",
            "mechanism: auto, recentred (needs no bounds; its error depends on the spread of the "
                + "rows), shiftedClipped (the shifted clipped mean) or clipped (the clipped mean; "
                + "its error depends on the longest rows); auto is recentred (default: auto)")
        .in(only("unset it; the rounds are chosen from public values", AUTO), LOCAL)
        .in(
            only("unset it; the rounds are chosen from public values", AUTO, SHIFTED_CLIPPED.label),
            SHUFFLE);
    units();
    add(
            "clippingNorm",
            "public l2 norm to which rows (after centring, for shiftedClipped) are "
                + "clipped, in data units, > 0 (default: found privately)",
            refused("unset it"))
        .in(OF_CLIPPING, RECENTRED)
        .in(refused("each group finds its own; unset it"), GROUPS)
        .in(OPTIONAL, SHIFTED_CLIPPED, CLIPPED);
    add(
            "thresholdGrid",
            "grid of the private search for the clipping norm: geometric, or squared "
                + "(the paper's integers, to reproduce it) (default: geometric; squared in the "
                + "local model with {rho})")
        .in(UNUSED, RECENTRED, GROUPS);
    add("beta", "failure probability of the private searches, in (0, 1) (default: 0.001)")
        .in(UNUSED, RECENTRED, GROUPS);
  }

  private static void units() {
    add(
            "scaling",
            "unit in which method recentred measures the error of a coordinate: standard "
                + "(its private standard deviation), auto (least l2 error: coordinates get "
                + "weights if private answers show that this helps) or none (data units) "
                + "(default: standard; not used with {scales})",
            only(RECENTRED_ONLY, "none"))
        .in(OPTIONAL, RECENTRED)
        .in(
            only(
                "auto weights coordinates for one mean; set {scaling} to standard or none, or give"
                    + " public {scales}",
                "standard",
                "none"),
            GROUPS);
    add(
            "sampling",
            "use of a random sample to find the centre with method recentred, after which all rows "
                + "are read once: auto (for many rows; never with {seed}), none (all rows in every "
                + "step) or always (also for few rows; with {seed} the bits are the same only for "
                + "the same rows in the same partitions and order) (default: auto)",
            only(RECENTRED_ONLY, "auto", "none"))
        .in(OPTIONAL, RECENTRED)
        .in(only("groups are not sampled; set {sampling} to auto or none", "auto", "none"), GROUPS);
    add(
            "covarianceType",
            "shape of the noise of method recentred with 8 or more columns: diag (independent in "
                + "every column), full (of the private second moments of the columns, at up to a "
                + "tenth of the budget, unless a column would have more noise) or auto (full where "
                + "private answers show that it reduces the error, up to 1000 columns) (default: "
                + "auto)",
            only(RECENTRED_ONLY, "auto", "diag"))
        .in(OPTIONAL, RECENTRED)
        .in(
            only(
                "the noise of groups is independent; set {covarianceType} to auto or diag",
                "auto",
                "diag"),
            GROUPS);
    add(
            "scales",
            "public scales of the coordinates, one for each, in data units, in [1e-100, "
                + "1e100]: method recentred measures the error of each coordinate in its "
                + "scale, at no cost; not with {scaling} standard or auto",
            OF_RECENTRED)
        .in(OPTIONAL, RECENTRED, GROUPS);
    add(
            "rareUnit",
            "public unit, in data units, >= 0, of columns in which the private queries of method "
                + "recentred with {scaling} standard detect only one value (such as a 0/1 column "
                + "with few ones); larger values count as about this unit; 0 turns it off: the "
                + "interval of such a column then covers the noise only (default: 1)",
            OF_RECENTRED)
        .in(OPTIONAL, RECENTRED, GROUPS);
    add(
            "regions",
            "coverage of the error bars: none (the noise), sample (the mean of the rows, "
                + "as far as private queries detect what clipping removes; costs about 2 % of "
                + "the budget; method recentred only) or proved (the mean of the rows clipped "
                + "to twice the norm, and with {scaling} standard to the limits of columns "
                + "before, with a proof) (default: sample)",
            only(RECENTRED_ONLY, "none"))
        .in(OPTIONAL, RECENTRED)
        .in(
            only(
                "there is no proved bound for groups; set {regions} to sample or none",
                "sample",
                "none"),
            GROUPS);
    add(
            "startFrom",
            "path of a saved PrivateMeanModel of the same columns: method recentred starts at its "
                + "mean and clipping norm, with fewer passes and at no cost, since both were "
                + "released; the result is not biased toward it (no default: a full search)",
            refused("it belongs to method recentred of {trustModel} central; unset it"))
        .in(OPTIONAL, RECENTRED)
        .in(refused("each group has its own search; unset one"), GROUPS);
    add("confidence", "confidence of the error bars, in (0, 1) (default: 0.95)");
  }

  private static void users() {
    add(
        "trustModel",
        "trust model: central (a trusted curator has the rows), local (no trusted "
            + "party: rows become private reports, and the mean is computed from these) or "
            + "shuffle (a trusted shuffler: each row becomes messages, and only the "
            + "shuffled messages are seen) (default: central)");
    add(
            "idCol",
            "column that identifies the users of {trustModel} local and shuffle: strings "
                + "or integers, unique per row, and not computed from the row (default: the "
                + "position of the row)",
            refused("it belongs to {trustModel} local and shuffle; unset it"))
        .in(OPTIONAL, LOCAL, SHUFFLE);
    add(
            "honestFraction",
            "assumed share of the users of {trustModel} shuffle that follow the protocol "
                + "and keep their messages secret, in (0, 1] (default: 1)",
            OF_SHUFFLE)
        .in(OPTIONAL, SHUFFLE);
    add(
            "rounds",
            "maximum number of rounds of {trustModel} shuffle: 3 to 40, or auto (the "
                + "fewest that cost little in error and messages) (default: auto)",
            OF_SHUFFLE)
        .in(OPTIONAL, SHUFFLE);
    add(
            "randomizer",
            "randomizer of vectors of {trustModel} local, if the budget is {epsilon}: "
                + "privUnit (least error), privUnitG (normal noise), projUnit (short reports "
                + "for many coordinates) or auto (least error by forecast, or projUnit if that "
                + "costs at most 1 % and is a quarter as long) (default: auto)",
            refused("it belongs to {trustModel} local; unset it"))
        .in(OPTIONAL, LOCAL);
  }

  private static void groups() {
    add(
            "groupCols",
            "columns whose values are the key of a row's group: strings, integers, "
                + "booleans or dates; every group has its own mean and uses the whole budget "
                + "(no default: one mean of all rows)",
            refused("groups need {trustModel} central and {method} recentred; unset one"))
        .in(OPTIONAL, RECENTRED)
        .in(NEEDED, GROUPS);
    ParamUse without = refused("it belongs to groups; unset it, or set {groupCols}");
    ParamUse list = oneOf("a list of keys");
    add(
            "publicKeys",
            "keys of the one group column, as text: each key is in the result, with or without "
                + "rows, and rows with other keys are left out; the list must be public whatever "
                + "the rows hold: a list taken from the rows is a release without noise",
            without)
        .in(list, GROUPS);
    add(
            "publicKeysTable",
            "table or view with exactly the group columns, whose rows are the keys; it "
                + "must be public, as {publicKeys} must",
            without)
        .in(list, GROUPS);
    add(
            "keySelection",
            "source of the keys: public (the list) or private (keys whose noisy count "
                + "exceeds a threshold, at the cost of {keyDelta}) (default: public)",
            without)
        .in(OPTIONAL, GROUPS);
    add(
            "keyDelta",
            "probability that a private selection of keys reveals a key of a single row "
                + "or person, in (0, 1); part of {delta}, and in addition to {rho} (default: "
                + "half of {delta}; no default with {rho})",
            without)
        .in(oneOf("with `keySelection` private"), GROUPS);
    add("maxGroups", "maximum number of groups of a result, >= 1 (default: 1000000)", without)
        .in(OPTIONAL, GROUPS);
  }

  private static void persons() {
    ParamUse devices =
        refused("a device combines its rows into one row before it reports; unset it");
    add(
            "personCol",
            "column that identifies the person of a row: strings or integers; a person's "
                + "rows become one row, their mean, and the guarantee protects all of them "
                + "together (no default: it protects each row separately)")
        .in(devices, LOCAL, SHUFFLE);
    add(
            "personWeight",
            "weight of a person's own mean: equal, or rows (the number of rows, at most "
                + "{maxRowsPerPerson}; method recentred only) (default: equal)")
        .in(only("{method} recentred takes weights; unset it", "equal"), CLIPPED, SHIFTED_CLIPPED)
        .in(devices, LOCAL, SHUFFLE);
    add(
            "maxRowsPerPerson",
            "maximum weight of a person in rows, public, 1 to 2^20; required with "
                + "{personWeight} rows",
            oneOf("with `personWeight` rows"))
        .in(refused("{method} recentred takes weights; unset it"), CLIPPED, SHIFTED_CLIPPED)
        .in(devices, LOCAL, SHUFFLE);
    add(
            "maxGroupsPerPerson",
            "maximum number of groups in which a person counts, >= 1; more than 1 needs "
                + "{personCol} and {groupCols} (default: 1)")
        .in(devices, LOCAL, SHUFFLE);
  }

  private static void ledger() {
    add(
        "ledger",
        "URI of the durable ledger that pays for the fit, such as file:/dir, hdfs:, "
            + "s3a: or jdbc:, without user and password; all fits under one ledger share "
            + "its budget (default: spark.privatemean.ledger, else none)");
    add(
        "releaseName",
        "name of the release in the {ledger}, 1 to 200 of A-Za-z0-9 ._/@:+-: the same request "
            + "under the same name returns the stored result and costs nothing; no personal data "
            + "(no default: a fit that fails after its charge is paid for and lost)");
    add(
        "ledgerScope",
        "rows to fit, as a part of the {ledger}: / (all), /COLUMN=VALUE or "
            + "/hash=BUCKET; other rows are left out (default: /)");
    add(
        "payAgain",
        "rule for paying again if an earlier fit of this {releaseName} may have "
            + "drawn its noise and stored no result: never, dead (if that fit, which had "
            + "also set {payAgain}, has sent no heartbeat for 50 seconds) or always; true "
            + "means always, and false never (default: never)");
    add(
        "ledgerKeyFile",
        "file with the secret key of the {ledger}, at least 32 bytes, readable only "
            + "by its writers (no default: entries are hashed, not tagged)");
    add(
        "ledgerAtLeast",
        "entry that the {ledger} must contain, NUMBER:HASH as in a report's ledgerEntry: a ledger "
            + "that has lost it, such as a restored backup, is refused (no default)");
  }

  /** Returns the names of all params, in the order of the tables. */
  public static List<String> names() {
    return List.copyOf(ENTRIES.keySet());
  }

  public static String doc(String name) {
    return doc(name, UnaryOperator.identity());
  }

  /** Returns the doc of a param, with the param names of an interface. */
  public static String doc(String name, UnaryOperator<String> terms) {
    return Refusal.inTerms(ENTRIES.get(name).doc(), terms);
  }

  /** Returns the modes that refuse a param in any case, for help; empty if none. */
  public static String refusedBy(String name, UnaryOperator<String> terms) {
    Map<FitMode, ParamUse> uses = ENTRIES.get(name).uses();
    boolean grouped = isRefused(uses.get(GROUPS));
    List<String> methods = refusing(uses, METHODS);
    List<String> models = refusing(uses, List.of(LOCAL, SHUFFLE));
    boolean allMethods = methods.size() == METHODS.size();
    if (!grouped && allMethods) {
      return "refused without " + terms.apply("groupCols");
    }
    List<String> parts = new ArrayList<>();
    if (allMethods) {
      models.add(0, "central");
    } else if (!methods.isEmpty()) {
      parts.add(terms.apply("method") + " " + String.join(", ", methods));
    }
    if (!models.isEmpty()) {
      parts.add(terms.apply("trustModel") + " " + String.join(", ", models));
    }
    if (grouped && !allMethods) {
      parts.add(terms.apply("groupCols"));
    }
    return parts.isEmpty() ? "" : "refused with " + String.join("; ", parts);
  }

  private static List<String> refusing(Map<FitMode, ParamUse> uses, List<FitMode> among) {
    return among.stream()
        .filter(mode -> isRefused(uses.get(mode)))
        .map(mode -> mode.label)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static boolean isRefused(ParamUse use) {
    return use.word().equals("refused");
  }

  /** Returns the table of params and modes in Markdown; an empty cell is an optional param. */
  public static String markdown() {
    StringBuilder table = new StringBuilder("| param |");
    for (FitMode column : FitMode.values()) {
      table.append(' ').append(column.label).append(" |");
    }
    table.append("\n|---|").append("---|".repeat(FitMode.values().length)).append('\n');
    for (ParamEntry entry : ENTRIES.values()) {
      if (entry.uses().values().stream().allMatch(OPTIONAL::equals)) {
        continue;
      }
      table.append("| `").append(entry.name()).append("` |");
      entry.uses().values().forEach(use -> table.append(' ').append(use.word()).append(" |"));
      table.append('\n');
    }
    return table.toString();
  }

  /** Checks that the mode of the fit accepts every param that is set. */
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

  public static void checkSet(Params params, Param<?> param, String remedy) {
    if (!params.isDefined(param)) {
      throw new ParamException(param.name(), "{" + param.name() + "} is not set", remedy);
    }
  }

  /** Returns the setting that a param conflicts with. */
  private static String chosen(ParamEntry entry, FitMode column, Params params) {
    if (column == GROUPS) {
      return "{groupCols} is set";
    }
    boolean isMethod = METHODS.contains(column);
    boolean ofMethod =
        isMethod && METHODS.stream().anyMatch(each -> entry.uses().get(each).remedy() == null);
    if (isMethod && !ofMethod && !isRefused(entry.uses().get(GROUPS))) {
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
