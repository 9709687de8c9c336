package org.privatemean.release.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Field;
import org.privatemean.release.Noise;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;

/** The common values of groups and those of each, for all the forms of a report. */
final class GroupLines {
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

  private static final int DIGITS = 3;

  private final KeyedRelease release;
  private final Release common;

  GroupLines(KeyedRelease release) {
    this.release = release;
    this.common = release.common();
  }

  KeyedRelease release() {
    return release;
  }

  /** Returns the label of each coordinate. */
  List<String> labels() {
    return common.labels();
  }

  /** The same, with a mark at those that there is something to know of. */
  List<String> markedLabels() {
    List<String> notes = notes();
    List<String> labels = labels();
    return IntStream.range(0, labels.size())
        .mapToObj(j -> notes.get(j).isEmpty() ? labels.get(j) : labels.get(j) + " *")
        .toList();
  }

  /** The codes of the warnings of each coordinate, of all groups together. */
  List<String> notes() {
    return ColumnTable.notes(common);
  }

  /** A line for each code, which names the columns. */
  List<Field.TextLine> noteLines() {
    return ColumnTable.noteLines(common);
  }

  boolean isSeeded() {
    return release.seeded() == NoiseSeeding.YES;
  }

  /**
   * One group.
   *
   * @param key its values, as text
   * @param mean in data units, or null
   * @param noise of the mean, or null
   * @param bars error bars of the mean, or null
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record GroupRow(
      List<String> key, GroupMean group, double[] mean, Noise noise, ConfidenceRegion bars) {}

  /** The group of a place. */
  GroupRow line(int g) {
    GroupMean group = release.means().groups().get(g);
    boolean ok = group.status() == GroupStatus.OK;
    return new GroupRow(
        release.keys().get(g).values().stream().map(String::valueOf).toList(),
        group,
        ok ? group.mean() : null,
        ok ? release.means().noise(group) : null,
        ok ? release.means().region(group) : null);
  }

  /** The keys of a report that groups share, in its order. */
  Map<String, Object> sharedFields() {
    Map<String, Object> report = new LinkedHashMap<>();
    for (Field field : ReleaseSchema.fields()) {
      field
          .reportedAs()
          .filter(key -> isShared(field))
          .ifPresent(key -> ReleaseJson.put(report, key, key.value().apply(common)));
    }
    report.replace(ReleaseSchema.EPSILONS, ReleaseSchema.keys(release.conversions()));
    report.put("groupCols", release.groupCols());
    report.put("keySelection", release.keySelection());
    if (release.arePrivate()) {
      report.put("keyDelta", release.keyDelta());
    }
    report.put("maxGroupsPerPerson", release.means().groupsPerPerson());
    report.put("confidence", release.means().confidence());
    if (release.live() > 0) {
      report.put("notKnown", NOT_KNOWN);
    }
    return report;
  }

  private static boolean isShared(Field field) {
    return field
        .reportedAs()
        .map(key -> !OF_ONE_MEAN.contains(key.object().isEmpty() ? key.name() : key.object()))
        .orElse(true);
  }

  /**
   * Returns the keys of a group in a report; null for fields that a group without a mean does not
   * have.
   */
  Map<String, Object> keys(int g) {
    GroupRow line = line(g);
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("key", key(g));
    keys.put("status", line.group().status().label());
    keys.put("mean", line.mean());
    keys.put("count", line.group().count());
    keys.put("noiseStdDev", line.noise() == null ? null : line.noise().noiseStdDev());
    keys.put("clippingNorm", line.group().clippingNorm());
    keys.put("expectedL2Error", line.noise() == null ? null : line.noise().reportedL2Error());
    keys.put("halfWidths", halfWidths(line));
    keys.put("l2Radius", line.bars() == null ? null : radius(line.bars()));
    keys.put("rho", line.group().rho());
    return keys;
  }

  /** The half-widths of the intervals of a group, or null. */
  double[] halfWidths(GroupRow line) {
    return line.bars() == null ? null : line.bars().halfWidths(release.means().dimension());
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

  /** Returns a one-line description. */
  String heading() {
    return String.format(
        "private means of %d groups by %s, %d of them with a mean, %d coordinates, %s",
        release.size(),
        String.join(", ", release.groupCols()),
        release.live(),
        release.means().dimension(),
        release.means().guarantee().budget());
  }

  /** Returns the coverage and confidence of the intervals, in words. */
  String intervals() {
    return String.format(
        "the noise, with confidence %s each", NumberFormat.number(release.means().confidence()));
  }

  /** Returns the facts that groups share, as lines of text. */
  List<Field.TextLine> facts() {
    List<Field.TextLine> facts = new ArrayList<>();
    ReleaseSchema.fields().stream()
        .filter(GroupLines::isShared)
        .flatMap(this::formatField)
        .forEach(facts::add);
    facts.add(new Field.TextLine("keys", keys()));
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

  /** Conversions are those of the keys too; the common ones know nothing of them. */
  private Stream<Field.TextLine> formatField(Field field) {
    List<Field.TextLine> lines = field.lines().texts().apply(common);
    if (!release.arePrivate() || lines.stream().noneMatch(GroupLines::isConversion)) {
      return lines.stream();
    }
    return Stream.concat(
        lines.stream().filter(line -> !isConversion(line)).map(this::withKeys),
        release.conversions().stream()
            .map(
                terms ->
                    new Field.TextLine(
                        "  at delta " + NumberFormat.bound(terms.delta(), DIGITS),
                        "epsilon " + NumberFormat.bound(terms.epsilon(), DIGITS))));
  }

  /** Adds the delta of selected keys to the guarantee: the selection may fail. */
  private Field.TextLine withKeys(Field.TextLine promise) {
    return new Field.TextLine(
        promise.label(),
        promise.text() + ", except for the delta of the keys, " + release.keyDelta());
  }

  private static boolean isConversion(Field.TextLine line) {
    return line.label().startsWith("  at delta ");
  }

  private String keys() {
    return release.arePrivate()
        ? String.format(
            "selected privately; delta %s that a key of a single %s is revealed",
            release.keyDelta(), release.means().guarantee().unit().label())
        : "a public list";
  }
}
