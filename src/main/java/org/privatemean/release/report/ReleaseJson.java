package org.privatemean.release.report;

import java.util.LinkedHashMap;
import java.util.Map;
import org.privatemean.annotation.Internal;
import org.privatemean.release.Field;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;

/** A release as one JSON object, by the keys of {@link ReleaseSchema}. */
@Internal
public final class ReleaseJson {
  private ReleaseJson() {}

  /** Formats the report: the keys of the schema that apply, in its order. Doubles round-trip. */
  public static String format(Release release) {
    return JsonText.format(report(release));
  }

  /** Formats the report in one line, for a cell of a table. */
  public static String line(Release release) {
    return JsonText.line(report(release));
  }

  private static Map<String, Object> report(Release release) {
    Map<String, Object> report = new LinkedHashMap<>();
    for (Field field : ReleaseSchema.fields()) {
      field.reportedAs().ifPresent(key -> put(report, key, key.value().apply(release)));
    }
    return report;
  }

  /** Puts the value of a key into a report, unless it does not apply. */
  static void put(Map<String, Object> report, Field.JsonKey key, Object value) {
    if (value == null) {
      return;
    }
    Map<String, Object> place =
        key.object().isEmpty() ? report : objectWithin(report, key.object());
    place.put(key.name(), value);
  }

  @SuppressWarnings("unchecked") // Only this class puts objects here.
  private static Map<String, Object> objectWithin(Map<String, Object> report, String object) {
    return (Map<String, Object>)
        report.computeIfAbsent(object, name -> new LinkedHashMap<String, Object>());
  }
}
