package org.privatemean.release.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Deviations;
import org.privatemean.release.Field;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Release;

/** A line for each coordinate of a released mean, for all report formats that have lines. */
final class ColumnTable {
  /** Significant digits of a bound. */
  private static final int DIGITS = 3;

  private final Release release;

  ColumnTable(Release release) {
    this.release = release;
  }

  /**
   * One coordinate.
   *
   * @param label its name, or its place
   * @param mean its private mean, in data units
   * @param halfWidth half-width of its interval, in data units
   * @param noiseStdDev standard deviation of its noise, in data units
   * @param deviation its private standard deviation, in data units; empty if none was requested
   * @param covers label of the coverage of its interval
   * @param note the codes of its warnings, separated by a blank; empty if it has none
   */
  record ColumnRow(
      String label,
      double mean,
      double halfWidth,
      double noiseStdDev,
      Optional<Deviation> deviation,
      String covers,
      String note) {}

  /**
   * A private standard deviation.
   *
   * @param value in data units
   * @param noiseStdDev standard deviation of its noise, in data units
   * @param isBound true if it is only an upper bound
   */
  record Deviation(double value, double noiseStdDev, boolean isBound) {
    /** Formats it with the standard deviation of its noise, or as a bound. */
    String text() {
      return isBound
          ? "at most " + NumberFormat.bound(value, DIGITS)
          : NumberFormat.withError(value, noiseStdDev);
    }
  }

  /** The lines, in the order of the coordinates; none for a forecast. */
  List<ColumnRow> lines() {
    double[] mean = release.mean();
    int dimension = mean.length;
    List<String> labels = release.labels();
    double[] halfWidths = release.region().halfWidths(dimension);
    double[] noise = release.noise().deviations(dimension);
    List<ConfidenceRegion.Covers> covers = release.region().coversByColumn(dimension);
    List<String> notes = notes(release);
    List<ColumnRow> lines = new ArrayList<>();
    for (int j = 0; j < dimension; j++) {
      lines.add(
          new ColumnRow(
              labels.get(j),
              mean[j],
              halfWidths[j],
              noise[j],
              deviation(j),
              covers.get(j).label(),
              notes.get(j)));
    }
    return lines;
  }

  private Optional<Deviation> deviation(int coordinate) {
    return release.deviations().map(found -> deviation(found, coordinate));
  }

  private static Deviation deviation(Deviations found, int j) {
    return new Deviation(found.values()[j], found.noise()[j], found.isUnresolved(j));
  }

  /** True if standard deviations were requested. */
  boolean hasDeviations() {
    return release.deviations().isPresent();
  }

  /** True if a column has a note. */
  boolean hasNotes() {
    return !release.columnWarnings().isEmpty();
  }

  /** The codes of the warnings of each coordinate, separated by a blank. */
  static List<String> notes(Release release) {
    List<String> notes = new ArrayList<>(Collections.nCopies(release.estimate().dimension(), ""));
    for (ColumnWarning warning : release.columnWarnings()) {
      String before = notes.get(warning.column());
      String code = warning.code().label();
      notes.set(warning.column(), before.isEmpty() ? code : before + " " + code);
    }
    return notes;
  }

  /** A line for each code, which names the columns. */
  static List<Field.TextLine> noteLines(Release release) {
    return release.columnWarningTexts().entrySet().stream()
        .map(found -> new Field.TextLine(found.getKey().label(), found.getValue()))
        .toList();
  }

  /** Describes the coverage and confidence of the intervals, in words. */
  String intervals() {
    List<ConfidenceRegion.Covers> covers = release.region().coversByColumn(release.mean().length);
    long noise = covers.stream().filter(each -> each == ConfidenceRegion.Covers.NOISE).count();
    String text;
    if (noise == 0) {
      text = "the mean of the rows";
    } else if (noise == covers.size()) {
      text = "the noise alone";
    } else {
      text = "the mean of the rows, but the noise alone in " + noise + " of the columns";
    }
    return String.format("%s, with confidence %s each", text, release.region().confidence());
  }

  /** True if the release is for tests only and not to be published. */
  boolean isSeeded() {
    return release.seeded() == NoiseSeeding.YES;
  }

  /** The length of the longest text. */
  static int width(List<String> texts) {
    return IntStream.range(0, texts.size()).map(k -> texts.get(k).length()).max().orElse(0);
  }
}
