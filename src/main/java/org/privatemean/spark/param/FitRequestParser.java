package org.privatemean.spark.param;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.Guarantee;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.PersonRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.RecentredSpec.CovarianceType;
import org.privatemean.rows.InvalidRows;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.spark.param.FitRequest.KeyRequest;

/** A parser of the params of {@code PrivateMean}: one mean in each trust model, or groups. */
final class FitRequestParser {
  private final MeanParams<?, ?> params;
  private final boolean hasRho;
  private final boolean hasEpsilon;
  private final boolean hasDelta;

  FitRequestParser(MeanParams<?, ?> params) {
    this.params = params;
    hasRho = params.isDefined(params.rho());
    hasEpsilon = params.isDefined(params.epsilon());
    hasDelta = params.isDefined(params.delta());
  }

  FitRequest parse(Optional<KeyRequest.File> lines) {
    ParamTable.check(params);
    if (params.isGrouped()) {
      KeyRequest keys = keys(groupCols(), lines);
      Optional<PersonRequest> persons = params.persons();
      Guarantee guarantee = guarantee();
      checkInvalidRows(guarantee);
      return new FitRequest.Grouped(grouped(guarantee), guarantee, keys, persons);
    }
    params.persons();
    if (params.isLocal()) {
      return new FitRequest.Local(local());
    }
    if (params.isShuffle()) {
      return new FitRequest.Shuffle(shuffle());
    }
    Guarantee guarantee = guarantee();
    checkInvalidRows(guarantee);
    MeanRequest request = params.isRecentred() ? recentred(guarantee) : clipped(guarantee);
    return new FitRequest.Central(request, guarantee);
  }

  /** Checks that rows are not skipped if their number is public. */
  private void checkInvalidRows(Guarantee guarantee) {
    if (params.invalidRows() == InvalidRows.SKIP
        && guarantee.unit().neighbours() == Neighbours.REPLACE) {
      throw new ParamException(
          "handleInvalid",
          "{handleInvalid} skip changes the number of rows, which {neighbours} replace makes"
              + " public",
          "set {neighbours} to addRemove, or {handleInvalid} to zero");
    }
  }

  /** Returns the requested guarantee in the central model: of rho, or of (epsilon, delta). */
  private Guarantee guarantee() {
    if (hasRho == (hasEpsilon || hasDelta)) {
      throw new ParamException(
          "rho",
          hasRho ? "both {rho} and {epsilon} or {delta} are set" : "the privacy budget is not set",
          "set either {rho}, or {epsilon} and {delta}");
    }
    Neighbours neighbours = Neighbours.of(params.getNeighbours());
    PrivacyUnit unit =
        params
            .persons()
            .map(persons -> PrivacyUnit.person(neighbours, persons.mostWeight()))
            .orElseGet(() -> PrivacyUnit.row(neighbours));
    if (hasRho) {
      return Guarantee.inZcdp(new Zcdp(params.getRho()), unit);
    }
    if (!hasEpsilon || !hasDelta) {
      throw new ParamException(
          hasEpsilon ? "delta" : "epsilon",
          "{epsilon} and {delta} must be set together",
          "the central model has no pure epsilon-DP method ({trustModel} local has)");
    }
    ApproxDp requested = new ApproxDp(params.getEpsilon(), params.getDelta());
    return Guarantee.inApproxDp(
        requested, Conversions.gaussianRhoDown(shareOfMeans(requested)), unit);
  }

  /**
   * Returns the part of (epsilon, delta) for the means. A private selection of keys that fails with
   * probability k uses k of delta, since (epsilon, d) and k together are (epsilon, d + k - d k).
   */
  private ApproxDp shareOfMeans(ApproxDp requested) {
    return params.selectsKeys()
        ? new ApproxDp(requested.epsilon(), Math.nextDown(requested.delta() - params.deltaOfKeys()))
        : requested;
  }

  private RecentredSpec recentred(Guarantee guarantee) {
    return new RecentredSpec(
            guarantee.zcdp().rho(),
            params.optional(params.minNorm()),
            params.bounds(),
            params.units(),
            params.errorBars(),
            RecentredSpec.Moments.MEAN,
            guarantee.unit())
        .withSampling(params.firstSteps())
        .with(CovarianceType.of(params.getCovarianceType()))
        .withRareUnit(params.getRareUnit());
  }

  private MeanSpec clipped(Guarantee guarantee) {
    Method method =
        params.getMethod().equals(Method.CLIPPED.label()) ? Method.CLIPPED : Method.SHIFTED_CLIPPED;
    OptionalDouble norm = params.optional(params.clippingNorm());
    return new MeanSpec(
        method,
        guarantee.zcdp().rho(),
        params.bounds(),
        norm,
        params.getBeta(),
        MeanSpec.Grid.of(params.getThresholdGrid()),
        BudgetSplit.paper(method, norm),
        guarantee.unit());
  }

  private LocalMeanSpec local() {
    if (hasRho == hasEpsilon) {
      throw new ParamException(
          "epsilon",
          hasRho ? "both {rho} and {epsilon} are set" : "the privacy budget is not set",
          "set either {epsilon} (pure reports) or {rho}");
    }
    LocalMeanSpec spec =
        hasRho
            ? LocalMeanSpec.paper(new Zcdp(params.getRho()), params.neededBounds())
            : LocalMeanSpec.pure(new PureDp(params.getEpsilon()), params.neededBounds());
    // The default of the grid depends on the protocol.
    return new LocalMeanSpec(
        spec.protocol(),
        spec.budget(),
        spec.bounds(),
        spec.route(),
        params.isSet(params.thresholdGrid())
            ? MeanSpec.Grid.of(params.getThresholdGrid())
            : spec.grid(),
        LocalMeanSpec.Randomizer.fromLabel(params.getRandomizer()),
        params.getBeta(),
        spec.ifHopeless());
  }

  private ShuffleMeanSpec shuffle() {
    if (!hasEpsilon || !hasDelta) {
      throw new ParamException(
          hasEpsilon ? "delta" : "epsilon",
          "{epsilon} and {delta} must both be set",
          "they are the budget of {trustModel} shuffle");
    }
    return new ShuffleMeanSpec(
        new ApproxDp(params.getEpsilon(), params.getDelta()),
        params.neededBounds(),
        params.getHonestFraction(),
        MeanSpec.Grid.of(params.getThresholdGrid()),
        params.getBeta(),
        InfeasiblePlanPolicy.REFUSE,
        rounds(params.getRounds()));
  }

  private static OptionalInt rounds(String requested) {
    if (requested.equals(ParamTable.AUTO)) {
      return OptionalInt.empty();
    }
    int rounds;
    try {
      rounds = Integer.parseInt(requested);
    } catch (NumberFormatException noNumber) {
      throw ParamException.outOfRange("rounds", "auto or in [3, 40]", requested);
    }
    ShuffleMeanSpec.checkRounds(rounds);
    return OptionalInt.of(rounds);
  }

  private GroupedSpec grouped(Guarantee guarantee) {
    return new GroupedSpec(
        guarantee.zcdp().rho(),
        params.optional(params.minNorm()),
        params.units(),
        params.errorBars().kind() != ErrorBarCoverage.CoverageKind.NONE,
        params.getConfidence(),
        params.persons().map(PersonRequest::groupsPerPerson).orElse(1),
        guarantee.unit(),
        params.getRareUnit());
  }

  private List<String> groupCols() {
    String[] columns = params.getGroupCols();
    if (columns.length == 0
        || Arrays.stream(columns).anyMatch(name -> name == null || name.isEmpty())) {
      throw new ParamException(
          "groupCols", "{groupCols} names no column", "name the columns, or unset {groupCols}");
    }
    Set<String> seen = new HashSet<>();
    for (String column : columns) {
      if (!seen.add(column)) {
        throw new ParamException(
            "groupCols",
            "{groupCols} names column " + Refusal.literal(column) + " twice",
            "name each column once");
      }
      if (params.isDefined(params.inputCol()) && column.equals(params.getInputCol())) {
        throw new ParamException(
            "groupCols",
            "{groupCols} names {inputCol}, " + Refusal.literal(column),
            "group by columns of strings, integers, booleans or dates");
      }
    }
    return List.of(columns);
  }

  private KeyRequest keys(List<String> columns, Optional<KeyRequest.File> lines) {
    boolean listed = params.isDefined(params.publicKeys());
    boolean table = params.isDefined(params.publicKeysTable());
    int most = params.getMaxGroups();
    if (params.selectsKeys()) {
      if (listed || table || lines.isPresent()) {
        throw new ParamException(
            listed ? "publicKeys" : "publicKeysTable",
            "a list of keys is given, but {keySelection} is private",
            "unset the list, or set {keySelection} to public");
      }
      return new KeyRequest.PrivateKeys(columns, params.deltaOfKeys(), most);
    }
    if (params.isDefined(params.keyDelta())) {
      throw new ParamException(
          "keyDelta",
          "{keyDelta} is set, but {keySelection} is public, which needs none",
          "unset it, or set {keySelection} to private");
    }
    if (lines.isPresent() && !listed && !table) {
      return check(new KeyRequest.FileKeys(columns, lines.get(), most), lines.get().lines().size());
    }
    checkOneList(listed, table, lines.isPresent());
    return listed
        ? listedKeys(columns, most)
        : new KeyRequest.TableKeys(columns, params.getPublicKeysTable(), most);
  }

  private static void checkOneList(boolean listed, boolean table, boolean lines) {
    if (!listed && !table) {
      throw new ParamException(
          "publicKeys",
          "{groupCols} is set, but the groups are not specified",
          "set {publicKeys} or {publicKeysTable} to a list that is public whatever the "
              + "rows hold, or {keySelection} to private with {keyDelta}; a list taken from "
              + "the rows is a release without noise");
    }
    if (lines || listed == table) {
      throw new ParamException(
          "publicKeysTable", "more than one list of keys is given", "give one, and unset the rest");
    }
  }

  private KeyRequest listedKeys(List<String> columns, int most) {
    String[] values = params.getPublicKeys();
    if (columns.size() > 1) {
      throw new ParamException(
          "publicKeys",
          "{publicKeys} are values of one column, but {groupCols} names " + columns.size(),
          "set {publicKeysTable} to a table of these columns");
    }
    if (values.length == 0 || Arrays.stream(values).anyMatch(Objects::isNull)) {
      throw new ParamException(
          "publicKeys",
          values.length == 0 ? "{publicKeys} is empty" : "{publicKeys} holds a null",
          "list the keys; null is not a key");
    }
    return check(new KeyRequest.ListedKeys(columns, List.of(values), most), values.length);
  }

  private static KeyRequest check(KeyRequest keys, int size) {
    if (size > keys.most()) {
      throw new ParamException(
          "maxGroups",
          String.format("the list has %d keys, and {maxGroups} is %d", size, keys.most()),
          "raise {maxGroups}, or list fewer");
    }
    return keys;
  }
}
