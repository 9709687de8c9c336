package org.privatemean.release.report;

import java.util.Arrays;
import org.privatemean.annotation.Internal;

/** Statuses of a group. */
@Internal
public enum GroupStatus {
  /** Its mean was released. */
  OK("ok"),
  /** Its noisy count was too small for further questions. */
  TOO_SMALL("tooSmall"),
  /** Its rows could not be located at this budget: its mean is withheld. */
  NOT_LOCATED("notLocated");

  private final String label;

  GroupStatus(String label) {
    this.label = label;
  }

  /** The name in reports. */
  public String label() {
    return label;
  }

  /** Returns the constant of a label. */
  public static GroupStatus fromLabel(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no group has the status " + label));
  }
}
