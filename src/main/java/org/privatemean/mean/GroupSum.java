package org.privatemean.mean;

import java.math.BigInteger;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;

/**
 * Sum of {@code clip_outer(v) - clip_inner(v)} over the rows v of each slot, on lattices of step
 * {@code (outer - inner) / 2^20}.
 *
 * <p><b>Sensitivity.</b> As in {@link AnchoredSum}: every summand has an integer norm of at most
 * 2^20, checked row by row.
 */
final class GroupSum extends GroupQuery {
  private static final long serialVersionUID = 1L;

  private static final long NORM = AnchoredSum.NORM;

  /** Squares of smaller norms lose bits to underflow, so that these norms may be far too small. */
  private static final double MIN_SURE = 0x1p-500;

  private final GroupTransform frame;
  private final double[] inner;
  private final double[] outer;

  /** Summands with a smaller computed norm in steps are within the norm for every rounding. */
  private final double certain;

  /** Creates the sum for norms of each group, or one for all. */
  public GroupSum(GroupTransform frame, Slots slots, double[] inner, double[] outer) {
    super(GroupQueryKind.SUM, slots, frame.dimension(), frame);
    this.frame = frame;
    this.inner = inner;
    this.outer = outer;
    this.certain = (NORM - Math.sqrt(frame.dimension())) * (1 - 1e-9);
  }

  public static GroupSum create(GroupTransform frame, Slots slots, double... norms) {
    return new GroupSum(frame, slots, new double[1], norms);
  }

  public double step(int group) {
    return (norm(outer, group) - norm(inner, group)) / NORM;
  }

  private static double norm(double[] norms, int group) {
    return norms[norms.length == 1 ? 0 : group];
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return frame.squares()
        ? unit.squaredSensitivityOfOrthantSum(NORM)
        : unit.squaredSensitivityOfSum(NORM);
  }

  @Override
  protected void add(
      GroupBlock block, double[] norms, int from, int to, double[] seen, long[] totals, int at) {
    double low = norm(inner, block.group(from));
    double radius = norm(outer, block.group(from)) - low;
    double perUnit = NORM / radius;
    for (int i = from; i < to; i++) {
      double factor = AnchoredSum.factor(norms[i], low, radius, perUnit);
      if (factor == 0) {
        continue;
      }
      frame.see(block, i, seen);
      int weight = block.weight(i);
      if (factor > 0 && norms[i] >= MIN_SURE && norms[i] * factor < certain) {
        for (int j = 0; j < seen.length; j++) {
          totals[at + j] += weight * (long) Math.rint(seen[j] * factor);
        }
      } else {
        long[] steps = checked(seen, factor);
        for (int j = 0; j < steps.length; j++) {
          totals[at + j] += weight * steps[j];
        }
      }
    }
  }

  private static long[] checked(double[] seen, double factor) {
    long[] steps = new long[seen.length];
    long square = 0;
    for (int j = 0; j < steps.length; j++) {
      steps[j] = AnchoredSum.steps(seen[j], factor);
      square += steps[j] * steps[j];
    }
    if (square > NORM * NORM) {
      ExactClipping.clip(steps, NORM);
    }
    return steps;
  }
}
