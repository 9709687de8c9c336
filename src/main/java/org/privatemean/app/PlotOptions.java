package org.privatemean.app;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.plot.MeanPlot;
import picocli.CommandLine.Option;

/** Options of a picture of the mean. */
final class PlotOptions {
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,9})x(\\d{1,9})");

  private static final String HEADLESS = "java.awt.headless";

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = {
        "Path of a plot of the mean with its intervals: x.png or x.svg. In units of the "
            + "deviations if these are known."
      })
  private String plot;

  @Option(
      names = "--plot-shape",
      paramLabel = "HxW",
      description = {
        "Height and width, such as 28x28, if the coordinates are the pixels of an image, "
            + "row by row. Only with --plot."
      })
  private String shape;

  /** Refuses what is wrong by its name alone. Looks at no file system. */
  public void checkNames(OptionalInt dimension) {
    if (plot == null) {
      plot();
      return;
    }
    isPng(plot);
    Optional<Plot.ImageShape> pixels = imageShape();
    if (pixels.isPresent() && dimension.isPresent()) {
      Plot.ImageShape image = pixels.get();
      inOptions(() -> MeanPlot.checkShape(image.height(), image.width(), dimension.getAsInt()));
    }
  }

  /** Refuses an image of groups. */
  public void checkGroups() {
    if (shape != null) {
      throw new WrongInputException(
          "--plot-shape draws one mean, and --group-cols asks for many: leave it out");
    }
  }

  private static void inOptions(Runnable check) {
    try {
      check.run();
    } catch (ParamException refusal) {
      throw new WrongInputException(refusal.inTerms(PlotOptions::option), refusal);
    }
  }

  /** The picture asked for. */
  public Optional<Plot> plot() {
    if (plot == null) {
      if (shape != null) {
        throw new WrongInputException("--plot-shape needs --plot FILE: give both, or neither");
      }
      return Optional.empty();
    }
    boolean isPng = isPng(plot);
    if (isPng) {
      checkPng();
    }
    Target target = new Target(Target.TargetKind.PLOT, Storage.path("--plot", plot));
    return Optional.of(new Plot(target, isPng, imageShape()));
  }

  /** Refuses a picture that does not suit the mean. */
  public void check(OptionalInt dimension) {
    Optional<Plot> asked = plot();
    if (asked.isEmpty() || dimension.isEmpty()) {
      return;
    }
    inOptions(() -> asked.get().check(dimension.getAsInt()));
  }

  private static String option(String param) {
    return param.equals("plotShape") ? "--plot-shape" : "--" + param;
  }

  private static boolean isPng(String file) {
    String lower = file.toLowerCase(Locale.ROOT);
    if (!lower.endsWith(".png") && !lower.endsWith(".svg")) {
      throw WrongInputException.format(
          "--plot: %s must end in .png or .svg: name such a file", file);
    }
    return lower.endsWith(".png");
  }

  private Optional<Plot.ImageShape> imageShape() {
    if (shape == null) {
      return Optional.empty();
    }
    Matcher sides = SHAPE.matcher(shape);
    if (!sides.matches()) {
      throw WrongInputException.format(
          "--plot-shape: %s must be height x width in pixels: write it as 28x28", shape);
    }
    return Optional.of(
        new Plot.ImageShape(Integer.parseInt(sides.group(1)), Integer.parseInt(sides.group(2))));
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
