package org.privatemean.release.plot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Guarantee;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Release;
import org.privatemean.release.report.KeyedRelease;

/** The lines above a chart: the subject, the budget and the coverage of the intervals. */
record Heading(String title, List<String> lines, boolean seeded) {
  private static final int TITLE_SIZE = 16;
  private static final int TITLE_LINE = 30;
  private static final int LINE = 18;
  private static final int BELOW = 14;

  /** Characters of a line that fit into the narrowest picture. */
  private static final int WIDTH = 90;

  Heading {
    lines = lines.stream().flatMap(Heading::wrap).toList();
  }

  static Heading create(Release release, String intervals) {
    Guarantee guarantee = release.guarantee();
    String title =
        NumberFormat.format(
            "Private mean of n = %,d %s%s",
            release.rows(),
            guarantee.unit().plural(),
            guarantee.unit().isCountPublic() ? "" : " (noisy)");
    List<String> lines = new ArrayList<>();
    lines.add(guarantee.budget() + ", neighbours " + guarantee.unit().text());
    lines.add(
        String.format(
            "%s: intervals of confidence %s, each for its coordinate alone",
            intervals, NumberFormat.number(release.region().confidence())));
    lines.add(describeCoverage(release));
    describeWarnings(release.columnWarnings(), release.estimate().dimension())
        .ifPresent(lines::add);
    return new Heading(title, lines, release.seeded() == NoiseSeeding.YES);
  }

  static Heading create(KeyedRelease release, String intervals) {
    Guarantee guarantee = release.means().guarantee();
    String title =
        NumberFormat.format(
            "Private means of %,d groups by %s",
            release.size(), String.join(", ", release.groupCols()));
    List<String> lines = new ArrayList<>();
    lines.add(
        guarantee.budget()
            + (release.arePrivate() ? ", and delta " + release.keyDelta() + " of the keys" : "")
            + ", neighbours "
            + guarantee.unit().text());
    lines.add(
        String.format(
            "%s: intervals of confidence %s, each for its mean alone; they cover the noise",
            intervals, NumberFormat.number(release.means().confidence())));
    long without = release.size() - release.live();
    int more = release.means().dimension() - Panels.MAX_GROUPED;
    lines.add(
        NumberFormat.format("%,d groups have a mean, %,d have none", release.live(), without)
            + (more > 0 ? "; " + more + " more columns are not drawn" : ""));
    describeWarnings(release.means().columnWarnings(), release.means().dimension())
        .ifPresent(lines::add);
    return new Heading(title, lines, release.seeded() == NoiseSeeding.YES);
  }

  /** Splits a line at blanks into lines that fit. */
  private static Stream<String> wrap(String line) {
    int end = line.length() <= WIDTH ? -1 : line.lastIndexOf(' ', WIDTH);
    return end <= 0
        ? Stream.of(line)
        : Stream.concat(Stream.of(line.substring(0, end)), wrap(line.substring(end + 1)));
  }

  private static String describeCoverage(Release release) {
    List<ConfidenceRegion.Covers> covers =
        release.region().coversByColumn(release.estimate().dimension());
    int noise = Collections.frequency(covers, ConfidenceRegion.Covers.NOISE);
    if (noise == covers.size()) {
      return "They cover only the noise: they do not include what clipping removes.";
    }
    return "They cover the mean of these rows, as far as private queries detect the clipping"
        + (noise == 0
            ? "."
            : String.format("; for %d of %d columns the noise alone.", noise, covers.size()));
  }

  private static Optional<String> describeWarnings(List<ColumnWarning> warnings, int dimension) {
    String codes =
        warnings.stream()
            .map(warning -> warning.code().label())
            .distinct()
            .collect(Collectors.joining(", "));
    return warnings.isEmpty()
        ? Optional.empty()
        : Optional.of(
            NumberFormat.format(
                "Warnings for %,d of %,d columns, marked ! or red: %s; the report says more",
                warnings.stream().map(ColumnWarning::column).distinct().count(), dimension, codes));
  }

  double height() {
    return TITLE_LINE + LINE * (lines.size() + (seeded ? 1 : 0)) + BELOW;
  }

  void draw(Canvas canvas, double x) {
    canvas.text(x, TITLE_LINE, new Label(title, Label.Place.START, Ink.TEXT, TITLE_SIZE, true));
    double y = TITLE_LINE;
    for (String line : lines) {
      y += LINE;
      canvas.text(x, y, Label.small(line, Label.Place.START, Ink.MUTED));
    }
    if (seeded) {
      String warning = "seeded: for tests only, not to be published";
      canvas.text(
          x, y + LINE, new Label(warning, Label.Place.START, Ink.WARNING, Label.SMALL, true));
    }
  }
}
