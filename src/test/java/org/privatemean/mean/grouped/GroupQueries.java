package org.privatemean.mean.grouped;

import org.privatemean.query.fold.GroupQuery;
import org.privatemean.query.fold.GroupTransform;
import org.privatemean.query.fold.Slots;

/** The queries of the grouped mean, for tests of other packages. */
public final class GroupQueries {
  private GroupQueries() {}

  public static GroupQuery counts(int groups) {
    return new GroupCounts(groups);
  }

  public static GroupQuery sum(GroupTransform frame, Slots slots, double norm) {
    return GroupSum.create(frame, slots, norm);
  }

  public static GroupQuery cells(
      GroupTransform frame, Slots slots, double low, int perOctave, int cells) {
    return GroupCells.open(frame, slots, new double[] {low}, perOctave, cells);
  }

  /** The number of coordinates whose octaves are counted; 1 for other queries. */
  public static int countedColumns(GroupQuery question) {
    return question instanceof GroupExponents ? question.width() / 241 : 1;
  }
}
