package org.privatemean.spark;

import java.util.List;
import java.util.OptionalDouble;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.CombinedMean;
import org.privatemean.release.Release;

/**
 * Functions of several released means.
 *
 * <p>All of it is a function of released values, so it costs nothing beyond what the releases cost
 * (post-processing).
 *
 * @since 0.2.0
 */
public final class PrivateMeans {
  private PrivateMeans() {}

  /**
   * One mean of several releases of the same rows, with less noise than each: T releases at rho / T
   * have together the noise of one at rho. It assumes that the mean did not move.
   *
   * <p>Each coordinate is averaged with weights proportional to {@code 1 / v}, v the variance of
   * its noise; see {@link CombinedMean} for why. The releases are taken for separate ones: one that
   * a ledger gave again is the same release, and is refused where it is listed twice.
   *
   * @param models two or more, of the same coordinates and trust model
   * @throws IllegalArgumentException if they differ in dimension, columns or trust model, or one
   *     has groups, a seed or no mean, or is there twice
   */
  public static CombinedMean combine(List<PrivateMeanModel> models) {
    return CombinedMean.of(releases(models));
  }

  /**
   * The same of nights that each have rows of their own, drawn alike: the weights count what a
   * sample is off by, {@code 1 / (v + sigma^2 / n)}, sigma the released standard deviation.
   *
   * @param models as in {@link #combine(List)}, with standard deviations
   * @throws IllegalArgumentException as there, and if one has no standard deviations
   */
  public static CombinedMean combineFresh(List<PrivateMeanModel> models) {
    return CombinedMean.ofFresh(releases(models), OptionalDouble.empty());
  }

  /**
   * The same with a guess in place of standard deviations.
   *
   * @param spread guess of the root mean square distance of the rows to their mean, in data units,
   *     positive
   * @throws IllegalArgumentException as in {@link #combine(List)}, and if the spread is out of
   *     range
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
