package org.privatemean.spark;

import org.privatemean.annotation.Internal;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;

/** The labels of the steps of the mechanisms, in words for users. */
@Internal
public final class StepLabels {
  private StepLabels() {}

  /** Returns the label of a step; an unknown step keeps its name. */
  public static String find(String step) {
    return switch (step) {
      case "row count" -> "number of rows";
      case "magnitudes" -> "units of the columns";
      case "medians", "radius", "recentring" -> "centre";
      case "spreads", "variance norm", "variances" -> "deviations";
      case "guide norm", "tail", "far rows", "tail direction" -> "clipping norm";
      case "excess", "tighter norm", "clipping bias" -> "clipping norm";
      case "clipped sum" -> "mean";
      default -> step;
    };
  }

  /** Returns the likely number of phases of a fit; it is exact for the clipped means. */
  public static int likely(MeanRequest request, boolean isCountPublic) {
    int count = isCountPublic ? 0 : 1;
    if (request instanceof RecentredSpec spec) {
      return count + countRecentred(spec.scaling());
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
