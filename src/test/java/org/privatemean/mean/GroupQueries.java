package org.privatemean.mean;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.mean.GroupedMean.GroupCounts;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;

/** The queries of the grouped mean, for tests of other packages. */
public final class GroupQueries {
  private GroupQueries() {}

  public static GroupQuery counts(int groups) {
    return new GroupCounts(groups);
  }

  /** A query of sensitivity 1 with a slot for each group, for totals that are given. */
  public static GroupQuery shaped(int groups, int width) {
    int[] all = IntStream.range(0, groups).toArray();
    return new GroupQuery(GroupQueryKind.HISTOGRAM, Slots.each(groups, all), width, null) {
      @Override
      public BigInteger squaredSensitivity(PrivacyUnit unit) {
        return BigInteger.ONE;
      }

      @Override
      protected void add(
          GroupBlock block,
          double[] norms,
          int from,
          int to,
          double[] seen,
          long[] totals,
          int at) {
        throw new UnsupportedOperationException("its totals are given");
      }
    };
  }

  /** The sum of each of the groups that are asked. */
  public static GroupQuery sum(int dimension, double[] centres, int[] requested, double norm) {
    GroupTransform frame = new GroupTransform(1, dimension, centres, null, null, null, false);
    return GroupSum.create(frame, Slots.each(centres.length / dimension, requested), norm);
  }

  /** The cells of all groups together. */
  public static GroupQuery cells(
      int dimension, double[] centres, double low, int perOctave, int cells) {
    GroupTransform frame = new GroupTransform(1, dimension, centres, null, null, null, false);
    int[] all = new int[centres.length / dimension];
    Arrays.setAll(all, g -> g);
    Slots slots = Slots.together(all.length, all);
    return GroupCells.open(frame, slots, new double[] {low}, perOctave, cells);
  }

  /** The number of coordinates whose octaves are counted; 1 for other queries. */
  public static int countedColumns(GroupQuery question) {
    return question instanceof GroupExponents ? question.width() / 241 : 1;
  }
}
