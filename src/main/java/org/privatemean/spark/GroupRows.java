package org.privatemean.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.release.report.GroupMean;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.request.Scaling;
import org.privatemean.rows.group.GroupKey;

/** The common values of the groups of a saved model, as the row of a release with more columns. */
final class GroupRows {
  private static final String KEYS = "groupKeys";
  private static final String KEY_DELTA = "keyDelta";
  private static final String GROUPS_PER_PERSON = "maxGroupsPerPerson";
  private static final String DIMENSION = "groupDimension";

  private GroupRows() {}

  /** Returns true if a saved row is that of groups. */
  public static boolean isOne(Row row) {
    return Arrays.asList(row.schema().fieldNames()).contains(KEYS);
  }

  public static StructType schema() {
    return ReleaseRows.schema()
        .add(KEYS, DataTypes.StringType, false)
        .add(KEY_DELTA, DataTypes.DoubleType, false)
        .add(GROUPS_PER_PERSON, DataTypes.IntegerType, false)
        .add(DIMENSION, DataTypes.IntegerType, false);
  }

  public static Row create(GroupTable table) {
    KeyedRelease release = table.release();
    Row common = ReleaseRows.create(release.common());
    List<Object> cells = new ArrayList<>();
    for (int k = 0; k < common.size(); k++) {
      cells.add(common.get(k));
    }
    cells.add(table.keys().json());
    cells.add(release.keyDelta());
    cells.add(release.means().groupsPerPerson());
    cells.add(release.means().dimension());
    return RowFactory.create(cells.toArray());
  }

  public static GroupTable table(Row row, Dataset<Row> saved) {
    Release common = ReleaseRows.release(row);
    StructType keys = (StructType) DataType.fromJson(row.getAs(KEYS));
    List<GroupKey> found = new ArrayList<>();
    List<GroupMean> means = new ArrayList<>();
    for (GroupTable.Saved group : GroupTable.read(saved, keys)) {
      found.add(group.key());
      means.add(group.mean());
    }
    return table(
        common,
        keys,
        found,
        means,
        new Shared(row.getAs(KEY_DELTA), row.getAs(GROUPS_PER_PERSON), row.getAs(DIMENSION)));
  }

  /**
   * The values that groups have in addition to those of a release.
   *
   * @param keyDelta probability that the private selection of keys failed
   * @param groupsPerPerson maximum number of groups in which a person counts
   * @param dimension number of coordinates
   */
  public record Shared(double keyDelta, int groupsPerPerson, int dimension) {}

  /** Returns the table of saved values. */
  public static GroupTable table(
      Release common, StructType keys, List<GroupKey> found, List<GroupMean> means, Shared shared) {
    GroupedRelease grouped =
        new GroupedRelease(
                common.guarantee(),
                shared.dimension(),
                shared.groupsPerPerson(),
                common.region().confidence(),
                common.scales().orElse(Scales.none(Scaling.NONE.label())),
                means,
                common.charges(),
                common.warnings(),
                List.of(),
                List.of())
            .withColumns(common.region().halfWidths(shared.dimension()), common.columnWarnings());
    KeyedRelease release =
        new KeyedRelease(
            grouped,
            List.of(keys.fieldNames()),
            found,
            shared.keyDelta(),
            common.seeded(),
            common.columns(),
            common.origin().orElse(null));
    return new GroupTable(release, keys);
  }
}
