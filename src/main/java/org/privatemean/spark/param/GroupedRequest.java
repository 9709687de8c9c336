package org.privatemean.spark.param;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.Guarantee;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.KeyRequest;
import org.privatemean.request.PersonRequest;

/** A parser of the params of {@code PrivateMean} for groups. */
final class GroupedRequest {
  private GroupedRequest() {}

  /**
   * Returns the request for the means.
   *
   * @throws ParamException if params contradict each other
   */
  static GroupedSpec create(MeanParams<?, ?> params, Guarantee guarantee) {
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

  /**
   * Returns the source of the keys.
   *
   * @param lines an optional public list of keys that is not a param
   * @throws ParamException if no source, or more than one, is given
   */
  static KeyRequest keys(MeanParams<?, ?> params, Optional<KeyRequest.File> lines) {
    return keys(params, columns(params), lines);
  }

  private static List<String> columns(MeanParams<?, ?> params) {
    String[] columns = params.getGroupCols();
    if (columns.length == 0 || Arrays.stream(columns).anyMatch(GroupedRequest::isMissing)) {
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

  private static boolean isMissing(String name) {
    return name == null || name.isEmpty();
  }

  private static KeyRequest keys(
      MeanParams<?, ?> params, List<String> columns, Optional<KeyRequest.File> lines) {
    boolean listed = params.isDefined(params.publicKeys());
    boolean table = params.isDefined(params.publicKeysTable());
    int most = params.getMaxGroups();
    if (params.selectsKeys()) {
      checkUnlisted(listed, table || lines.isPresent());
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
        ? createListed(params, columns, most)
        : new KeyRequest.TableKeys(columns, params.getPublicKeysTable(), most);
  }

  private static void checkUnlisted(boolean listed, boolean elsewhere) {
    if (listed || elsewhere) {
      throw new ParamException(
          listed ? "publicKeys" : "publicKeysTable",
          "a list of keys is given, but {keySelection} is private",
          "unset the list, or set {keySelection} to public");
    }
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

  private static KeyRequest createListed(MeanParams<?, ?> params, List<String> columns, int most) {
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
