package org.privatemean.spark.pass;

import java.util.Map;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;

/** The labels of the steps of the mechanisms, in words for users. */
public final class StepLabels {
  private static final String CENTRE = "centre";
  private static final String NORM = "clipping norm";

  private static final Map<String, String> OF_STEPS =
      Map.ofEntries(
          Map.entry("row count", "number of rows"),
          Map.entry("magnitudes", "units of the columns"),
          Map.entry("medians", CENTRE),
          Map.entry("radius", CENTRE),
          Map.entry("recentring", CENTRE),
          Map.entry("spreads", "deviations"),
          Map.entry("variance norm", "deviations"),
          Map.entry("variances", "deviations"),
          Map.entry("guide norm", NORM),
          Map.entry("tail", NORM),
          Map.entry("far rows", NORM),
          Map.entry("tail direction", NORM),
          Map.entry("excess", NORM),
          Map.entry("tighter norm", NORM),
          Map.entry("clipping bias", NORM),
          Map.entry("clipped sum", "mean"));

  private StepLabels() {}

  /** Returns the label of a step; an unknown step keeps its name. */
  public static String find(String step) {
    return OF_STEPS.getOrDefault(step, step);
  }

  /**
   * Returns the likely number of phases of a fit. It is exact for the clipped means; the recentred
   * mean chooses its steps by what it released, so it is the number of most fits.
   *
   * @param isCountPublic whether the number of rows costs nothing
   */
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
