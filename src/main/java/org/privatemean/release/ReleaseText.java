package org.privatemean.release;

import java.util.Locale;
import org.privatemean.annotation.Internal;

/** A release as a few lines for people, by the lines of {@link ReleaseSchema}. */
@Internal
public final class ReleaseText {
  private ReleaseText() {}

  /** Budget spent line by line, noise and error; not the mean. */
  public static String of(Release release) {
    StringBuilder text = new StringBuilder(heading(release));
    append(text, release, "");
    return text.toString();
  }

  private static String heading(Release release) {
    Estimate estimate = release.estimate();
    return String.format(
        Locale.ROOT,
        "%s of n = %d rows%s, %d coordinates%n",
        estimate.isForecast() ? "forecast of the private mean" : "private mean",
        estimate.rows(),
        release.guarantee().unit().isCountPublic() ? "" : " (noisy)",
        estimate.dimension());
  }

  /** The lines that follow those of a column, each with those that follow it. */
  private static void append(StringBuilder text, Release release, String after) {
    for (Field field : ReleaseSchema.fields()) {
      if (field.lines().after().equals(after)) {
        for (Field.Line line : field.lines().texts().apply(release)) {
          text.append(String.format(Locale.ROOT, "%-18s %s%n", line.label(), line.text()));
        }
        field.savedIn().ifPresent(column -> append(text, release, column.name()));
      }
    }
  }
}
