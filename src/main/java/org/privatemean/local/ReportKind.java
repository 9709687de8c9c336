package org.privatemean.local;

/** The content of a report. */
enum ReportKind {
  HAAR(1),
  VECTOR(3);

  private final int code;

  ReportKind(int code) {
    this.code = code;
  }

  /** Returns its code in a report: 1 to 15, never reused (2 was that of a hierarchy). */
  int code() {
    return code;
  }
}
