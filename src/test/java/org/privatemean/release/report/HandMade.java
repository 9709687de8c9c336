package org.privatemean.release.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Guarantee;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Provenance;
import org.privatemean.release.Scales;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.rows.group.GroupKey;

/** Releases with groups as a mechanism could have made them. */
public final class HandMade {
  private HandMade() {}

  /** What became of group g: every fifth has no mean. */
  public static GroupStatus status(int g) {
    return g % 5 == 3
        ? GroupStatus.TOO_SMALL
        : g % 10 == 9 ? GroupStatus.NOT_LOCATED : GroupStatus.OK;
  }

  /** Groups of one column, of names in order, with two coordinates. */
  public static KeyedRelease of(int groups) {
    List<GroupKey> keys = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      keys.add(GroupKey.of(String.format("group %04d", g)));
    }
    return of(List.of("g"), keys, OptionalDouble.empty());
  }

  /** The same, where almost all incomes are equal. */
  public static KeyedRelease warned(int groups) {
    KeyedRelease made = of(groups);
    ColumnWarning warning =
        new ColumnWarning(1, ColumnWarning.ColumnWarningCode.NEARLY_CONSTANT, 9);
    return new KeyedRelease(
        made.means().withColumns(new double[2], List.of(warning)),
        made.groupCols(),
        made.keys(),
        made.keyDelta(),
        made.seeded(),
        made.columns(),
        made.origin());
  }

  /** Groups of keys, with two coordinates, age and income. */
  public static KeyedRelease of(
      List<String> groupCols, List<GroupKey> keys, OptionalDouble keyDelta) {
    Random random = new Random(7);
    List<GroupMean> means = new ArrayList<>();
    for (int g = 0; g < keys.size(); g++) {
      double count = 100 + 10 * g + 0.5;
      double[] mean = {40 + 3 * random.nextGaussian(), 2000 + 300 * random.nextGaussian()};
      means.add(
          status(g) == GroupStatus.OK
              ? new GroupMean(GroupStatus.OK, count, mean, 0.02, 2.5, 0.3, 0, 0.97)
              : GroupMean.withoutMean(status(g), count / 50, 0.02));
    }
    PrivacyUnit unit = PrivacyUnit.row(Neighbours.ADD_REMOVE);
    GroupedRelease released =
        new GroupedRelease(
            Guarantee.inZcdp(new Zcdp(1), unit),
            2,
            1,
            0.95,
            Scales.of("standard", Scales.From.PRIVATE, new double[] {10, 500}),
            means,
            List.of(new Charge("shared centre", 0.05), new Charge("row count", 0.02)),
            List.of(),
            List.of(),
            List.of());
    return new KeyedRelease(
            released,
            groupCols,
            keys,
            keyDelta.orElse(0),
            NoiseSeeding.NO,
            List.of("age", "income"),
            Provenance.createdAt(Instant.parse("2026-01-02T03:04:05Z")))
        .withPublicWarnings();
  }
}
