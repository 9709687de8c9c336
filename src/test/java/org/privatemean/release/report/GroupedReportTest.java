package org.privatemean.release.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.privatemean.release.ColumnWarning;

/** What reports with groups say of single columns, of all groups together. */
final class GroupedReportTest {
  private static final String UNKNOWN =
      "rows beyond the clipping norm may be arbitrarily far out, and no private release can say so";

  private static String note(KeyedRelease release) {
    ColumnWarning warning = release.means().columnWarnings().get(0);
    return warning.text("income");
  }

  private static String markdown(KeyedRelease release) throws IOException {
    StringBuilder page = new StringBuilder();
    ReleaseReport.of(release).writeMarkdown(page);
    return page.toString();
  }

  private static List<String> csv(KeyedRelease release) throws IOException {
    StringBuilder lines = new StringBuilder();
    ReleaseReport.of(release).writeCsv(lines);
    return lines.toString().lines().toList();
  }

  @Test
  void json_ofWarnedColumns_namesThemOnce() throws IOException {
    JsonNode report = new ObjectMapper().readTree(ReleaseReport.of(HandMade.warned(3)).json());
    assertEquals(
        "[{\"column\":\"income\",\"code\":\"nearlyConstant\",\"rowsAtMost\":9}]",
        report.get("columnWarnings").toString());
    assertEquals(UNKNOWN, report.get("notKnown").textValue());
    assertFalse(ReleaseReport.of(HandMade.of(3)).json().contains("columnWarnings"));
    assertFalse(ReleaseReport.of(HandMade.of(0)).json().contains("notKnown"));
  }

  @Test
  void text_ofWarnedColumns_marksThemAndHasALine() {
    KeyedRelease warned = HandMade.warned(3);
    String text = ReleaseReport.of(warned).text();
    assertTrue(text.lines().anyMatch(line -> line.endsWith("age          income *")), text);
    assertTrue(text.contains("nearlyConstant     " + note(warned)), text);
    assertTrue(text.contains("clipped rows       " + UNKNOWN), text);
    assertFalse(ReleaseReport.of(HandMade.of(3)).text().contains("*"));
  }

  @Test
  void markdown_ofWarnedColumns_marksThemAndHasALine() throws IOException {
    KeyedRelease warned = HandMade.warned(3);
    String page = markdown(warned);
    assertTrue(page.contains("| g | status | count | age | income \\* |"), page);
    assertTrue(page.contains("`nearlyConstant` of " + note(warned) + "."), page);
    assertFalse(markdown(HandMade.of(3)).contains("*"));
  }

  @Test
  void csv_ofWarnedColumns_namesThemInEachLine() throws IOException {
    List<String> lines = csv(HandMade.warned(3));
    assertTrue(lines.get(0).endsWith(",replayed,note"), lines.get(0));
    assertTrue(lines.stream().skip(1).allMatch(line -> line.endsWith(",income nearlyConstant")));
    assertTrue(csv(HandMade.of(3)).stream().skip(1).allMatch(line -> line.endsWith(",")));
  }
}
