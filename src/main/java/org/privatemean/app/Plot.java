package org.privatemean.app;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.privatemean.release.plot.MeanPlot;
import org.privatemean.spark.PrivateMeanSummary;

/**
 * A picture that a run is to leave.
 *
 * @param isPng true for pixels, false for SVG
 * @param shape shape of the image that the coordinates are the pixels of, if they are
 */
record Plot(Target target, boolean isPng, Optional<ImageShape> shape) {
  /** Height and width in pixels. */
  record ImageShape(int height, int width) {}

  /** Checks that a mean can be drawn. */
  void check(int dimension) {
    MeanPlot.checkDimension(dimension);
    shape.ifPresent(image -> MeanPlot.checkShape(image.height(), image.width(), dimension));
  }

  /** Returns the content of the file. */
  byte[] content(PrivateMeanSummary summary) {
    MeanPlot plot =
        summary
            .keyed()
            .map(MeanPlot::create)
            .or(
                () ->
                    shape.map(
                        image -> MeanPlot.create(summary.release(), image.height(), image.width())))
            .orElseGet(() -> MeanPlot.create(summary.release()));
    return isPng ? plot.png() : plot.svg().getBytes(StandardCharsets.UTF_8);
  }
}
