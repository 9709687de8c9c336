package org.privatemean.release.group;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Region;
import org.privatemean.release.Scales;
import org.privatemean.release.Warning;

/**
 * The released means of groups and all that is publicly known about them. Immutable.
 *
 * @param guarantee what it promises
 * @param dimension number of coordinates
 * @param groupsPerPerson in so many groups a person had a row at most, L; 1 where rows are
 *     protected
 * @param confidence of the error bars
 * @param scales in what units the error of each coordinate was kept small
 * @param groups one for each key, in the order of the keys
 * @param charges what was spent: common lines, and own ones at their largest over the groups
 * @param warnings what the user should know
 */
@Internal
public record GroupedRelease(
    Guarantee guarantee,
    int dimension,
    int groupsPerPerson,
    double confidence,
    Scales scales,
    List<GroupMean> groups,
    List<Charge> charges,
    List<Warning> warnings)
    implements Serializable {

  /** Copies the lists. */
  public GroupedRelease {
    groups = List.copyOf(groups);
    charges = List.copyOf(charges);
    warnings = List.copyOf(warnings);
  }

  /** How far the mean of a group with status ok may be off. */
  public Noise noise(GroupMean group) {
    double unbounded = Double.POSITIVE_INFINITY;
    double[] each = scales.values().orElse(null);
    double longest = each == null ? 1 : Arrays.stream(each).max().orElse(1);
    Noise noise =
        each == null
            ? Noise.of(dimension, group.deviation(), unbounded)
            : Noise.of(Arrays.stream(each).map(s -> s * group.deviation()).toArray(), unbounded);
    return noise.plus(group.countStdDev(), group.bias() * longest).clippedTo(group.clippingNorm());
  }

  /** The error bars of a group with status ok: the noise, and what its class saw of clipping. */
  public Region region(GroupMean group) {
    Region noise = Region.ofNoise(noise(group), dimension, confidence);
    double[] halfWidths = noise.halfWidths(dimension);
    double[] each = scales.values().orElse(null);
    double longest = 0;
    for (int j = 0; j < dimension; j++) {
      double bias = group.bias() * (each == null ? 1 : each[j]);
      longest = Math.max(longest, bias);
      halfWidths[j] += bias;
    }
    return new Region(
        confidence,
        Region.Covers.NOISE,
        noise.radius() + longest,
        halfWidths,
        OptionalLong.empty());
  }
}
