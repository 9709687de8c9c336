package org.privatemean.app;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Release;
import org.privatemean.release.plot.MeanPlot;
import org.privatemean.spark.PrivateMeanSummary;
import picocli.CommandLine.Option;

/** Options of a picture of the mean. */
final class PlotOptions {
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,9})x(\\d{1,9})");
  private static final String HEADLESS = "java.awt.headless";

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description =
          "Path of a plot of the mean with its intervals: x.png or x.svg. In units of the "
              + "deviations if these are known.")
  private String plot;

  @Option(
      names = "--plot-shape",
      paramLabel = "HxW",
      description =
          "Height and width, such as 28x28, if the coordinates are the pixels of an image, "
              + "row by row. Only with --plot.")
  private String shape;

  /** Refuses what is wrong by its name, or does not suit the mean. Looks at no file system. */
  void check(OptionalInt dimension) {
    if (plot == null) {
      if (shape != null) {
        throw new WrongInputException("--plot-shape needs --plot FILE: give both, or neither");
      }
      return;
    }
    isPng();
    Optional<int[]> image = imageShape();
    if (dimension.isPresent()) {
      try {
        MeanPlot.checkDimension(dimension.getAsInt());
        image.ifPresent(sides -> MeanPlot.checkShape(sides[0], sides[1], dimension.getAsInt()));
      } catch (ParamException refusal) {
        throw new WrongInputException(refusal.inTerms(StageOptions::kebab), refusal);
      }
    }
  }

  void checkGroups() {
    if (shape != null) {
      throw new WrongInputException(
          "--plot-shape draws one mean, and --group-cols asks for many: leave it out");
    }
  }

  /** Returns the file of the picture asked for, which this Java can draw. */
  Optional<Target> target() {
    check(OptionalInt.empty());
    if (plot != null && isPng()) {
      checkPng();
    }
    return Target.parse(Target.TargetKind.PLOT, plot);
  }

  byte[] draw(PrivateMeanSummary summary) {
    MeanPlot picture =
        summary.keyed().map(MeanPlot::create).orElseGet(() -> picture(summary.release()));
    return isPng() ? picture.png() : picture.svg().getBytes(StandardCharsets.UTF_8);
  }

  private MeanPlot picture(Release release) {
    return imageShape()
        .map(sides -> MeanPlot.create(release, sides[0], sides[1]))
        .orElseGet(() -> MeanPlot.create(release));
  }

  private boolean isPng() {
    String lower = plot.toLowerCase(Locale.ROOT);
    if (!lower.endsWith(".png") && !lower.endsWith(".svg")) {
      throw WrongInputException.format(
          "--plot: %s must end in .png or .svg: name such a file", plot);
    }
    return lower.endsWith(".png");
  }

  /** Returns the height and the width of the image, in pixels. */
  private Optional<int[]> imageShape() {
    if (shape == null) {
      return Optional.empty();
    }
    Matcher sides = SHAPE.matcher(shape);
    if (!sides.matches()) {
      throw WrongInputException.format(
          "--plot-shape: %s must be height x width in pixels: write it as 28x28", shape);
    }
    return Optional.of(
        new int[] {Integer.parseInt(sides.group(1)), Integer.parseInt(sides.group(2))});
  }

  private static void checkPng() {
    // A screen is not needed, and one that is named but not there would be looked for.
    if (System.getProperty(HEADLESS) == null) {
      System.setProperty(HEADLESS, "true");
    }
    try {
      MeanPlot.checkPng();
    } catch (UnsupportedOperationException missing) {
      throw new WrongInputException(
          "--plot: " + missing.getMessage() + ": name a file that ends in .svg", missing);
    }
  }
}
