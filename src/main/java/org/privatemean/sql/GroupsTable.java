package org.privatemean.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.Release;
import org.privatemean.release.report.GroupMean;
import org.privatemean.release.report.GroupStatus;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.sql.ResultTable.ResultColumn;

/** The result table of groups: one row per group, sorted by key. */
final class GroupsTable {
  private static final List<ResultColumn<GroupResult>> VALUES =
      List.of(
          ResultColumn.text("status", group -> group.mean().status().label()),
          ResultColumn.nullable("mean", ResultTable.NUMBERS, GroupResult::released),
          ResultColumn.number("count", group -> group.mean().count()),
          meansColumn("noise_std_dev", group -> group.all().noise(group.mean()).noiseStdDev()),
          meansColumn("clipping_norm", group -> group.mean().clippingNorm()),
          meansColumn("l2_radius", group -> group.all().region(group.mean()).radius()),
          ResultColumn.number("rho", group -> group.mean().rho()),
          ResultColumn.of("warnings", ResultTable.TEXTS, GroupResult::warnings),
          ColumnWarnings.column(GroupResult::common));

  private record GroupResult(
      GroupKey key, GroupMean mean, GroupedRelease all, List<String> warnings, Release common) {
    boolean hasMean() {
      return mean.status() == GroupStatus.OK;
    }

    /** Returns the mean; null if the group has none. */
    double[] released() {
      return hasMean() ? mean.mean() : null;
    }
  }

  private GroupsTable() {}

  /** Creates a column that is null for groups without a mean. */
  private static ResultColumn<GroupResult> meansColumn(
      String name, ToDoubleFunction<GroupResult> value) {
    return ResultColumn.numberOrNull(
        name,
        group ->
            group.hasMean()
                ? OptionalDouble.of(value.applyAsDouble(group))
                : OptionalDouble.empty());
  }

  /** Checks that no group column has the name of a result column. */
  static void checkNames(String... groupCols) {
    for (String name : groupCols) {
      if (VALUES.stream().anyMatch(column -> column.name().equalsIgnoreCase(name))) {
        throw new ParamException(
            "groupCols",
            String.format(
                "{groupCols} names column %s, and the result has a column of that name",
                Refusal.literal(name)),
            "rename it by {query}");
      }
    }
  }

  /**
   * Creates the table of the released groups.
   *
   * @param types a schema that contains the group columns
   */
  static ResultTable create(KeyedRelease released, StructType types, List<String> warnings) {
    List<ResultColumn<GroupResult>> columns = new ArrayList<>();
    for (int k = 0; k < released.groupCols().size(); k++) {
      int place = k;
      StructField field = field(types, released.groupCols().get(k));
      columns.add(
          ResultColumn.of(
              field.name(), field.dataType(), group -> group.key().values().get(place)));
    }
    columns.addAll(VALUES);
    Release common = released.common();
    List<GroupResult> groups =
        IntStream.range(0, released.size())
            .mapToObj(
                g ->
                    new GroupResult(
                        released.keys().get(g),
                        released.means().groups().get(g),
                        released.means(),
                        warnings,
                        common))
            .toList();
    return ResultTable.of(columns, groups);
  }

  private static StructField field(StructType types, String name) {
    return Arrays.stream(types.fields())
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
