package org.privatemean.spark;

import java.util.List;
import java.util.OptionalDouble;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.CombinedMean;
import org.privatemean.release.Release;

/**
 * Functions of several released means.
 *
 * <p>They use released values only, so they cost nothing beyond the releases (post-processing).
 *
 * @since 0.2.0
 */
public final class PrivateMeans {
  private PrivateMeans() {}

  /**
   * Combines several releases of the same rows into one mean with less noise than each: T releases
   * at rho / T have together the noise of one at rho. It assumes that the mean did not change.
   *
   * <p>Each coordinate is averaged with weights proportional to {@code 1 / v}, where v is the
   * variance of its noise; {@link CombinedMean} gives the reason. The releases must be separate:
   * one that a ledger returned again is the same, and refused if listed twice.
   *
   * @param models two or more, of the same coordinates and trust model
   * @throws IllegalArgumentException if they differ in dimension, columns or trust model, if one
   *     has groups, a seed or no mean, or if one is listed twice
   */
  public static CombinedMean combine(List<PrivateMeanModel> models) {
    return CombinedMean.of(releases(models));
  }

  /**
   * Combines releases of different rows from the same distribution, such as those of several
   * nights. The weights include the sampling error, {@code 1 / (v + sigma^2 / n)}, where sigma is
   * the released standard deviation.
   *
   * @param models as in {@link #combine(List)}, with standard deviations
   * @throws IllegalArgumentException as in {@link #combine(List)}, and if one has no standard
   *     deviations
   */
  public static CombinedMean combineFresh(List<PrivateMeanModel> models) {
    return CombinedMean.ofFresh(releases(models), OptionalDouble.empty());
  }

  /**
   * Combines releases of different rows, with a guess instead of standard deviations.
   *
   * @param spread guessed root mean square distance of the rows to their mean, in data units,
   *     positive
   * @throws IllegalArgumentException as in {@link #combine(List)}, or if the spread is out of range
   */
  public static CombinedMean combineFresh(List<PrivateMeanModel> models, double spread) {
    return CombinedMean.ofFresh(releases(models), OptionalDouble.of(spread));
  }

  private static List<Release> releases(List<PrivateMeanModel> models) {
    if (models.stream().anyMatch(PrivateMeanModel::isGrouped)) {
      throw new ParamException(
          "models",
          "models cannot be combined: one has a mean for each group",
          "combine models of one mean");
    }
    return models.stream().map(model -> model.summary().release()).toList();
  }
}
