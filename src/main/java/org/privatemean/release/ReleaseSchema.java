package org.privatemean.release;

import static org.privatemean.release.Field.SavedColumn.Type.CHARGES;
import static org.privatemean.release.Field.SavedColumn.Type.COUNT;
import static org.privatemean.release.Field.SavedColumn.Type.FLAG;
import static org.privatemean.release.Field.SavedColumn.Type.INTEGER;
import static org.privatemean.release.Field.SavedColumn.Type.NUMBER;
import static org.privatemean.release.Field.SavedColumn.Type.NUMBERS;
import static org.privatemean.release.Field.SavedColumn.Type.TEXT;
import static org.privatemean.release.Field.SavedColumn.Type.TEXTS;
import static org.privatemean.release.Field.createDerived;
import static org.privatemean.release.Field.createSaved;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.release.Field.SavedColumn;
import org.privatemean.release.Field.TextLine;
import org.privatemean.release.Provenance.LedgerReceipt;

/** The values of a release, each named once, in order, for the saved row, JSON and text. */
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

  /** Maximum number of columns of a matrix in the report. */
  public static final int MAX_LISTED = 64;

  /** Significant digits of numbers in the text; the report has exact numbers. */
  private static final int DIGITS = 3;

  private static final String GUARANTEE = "guarantee";
  private static final String RADIUS = "l2Radius";
  private static final String INTERVALS = "intervals";

  private static final List<Field> FIELDS =
      List.of(
          createSaved(VERSION, INTEGER, r -> FORMAT_VERSION),
          createDerived("product", r -> r.origin().map(origin -> Provenance.PRODUCT)),
          createSaved("version", TEXT, r -> r.origin().flatMap(Provenance::version)),
          createSaved("createdAt", TEXT, r -> r.origin().map(Provenance::createdAt))
              .withText("made", r -> r.origin().map(ReleaseSchema::createdText)),
          createSaved("ledger", TEXT, r -> receipt(r).map(LedgerReceipt::ledger)),
          createSaved("ledgerEntry", TEXT, r -> receipt(r).map(LedgerReceipt::entry))
              .withText("paid by", r -> receipt(r).map(ReleaseSchema::paidBy)),
          createSaved("releaseName", TEXT, r -> receipt(r).flatMap(LedgerReceipt::name)),
          createSaved("replayed", FLAG, r -> receipt(r).map(LedgerReceipt::replayed)),
          createSaved("method", TEXT, Release::method)
              .withText("method", r -> r.method() + " (" + r.trusted().label() + " model)"),
          createSaved("trustModel", TEXT, r -> r.trusted().label()),
          createSaved("unit", TEXT, r -> r.guarantee().unit().label()),
          createSaved(
              "maxRowsPerPerson",
              COUNT,
              r -> Optional.of((long) r.guarantee().unit().mostWeight()).filter(most -> most > 1)),
          createSaved("neighbours", TEXT, r -> r.guarantee().unit().neighbours().label())
              .withText(ReleaseSchema::promise),
          createSaved("epsilon", NUMBER, r -> r.guarantee().epsilon())
              .withKey(GUARANTEE, "epsilon"),
          createSaved("delta", NUMBER, r -> r.guarantee().delta()).withKey(GUARANTEE, "delta"),
          createSaved("conversion", TEXT, r -> r.guarantee().conversion())
              .withKey(GUARANTEE, "conversion"),
          createSaved("honestFraction", NUMBER, r -> r.guarantee().honestFraction())
              .withKey(GUARANTEE, "honestFraction"),
          createSaved("rho", NUMBER, r -> r.guarantee().zcdp().rho())
              .withKey(
                  GUARANTEE,
                  "rho",
                  r -> r.guarantee().epsilon().isPresent() ? null : r.guarantee().zcdp().rho()),
          createDerived(EPSILONS, r -> conversions(r).isEmpty() ? null : keys(conversions(r))),
          createSaved("charges", CHARGES, Release::charges)
              .withKey(r -> r.charges().stream().map(ReleaseSchema::keys).toList())
              .withText(r -> r.charges().stream().map(charge -> line(charge, r)).toList()),
          createSaved("inputCol", TEXT, r -> r.origin().flatMap(Provenance::inputCol)),
          createSaved("columns", TEXTS, Release::columns)
              .withKey(r -> r.columns().isEmpty() ? null : r.columns()),
          createSaved("mean", NUMBERS, Release::mean),
          createSaved("rows", COUNT, Release::rows).withKey("", "n"),
          createDerived("dimension", r -> r.estimate().dimension()),
          createSaved("scaling", TEXT, r -> r.scales().map(Scales::requested))
              .withText("scaling", ReleaseSchema::scaling),
          createSaved("scales", NUMBERS, r -> r.scales().flatMap(Scales::values)),
          createSaved("scalesFrom", TEXT, r -> r.scales().map(s -> s.from().label())),
          createSaved("startUsed", FLAG, Release::startUsed)
              .withKey("startFrom", "used")
              .withText(
                  "start",
                  r ->
                      r.startUsed()
                          .map(
                              used ->
                                  "an earlier release"
                                      + (used ? "" : ", but the data are elsewhere"))),
          createSaved("sampling", TEXT, r -> r.sampled().map(s -> s.requested().label()))
              .withKey("sampling", "asked")
              .withText("first steps on", ReleaseSchema::sampling),
          createSaved("samplingHalvings", COUNT, r -> r.sampled().map(s -> (long) s.halvings()))
              .withKey("sampling", "halvings"),
          createSaved("sampledRows", COUNT, r -> r.sampled().map(Release.Sampled::publicRows))
              .withKey("sampling", "rows"),
          createSaved("covarianceType", TEXT, r -> r.covarianceType().map(type -> type.label()))
              .withKey("covarianceType", "asked"),
          createDerived(
                  "covarianceType",
                  "used",
                  r -> r.covarianceType().map(asked -> r.usedCovarianceType().label()))
              .withText("noise", r -> correlated(r).map(noise -> "correlated, as the columns are")),
          createSaved(
                  "noiseCovariance",
                  NUMBERS,
                  r -> correlated(r).map(noise -> noise.covariance(r.estimate().dimension())))
              .withKey(ReleaseSchema::noiseRows),
          createSaved(
                  "principalStdDevs", NUMBERS, r -> correlated(r).map(Noise::principalDeviations))
              .withoutKey(),
          createSaved("droppedReports", COUNT, r -> r.traffic().map(CommunicationCost::dropped))
              .withText(
                  "messagesPerUser",
                  "dropped reports",
                  r ->
                      r.traffic()
                          .map(CommunicationCost::dropped)
                          .filter(dropped -> dropped > 0)
                          .map(String::valueOf)),
          createSaved("clippingNorm", NUMBER, Release::clippingNorm)
              .withText("clipping norm", ReleaseSchema::norm),
          createSaved("noiseStdDev", NUMBER, r -> r.noise().noiseStdDev())
              .withText("noise std dev", r -> range(r.noise().deviations())),
          createSaved("noiseStdDevs", NUMBERS, r -> r.noise().deviations())
              .withKey(r -> r.noise().isUnequal() ? r.noise().deviations() : null),
          createSaved("countStdDev", NUMBER, r -> r.noise().countStdDev())
              .withKey(r -> r.guarantee().unit().isCountPublic() ? null : r.noise().countStdDev())
              .withText("count std dev", ReleaseSchema::countNoise),
          createSaved("expectedL2Error", NUMBER, r -> r.noise().reportedL2Error())
              .withText(
                  "expected l2 error",
                  r -> NumberFormat.number(r.noise().reportedL2Error(), DIGITS) + inAll(r)),
          createSaved("confidence", NUMBER, r -> r.region().confidence())
              .withKey(RADIUS, "confidence"),
          createSaved("l2Radius", NUMBER, r -> r.region().radius())
              .withKey(RADIUS, "radius")
              .withText("l2 radius", ReleaseSchema::radius),
          createSaved("covers", TEXT, r -> r.region().covers().label()).withKey(RADIUS, "covers"),
          createDerived(INTERVALS, "confidence", r -> r.region().confidence()),
          createDerived(INTERVALS, "covers", r -> r.region().covers().label()),
          createSaved("noiseOnly", NUMBERS, r -> r.region().noiseOnlyMarks())
              .withKey(INTERVALS, "coversByColumn", ReleaseSchema::coversByColumn),
          createSaved("halfWidths", NUMBERS, r -> r.region().halfWidths())
              .withKey(
                  INTERVALS, "halfWidths", r -> r.region().halfWidths(r.estimate().dimension()))
              .withText("intervals", r -> "+- " + range(r.region().halfWidths())),
          createSaved("clippedRowsAtMost", COUNT, r -> r.region().clippedRowsAtMost()),
          createDerived("notKnown", ReleaseSchema::notKnown)
              .withText("clipped rows", ReleaseSchema::notKnown),
          createSaved("clippingBiasBound", NUMBER, r -> r.noise().clippingBiasBound())
              .withKey(ReleaseSchema::biasBound)
              .withText(
                  "clipping bias",
                  r -> biasBound(r).map(bound -> "at most " + NumberFormat.bound(bound, DIGITS))),
          createSaved("std", NUMBERS, r -> r.deviations().map(Deviations::values))
              .withText("std devs", r -> r.deviations().map(ReleaseSchema::deviations)),
          createSaved("stdNoise", NUMBERS, r -> r.deviations().map(Deviations::noise)),
          createSaved("unresolved", NUMBERS, r -> r.deviations().map(Deviations::unresolvedMarks))
              .withKey(r -> r.deviations().map(Deviations::unresolved)),
          createDerived(
              "unresolvedCoordinates", r -> r.deviations().map(Deviations::unresolvedCoordinates)),
          createSaved("covariance", NUMBERS, r -> r.covariance().map(Covariance::values))
              .withKey(r -> rows(r, Covariance::values))
              .withText("covariance", r -> r.covariance().map(ReleaseSchema::matrix)),
          createSaved("noisyCovariance", NUMBERS, r -> r.covariance().map(Covariance::noisy))
              .withKey(r -> rows(r, Covariance::noisy)),
          createDerived(
              "correlation",
              r -> rows(r, found -> found.correlation(r.deviations().orElseThrow()))),
          createSaved(
                  "covarianceNoise", NUMBERS, r -> r.covariance().map(Covariance::noiseByColumn))
              .withKey(r -> rows(r, Covariance::noise)),
          createDerived("eigenvalues", r -> r.covariance().map(Covariance::eigenvalues)),
          createDerived("eigenvalueNoise", r -> r.covariance().map(Covariance::eigenvalueNoise)),
          createSaved("seeded", FLAG, r -> r.seeded().flag())
              .withText("bytesPerUser", "seeded", ReleaseSchema::seeded),
          createSaved(
                  "messagesPerUser",
                  NUMBER,
                  r -> r.traffic().map(CommunicationCost::messagesPerUser))
              .withText(
                  "messages per user",
                  r -> r.traffic().map(traffic -> tenths(traffic.messagesPerUser()))),
          createSaved("bytesPerUser", NUMBER, ReleaseSchema::bytes)
              .withText("bytes per user", r -> tenths(bytes(r))),
          createSaved("randomizer", TEXT, r -> r.traffic().flatMap(CommunicationCost::randomizer))
              .withText("randomizer", r -> r.traffic().flatMap(CommunicationCost::randomizer)),
          createDerived("bundleBytes", ReleaseSchema::bundleBytes)
              .withText("bytes of a bundle", ReleaseSchema::bundles),
          createSaved("warnings", TEXTS, r -> r.warnings().stream().map(Warning::text).toList())
              .withText(
                  r ->
                      r.warnings().stream()
                          .map(warning -> new TextLine("warning", warning.text()))
                          .toList()),
          createSaved(
              "warningCodes",
              TEXTS,
              r -> r.warnings().stream().map(warning -> warning.code().label()).toList()),
          createSaved(
                  "columnWarnings",
                  TEXTS,
                  r -> r.columnWarnings().stream().map(ColumnWarning::toSavedText).toList())
              .withKey(ReleaseSchema::columnWarnings));

  private ReleaseSchema() {}

  public static List<Field> fields() {
    return FIELDS;
  }

  public static List<SavedColumn> columns() {
    return FIELDS.stream().flatMap(field -> field.savedIn().stream()).toList();
  }

  /** Reads a saved release from the value of each column, of its Java type; null for none. */
  public static Release read(Function<SavedColumn, Object> row) {
    Map<String, Object> values = new HashMap<>();
    for (SavedColumn column : columns()) {
      values.put(column.name(), row.apply(column));
    }
    return Release.read(new Values(values));
  }

  private static Optional<LedgerReceipt> receipt(Release release) {
    return release.origin().flatMap(Provenance::receipt);
  }

  private static String paidBy(LedgerReceipt receipt) {
    return String.format(
        "entry %s of ledger %s%s%s",
        receipt.entry().replaceFirst(":.*", ""),
        receipt.ledger(),
        receipt.name().map(name -> ", " + name).orElse(""),
        receipt.replayed() ? ", given again" : "");
  }

  /** The (epsilon, delta) guarantees of the noise at the usual deltas; none if it is not zCDP. */
  public static List<ApproxDp> conversions(Release release) {
    Guarantee guarantee = release.guarantee();
    boolean concentrated =
        release.trusted() == TrustedParty.CURATOR || guarantee.epsilon().isEmpty();
    return concentrated ? guarantee.usual() : List.of();
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

  private static List<TextLine> promise(Release release) {
    List<TextLine> lines = new ArrayList<>();
    lines.add(new TextLine(GUARANTEE, release.guarantee().text()));
    for (ApproxDp terms : conversions(release)) {
      lines.add(
          new TextLine(
              "  at delta " + NumberFormat.number(terms.delta(), DIGITS),
              "epsilon " + NumberFormat.bound(terms.epsilon(), DIGITS)));
    }
    return lines;
  }

  private static String createdText(Provenance origin) {
    String version = origin.version().map(found -> " " + found).orElse("");
    return origin.createdAt() + " by " + Provenance.PRODUCT + version;
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

  private static TextLine line(Charge charge, Release release) {
    String rho =
        release.trusted() == TrustedParty.SHUFFLER
            ? " rho, as Gaussian noise of its variance"
            : " rho";
    return new TextLine(
        "  " + charge.step(),
        charge.delta() > 0
            ? NumberFormat.number(charge.delta(), DIGITS) + " delta"
            : NumberFormat.number(charge.rho(), DIGITS) + rho);
  }

  private static String scaling(Release release) {
    Scales scales = release.scales().orElse(null);
    if (scales == null) {
      return null;
    }
    if (scales.from() != Scales.From.NONE) {
      return scales.requested() + ": by " + scales.from().label() + " scales";
    }
    // A forecast has no scales; a fit may have them.
    return release.estimate().isForecast()
        ? scales.requested()
        : scales.requested() + ": coordinates as they are";
  }

  private static Optional<Noise> correlated(Release release) {
    return Optional.of(release.noise()).filter(Noise::isCorrelated);
  }

  private static Optional<List<double[]>> noiseRows(Release release) {
    int d = release.estimate().dimension();
    return correlated(release)
        .filter(noise -> d <= MAX_LISTED)
        .map(noise -> Covariance.rows(noise.covariance(d), d));
  }

  private static String sampling(Release release) {
    Release.Sampled sampled = release.sampled().orElse(null);
    if (sampled == null || sampled.halvings() == 0) {
      return null;
    }
    String part = NumberFormat.format("a sample: 1 row in %d", 1L << sampled.halvings());
    return sampled.publicRows().isPresent() ? part + ", " + sampled.rows() + " of them" : part;
  }

  private static String radius(Release release) {
    ConfidenceRegion region = release.region();
    String covers =
        region.covers() == ConfidenceRegion.Covers.SAMPLE
            ? "the mean of the " + release.guarantee().unit().plural()
            : "the noise alone";
    String radius = NumberFormat.number(region.radius(), DIGITS);
    return radius + " with confidence " + region.confidence() + ": " + covers + inAll(release);
  }

  /** Formats the range of values: units may differ, so that an average would mean little. */
  private static String range(double[] values) {
    double least = Arrays.stream(values).min().orElse(0);
    double most = Arrays.stream(values).max().orElse(0);
    String text = NumberFormat.number(most, DIGITS) + " per coordinate";
    return least == most ? text : NumberFormat.number(least, DIGITS) + " to " + text;
  }

  /** Returns a note to a length over coordinates that may have different units. */
  private static String inAll(Release release) {
    return release.noise().isUnequal() ? ", all coordinates together" : "";
  }

  /** Returns a note on rows beyond the norm, unless all are within bounds or there are none. */
  private static String notKnown(Release release) {
    boolean applies =
        !release.estimate().isForecast()
            && release.clippingNorm().isPresent()
            && biasBound(release).isEmpty();
    return applies ? notKnown(release.region().clippedRowsAtMost()) : null;
  }

  /** States the unknown part of the rows, given a private bound on their number, if any. */
  public static String notKnown(OptionalLong clippedAtMost) {
    String rows =
        clippedAtMost.isPresent()
            ? "at most " + clippedAtMost.getAsLong() + " rows lie beyond the clipping norm; they"
            : "rows beyond the clipping norm";
    return rows + " may be arbitrarily far out, and no private release can say so";
  }

  private static Optional<Double> biasBound(Release release) {
    return Optional.of(release.noise().clippingBiasBound()).filter(Double::isFinite);
  }

  private static String deviations(Deviations found) {
    int bounds = found.unresolved();
    return found.values().length
        + " released"
        + (bounds == 0 ? "" : ", " + bounds + " of them upper bounds only");
  }

  /** Returns a matrix as a list of rows; null if there is none, or too many columns to list. */
  private static List<double[]> rows(Release release, Function<Covariance, double[]> matrix) {
    return release
        .covariance()
        .filter(found -> found.size() <= MAX_LISTED)
        .map(found -> Covariance.rows(matrix.apply(found), found.size()))
        .orElse(null);
  }

  private static String matrix(Covariance found) {
    double edge = found.eigenvalueNoise();
    long seen = Arrays.stream(found.eigenvalues()).filter(value -> value > edge).count();
    return NumberFormat.format("%1$d x %1$d, %2$d eigenvalues above the noise", found.size(), seen);
  }

  /** Notes the seed, unless a warning states it. */
  private static String seeded(Release release) {
    boolean warned =
        release.warnings().stream().anyMatch(each -> each.code() == Warning.Code.SEEDED);
    return release.seeded() == NoiseSeeding.YES && !warned
        ? "yes: for tests only, not to be published"
        : null;
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

  private static String norm(Release release) {
    OptionalDouble norm = release.clippingNorm();
    return norm.isPresent() ? NumberFormat.number(norm.getAsDouble(), DIGITS) : null;
  }

  private static OptionalDouble bytes(Release release) {
    double bytes = release.traffic().map(CommunicationCost::bytesPerUser).orElse(0.0);
    return bytes > 0 ? OptionalDouble.of(bytes) : OptionalDouble.empty();
  }

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

  private static String countNoise(Release release) {
    double deviation = release.noise().countStdDev();
    return deviation > 0 ? NumberFormat.number(deviation, DIGITS) + " in l2" : null;
  }

  private static String tenths(OptionalDouble value) {
    return value.isPresent() ? NumberFormat.format("%.1f", value.getAsDouble()) : null;
  }
}
