package org.privatemean.local.report;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;
import org.privatemean.local.report.MalformedReportException.Reason;

/**
 * How many reports were dropped, by reason. Public: it depends on what devices sent, which the
 * server may see anyway.
 */
public final class Rejections implements Serializable {
  private static final long serialVersionUID = 1L;

  private final EnumMap<Reason, Long> counts = new EnumMap<>(Reason.class);

  /** Counts one. */
  public void add(Reason reason) {
    counts.merge(reason, 1L, Long::sum);
  }

  /** Adds the counts of another. */
  public void merge(Rejections other) {
    for (Map.Entry<Reason, Long> entry : other.counts.entrySet()) {
      counts.merge(entry.getKey(), entry.getValue(), Long::sum);
    }
  }

  /** Number of reports dropped for a reason. */
  public long count(Reason reason) {
    return counts.getOrDefault(reason, 0L);
  }

  /** Number of reports dropped. */
  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
