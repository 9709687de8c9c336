package org.privatemean.release.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.privatemean.annotation.Internal;

/**
 * A release with groups as JSON: one object, whose {@code groups} has a line for each group; or
 * lines, of which the first has the values that groups share. It is written group by group, since
 * there may be a million groups.
 */
@Internal
public final class GroupedJson {
  private static final String NEW_LINE = System.lineSeparator();

  private GroupedJson() {}

  /** Returns the report as one object. */
  public static String format(KeyedRelease release) {
    StringBuilder text = new StringBuilder();
    try {
      write(release, text);
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return text.toString();
  }

  /**
   * Writes the report as one object.
   *
   * @throws IOException if writing to the target fails
   */
  public static void write(KeyedRelease release, Appendable to) throws IOException {
    GroupLines lines = new GroupLines(release);
    String shared = JsonText.format(lines.sharedFields());
    to.append(shared, 0, shared.length() - NEW_LINE.length() - 1);
    to.append(",").append(NEW_LINE).append("  \"groups\" : [");
    for (int g = 0; g < release.size(); g++) {
      to.append(g == 0 ? "" : ",").append(NEW_LINE).append("    ").append(line(lines, g));
    }
    to.append(release.size() == 0 ? " ]" : NEW_LINE + "  ]").append(NEW_LINE).append("}");
  }

  /**
   * Writes a line of the values that groups share, and a line for each group.
   *
   * @throws IOException if writing to the target fails
   */
  public static void writeLines(KeyedRelease release, Appendable to) throws IOException {
    GroupLines lines = new GroupLines(release);
    Map<String, Object> shared = lines.sharedFields();
    to.append(JsonText.line(shared)).append(NEW_LINE);
    for (int g = 0; g < release.size(); g++) {
      to.append(line(lines, g)).append(NEW_LINE);
    }
  }

  private static String line(GroupLines lines, int g) {
    return JsonText.line(lines.keys(g));
  }
}
