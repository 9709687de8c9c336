package org.privatemean.release;

import static org.privatemean.release.Field.SavedColumn.Type.CHARGES;
import static org.privatemean.release.Field.SavedColumn.Type.COUNT;
import static org.privatemean.release.Field.SavedColumn.Type.FLAG;
import static org.privatemean.release.Field.SavedColumn.Type.INTEGER;
import static org.privatemean.release.Field.SavedColumn.Type.NUMBER;
import static org.privatemean.release.Field.SavedColumn.Type.NUMBERS;
import static org.privatemean.release.Field.SavedColumn.Type.TEXT;
import static org.privatemean.release.Field.SavedColumn.Type.TEXTS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Conversions;
import org.privatemean.release.Field.SavedColumn;

/**
 * The values of a release, each named once. The saved row, its reader, the JSON report and the text
 * are all made from this list. A new value needs a component of a section, which reads it from
 * {@link Values}, a line here, and the code that computes it.
 *
 * <p>The order is that of the report and of the saved columns.
 */
@Internal
public final class ReleaseSchema {
  /** Version of the JSON report and of the saved form. */
  public static final int FORMAT_VERSION = 6;

  /** The oldest version of the saved form that can be read. */
  public static final int OLDEST_VERSION = 3;

  /** Name of the column that holds {@link #FORMAT_VERSION}. */
  public static final String VERSION = "formatVersion";

  /** Key of the list of the epsilon at each of several deltas. */
  public static final String EPSILONS = "epsilonAtDelta";

  /** Significant digits of numbers in the text; the report has exact numbers. */
  private static final int DIGITS = 3;

  private static final String GUARANTEE = "guarantee";
  private static final String RADIUS = "l2Radius";
  private static final String INTERVALS = "intervals";

  private static final List<Field> FIELDS =
      List.of(
          Field.createSaved(VERSION, INTEGER, r -> FORMAT_VERSION).withKey(),
          Field.createDerived("product", r -> r.origin().map(o -> Provenance.PRODUCT).orElse(null)),
          Field.createSaved(
                  "version", TEXT, r -> r.origin().flatMap(Provenance::version).orElse(null))
              .withKey(),
          Field.createSaved(
                  "createdAt", TEXT, r -> r.origin().map(Provenance::createdAt).orElse(null))
              .withKey()
              .withText("made", ReleaseSchema::createdText),
          Field.createSaved("ledger", TEXT, r -> readReceipt(r, LedgerReceipt::ledger)).withKey(),
          Field.createSaved("ledgerEntry", TEXT, r -> readReceipt(r, LedgerReceipt::entry))
              .withKey()
              .withText("paid by", r -> readReceipt(r, ReleaseSchema::paidBy)),
          Field.createSaved("releaseName", TEXT, r -> readReceipt(r, b -> b.name().orElse(null)))
              .withKey(),
          Field.createSaved("replayed", FLAG, r -> readReceipt(r, LedgerReceipt::replayed))
              .withKey(),
          Field.createSaved("method", TEXT, Release::method)
              .withKey()
              .withText("method", r -> r.method() + " (" + r.trusted().label() + " model)"),
          Field.createSaved("trustModel", TEXT, r -> r.trusted().label()).withKey(),
          Field.createSaved("unit", TEXT, r -> r.guarantee().unit().label()).withKey(),
          Field.createSaved("maxRowsPerPerson", COUNT, ReleaseSchema::mostWeight).withKey(),
          Field.createSaved("neighbours", TEXT, r -> r.guarantee().neighbours().label())
              .withKey()
              .withText(ReleaseSchema::promise),
          Field.createSaved("epsilon", NUMBER, r -> orNull(r.guarantee().epsilon()))
              .withKey(GUARANTEE, "epsilon"),
          Field.createSaved("delta", NUMBER, r -> orNull(r.guarantee().delta()))
              .withKey(GUARANTEE, "delta"),
          Field.createSaved("honestFraction", NUMBER, r -> orNull(r.guarantee().honestFraction()))
              .withKey(GUARANTEE, "honestFraction"),
          Field.createSaved("rho", NUMBER, r -> r.guarantee().zcdp().rho())
              .withKey(GUARANTEE, "rho", ReleaseSchema::rhoAsked),
          Field.createDerived(EPSILONS, ReleaseSchema::epsilons),
          Field.createSaved("charges", CHARGES, Release::charges)
              .withKey("", "charges", r -> r.charges().stream().map(ReleaseSchema::keys).toList())
              .withText(r -> r.charges().stream().map(charge -> line(charge, r)).toList()),
          Field.createSaved(
                  "inputCol", TEXT, r -> r.origin().flatMap(Provenance::inputCol).orElse(null))
              .withKey(),
          Field.createSaved("columns", TEXTS, Release::columns)
              .withKey("", "columns", r -> r.columns().isEmpty() ? null : r.columns()),
          Field.createSaved("mean", NUMBERS, Release::mean).withKey(),
          Field.createSaved("rows", COUNT, Release::rows).withKey("", "n"),
          Field.createDerived("dimension", r -> r.estimate().dimension()),
          Field.createSaved("scaling", TEXT, r -> r.scales().map(Scales::asked).orElse(null))
              .withKey()
              .withText("scaling", ReleaseSchema::scaling),
          Field.createSaved("scales", NUMBERS, r -> r.scales().flatMap(Scales::values).orElse(null))
              .withKey(),
          Field.createSaved(
                  "scalesFrom", TEXT, r -> r.scales().map(s -> s.from().label()).orElse(null))
              .withKey(),
          Field.createSaved("startUsed", FLAG, r -> r.startUsed().orElse(null))
              .withKey("startFrom", "used")
              .withText("start", ReleaseSchema::start),
          Field.createSaved("sampling", TEXT, r -> readSampled(r, s -> s.asked().label()))
              .withKey("sampling", "asked")
              .withText("first steps on", ReleaseSchema::sampling),
          Field.createSaved(
                  "samplingHalvings", COUNT, r -> readSampled(r, s -> (long) s.halvings()))
              .withKey("sampling", "halvings"),
          Field.createSaved("sampledRows", COUNT, r -> readSampled(r, ReleaseSchema::sampledRows))
              .withKey("sampling", "rows"),
          Field.createSaved(
                  "droppedReports",
                  COUNT,
                  r -> r.traffic().map(CommunicationCost::dropped).orElse(null))
              .withKey()
              .withText("messagesPerUser", "dropped reports", ReleaseSchema::droppedText),
          Field.createSaved("clippingNorm", NUMBER, r -> orNull(r.clippingNorm()))
              .withKey()
              .withText("clipping norm", r -> display(r.clippingNorm())),
          Field.createSaved("noiseStdDev", NUMBER, r -> r.noise().noiseStdDev())
              .withKey()
              .withText("noise std dev", ReleaseSchema::deviation),
          Field.createSaved("noiseStdDevs", NUMBERS, r -> r.noise().deviations())
              .withKey(
                  "", "noiseStdDevs", r -> r.noise().isUnequal() ? r.noise().deviations() : null),
          Field.createSaved("countStdDev", NUMBER, r -> r.noise().countStdDev())
              .withKey("", "countStdDev", ReleaseSchema::countDeviation)
              .withText("count std dev", r -> countNoise(r.noise())),
          Field.createSaved("expectedL2Error", NUMBER, r -> r.noise().reportedL2Error())
              .withKey()
              .withText(
                  "expected l2 error",
                  r -> NumberFormat.number(r.noise().reportedL2Error(), DIGITS) + inAll(r)),
          Field.createSaved("confidence", NUMBER, r -> r.region().confidence())
              .withKey(RADIUS, "confidence"),
          Field.createSaved("l2Radius", NUMBER, r -> r.region().radius())
              .withKey(RADIUS, "radius")
              .withText("l2 radius", ReleaseSchema::radius),
          Field.createSaved("covers", TEXT, r -> r.region().covers().label())
              .withKey(RADIUS, "covers"),
          Field.createDerived(INTERVALS, "confidence", r -> r.region().confidence()),
          Field.createDerived(INTERVALS, "covers", r -> r.region().covers().label()),
          Field.createSaved("noiseOnly", NUMBERS, r -> r.region().noiseOnlyMarks())
              .withKey(INTERVALS, "coversByColumn", ReleaseSchema::coversByColumn),
          Field.createSaved("halfWidths", NUMBERS, r -> r.region().halfWidths())
              .withKey(
                  INTERVALS, "halfWidths", r -> r.region().halfWidths(r.estimate().dimension()))
              .withText("intervals", ReleaseSchema::intervals),
          Field.createSaved("clippedRowsAtMost", COUNT, r -> orNull(r.region().clippedRowsAtMost()))
              .withKey(),
          Field.createDerived("notKnown", ReleaseSchema::notKnown)
              .withText("clipped rows", ReleaseSchema::notKnown),
          Field.createSaved("clippingBiasBound", NUMBER, r -> r.noise().clippingBiasBound())
              .withKey("", "clippingBiasBound", ReleaseSchema::biasBound)
              .withText("clipping bias", ReleaseSchema::bias),
          Field.createSaved(
                  "std", NUMBERS, r -> r.deviations().map(Deviations::values).orElse(null))
              .withKey()
              .withText(
                  "std devs", r -> r.deviations().map(ReleaseSchema::deviations).orElse(null)),
          Field.createSaved(
                  "stdNoise", NUMBERS, r -> r.deviations().map(Deviations::noise).orElse(null))
              .withKey(),
          Field.createSaved(
                  "unresolved",
                  NUMBERS,
                  r -> r.deviations().map(Deviations::unresolvedMarks).orElse(null))
              .withKey(
                  "", "unresolved", r -> r.deviations().map(Deviations::unresolved).orElse(null)),
          Field.createDerived(
              "unresolvedCoordinates",
              r -> r.deviations().map(Deviations::unresolvedCoordinates).orElse(null)),
          Field.createSaved("seeded", FLAG, r -> r.seeded().flag().orElse(null))
              .withKey()
              .withText("bytesPerUser", "seeded", ReleaseSchema::seeded),
          Field.createSaved("messagesPerUser", NUMBER, r -> orNull(messages(r)))
              .withKey()
              .withText("messages per user", r -> tenths(messages(r))),
          Field.createSaved("bytesPerUser", NUMBER, r -> orNull(bytes(r)))
              .withKey()
              .withText("bytes per user", r -> tenths(bytes(r))),
          Field.createSaved(
                  "randomizer",
                  TEXT,
                  r -> r.traffic().flatMap(CommunicationCost::randomizer).orElse(null))
              .withKey()
              .withText(
                  "randomizer",
                  r -> r.traffic().flatMap(CommunicationCost::randomizer).orElse(null)),
          Field.createDerived("bundleBytes", ReleaseSchema::bundleBytes)
              .withText("bytes of a bundle", ReleaseSchema::bundles),
          Field.createSaved(
                  "warnings", TEXTS, r -> r.warnings().stream().map(Warning::text).toList())
              .withKey()
              .withText(ReleaseSchema::warnings),
          Field.createSaved(
                  "warningCodes",
                  TEXTS,
                  r -> r.warnings().stream().map(warning -> warning.code().label()).toList())
              .withKey(),
          Field.createSaved(
                  "columnWarnings",
                  TEXTS,
                  r -> r.columnWarnings().stream().map(ColumnWarning::toSavedText).toList())
              .withKey("", "columnWarnings", ReleaseSchema::columnWarnings));

  private ReleaseSchema() {}

  /** All fields. */
  public static List<Field> fields() {
    return FIELDS;
  }

  /** The columns of a saved release, in their order. */
  public static List<SavedColumn> columns() {
    return FIELDS.stream().flatMap(field -> field.savedIn().stream()).toList();
  }

  /**
   * Reads the release of a saved row.
   *
   * @param row returns the value of each column, of the Java type that its {@link SavedColumn.Type}
   *     names; null if it has none
   * @throws IllegalArgumentException if a required value is missing
   */
  public static Release read(Function<SavedColumn, Object> row) {
    Map<String, Object> values = new HashMap<>();
    for (SavedColumn column : columns()) {
      values.put(column.name(), row.apply(column));
    }
    return Release.read(new Values(values));
  }

  /** Reads a value of the charge that paid for a release; null if no durable ledger paid. */
  private static <T> T readReceipt(Release release, Function<LedgerReceipt, T> value) {
    return release.origin().flatMap(Provenance::booking).map(value).orElse(null);
  }

  private static String paidBy(LedgerReceipt booking) {
    return String.format(
        "entry %s of ledger %s%s%s",
        booking.entry().replaceFirst(":.*", ""),
        booking.ledger(),
        booking.name().map(name -> ", " + name).orElse(""),
        booking.replayed() ? ", given again" : "");
  }

  private static Long mostWeight(Release release) {
    int most = release.guarantee().unit().mostWeight();
    return most > 1 ? (Long) (long) most : null;
  }

  private static Double rhoAsked(Release release) {
    Guarantee guarantee = release.guarantee();
    return guarantee.epsilon().isPresent() ? null : (Double) guarantee.zcdp().rho();
  }

  /** The (epsilon, delta) guarantees of the noise at the usual deltas; none if it is not zCDP. */
  public static List<ApproxDp> conversions(Release release) {
    Guarantee guarantee = release.guarantee();
    boolean concentrated =
        release.trusted() == TrustedParty.CURATOR || guarantee.epsilon().isEmpty();
    return concentrated ? Conversions.usual(guarantee.zcdp()) : List.of();
  }

  private static List<Map<String, Object>> epsilons(Release release) {
    List<ApproxDp> terms = conversions(release);
    return terms.isEmpty() ? null : keys(terms);
  }

  /** The value of {@link #EPSILONS} for conversions. */
  public static List<Map<String, Object>> keys(List<ApproxDp> conversions) {
    return conversions.stream().map(ReleaseSchema::keys).toList();
  }

  private static Map<String, Object> keys(ApproxDp terms) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("delta", terms.delta());
    keys.put("epsilon", terms.epsilon());
    return keys;
  }

  private static List<Field.TextLine> promise(Release release) {
    Stream<Field.TextLine> given =
        Stream.of(new Field.TextLine(GUARANTEE, release.guarantee().text()));
    Stream<Field.TextLine> converted =
        conversions(release).stream()
            .map(
                terms ->
                    new Field.TextLine(
                        "  at delta " + NumberFormat.number(terms.delta(), DIGITS),
                        "epsilon " + NumberFormat.bound(terms.epsilon(), DIGITS)));
    return Stream.concat(given, converted).toList();
  }

  private static String createdText(Release release) {
    return release
        .origin()
        .map(
            origin ->
                origin.createdAt()
                    + " by "
                    + Provenance.PRODUCT
                    + origin.version().map(version -> " " + version).orElse(""))
        .orElse(null);
  }

  private static Map<String, Object> keys(Charge charge) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("step", charge.step());
    keys.put("rho", charge.rho());
    if (charge.delta() > 0) {
      keys.put("delta", charge.delta());
    }
    return keys;
  }

  private static Field.TextLine line(Charge charge, Release release) {
    String rho =
        release.trusted() == TrustedParty.SHUFFLER
            ? " rho, as Gaussian noise of its variance"
            : " rho";
    return new Field.TextLine(
        "  " + charge.step(),
        charge.delta() > 0
            ? NumberFormat.number(charge.delta(), DIGITS) + " delta"
            : NumberFormat.number(charge.rho(), DIGITS) + rho);
  }

  private static String droppedText(Release release) {
    long dropped = release.traffic().map(CommunicationCost::dropped).orElse(0L);
    return dropped > 0 ? String.valueOf(dropped) : null;
  }

  private static String scaling(Release release) {
    Scales scales = release.scales().orElse(null);
    if (scales == null) {
      return null;
    }
    if (scales.from() != Scales.From.NONE) {
      return scales.asked() + ": by " + scales.from().label() + " scales";
    }
    // A forecast has no scales; a fit may have them.
    return release.estimate().isForecast()
        ? scales.asked()
        : scales.asked() + ": coordinates as they are";
  }

  private static String start(Release release) {
    return release
        .startUsed()
        .map(used -> used ? "an earlier release" : "an earlier release, but the data are elsewhere")
        .orElse(null);
  }

  private static <T> T readSampled(Release release, Function<Release.Sampled, T> value) {
    return release.sampled().map(value).orElse(null);
  }

  private static Long sampledRows(Release.Sampled sampled) {
    return sampled.publicRows().isPresent() ? (Long) sampled.rows() : null;
  }

  private static String sampling(Release release) {
    Release.Sampled sampled = release.sampled().orElse(null);
    if (sampled == null || sampled.halvings() == 0) {
      return null;
    }
    String part = String.format(Locale.ROOT, "a sample: 1 row in %d", 1L << sampled.halvings());
    return sampled.publicRows().isPresent() ? part + ", " + sampled.rows() + " of them" : part;
  }

  private static Double countDeviation(Release release) {
    return release.guarantee().unit().isCountPublic()
        ? null
        : (Double) release.noise().countStdDev();
  }

  private static String radius(Release release) {
    ConfidenceRegion region = release.region();
    String covers =
        region.covers() == ConfidenceRegion.Covers.SAMPLE
            ? "the mean of the " + release.guarantee().unit().plural()
            : "the noise alone";
    return NumberFormat.number(region.radius(), DIGITS)
        + " with confidence "
        + region.confidence()
        + ": "
        + covers
        + inAll(release);
  }

  private static String intervals(Release release) {
    return "+- " + range(release.region().halfWidths());
  }

  /**
   * Formats the range of values. Coordinates that differ may have different units, so an average
   * would mean little.
   */
  private static String range(double[] values) {
    double least = Arrays.stream(values).min().orElse(0);
    double most = Arrays.stream(values).max().orElse(0);
    String text = NumberFormat.number(most, DIGITS) + " per coordinate";
    return least == most ? text : NumberFormat.number(least, DIGITS) + " to " + text;
  }

  /** A note to a length over coordinates that may have different units. */
  private static String inAll(Release release) {
    return release.noise().isUnequal() ? ", all coordinates together" : "";
  }

  /**
   * A note on what is not known. It does not apply to rows within public bounds, which are not far
   * out, or to a forecast, which has no rows.
   */
  private static String notKnown(Release release) {
    boolean applies =
        !release.estimate().isForecast()
            && release.clippingNorm().isPresent()
            && biasBound(release) == null;
    return applies ? notKnown(release.region().clippedRowsAtMost()) : null;
  }

  /**
   * States what no private release can report about rows.
   *
   * @param clippedAtMost a private bound on the number of rows beyond the clipping norm, if there
   *     is one
   */
  public static String notKnown(OptionalLong clippedAtMost) {
    return (clippedAtMost.isPresent()
            ? String.format(
                Locale.ROOT,
                "at most %d rows lie beyond the clipping norm; they",
                clippedAtMost.getAsLong())
            : "rows beyond the clipping norm")
        + " may be arbitrarily far out, and no private release can say so";
  }

  private static Double biasBound(Release release) {
    double bound = release.noise().clippingBiasBound();
    return Double.isFinite(bound) ? (Double) bound : null;
  }

  private static String deviations(Deviations found) {
    int all = found.values().length;
    return found.unresolved() == 0
        ? all + " released"
        : all + " released, " + found.unresolved() + " of them upper bounds only";
  }

  /** Notes the seed, unless a warning states it. */
  private static String seeded(Release release) {
    boolean warned =
        release.warnings().stream().anyMatch(each -> each.code() == Warning.Code.SEEDED);
    return release.seeded() == NoiseSeeding.YES && !warned
        ? "yes: for tests only, not to be published"
        : null;
  }

  private static List<Field.TextLine> warnings(Release release) {
    return release.warnings().stream()
        .map(warning -> new Field.TextLine("warning", warning.text()))
        .toList();
  }

  private static List<String> coversByColumn(Release release) {
    return release.region().coversByColumn(release.estimate().dimension()).stream()
        .map(ConfidenceRegion.Covers::label)
        .toList();
  }

  private static List<Map<String, Object>> columnWarnings(Release release) {
    List<ColumnWarning> found = release.columnWarnings();
    return found.isEmpty() ? null : found.stream().map(each -> keys(each, release)).toList();
  }

  private static Map<String, Object> keys(ColumnWarning warning, Release release) {
    List<String> names = release.columns();
    int column = warning.column();
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("column", names.isEmpty() ? (Object) column : names.get(column));
    keys.put("code", warning.code().label());
    if (warning.rowsAtMost() >= 0) {
      keys.put("rowsAtMost", warning.rowsAtMost());
    }
    return keys;
  }

  private static String deviation(Release release) {
    return range(release.noise().deviations());
  }

  private static String bias(Release release) {
    double bound = release.noise().clippingBiasBound();
    return Double.isFinite(bound) ? "at most " + NumberFormat.bound(bound, DIGITS) : null;
  }

  private static OptionalDouble messages(Release release) {
    return release.traffic().map(CommunicationCost::messagesPerUser).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble bytes(Release release) {
    return positive(release.traffic().map(CommunicationCost::bytesPerUser).orElse(0.0));
  }

  /** Bytes of a bundle, round by round. */
  private static double[] bundleBytes(Release release) {
    List<Double> bytes = release.traffic().map(CommunicationCost::bundleBytes).orElse(List.of());
    return bytes.isEmpty() ? null : bytes.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Describes runs of rounds with equal bundles: "1742 in rounds 1-4, 1204 in round 5". */
  private static String bundles(Release release) {
    double[] bytes = bundleBytes(release);
    if (bytes == null) {
      return null;
    }
    List<String> parts = new ArrayList<>();
    for (int from = 0; from < bytes.length; ) {
      int to = from;
      while (to + 1 < bytes.length && bytes[to + 1] == bytes[from]) {
        to++;
      }
      String rounds = from == to ? "round " + (from + 1) : "rounds " + (from + 1) + "-" + (to + 1);
      parts.add(Math.round(bytes[from]) + " in " + rounds);
      from = to + 1;
    }
    return String.join(", ", parts);
  }

  private static OptionalDouble positive(double value) {
    return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? (Double) value.getAsDouble() : null;
  }

  private static Long orNull(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }

  private static String countNoise(Noise noise) {
    String text = display(positive(noise.countStdDev()));
    return text == null ? null : text + " in l2";
  }

  private static String tenths(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.1f", value.getAsDouble()) : null;
  }

  private static String display(OptionalDouble value) {
    return value.isPresent() ? NumberFormat.number(value.getAsDouble(), DIGITS) : null;
  }
}
