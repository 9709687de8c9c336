package org.privatemean.release;

import static org.privatemean.release.Field.Column.Type.CHARGES;
import static org.privatemean.release.Field.Column.Type.COUNT;
import static org.privatemean.release.Field.Column.Type.FLAG;
import static org.privatemean.release.Field.Column.Type.INTEGER;
import static org.privatemean.release.Field.Column.Type.NUMBER;
import static org.privatemean.release.Field.Column.Type.NUMBERS;
import static org.privatemean.release.Field.Column.Type.TEXT;
import static org.privatemean.release.Field.Column.Type.TEXTS;

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
import org.privatemean.numeric.Shown;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Conversions;
import org.privatemean.release.Field.Column;

/**
 * The values of a release, each named once: from this list come the saved row, its reader, the JSON
 * report and the text. A new value takes a component of a section, which reads it from {@link
 * Values}, a line here, and the place that computes it.
 *
 * <p>The order is that of the report and of the saved columns.
 */
@Internal
public final class ReleaseSchema {
  /** Version of the JSON report and of the saved form. */
  public static final int FORMAT_VERSION = 6;

  /** The first version of the saved form that is still read. */
  public static final int OLDEST_VERSION = 3;

  /** Name of the column that holds {@link #FORMAT_VERSION}. */
  public static final String VERSION = "formatVersion";

  /** Key of a list of the epsilon at each of some deltas. */
  public static final String EPSILONS = "epsilonAtDelta";

  /** Of numbers in the text; the report has them exactly. */
  private static final int DIGITS = 3;

  private static final String GUARANTEE = "guarantee";
  private static final String RADIUS = "l2Radius";
  private static final String INTERVALS = "intervals";

  private static final List<Field> FIELDS =
      List.of(
          Field.saved(VERSION, INTEGER, r -> FORMAT_VERSION).reported(),
          Field.derived("product", r -> r.origin().map(o -> Origin.PRODUCT).orElse(null)),
          Field.saved("version", TEXT, r -> r.origin().flatMap(Origin::version).orElse(null))
              .reported(),
          Field.saved("createdAt", TEXT, r -> r.origin().map(Origin::createdAt).orElse(null))
              .reported()
              .told("made", ReleaseSchema::made),
          Field.saved("ledger", TEXT, r -> booked(r, Booking::ledger)).reported(),
          Field.saved("ledgerEntry", TEXT, r -> booked(r, Booking::entry))
              .reported()
              .told("paid by", r -> booked(r, ReleaseSchema::paidBy)),
          Field.saved("releaseName", TEXT, r -> booked(r, b -> b.name().orElse(null))).reported(),
          Field.saved("replayed", FLAG, r -> booked(r, Booking::replayed)).reported(),
          Field.saved("method", TEXT, Release::method)
              .reported()
              .told("method", r -> r.method() + " (" + r.trusted().label() + " model)"),
          Field.saved("trustModel", TEXT, r -> r.trusted().label()).reported(),
          Field.saved("unit", TEXT, r -> r.guarantee().unit().label()).reported(),
          Field.saved("maxRowsPerPerson", COUNT, ReleaseSchema::mostWeight).reported(),
          Field.saved("neighbours", TEXT, r -> r.guarantee().neighbours().label())
              .reported()
              .told(ReleaseSchema::promise),
          Field.saved("epsilon", NUMBER, r -> orNull(r.guarantee().epsilon()))
              .reported(GUARANTEE, "epsilon"),
          Field.saved("delta", NUMBER, r -> orNull(r.guarantee().delta()))
              .reported(GUARANTEE, "delta"),
          Field.saved("honestFraction", NUMBER, r -> orNull(r.guarantee().honestFraction()))
              .reported(GUARANTEE, "honestFraction"),
          Field.saved("rho", NUMBER, r -> r.guarantee().zcdp().rho())
              .reported(GUARANTEE, "rho", ReleaseSchema::rhoAsked),
          Field.derived(EPSILONS, ReleaseSchema::epsilons),
          Field.saved("charges", CHARGES, Release::charges)
              .reported("", "charges", r -> r.charges().stream().map(ReleaseSchema::keys).toList())
              .told(r -> r.charges().stream().map(charge -> line(charge, r)).toList()),
          Field.saved("inputCol", TEXT, r -> r.origin().flatMap(Origin::inputCol).orElse(null))
              .reported(),
          Field.saved("columns", TEXTS, Release::columns)
              .reported("", "columns", r -> r.columns().isEmpty() ? null : r.columns()),
          Field.saved("mean", NUMBERS, Release::mean).reported(),
          Field.saved("rows", COUNT, Release::rows).reported("", "n"),
          Field.derived("dimension", r -> r.estimate().dimension()),
          Field.saved("scaling", TEXT, r -> r.scales().map(Scales::asked).orElse(null))
              .reported()
              .told("scaling", ReleaseSchema::scaling),
          Field.saved("scales", NUMBERS, r -> r.scales().flatMap(Scales::values).orElse(null))
              .reported(),
          Field.saved("scalesFrom", TEXT, r -> r.scales().map(s -> s.from().label()).orElse(null))
              .reported(),
          Field.saved("startUsed", FLAG, r -> r.startUsed().orElse(null))
              .reported("startFrom", "used")
              .told("start", ReleaseSchema::start),
          Field.saved("sampling", TEXT, r -> ofSample(r, s -> s.asked().label()))
              .reported("sampling", "asked")
              .told("first steps on", ReleaseSchema::sampling),
          Field.saved("samplingHalvings", COUNT, r -> ofSample(r, s -> (long) s.halvings()))
              .reported("sampling", "halvings"),
          Field.saved("sampledRows", COUNT, r -> ofSample(r, ReleaseSchema::sampledRows))
              .reported("sampling", "rows"),
          Field.saved("droppedReports", COUNT, r -> r.traffic().map(Traffic::dropped).orElse(null))
              .reported()
              .told("messagesPerUser", "dropped reports", ReleaseSchema::dropped),
          Field.saved("clippingNorm", NUMBER, r -> orNull(r.clippingNorm()))
              .reported()
              .told("clipping norm", r -> shown(r.clippingNorm())),
          Field.saved("noiseStdDev", NUMBER, r -> r.noise().noiseStdDev())
              .reported()
              .told("noise std dev", ReleaseSchema::deviation),
          Field.saved("noiseStdDevs", NUMBERS, r -> r.noise().deviations())
              .reported(
                  "", "noiseStdDevs", r -> r.noise().isUnequal() ? r.noise().deviations() : null),
          Field.saved("countStdDev", NUMBER, r -> r.noise().countStdDev())
              .reported("", "countStdDev", ReleaseSchema::countDeviation)
              .told("count std dev", r -> countNoise(r.noise())),
          Field.saved("expectedL2Error", NUMBER, r -> r.noise().reportedL2Error())
              .reported()
              .told(
                  "expected l2 error",
                  r -> Shown.number(r.noise().reportedL2Error(), DIGITS) + inAll(r)),
          Field.saved("confidence", NUMBER, r -> r.region().confidence())
              .reported(RADIUS, "confidence"),
          Field.saved("l2Radius", NUMBER, r -> r.region().radius())
              .reported(RADIUS, "radius")
              .told("l2 radius", ReleaseSchema::radius),
          Field.saved("covers", TEXT, r -> r.region().covers().label()).reported(RADIUS, "covers"),
          Field.derived(INTERVALS, "confidence", r -> r.region().confidence()),
          Field.derived(INTERVALS, "covers", r -> r.region().covers().label()),
          Field.saved("noiseOnly", NUMBERS, r -> r.region().noiseOnlyMarks())
              .reported(INTERVALS, "coversByColumn", ReleaseSchema::coversByColumn),
          Field.saved("halfWidths", NUMBERS, r -> r.region().halfWidths())
              .reported(
                  INTERVALS, "halfWidths", r -> r.region().halfWidths(r.estimate().dimension()))
              .told("intervals", ReleaseSchema::intervals),
          Field.saved("clippedRowsAtMost", COUNT, r -> orNull(r.region().clippedRowsAtMost()))
              .reported(),
          Field.derived("notKnown", ReleaseSchema::notKnown)
              .told("clipped rows", ReleaseSchema::notKnown),
          Field.saved("clippingBiasBound", NUMBER, r -> r.noise().clippingBiasBound())
              .reported("", "clippingBiasBound", ReleaseSchema::biasBound)
              .told("clipping bias", ReleaseSchema::bias),
          Field.saved("std", NUMBERS, r -> r.deviations().map(Deviations::values).orElse(null))
              .reported()
              .told("std devs", r -> r.deviations().map(ReleaseSchema::deviations).orElse(null)),
          Field.saved("stdNoise", NUMBERS, r -> r.deviations().map(Deviations::noise).orElse(null))
              .reported(),
          Field.saved(
                  "unresolved",
                  NUMBERS,
                  r -> r.deviations().map(Deviations::unresolvedMarks).orElse(null))
              .reported(
                  "", "unresolved", r -> r.deviations().map(Deviations::unresolved).orElse(null)),
          Field.derived(
              "unresolvedCoordinates",
              r -> r.deviations().map(Deviations::unresolvedCoordinates).orElse(null)),
          Field.saved("seeded", FLAG, r -> r.seeded().flag().orElse(null))
              .reported()
              .told("bytesPerUser", "seeded", ReleaseSchema::seeded),
          Field.saved("messagesPerUser", NUMBER, r -> orNull(messages(r)))
              .reported()
              .told("messages per user", r -> tenths(messages(r))),
          Field.saved("bytesPerUser", NUMBER, r -> orNull(bytes(r)))
              .reported()
              .told("bytes per user", r -> tenths(bytes(r))),
          Field.saved(
                  "randomizer", TEXT, r -> r.traffic().flatMap(Traffic::randomizer).orElse(null))
              .reported()
              .told("randomizer", r -> r.traffic().flatMap(Traffic::randomizer).orElse(null)),
          Field.derived("bundleBytes", ReleaseSchema::bundleBytes)
              .told("bytes of a bundle", ReleaseSchema::bundles),
          Field.saved("warnings", TEXTS, r -> r.warnings().stream().map(Warning::text).toList())
              .reported()
              .told(ReleaseSchema::warnings),
          Field.saved(
                  "warningCodes",
                  TEXTS,
                  r -> r.warnings().stream().map(warning -> warning.code().label()).toList())
              .reported(),
          Field.saved(
                  "columnWarnings",
                  TEXTS,
                  r -> r.columnWarnings().stream().map(ColumnWarning::saved).toList())
              .reported("", "columnWarnings", ReleaseSchema::columnWarnings));

  private ReleaseSchema() {}

  /** All of them. */
  public static List<Field> fields() {
    return FIELDS;
  }

  /** The columns of a saved release, in their order. */
  public static List<Column> columns() {
    return FIELDS.stream().flatMap(field -> field.savedIn().stream()).toList();
  }

  /**
   * The release of a saved row.
   *
   * @param row the value of each column, of the Java type that its {@link Column.Type} names; null
   *     where it has none
   * @throws IllegalArgumentException if a value is missing that no release is without
   */
  public static Release read(Function<Column, Object> row) {
    Map<String, Object> values = new HashMap<>();
    for (Column column : columns()) {
      values.put(column.name(), row.apply(column));
    }
    return Release.read(new Values(values));
  }

  /** A value of what paid for a release; null where no durable ledger did. */
  private static <T> T booked(Release release, Function<Booking, T> value) {
    return release.origin().flatMap(Origin::booking).map(value).orElse(null);
  }

  private static String paidBy(Booking booking) {
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

  /** What the noise promises at the deltas that people ask for; none where it is no zCDP. */
  public static List<ApproxDp> conversions(Release release) {
    Guarantee guarantee = release.guarantee();
    boolean concentrated = release.trusted() == Trusted.CURATOR || guarantee.epsilon().isEmpty();
    return concentrated ? Conversions.usual(guarantee.zcdp()) : List.of();
  }

  private static List<Map<String, Object>> epsilons(Release release) {
    List<ApproxDp> terms = conversions(release);
    return terms.isEmpty() ? null : keys(terms);
  }

  /** What {@link #EPSILONS} has for conversions. */
  public static List<Map<String, Object>> keys(List<ApproxDp> conversions) {
    return conversions.stream().map(ReleaseSchema::keys).toList();
  }

  private static Map<String, Object> keys(ApproxDp terms) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("delta", terms.delta());
    keys.put("epsilon", terms.epsilon());
    return keys;
  }

  private static List<Field.Line> promise(Release release) {
    Stream<Field.Line> given = Stream.of(new Field.Line(GUARANTEE, release.guarantee().text()));
    Stream<Field.Line> converted =
        conversions(release).stream()
            .map(
                terms ->
                    new Field.Line(
                        "  at delta " + Shown.number(terms.delta(), DIGITS),
                        "epsilon " + Shown.bound(terms.epsilon(), DIGITS)));
    return Stream.concat(given, converted).toList();
  }

  private static String made(Release release) {
    return release
        .origin()
        .map(
            origin ->
                origin.createdAt()
                    + " by "
                    + Origin.PRODUCT
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

  private static Field.Line line(Charge charge, Release release) {
    String rho =
        release.trusted() == Trusted.SHUFFLER ? " rho, as Gaussian noise of its variance" : " rho";
    return new Field.Line(
        "  " + charge.step(),
        charge.delta() > 0
            ? Shown.number(charge.delta(), DIGITS) + " delta"
            : Shown.number(charge.rho(), DIGITS) + rho);
  }

  private static String dropped(Release release) {
    long dropped = release.traffic().map(Traffic::dropped).orElse(0L);
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
    // A forecast knows none; those of a fit may be.
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

  private static <T> T ofSample(Release release, Function<Release.Sampled, T> value) {
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
    Region region = release.region();
    String covers =
        region.covers() == Region.Covers.SAMPLE
            ? "the mean of the " + release.guarantee().unit().plural()
            : "the noise alone";
    return Shown.number(region.radius(), DIGITS)
        + " with confidence "
        + region.confidence()
        + ": "
        + covers
        + inAll(release);
  }

  private static String intervals(Release release) {
    return "+- " + range(release.region().halfWidths());
  }

  /** Where coordinates differ they may be in unlike units, of which no average means much. */
  private static String range(double[] values) {
    double least = Arrays.stream(values).min().orElse(0);
    double most = Arrays.stream(values).max().orElse(0);
    String text = Shown.number(most, DIGITS) + " per coordinate";
    return least == most ? text : Shown.number(least, DIGITS) + " to " + text;
  }

  /** A length over coordinates that may be in unlike units. */
  private static String inAll(Release release) {
    return release.noise().isUnequal() ? ", all coordinates together" : "";
  }

  /** Rows within public bounds are not far out, and of a forecast there are none. */
  private static String notKnown(Release release) {
    boolean applies =
        !release.estimate().isForecast()
            && release.clippingNorm().isPresent()
            && biasBound(release) == null;
    return applies ? notKnown(release.region().clippedRowsAtMost()) : null;
  }

  /**
   * What no private release can say of rows.
   *
   * @param clippedAtMost a private bound on the rows beyond the clipping norm, if there is one
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

  /** Where a warning says it too, that is enough. */
  private static String seeded(Release release) {
    boolean warned =
        release.warnings().stream().anyMatch(each -> each.code() == Warning.Code.SEEDED);
    return release.seeded() == Seeded.YES && !warned
        ? "yes: for tests only, not to be published"
        : null;
  }

  private static List<Field.Line> warnings(Release release) {
    return release.warnings().stream()
        .map(warning -> new Field.Line("warning", warning.text()))
        .toList();
  }

  private static List<String> coversByColumn(Release release) {
    return release.region().coversByColumn(release.estimate().dimension()).stream()
        .map(Region.Covers::label)
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
    return Double.isFinite(bound) ? "at most " + Shown.bound(bound, DIGITS) : null;
  }

  private static OptionalDouble messages(Release release) {
    return release.traffic().map(Traffic::messagesPerUser).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble bytes(Release release) {
    return positive(release.traffic().map(Traffic::bytesPerUser).orElse(0.0));
  }

  /** Round by round. */
  private static double[] bundleBytes(Release release) {
    List<Double> bytes = release.traffic().map(Traffic::bundleBytes).orElse(List.of());
    return bytes.isEmpty() ? null : bytes.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Runs of rounds with equal bundles: "1742 in rounds 1-4, 1204 in round 5". */
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
    String text = shown(positive(noise.countStdDev()));
    return text == null ? null : text + " in l2";
  }

  private static String tenths(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.1f", value.getAsDouble()) : null;
  }

  private static String shown(OptionalDouble value) {
    return value.isPresent() ? Shown.number(value.getAsDouble(), DIGITS) : null;
  }
}
