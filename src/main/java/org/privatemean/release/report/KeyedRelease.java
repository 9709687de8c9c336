package org.privatemean.release.report;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.release.Estimate;
import org.privatemean.release.Noise;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Provenance;
import org.privatemean.release.PublicWarnings;
import org.privatemean.release.Release;
import org.privatemean.release.TrustedParty;
import org.privatemean.release.Warning;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.GroupedSpec;
import org.privatemean.rows.group.GroupKey;

/**
 * The released means of groups with their keys and provenance: the content of a model of groups.
 * Immutable.
 *
 * @param means one for each key
 * @param keys all different, in ascending order
 * @param keyDelta probability that the private selection of keys failed; 0 if they were public
 * @param columns the names of the coordinates, or none
 * @param origin the provenance, or null if it is not known
 */
@Internal
public record KeyedRelease(
    GroupedRelease means,
    List<String> groupCols,
    List<GroupKey> keys,
    double keyDelta,
    NoiseSeeding seeded,
    List<String> columns,
    Provenance origin)
    implements Serializable {
  /** From this delta on, a warning states that a selection reveals some keys that it should not. */
  private static final double LARGE_KEY_DELTA = 1e-5;

  private static final int DIGITS = 3;

  public KeyedRelease {
    groupCols = List.copyOf(groupCols);
    keys = List.copyOf(keys);
    columns = List.copyOf(columns);
    if (keys.size() != means.groups().size()) {
      throw new IllegalArgumentException(
          "there are " + keys.size() + " keys for " + means.groups().size() + " groups");
    }
    for (int g = 1; g < keys.size(); g++) {
      if (keys.get(g - 1).compareTo(keys.get(g)) >= 0) {
        throw new IllegalArgumentException("keys must ascend");
      }
    }
  }

  public KeyedRelease withProvenance(List<String> names, Provenance where) {
    return new KeyedRelease(means, groupCols, keys, keyDelta, seeded, names, where);
  }

  public KeyedRelease withWarnings(List<Warning> found) {
    return new KeyedRelease(
        means.withWarnings(found), groupCols, keys, keyDelta, seeded, columns, origin);
  }

  /** Returns a copy with the warnings that follow from the values of the release alone. */
  public KeyedRelease withPublicWarnings() {
    Release common = PublicWarnings.addTo(common(), ErrorBarCoverage.CoverageKind.NONE);
    List<Warning> found = new ArrayList<>(common.warnings());
    PrivacyUnit unit = means.guarantee().unit();
    if (keyDelta > LARGE_KEY_DELTA) {
      found.add(
          new Warning(
              Warning.Code.LARGE_KEY_DELTA,
              String.format(
                  "one in %s fits reveals a key of a single %s: keyDelta = %s should be far "
                      + "below 1 / number of %s",
                  NumberFormat.number(1 / keyDelta, DIGITS),
                  unit.label(),
                  keyDelta,
                  unit.plural())));
    }
    if (arePrivate() && unit.subject() == PrivacyUnit.Subject.ROW) {
      found.add(
          new Warning(
              Warning.Code.ROWS_AS_UNITS,
              "the keys are private, but the guarantee protects single rows: a person with "
                  + "many rows in a group of their own reveals its key; with a column of persons "
                  + "all rows of a person are protected"));
    }
    if (live() == 0) {
      found.add(
          new Warning(
              Warning.Code.NO_GROUP,
              "no group has a mean: "
                  + (size() == 0
                      ? "no key was kept"
                      : "all are too small, or could not be located, at this budget")
                  + "; take more budget, or fewer and larger groups"));
    }
    return withWarnings(found);
  }

  public int size() {
    return keys.size();
  }

  /** Number of groups that have a mean. */
  public long live() {
    return means.groups().stream().filter(group -> group.status() == GroupStatus.OK).count();
  }

  /** True if keys were selected from private counts. */
  public boolean arePrivate() {
    return keyDelta > 0;
  }

  public String keySelection() {
    return arePrivate() ? "private" : "public";
  }

  /**
   * The values that all groups share, in the form of one release: the guarantee, charges, scales
   * and warnings. It has no mean, and its error bars are the additions to those of all groups.
   */
  public Release common() {
    Release common =
        Release.of(
                GroupedSpec.NAME,
                TrustedParty.CURATOR,
                means.guarantee(),
                Estimate.forecast(means.dimension(), 0),
                Noise.of(means.dimension(), 0, Double.POSITIVE_INFINITY))
            .withSeeding(seeded)
            .withCharges(means.charges())
            .withRegion(means.beyondLimits())
            .withScales(means.scales())
            .withWarnings(means.warnings())
            .withColumnWarnings(means.columnWarnings())
            .withColumnNames(columns);
    return origin == null ? common : common.withProvenance(origin);
  }

  /** The guarantees of the means, with the delta of the keys: a failure adds its probability. */
  public List<ApproxDp> conversions() {
    List<ApproxDp> found = new ArrayList<>();
    for (ApproxDp terms : means.guarantee().usual()) {
      double delta = arePrivate() ? Rounding.sumUp(terms.delta(), keyDelta) : terms.delta();
      found.add(new ApproxDp(terms.epsilon(), Math.min(1, delta)));
    }
    return found;
  }
}
