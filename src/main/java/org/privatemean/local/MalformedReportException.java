package org.privatemean.local;

import java.io.Serializable;
import java.util.EnumMap;
import org.privatemean.local.MalformedReportException.RejectionReason;

/** The exception for bytes that are not a requested report, with the reason. */
final class MalformedReportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public enum RejectionReason {
    /** Another version of the format. */
    VERSION,
    KIND,
    /** Made for another public state. */
    ROUND,
    /** Too short, too long, or not padded with zeros. */
    LENGTH,
    /** A bundle with another number of reports. */
    COUNT,
    /** A field is outside its range, or no randomizer writes this combination. */
    RANGE
  }

  private final RejectionReason reason;

  /** Creates it without a stack trace, since every report may be refused. */
  public MalformedReportException(RejectionReason reason) {
    super("malformed report: " + reason, null, false, false);
    this.reason = reason;
  }

  public RejectionReason reason() {
    return reason;
  }

  /** The number of dropped reports, by reason. Public: it depends only on what devices sent. */
  static final class Rejections implements Serializable {
    private static final long serialVersionUID = 1L;

    private final EnumMap<RejectionReason, Long> counts = new EnumMap<>(RejectionReason.class);

    /** Uses a report, or drops and counts it if the use throws, before it has changed anything. */
    public boolean accepts(Runnable use) {
      try {
        use.run();
        return true;
      } catch (MalformedReportException e) {
        counts.merge(e.reason(), 1L, Long::sum);
        return false;
      }
    }

    public void merge(Rejections other) {
      other.counts.forEach((reason, count) -> counts.merge(reason, count, Long::sum));
    }

    public long count(RejectionReason reason) {
      return counts.getOrDefault(reason, 0L);
    }

    public long total() {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
