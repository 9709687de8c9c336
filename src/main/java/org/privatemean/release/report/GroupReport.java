package org.privatemean.release.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Field;
import org.privatemean.release.Noise;
import org.privatemean.release.ReleaseSchema;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;

/**
 * The report of the means of groups: a row per group, and their shared values.
 *
 * <p>Its CSV begins with the group columns, {@code status}, {@code count}, a {@code mean_} of each
 * column, then a {@code half_width_} of each, which are empty without a mean.
 */
final class GroupReport extends ReleaseReport {
  /** Maximum number of groups in the text; the other formats have all. */
  private static final int SHOWN = 50;

  /** Maximum number of columns in the text. */
  private static final int MEANS = 6;

  /** Fields of a release of one mean that groups have separately. */
  private static final Set<String> OF_ONE_MEAN =
      Set.of(
          "mean",
          "n",
          "clippingNorm",
          "noiseStdDev",
          "noiseStdDevs",
          "countStdDev",
          "expectedL2Error",
          "l2Radius",
          "intervals",
          "clippedRowsAtMost",
          "clippingBiasBound");

  /** Nothing counts the clipped rows of a group. */
  private static final String NOT_KNOWN = ReleaseSchema.notKnown(OptionalLong.empty());

  private final KeyedRelease release;
  private final List<String> labels;

  /** The names of the columns, with a mark at those with warnings. */
  private final List<String> markedLabels;

  /** The columns that have warnings, with the codes of the warnings. */
  private final String note;

  GroupReport(KeyedRelease release) {
    super(release.common(), release.conversions());
    this.release = release;
    labels = common().labels();
    List<String> notes = columnNotes();
    List<Integer> noted =
        IntStream.range(0, notes.size()).filter(j -> !notes.get(j).isEmpty()).boxed().toList();
    note =
        noted.stream()
            .map(j -> labels.get(j) + " " + notes.get(j))
            .collect(Collectors.joining("; "));
    markedLabels = new ArrayList<>(labels);
    noted.forEach(j -> markedLabels.set(j, labels.get(j) + " *"));
  }

  private GroupMean group(int g) {
    return release.means().groups().get(g);
  }

  private boolean hasMean(int g) {
    return group(g).status() == GroupStatus.OK;
  }

  private double[] halfWidths(int g) {
    return release.means().region(group(g)).halfWidths(release.means().dimension());
  }

  @Override
  boolean shows(Field field) {
    return field
        .reportedAs()
        .map(key -> !OF_ONE_MEAN.contains(key.object().isEmpty() ? key.name() : key.object()))
        .orElse(true);
  }

  @Override
  Map<String, Object> keys() {
    Map<String, Object> keys = super.keys();
    keys.replace(ReleaseSchema.EPSILONS, ReleaseSchema.keys(conversions()));
    keys.put("groupCols", release.groupCols());
    keys.put("keySelection", release.keySelection());
    if (release.arePrivate()) {
      keys.put("keyDelta", release.keyDelta());
    }
    keys.put("maxGroupsPerPerson", release.means().groupsPerPerson());
    keys.put("confidence", release.means().confidence());
    if (release.live() > 0) {
      keys.put("notKnown", NOT_KNOWN);
    }
    return keys;
  }

  @Override
  public void writeJson(Appendable to) throws IOException {
    String shared = JsonText.format(keys());
    to.append(shared, 0, shared.length() - NEW_LINE.length() - 1);
    to.append(",").append(NEW_LINE).append("  \"groups\" : [");
    for (int g = 0; g < size(); g++) {
      to.append(g == 0 ? "" : ",").append(NEW_LINE).append("    ").append(JsonText.line(keys(g)));
    }
    to.append(size() == 0 ? " ]" : NEW_LINE + "  ]").append(NEW_LINE).append("}");
  }

  @Override
  public void writeJsonLines(Appendable to) throws IOException {
    super.writeJsonLines(to);
    for (int g = 0; g < size(); g++) {
      to.append(JsonText.line(keys(g))).append(NEW_LINE);
    }
  }

  /** Returns the keys of a group; null for values that a group without a mean does not have. */
  private Map<String, Object> keys(int g) {
    GroupMean group = group(g);
    boolean ok = hasMean(g);
    Noise noise = ok ? release.means().noise(group) : null;
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("key", key(g));
    keys.put("status", group.status().label());
    keys.put("mean", ok ? group.mean() : null);
    keys.put("count", group.count());
    keys.put("noiseStdDev", ok ? noise.noiseStdDev() : null);
    keys.put("clippingNorm", group.clippingNorm());
    keys.put("expectedL2Error", ok ? noise.reportedL2Error() : null);
    keys.put("halfWidths", ok ? halfWidths(g) : null);
    keys.put("l2Radius", ok ? radius(release.means().region(group)) : null);
    keys.put("rho", group.rho());
    return keys;
  }

  private Map<String, Object> key(int g) {
    Map<String, Object> key = new LinkedHashMap<>();
    List<Object> values = release.keys().get(g).values();
    for (int k = 0; k < values.size(); k++) {
      Object value = values.get(k);
      boolean plain = value instanceof Number || value instanceof Boolean;
      key.put(release.groupCols().get(k), plain ? value : value.toString());
    }
    return key;
  }

  private static Map<String, Object> radius(ConfidenceRegion region) {
    Map<String, Object> radius = new LinkedHashMap<>();
    radius.put("confidence", region.confidence());
    radius.put("radius", region.radius());
    radius.put("covers", region.covers().label());
    return radius;
  }

  @Override
  String heading() {
    return NumberFormat.format(
        "private means of %d groups by %s, %d of them with a mean, %d coordinates, %s",
        size(),
        String.join(", ", release.groupCols()),
        release.live(),
        release.means().dimension(),
        release.means().guarantee().budget());
  }

  @Override
  String intervals() {
    return String.format(
        "the noise, with confidence %s each", NumberFormat.number(release.means().confidence()));
  }

  @Override
  List<Field.TextLine> facts() {
    List<Field.TextLine> facts = new ArrayList<>();
    ReleaseSchema.fields().stream()
        .filter(this::shows)
        .forEach(field -> facts.addAll(lines(field)));
    facts.add(new Field.TextLine("keys", keySelection()));
    if (release.means().groupsPerPerson() > 1) {
      facts.add(
          new Field.TextLine("groups per person", "at most " + release.means().groupsPerPerson()));
    }
    facts.add(new Field.TextLine("intervals", intervals()));
    if (release.live() > 0) {
      facts.add(new Field.TextLine("clipped rows", NOT_KNOWN));
    }
    return facts;
  }

  /** Returns the lines of a field; those of the guarantee include the delta of the keys. */
  private List<Field.TextLine> lines(Field field) {
    List<Field.TextLine> lines = field.lines().apply(common());
    boolean isGuarantee = field.savedIn().filter(c -> c.name().equals("neighbours")).isPresent();
    if (!release.arePrivate() || !isGuarantee) {
      return lines;
    }
    // The selection of the keys may fail.
    String text = lines.get(0).text() + ", except for the delta of the keys, " + release.keyDelta();
    List<Field.TextLine> withKeys = new ArrayList<>();
    withKeys.add(new Field.TextLine(lines.get(0).label(), text));
    for (ApproxDp terms : conversions()) {
      withKeys.add(
          new Field.TextLine(
              "  at delta " + NumberFormat.bound(terms.delta(), DIGITS),
              "epsilon " + NumberFormat.bound(terms.epsilon(), DIGITS)));
    }
    return withKeys;
  }

  private String keySelection() {
    return release.arePrivate()
        ? String.format(
            "selected privately; delta %s that a key of a single %s is revealed",
            release.keyDelta(), release.means().guarantee().unit().label())
        : "a public list";
  }

  @Override
  int size() {
    return release.size();
  }

  @Override
  List<String> header() {
    List<String> names = new ArrayList<>(release.groupCols());
    names.addAll(List.of("status", "count"));
    names.addAll(markedLabels);
    return names;
  }

  @Override
  List<String> cells(int g) {
    return cells(g, labels.size(), "");
  }

  private List<String> cells(int g, int means, String none) {
    List<String> cells = new ArrayList<>(keyTexts(g));
    cells.add(group(g).status().label());
    cells.add(NumberFormat.number(group(g).count()));
    double[] halfWidths = hasMean(g) ? halfWidths(g) : null;
    for (int j = 0; j < means; j++) {
      cells.add(
          halfWidths == null ? none : NumberFormat.withError(group(g).mean()[j], halfWidths[j]));
    }
    return cells;
  }

  private List<String> keyTexts(int g) {
    return release.keys().get(g).values().stream().map(String::valueOf).toList();
  }

  @Override
  List<List<String>> textRows() {
    int means = Math.min(MEANS, labels.size());
    List<List<String>> rows = new ArrayList<>();
    rows.add(header().subList(0, release.groupCols().size() + 2 + means));
    for (int g = 0; g < Math.min(SHOWN, size()); g++) {
      List<String> cells = cells(g, means, "-");
      // Control characters of a key would break its line.
      cells.replaceAll(cell -> cell.replaceAll("\\p{Cntrl}", " "));
      rows.add(cells);
    }
    return rows;
  }

  @Override
  List<String> omitted() {
    return Stream.concat(
            omitted(size() - SHOWN, "groups"), omitted(labels.size() - MEANS, "columns"))
        .toList();
  }

  private static Stream<String> omitted(int left, String what) {
    return left > 0
        ? Stream.of("... and " + left + " more " + what + ": a report has all")
        : Stream.empty();
  }

  @Override
  List<String> csvHeader() {
    List<String> names = new ArrayList<>(release.groupCols());
    names.addAll(List.of("status", "count"));
    labels.forEach(label -> names.add("mean_" + label));
    labels.forEach(label -> names.add("half_width_" + label));
    return names;
  }

  @Override
  List<String> csvCells(int g) {
    List<String> cells = new ArrayList<>(keyTexts(g));
    cells.add(group(g).status().label());
    cells.add(String.valueOf(group(g).count()));
    addNumbers(cells, hasMean(g) ? group(g).mean() : null);
    addNumbers(cells, hasMean(g) ? halfWidths(g) : null);
    return cells;
  }

  @Override
  Map.Entry<String, String> csvShared() {
    return Map.entry("covers", ConfidenceRegion.Covers.NOISE.label());
  }

  /** Adds a cell per column, empty without values. */
  private void addNumbers(List<String> cells, double[] values) {
    for (int j = 0; j < labels.size(); j++) {
      cells.add(values == null ? "" : String.valueOf(values[j]));
    }
  }

  @Override
  String csvNote(int g) {
    return note;
  }
}
