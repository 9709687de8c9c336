package org.privatemean.release.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.release.PublicWarnings;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.request.ErrorBarCoverage;

/** Warnings that follow from the values of a release with groups alone. */
@Internal
public final class GroupWarnings {
  /**
   * From this delta on, a warning states that a private selection of keys reveals some keys that it
   * should not.
   */
  private static final double LARGE_KEY_DELTA = 1e-5;

  private static final int DIGITS = 3;

  private GroupWarnings() {}

  /** Returns a release with all its warnings. */
  public static KeyedRelease addTo(KeyedRelease release) {
    Release common = PublicWarnings.addTo(release.common(), ErrorBarCoverage.CoverageKind.NONE);
    List<Warning> found =
        common.warnings().stream().collect(Collectors.toCollection(ArrayList::new));
    if (release.arePrivate() && release.keyDelta() > LARGE_KEY_DELTA) {
      found.add(new Warning(Warning.Code.LARGE_KEY_DELTA, largeDelta(release)));
    }
    if (release.arePrivate() && isOfRows(release)) {
      found.add(
          new Warning(
              Warning.Code.ROWS_AS_UNITS,
              "the keys are private, but the guarantee protects single rows: a person with "
                  + "many rows in a group of their own reveals its key; with a column of persons "
                  + "all rows of a person are protected"));
    }
    if (release.live() == 0) {
      found.add(
          new Warning(
              Warning.Code.NO_GROUP,
              "no group has a mean: "
                  + (release.size() == 0
                      ? "no key was kept"
                      : "all are too small, or could not be located, at this budget")
                  + "; take more budget, or fewer and larger groups"));
    }
    return release.warning(found);
  }

  private static boolean isOfRows(KeyedRelease release) {
    return release.means().guarantee().unit().subject() == PrivacyUnit.Subject.ROW;
  }

  private static String largeDelta(KeyedRelease release) {
    return String.format(
        "one in %s fits reveals a key of a single %s: keyDelta = %s should be far "
            + "below 1 / number of %s",
        NumberFormat.number(1 / release.keyDelta(), DIGITS),
        release.means().guarantee().unit().label(),
        release.keyDelta(),
        release.means().guarantee().unit().plural());
  }
}
