package org.privatemean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page of the sample data says of the files beside it. */
final class SamplesTest {
  private static final Path FOLDER = Path.of("data-samples");

  @ParameterizedTest
  @ValueSource(strings = {"mnist-zeros.parquet", "diamonds.csv"})
  void page_sizeAndChecksum_areThoseOfTheFile(String name) throws Exception {
    byte[] file = Files.readAllBytes(FOLDER.resolve(name));
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(file);
    List<String> cells = pageCells(name);
    assertEquals(shown(file.length) + " bytes", cells.get(4));
    assertEquals("`" + HexFormat.of().formatHex(digest) + "`", cells.get(5));
  }

  @Test
  void page_rowsOfDiamonds_areThoseOfTheFile() throws IOException {
    List<String> lines = Files.readAllLines(FOLDER.resolve("diamonds.csv"));
    assertEquals("carat,cut,color,clarity,depth,table,price,x,y,z", lines.get(0));
    assertEquals(shown(lines.size() - 1), pageCells("diamonds.csv").get(2));
  }

  @ParameterizedTest
  @CsvSource({"cut, 1", "color, 2", "clarity, 3"})
  void page_labelsOfAGrade_haveTheRowsOfTheFile(String column, int place) throws IOException {
    Map<String, Long> counts =
        Files.readAllLines(FOLDER.resolve("diamonds.csv")).stream()
            .skip(1)
            .collect(
                Collectors.groupingBy(
                    line -> line.split(",", -1)[place], TreeMap::new, Collectors.counting()));
    Map<String, Long> said = new TreeMap<>();
    for (String label : pageCells(column).get(3).split("; ", -1)) {
      String[] parts = label.split("`", -1);
      said.put(parts[1], Long.valueOf(parts[2].strip().replace(",", "")));
    }
    assertEquals(counts, said);
  }

  /** The cells of the page's table row that begins with a name; the first is before the row. */
  private static List<String> pageCells(String name) throws IOException {
    String row =
        Files.readAllLines(FOLDER.resolve("README.md")).stream()
            .filter(line -> line.startsWith("| `" + name + "` |"))
            .findFirst()
            .orElseThrow();
    return List.of(row.split(" *\\| *", -1));
  }

  private static String shown(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
