package org.privatemean.local.unit;

/** Contents of reports. */
public enum ReportKind {
  /** One sign of a Haar coefficient. */
  HAAR(1),
  /** A cell of one level of a hierarchy, through a frequency oracle. */
  HIERARCHY(2),
  /** A vector of bounded norm. */
  VECTOR(3);

  private final int code;

  ReportKind(int code) {
    this.code = code;
  }

  /** The number that stands for it in a report: 1 to 15, never reused. */
  int code() {
    return code;
  }
}
