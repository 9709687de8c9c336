package org.privatemean.release;

import java.util.List;

/** The releases of this package's tests, for those of others. */
public final class ReleaseExamples {
  private ReleaseExamples() {}

  public static List<Release> all() {
    return ReleaseTest.releases().toList();
  }
}
