package org.privatemean.local.gaussian;

/** Bytes that are not a report of this version, or not a round. */
public final class MalformedReportException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  MalformedReportException(String message) {
    super(message);
  }
}
