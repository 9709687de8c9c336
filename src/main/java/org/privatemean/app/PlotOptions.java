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

  /**
   * Refuses what is wrong by its name alone. Looks at no file system.
   *
   * @param dimension number of coordinates, if it is known
   * @throws WrongInputException as {@link #plot} and {@link #check} do
   */
  public void checkNames(OptionalInt dimension) {
    if (plot == null) {
      plot();
      return;
    }
    form(plot);
    Optional<Plot.ImageShape> pixels = Optional.ofNullable(shape).map(PlotOptions::shape);
    if (pixels.isPresent() && dimension.isPresent()) {
      Plot.ImageShape image = pixels.get();
      inOptions(() -> MeanPlot.checkShape(image.height(), image.width(), dimension.getAsInt()));
    }
  }

  /**
   * Refuses an image of groups.
   *
   * @throws WrongInputException if one is asked for
   */
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

  /**
   * The picture asked for.
   *
   * @throws WrongInputException if it is of no known format, or cannot be drawn by this Java
   */
  public Optional<Plot> plot() {
    if (plot == null) {
      if (shape != null) {
        throw new WrongInputException("--plot-shape needs --plot FILE: give both, or neither");
      }
      return Optional.empty();
    }
    Plot.ImageFormat form = form(plot);
    if (form == Plot.ImageFormat.PNG) {
      checkPng();
    }
    Target target = new Target(Target.TargetKind.PLOT, Storage.path("--plot", plot));
    return Optional.of(new Plot(target, form, Optional.ofNullable(shape).map(PlotOptions::shape)));
  }

  /**
   * The picture alone, of a release that is saved elsewhere. Looks at what is there, but changes
   * nothing.
   *
   * @throws WrongInputException as {@link #plot}, or if something is there that may not be replaced
   */
  public Outputs outputs(boolean overwrite) {
    Optional<Plot> asked = plot();
    asked.ifPresent(picture -> picture.target().check(overwrite));
    return new Outputs(Optional.empty(), Optional.empty(), asked, overwrite);
  }

  /**
   * Refuses a picture that does not suit the mean.
   *
   * @param dimension number of coordinates, if it is known yet
   * @throws WrongInputException if there are none, or {@code --plot-shape} has other pixels
   */
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

  private static Plot.ImageFormat form(String file) {
    String lower = file.toLowerCase(Locale.ROOT);
    for (Plot.ImageFormat form : Plot.ImageFormat.values()) {
      if (lower.endsWith(form.extension())) {
        return form;
      }
    }
    throw new WrongInputException(
        String.format("--plot: %s must end in .png or .svg: name such a file", file));
  }

  private static Plot.ImageShape shape(String text) {
    Matcher sides = SHAPE.matcher(text);
    if (!sides.matches()) {
      throw new WrongInputException(
          String.format(
              "--plot-shape: %s must be height x width in pixels: write it as 28x28", text));
    }
    return new Plot.ImageShape(Integer.parseInt(sides.group(1)), Integer.parseInt(sides.group(2)));
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
