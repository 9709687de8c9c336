package org.privatemean.spark;

import org.privatemean.annotation.Internal;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;

/**
 * A listener for the progress of a fit.
 *
 * <p><b>Privacy guarantee.</b> It receives public or released values: names of steps, their charges
 * once accepted, and numbers of rounds, never a count or a sum. The time of a notification is not
 * protected.
 */
@Internal
public interface Progress {
  Progress UNHEARD = new Progress() {};

  /** Reports the start of a fit in the central model, with its likely number of phases. */
  default void begins(int phases, double rho) {}

  /** Reports the charge of a step by its name in the report, and all charges so far, in rho. */
  default void onCharge(String step, double spent) {}

  /** Reports the start of a round, from 1, of the local or the shuffle model. */
  default void round(int round, int rounds) {}

  /** Returns the label of a step in words for users; an unknown step keeps its name. */
  static String label(String step) {
    return switch (step) {
      case "row count" -> "number of rows";
      case "magnitudes" -> "units of the columns";
      case "medians", "radius", "recentring" -> "centre";
      case "spreads", "variance norm", "variances", "norm by weights", "values far out" ->
          "deviations";
      case "guide norm", "tail", "far rows", "tail direction" -> "clipping norm";
      case "excess", "tighter norm", "clipping bias" -> "clipping norm";
      case "clipped sum" -> "mean";
      case "covariance norm", "covariance excess" -> "covariance";
      default -> step;
    };
  }

  /** Returns the likely number of phases of a fit; it is exact for the clipped means. */
  static int likelyPhases(MeanRequest request, boolean isCountPublic) {
    int count = isCountPublic ? 0 : 1;
    if (request instanceof RecentredSpec spec) {
      int matrix = spec.moments() == RecentredSpec.Moments.COVARIANCE ? 1 : 0;
      return count + countRecentred(spec.scaling()) + matrix;
    }
    MeanSpec spec = (MeanSpec) request;
    int search = spec.clippingNorm().isPresent() ? 0 : 1;
    return count + search + (spec.method() == Method.CLIPPED ? 1 : 2);
  }

  private static int countRecentred(Scaling scaling) {
    if (scaling.equals(Scaling.STANDARD)) {
      return 7;
    }
    return scaling.equals(Scaling.AUTO) ? 6 : 3;
  }
}
