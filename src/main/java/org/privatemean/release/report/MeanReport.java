package org.privatemean.release.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Deviations;
import org.privatemean.release.Estimate;
import org.privatemean.release.Field;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;

/**
 * The report of one mean: a row per column, none for a forecast.
 *
 * <p>Its CSV begins with {@code column,mean,half_width,noise_std_dev,covers}. If standard
 * deviations were requested, {@code std,std_noise,unresolved} follow.
 */
final class MeanReport extends ReleaseReport {
  /** Maximum number of columns in the text; the other formats have all. */
  private static final int SHOWN = 20;

  private final double[] mean;
  private final double[] halfWidths;
  private final double[] noise;
  private final List<ConfidenceRegion.Covers> covers;
  private final List<String> notes;
  private final List<String> labels;

  /** Private standard deviations; null if none were requested. */
  private final Deviations deviations;

  MeanReport(Release release) {
    super(release, ReleaseSchema.conversions(release));
    mean = release.mean();
    halfWidths = release.region().halfWidths(mean.length);
    noise = release.noise().deviations(mean.length);
    covers = release.region().coversByColumn(mean.length);
    notes = columnNotes();
    labels = release.labels();
    deviations = release.deviations().orElse(null);
  }

  @Override
  String heading() {
    Estimate estimate = common().estimate();
    return NumberFormat.format(
        "%s of n = %d %s%s, %d coordinates, %s",
        estimate.isForecast() ? "forecast of the private mean" : "private mean",
        estimate.rows(),
        common().guarantee().unit().plural(),
        common().guarantee().unit().isCountPublic() ? "" : " (noisy)",
        estimate.dimension(),
        common().guarantee().budget());
  }

  @Override
  String intervals() {
    long ofNoise = covers.stream().filter(each -> each == ConfidenceRegion.Covers.NOISE).count();
    String mixed = ofNoise == 0 ? "" : ", but the noise alone in " + ofNoise + " of the columns";
    String text =
        ofNoise > 0 && ofNoise == covers.size()
            ? "the noise alone"
            : "the mean of the rows" + mixed;
    return text + ", with confidence " + common().region().confidence() + " each";
  }

  @Override
  List<Field.TextLine> facts() {
    return facts("").toList();
  }

  /** Returns the lines that follow those of a column, each followed by its own. */
  private Stream<Field.TextLine> facts(String after) {
    return ReleaseSchema.fields().stream()
        .filter(field -> field.after().equals(after))
        .flatMap(
            field ->
                Stream.concat(
                    field.lines().apply(common()).stream(),
                    field.savedIn().stream().flatMap(column -> facts(column.name()))));
  }

  @Override
  int size() {
    return mean.length;
  }

  @Override
  List<String> header() {
    List<String> names = new ArrayList<>(List.of("column", "mean", "noise std dev"));
    if (deviations != null) {
      names.add("std, with its noise");
    }
    if (hasNotes()) {
      names.add("note");
    }
    return names;
  }

  @Override
  List<String> cells(int row) {
    List<String> cells =
        new ArrayList<>(
            List.of(labels.get(row), interval(row), NumberFormat.number(noise[row], DIGITS)));
    if (deviations != null) {
      cells.add(deviation(row));
    }
    if (hasNotes()) {
      cells.add(notes.get(row));
    }
    return cells;
  }

  private boolean hasNotes() {
    return !common().columnWarnings().isEmpty();
  }

  private String interval(int row) {
    return NumberFormat.withError(mean[row], halfWidths[row]);
  }

  /** Formats a standard deviation with that of its noise, or as a bound. */
  private String deviation(int row) {
    double value = deviations.values()[row];
    return deviations.isUnresolved(row)
        ? "at most " + NumberFormat.bound(value, DIGITS)
        : NumberFormat.withError(value, deviations.noise()[row]);
  }

  @Override
  List<List<String>> textRows() {
    return IntStream.range(0, Math.min(SHOWN, size()))
        .mapToObj(row -> List.of(labels.get(row), text(row)))
        .toList();
  }

  private String text(int row) {
    return interval(row)
        + (deviations == null ? "" : ", std " + deviation(row))
        + (notes.get(row).isEmpty() ? "" : " (" + notes.get(row) + ")");
  }

  @Override
  List<String> omitted() {
    return size() > SHOWN ? List.of("... and " + (size() - SHOWN) + " more") : List.of();
  }

  @Override
  List<String> csvHeader() {
    List<String> names =
        new ArrayList<>(List.of("column", "mean", "half_width", "noise_std_dev", "covers"));
    if (deviations != null) {
      names.addAll(List.of("std", "std_noise", "unresolved"));
    }
    return names;
  }

  @Override
  List<String> csvCells(int row) {
    List<String> cells = new ArrayList<>();
    cells.add(labels.get(row));
    cells.add(String.valueOf(mean[row]));
    cells.add(String.valueOf(halfWidths[row]));
    cells.add(String.valueOf(noise[row]));
    cells.add(covers.get(row).label());
    if (deviations != null) {
      cells.add(String.valueOf(deviations.values()[row]));
      cells.add(String.valueOf(deviations.noise()[row]));
      cells.add(String.valueOf(deviations.isUnresolved(row)));
    }
    return cells;
  }

  @Override
  Map.Entry<String, String> csvShared() {
    return Map.entry("n", String.valueOf(common().rows()));
  }

  @Override
  String csvNote(int row) {
    return notes.get(row);
  }
}
