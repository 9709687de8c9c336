package org.privatemean.bench.columns;

import java.util.BitSet;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Release;

/** The columns that a release warns of. */
final class ColumnNames {
  private ColumnNames() {}

  /** Their places. */
  static BitSet of(Release release) {
    BitSet columns = new BitSet(release.estimate().dimension());
    release.columnWarnings().stream().mapToInt(ColumnWarning::column).forEach(columns::set);
    return columns;
  }
}
