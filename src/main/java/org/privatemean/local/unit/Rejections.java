package org.privatemean.local.unit;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;
import org.privatemean.local.unit.MalformedReportException.RejectionReason;

/**
 * The number of reports were dropped, by reason. Public: it depends on what devices sent, which the
 * server may see anyway.
 */
public final class Rejections implements Serializable {
  private static final long serialVersionUID = 1L;

  private final EnumMap<RejectionReason, Long> counts = new EnumMap<>(RejectionReason.class);

  /** Counts one. */
  public void add(RejectionReason reason) {
    counts.merge(reason, 1L, Long::sum);
  }

  /**
   * The rule for every report that a tally or an aggregator is given: one that can be read is used,
   * and one that cannot be is counted by its reason and dropped.
   *
   * @param use reads, checks and then uses the report; it throws a {@link MalformedReportException}
   *     before it has changed anything
   * @return whether the report was used
   */
  public boolean accepts(Runnable use) {
    try {
      use.run();
      return true;
    } catch (MalformedReportException e) {
      add(e.reason());
      return false;
    }
  }

  /** Adds the counts of another. */
  public void merge(Rejections other) {
    for (Map.Entry<RejectionReason, Long> entry : other.counts.entrySet()) {
      counts.merge(entry.getKey(), entry.getValue(), Long::sum);
    }
  }

  /** Number of reports dropped for a reason. */
  public long count(RejectionReason reason) {
    return counts.getOrDefault(reason, 0L);
  }

  /** Number of reports dropped. */
  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
