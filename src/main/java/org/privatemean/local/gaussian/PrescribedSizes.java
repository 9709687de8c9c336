package org.privatemean.local.gaussian;

import java.util.List;
import java.util.Locale;

/** The sizes in the source of a baseline for its first phases. */
final class PrescribedSizes {
  private PrescribedSizes() {}

  static List<String> refusal(double prescribed, CoordinateSetting setting) {
    return prescribed < setting.users()
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "%s prescribes %.0f users for its first phase at epsilon = %.4g of a coordinate, and"
                    + " there are %.0f: more users or a larger epsilon is needed, or a firstShare"
                    + " above 0, for which nothing is proved",
                setting.spec().protocol(),
                prescribed,
                setting.epsilon(),
                setting.users()));
  }
}
