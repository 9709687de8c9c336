package org.privatemean.app;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Release;
import org.privatemean.release.plot.MeanPlot;
import org.privatemean.release.report.KeyedRelease;

/**
 * A picture that a run is to leave.
 *
 * @param target where
 * @param form what file it is
 * @param shape of the image that the coordinates are the pixels of, if they are
 */
record Plot(Target target, ImageFormat form, Optional<ImageShape> shape) {
  /** What file a picture is. */
  enum ImageFormat {
    /** Pixels. */
    PNG(".png") {
      @Override
      byte[] content(MeanPlot plot) {
        return plot.png();
      }
    },
    /** Text. */
    SVG(".svg") {
      @Override
      byte[] content(MeanPlot plot) {
        return plot.svg().getBytes(StandardCharsets.UTF_8);
      }
    };

    private final String extension;

    ImageFormat(String extension) {
      this.extension = extension;
    }

    String extension() {
      return extension;
    }

    abstract byte[] content(MeanPlot plot);
  }

  /**
   * An image's.
   *
   * @param height rows of pixels
   * @param width pixels of a row
   */
  record ImageShape(int height, int width) {}

  /**
   * Looks whether a mean can be drawn so.
   *
   * @throws ParamException if it has no coordinates, or not as many as the image has pixels
   */
  void check(int dimension) {
    MeanPlot.checkDimension(dimension);
    shape.ifPresent(image -> MeanPlot.checkShape(image.height(), image.width(), dimension));
  }

  /** The content of the file. */
  byte[] content(Release release) {
    return form.content(
        shape
            .map(image -> MeanPlot.create(release, image.height(), image.width()))
            .orElseGet(() -> MeanPlot.create(release)));
  }

  /** The content of the file, of groups. */
  byte[] content(KeyedRelease release) {
    return form.content(MeanPlot.create(release));
  }
}
