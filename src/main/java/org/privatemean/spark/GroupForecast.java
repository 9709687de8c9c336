package org.privatemean.spark;

import org.privatemean.release.Noise;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;

/**
 * The forecast of a fit for groups of equal size, from public values only. Lengths are in data
 * units, NaN unless the status is ok.
 *
 * @param status ok, tooSmall or notLocated
 * @param noiseStdDev standard deviation of the noise of a coordinate
 * @param clippingNorm norm that rows are clipped to around their centre
 * @param expectedL2Error root mean square l2 error
 * @param l2Radius radius of the ball that contains the noise, at the confidence of the stage
 * @param rho budget spent on a group, including common queries
 * @since 0.1.0
 */
public record GroupForecast(
    String status,
    double noiseStdDev,
    double clippingNorm,
    double expectedL2Error,
    double l2Radius,
    double rho) {
  /** Creates the forecast from a forecast release of one group, which represents all groups. */
  static GroupForecast of(GroupedRelease release) {
    GroupMean group = release.groups().get(0);
    if (group.status() != GroupStatus.OK) {
      double none = Double.NaN;
      return new GroupForecast(group.status().label(), none, none, none, none, group.rho());
    }
    Noise noise = release.noise(group);
    return new GroupForecast(
        group.status().label(),
        noise.noiseStdDev(),
        group.clippingNorm(),
        noise.reportedL2Error(),
        release.region(group).radius(),
        group.rho());
  }
}
