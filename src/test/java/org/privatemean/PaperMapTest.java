package org.privatemean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table "Where a line of the paper is" of the index page and the Javadoc of the classes that it
 * names say the same.
 */
final class PaperMapTest {
  private static final Path SOURCES = Path.of("src/main/java/org/privatemean");
  private static final Path INDEX = Path.of("src/site/markdown/index.md");

  /** All that the paper numbers in sections 3 and 5, remarks apart. */
  private static final Set<String> OF_THE_PAPER =
      new TreeSet<>(
          List.of(
              "Algorithm 1",
              "Lemma 3.1",
              "Lemma 3.2",
              "Theorem 3.3",
              "Theorem 3.4",
              "Lemma 3.5",
              "Theorem 3.6",
              "Lemma 3.7",
              "Lemma 3.8",
              "Corollary 3.9",
              "Lemma 5.1",
              "Theorem 5.2",
              "Lemma 5.3",
              "Lemma 5.4",
              "Lemma 5.5",
              "Theorem 5.6"));

  /** "Theorems 3.4 and 3.6" are two numbers; numbers of other papers have no point. */
  private static final Pattern NUMBERS =
      Pattern.compile("(Theorem|Lemma|Corollary)s? ([35]\\.\\d+(?:(?:,| and|, and) [35]\\.\\d+)*)");

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL);

  /** A class that must name the numbers of its row: those in brackets only help it. */
  private static final Pattern CLASS = Pattern.compile("`([a-z.]+\\.[A-Z]\\w+)`");

  private static Set<String> numbers(String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = NUMBERS.matcher(text);
    while (matcher.find()) {
      for (String number : matcher.group(2).split("(,| and|, and) ", -1)) {
        found.add(matcher.group(1) + " " + number);
      }
    }
    if (Pattern.compile("\\bAlgorithm 1\\b").matcher(text).find()) {
      found.add("Algorithm 1");
    }
    return found;
  }

  /** The Javadoc of a source as running text. */
  private static String javadoc(Path source) throws IOException {
    StringBuilder text = new StringBuilder();
    JAVADOC
        .matcher(Files.readString(source))
        .results()
        .map(MatchResult::group)
        .forEach(comment -> text.append(comment.replaceAll("\\s*\\n\\s*\\* ?", " ")).append('\n'));
    return text.toString();
  }

  /** The classes of each number's rows. */
  private static Map<String, List<String>> table() throws IOException {
    Map<String, List<String>> classes = new TreeMap<>();
    for (String line : Files.readAllLines(INDEX)) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == 5) {
        List<String> named =
            CLASS
                .matcher(cells[2].replaceAll("\\([^)]*\\)", ""))
                .results()
                .map(result -> result.group(1))
                .toList();
        for (String number : numbers(cells[1])) {
          classes.computeIfAbsent(number, unused -> new ArrayList<>()).addAll(named);
        }
      }
    }
    return classes;
  }

  @Test
  void table_hasARowForEveryNumberOfThePaper() throws IOException {
    assertEquals(OF_THE_PAPER, table().keySet());
  }

  @Test
  void classesOfARow_nameItsNumbersInTheirJavadoc() throws IOException {
    List<String> silent = new ArrayList<>();
    for (Map.Entry<String, List<String>> row : table().entrySet()) {
      assertFalse(row.getValue().isEmpty(), row.getKey());
      for (String name : row.getValue()) {
        Path source = SOURCES.resolve(name.replace('.', '/') + ".java");
        assertTrue(Files.exists(source), "no class " + name);
        if (!numbers(javadoc(source)).contains(row.getKey())) {
          silent.add(name + ": " + row.getKey());
        }
      }
    }
    assertEquals(List.of(), silent);
  }

  @Test
  void numbersInTheSources_areInTheTable() throws IOException {
    Set<String> known = table().keySet();
    List<String> unknown = new ArrayList<>();
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      for (Path source : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
        for (String number : numbers(javadoc(source))) {
          if (!known.contains(number)) {
            unknown.add(source + ": " + number);
          }
        }
      }
    }
    assertEquals(List.of(), unknown);
  }
}
