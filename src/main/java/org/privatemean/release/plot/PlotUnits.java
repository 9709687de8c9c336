package org.privatemean.release.plot;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.privatemean.release.Deviations;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.request.Scaling;

/**
 * The units that means are drawn in, so that columns of different units can be drawn on one axis:
 * released standard deviations, else what the columns were divided by, else data units.
 *
 * @param sizes sizes of the units, in data units, positive
 * @param bounds places of the coordinates whose unit is only an upper bound of a deviation
 * @param text label of an axis
 */
@SuppressWarnings("ArrayRecordComponent") // Neither compared nor copied.
record PlotUnits(double[] sizes, List<Integer> bounds, String text) {
  /** Marks the names of such coordinates. */
  static final String BOUND = " *";

  static PlotUnits choose(Release release) {
    return release
        .deviations()
        .filter(deviations -> areSizes(deviations.values()))
        .map(PlotUnits::fromSizes)
        .or(() -> scales(release))
        .orElseGet(() -> data(release.estimate().dimension(), "mean, in data units"));
  }

  private static PlotUnits fromSizes(Deviations deviations) {
    List<Integer> bounds = deviations.unresolvedCoordinates();
    return new PlotUnits(
        deviations.values(),
        bounds,
        "mean, in released standard deviations of its column"
            + (bounds.isEmpty() ? "" : " (* in an upper bound)"));
  }

  private static Optional<PlotUnits> scales(Release release) {
    return release
        .scales()
        .flatMap(
            scales ->
                scales.values().filter(PlotUnits::areSizes).map(sizes -> fromSizes(scales, sizes)));
  }

  private static PlotUnits fromSizes(Scales scales, double[] sizes) {
    return new PlotUnits(
        sizes,
        List.of(),
        switch (scales.from()) {
          case PUBLIC -> "mean, in units of the given scale of its column";
          case PRIVATE, NONE ->
              scales.requested().equals(Scaling.STANDARD.label())
                  ? "mean, in private standard deviations of its column"
                  : "mean, in units of the private scale of its column";
        });
  }

  static PlotUnits data(int dimension, String text) {
    double[] sizes = new double[dimension];
    Arrays.fill(sizes, 1);
    return new PlotUnits(sizes, List.of(), text);
  }

  PlotUnits inPanels() {
    return new PlotUnits(sizes, bounds, text + "; each panel has its own axis");
  }

  private static boolean areSizes(double[] values) {
    return Arrays.stream(values).allMatch(value -> value > 0 && Double.isFinite(value));
  }

  double[] choose(double[] values) {
    double[] inUnits = new double[values.length];
    Arrays.setAll(inUnits, j -> values[j] / sizes[j]);
    return inUnits;
  }
}
