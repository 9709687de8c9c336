package org.privatemean.release;

/** Reports without what differs between two fits that release the same: when they were made. */
public final class Undated {
  private Undated() {}

  /** A JSON report without its moment. */
  public static String json(String report) {
    return report.replaceAll("\"createdAt\" : \"[^\"]*\",\\s*", "");
  }
}
