package org.privatemean.local;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;
import org.privatemean.local.MalformedReportException.RejectionReason;

/** The number of dropped reports, by reason. Public: it depends only on what devices sent. */
final class Rejections implements Serializable {
  private static final long serialVersionUID = 1L;

  private final EnumMap<RejectionReason, Long> counts = new EnumMap<>(RejectionReason.class);

  public void add(RejectionReason reason) {
    counts.merge(reason, 1L, Long::sum);
  }

  /** Uses a report, or drops and counts it if the use throws, before it has changed anything. */
  public boolean accepts(Runnable use) {
    try {
      use.run();
      return true;
    } catch (MalformedReportException e) {
      add(e.reason());
      return false;
    }
  }

  public void merge(Rejections other) {
    for (Map.Entry<RejectionReason, Long> entry : other.counts.entrySet()) {
      counts.merge(entry.getKey(), entry.getValue(), Long::sum);
    }
  }

  public long count(RejectionReason reason) {
    return counts.getOrDefault(reason, 0L);
  }

  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
