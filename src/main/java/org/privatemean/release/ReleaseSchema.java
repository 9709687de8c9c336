package org.privatemean.release;

import static org.privatemean.release.Column.Type.CHARGES;
import static org.privatemean.release.Column.Type.COUNT;
import static org.privatemean.release.Column.Type.FLAG;
import static org.privatemean.release.Column.Type.INTEGER;
import static org.privatemean.release.Column.Type.NUMBER;
import static org.privatemean.release.Column.Type.NUMBERS;
import static org.privatemean.release.Column.Type.TEXT;
import static org.privatemean.release.Column.Type.TEXTS;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;

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
  public static final int FORMAT_VERSION = 3;

  /** Name of the column that holds {@link #FORMAT_VERSION}. */
  public static final String VERSION = "formatVersion";

  private static final String GUARANTEE = "guarantee";
  private static final String RADIUS = "l2Radius";

  private static final List<Field> FIELDS =
      List.of(
          Field.saved(VERSION, INTEGER, r -> FORMAT_VERSION).reported(),
          Field.saved("method", TEXT, Release::method)
              .reported()
              .told("method", r -> r.method() + " (" + r.trusted().label() + " model)"),
          Field.saved("trustModel", TEXT, r -> r.trusted().label()).reported(),
          Field.saved("neighbours", TEXT, r -> r.guarantee().neighbours().label())
              .reported()
              .told(GUARANTEE, r -> r.guarantee().text()),
          Field.saved("epsilon", NUMBER, r -> orNull(r.guarantee().epsilon()))
              .reported(GUARANTEE, "epsilon"),
          Field.saved("delta", NUMBER, r -> orNull(r.guarantee().delta()))
              .reported(GUARANTEE, "delta"),
          Field.saved("honestFraction", NUMBER, r -> orNull(r.guarantee().honestFraction()))
              .reported(GUARANTEE, "honestFraction"),
          Field.saved("rho", NUMBER, r -> r.guarantee().zcdp().rho())
              .reported(GUARANTEE, "rho", ReleaseSchema::rhoAsked),
          Field.saved("charges", CHARGES, Release::charges)
              .reported("", "charges", r -> r.charges().stream().map(ReleaseSchema::keys).toList())
              .told(r -> r.charges().stream().map(charge -> line(charge, r)).toList()),
          Field.saved("mean", NUMBERS, Release::mean).reported(),
          Field.saved("rows", COUNT, Release::rows).reported("", "n"),
          Field.derived("dimension", r -> r.estimate().dimension()),
          Field.saved("droppedReports", COUNT, r -> r.traffic().map(Traffic::dropped).orElse(0L))
              .reported()
              .told("messagesPerUser", "dropped reports", ReleaseSchema::dropped),
          Field.saved("clippingNorm", NUMBER, r -> orNull(r.clippingNorm()))
              .reported()
              .told("clipping norm", r -> shown("%.6g", r.clippingNorm())),
          Field.saved("noiseStdDev", NUMBER, r -> r.noise().noiseStdDev())
              .reported()
              .told("noise std dev", ReleaseSchema::deviation),
          Field.saved("noiseStdDevs", NUMBERS, r -> r.noise().deviations())
              .reported(
                  "", "noiseStdDevs", r -> r.noise().isUnequal() ? r.noise().deviations() : null),
          Field.saved("countStdDev", NUMBER, r -> r.noise().countStdDev())
              .reported()
              .told("count std dev", r -> shown("%.6g in l2", positive(r.noise().countStdDev()))),
          Field.saved("expectedL2Error", NUMBER, r -> r.noise().reportedL2Error())
              .reported()
              .told("expected l2 error", r -> shown("%.6g", r.noise().reportedL2Error())),
          Field.saved("confidence", NUMBER, r -> r.noise().confidence())
              .reported(RADIUS, "confidence"),
          Field.saved("l2Radius", NUMBER, r -> r.noise().radius())
              .reported(RADIUS, "radius")
              .told(
                  "l2 radius",
                  r -> shown("%.6g with confidence ", r.noise().radius()) + r.noise().confidence()),
          Field.saved("clippingBiasBound", NUMBER, r -> r.noise().clippingBiasBound())
              .reported()
              .told("clipping bias", ReleaseSchema::bias),
          Field.saved("seeded", FLAG, r -> r.seeded().flag().orElse(null))
              .reported()
              .told(
                  "bytesPerUser",
                  "seeded",
                  r -> r.seeded() == Seeded.YES ? "yes: for tests only" : null),
          Field.saved("messagesPerUser", NUMBER, r -> orNull(messages(r)))
              .reported()
              .told("messages per user", r -> shown("%.1f", messages(r))),
          Field.saved("bytesPerUser", NUMBER, r -> orNull(bytes(r)))
              .reported()
              .told("bytes per user", r -> shown("%.1f", bytes(r))),
          Field.saved("warnings", TEXTS, Release::warnings)
              .reported()
              .told(
                  r ->
                      r.warnings().stream().map(text -> new Field.Line("warning", text)).toList()));

  private ReleaseSchema() {}

  static List<Field> fields() {
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

  private static Double rhoAsked(Release release) {
    Guarantee guarantee = release.guarantee();
    return guarantee.epsilon().isPresent() ? null : (Double) guarantee.zcdp().rho();
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
        "  " + charge.step(), charge.delta() > 0 ? charge.delta() + " delta" : charge.rho() + rho);
  }

  private static String dropped(Release release) {
    long dropped = release.traffic().map(Traffic::dropped).orElse(0L);
    return dropped > 0 ? String.valueOf(dropped) : null;
  }

  private static String deviation(Release release) {
    return shown("%.6g per coordinate", release.noise().noiseStdDev())
        + (release.noise().isUnequal() ? " (root mean square)" : "");
  }

  private static String bias(Release release) {
    double bound = release.noise().clippingBiasBound();
    return Double.isFinite(bound) ? shown("at most %.6g", bound) : "not bounded";
  }

  private static OptionalDouble messages(Release release) {
    return release.traffic().map(Traffic::messagesPerUser).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble bytes(Release release) {
    return positive(release.traffic().map(Traffic::bytesPerUser).orElse(0.0));
  }

  private static OptionalDouble positive(double value) {
    return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? (Double) value.getAsDouble() : null;
  }

  private static String shown(String format, OptionalDouble value) {
    return value.isPresent() ? shown(format, value.getAsDouble()) : null;
  }

  private static String shown(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
