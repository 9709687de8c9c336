package org.privatemean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Field;
import org.privatemean.release.ReleaseSchema;
import org.privatemean.release.Warning;
import org.privatemean.release.report.HandMade;
import org.privatemean.release.report.ReleaseReport;
import org.privatemean.rows.group.GroupKey;

/** What the pages say of each other, of the tables that are computed, and of the report. */
final class PagesTest {
  private static final Path SITE = Path.of("src/site/markdown");
  private static final Path TABLES = Path.of("src/site/resources/budget");
  private static final Path REPORT = SITE.resolve("read-the-report.md");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> pages = Files.list(SITE)) {
      return Stream.concat(
              Stream.of(
                      "README.md",
                      "SECURITY.md",
                      "CONTRIBUTING.md",
                      "CHANGELOG.md",
                      "data-samples/README.md",
                      "notebooks/README.md")
                  .map(Path::of),
              pages)
          .toList();
    }
  }

  /** The anchors of a page's headings, as GitHub makes them. */
  private static Set<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(text -> text.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  @Test
  void links_ofAllPages_haveTargets() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        if (!links.group(1).contains("://") && !leadsSomewhere(page, links.group(1))) {
          broken.add(page + " -> " + links.group(1));
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    boolean isAnchored = parts.length == 2 && target.toString().endsWith(".md");
    return Files.exists(target) && (!isAnchored || anchors(target).contains(parts[1]));
  }

  @Test
  void glossary_namesClassesThatExist() throws IOException {
    Set<String> classes;
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      classes =
          sources
              .map(source -> source.getFileName().toString().replace(".java", ""))
              .collect(Collectors.toSet());
    }
    Set<String> named =
        Pattern.compile("`(\\w+)`")
            .matcher(Files.readString(SITE.resolve("glossary.md")))
            .results()
            .map(mark -> mark.group(1))
            .collect(Collectors.toSet());
    assertTrue(named.size() > 60, named.toString());
    named.removeAll(classes);
    assertEquals(Set.of(), named);
  }

  /** What a project of Maven has to pin is what this one is built with. */
  @ParameterizedTest
  @CsvSource({
    "scala-library, scala.version",
    "spark-mllib_2.13, spark.version",
    "spark-private-mean, ''"
  })
  void mavenProject_ofThePage_hasTheVersionsOfTheBuild(String artifact, String property)
      throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    String name = property.isEmpty() ? "version" : Pattern.quote(property);
    assertEquals(
        firstIn(pom, "<" + name + ">([^<]+)<"),
        firstIn(
            Files.readString(SITE.resolve("spark.md")),
            "<artifactId>" + artifact + "</artifactId>\\s*<version>([^<]+)<"));
  }

  private static String firstIn(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertTrue(found.find(), pattern);
    return found.group(1);
  }

  @ParameterizedTest
  @CsvSource({
    "choose-a-budget.md, epsilons.md",
    "choose-a-budget.md, diamonds.md",
    "columns-of-different-units.md, units.md"
  })
  void page_hasTheTableThatTheBenchWrote(String page, String table) throws IOException {
    String written = Files.readString(TABLES.resolve(table));
    assertTrue(Files.readString(SITE.resolve(page)).contains(written), page + ": " + table);
  }

  /** Both pages that say what a rho is in epsilon, row by row. */
  @ParameterizedTest
  @CsvSource({"src/site/markdown/choose-a-budget.md, 10", "SECURITY.md, 4"})
  void page_epsilonsOfARho_areThoseOfTheConversion(Path page, int rows) throws IOException {
    List<String> table =
        Files.readAllLines(page).stream()
            .dropWhile(line -> !line.startsWith("| rho | epsilon at delta 1e-6 |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .toList();
    assertEquals(rows, table.size());
    for (String row : table) {
      String rho = row.split(" *\\| *", -1)[1];
      Zcdp zcdp = new Zcdp(Double.parseDouble(rho));
      assertEquals("| " + rho + " | " + up(zcdp, 1e-6) + " | " + up(zcdp, 1e-9) + " |", row);
    }
  }

  private static String up(Zcdp zcdp, double delta) {
    double hundredths = Math.ceil(100 * Conversions.epsilonUp(zcdp, delta));
    return String.format(Locale.ROOT, "%.2f", hundredths / 100);
  }

  @Test
  void report_everyKeyAndWarning_isExplained() throws IOException {
    String page = Files.readString(REPORT);
    Stream<String> keys =
        ReleaseSchema.fields().stream()
            .flatMap(field -> field.reportedAs().stream())
            .map(PagesTest::outermost);
    Stream<String> codes =
        Stream.concat(
            Stream.of(Warning.Code.values()).map(Warning.Code::label),
            Stream.of(ColumnWarning.ColumnWarningCode.values())
                .map(ColumnWarning.ColumnWarningCode::label));
    assertEquals(
        List.of(),
        Stream.concat(keys, codes).filter(name -> !isFirstInARow(page, name)).distinct().toList());
  }

  /** The keys that only groups have, in the report of some. */
  @Test
  void report_everyKeyOfGroups_isExplained() throws IOException {
    String page = Files.readString(REPORT);
    JsonNode report =
        new ObjectMapper()
            .readTree(
                ReleaseReport.of(
                        HandMade.of(
                            List.of("g"), List.of(GroupKey.of("a")), OptionalDouble.of(1e-6)))
                    .json());
    List<String> names = new ArrayList<>();
    report.fieldNames().forEachRemaining(names::add);
    report.get("groups").get(0).fieldNames().forEachRemaining(names::add);
    assertTrue(names.containsAll(List.of("keyDelta", "groups", "l2Radius")), names::toString);
    assertEquals(List.of(), names.stream().filter(name -> !isFirstInARow(page, name)).toList());
  }

  @Test
  void report_formatVersion_isThatOfTheCode() throws IOException {
    String page = Files.readString(REPORT);
    List<String> given =
        Pattern.compile("(?m)^(?:\\| `formatVersion` \\||  \"formatVersion\" :) (\\d+)")
            .matcher(page)
            .results()
            .map(found -> found.group(1))
            .toList();
    assertEquals(Collections.nCopies(2, String.valueOf(ReleaseSchema.FORMAT_VERSION)), given);
    String before =
        String.format(
            Locale.ROOT,
            "saved under %d to %d still load",
            ReleaseSchema.OLDEST_VERSION,
            ReleaseSchema.FORMAT_VERSION - 1);
    assertTrue(page.contains(before), before);
  }

  /** An assembler that ends a fit for a null shows one row: the page on stages says keep. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "notebooks/scala/first-release.ipynb",
        "notebooks/scala/first-release.scala",
        "notebooks/scala/first-release.zpln",
        "notebooks/python/first-release.ipynb",
        "notebooks/python/first-release.py",
        "src/site/markdown/release-a-mean.md",
        "src/site/markdown/spark.md"
      })
  void assemblers_ofNotebooksAndPages_keepInvalidRows(Path file) throws IOException {
    List<String> made =
        Pattern.compile("VectorAssembler\\((?:\\)\\s*\\.|inputCols)[^\\n]*(?:\\n +\\.[^\\n]*)*")
            .matcher(Files.readString(file))
            .results()
            .map(found -> found.group())
            .toList();
    assertFalse(made.isEmpty());
    assertEquals(
        List.of(),
        made.stream()
            .filter(text -> !text.matches("(?s).*andleInvalid(\\(|=)\\\\?\"keep.*"))
            .toList());
  }

  private static String outermost(Field.JsonKey key) {
    return key.object().isEmpty() ? key.name() : key.object();
  }

  private static boolean isFirstInARow(String page, String name) {
    return page.lines().anyMatch(line -> line.matches("\\| [^|]*`" + name + "`.*"));
  }
}
