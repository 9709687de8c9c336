package org.privatemean.local.unit;

/** Bytes that are no report of the expected kind; the message says what is wrong with them. */
public final class MalformedReportException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  MalformedReportException(String message) {
    super(message);
  }
}
