package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.PageCode;
import org.privatemean.spark.LakeFormat;

/** CALL beside the extensions and catalogs of Delta and Iceberg, on their tables. */
@Tag("lakes")
final class LakeCallsTest {
  private static final Path PAGE = Path.of("src/site/markdown/streams-and-lakes.md");
  private static final Pattern SETTING = Pattern.compile("--conf (spark\\.sql\\.\\S+?)=(\\S+)");
  private static final Calls CALLS = Calls.seeded();

  private static List<Double> mean(String rows) {
    Row row =
        CALLS.row(
            String.format(
                "CALL pm.fit(query => 'SELECT array(carat, y) AS v FROM (%s)', column => 'v',"
                    + " dimension => 2, rho => 0.5, seed => 7)",
                rows.replace("'", "\\'")));
    assertEquals(2400L, row.<Long>getAs("n"));
    return row.getList(row.fieldIndex("mean"));
  }

  /** Each system's own command that writes the files anew changes no bit. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELTA   | OPTIMIZE %s",
        "ICEBERG | CALL lake.system.rewrite_data_files(table => '%s', options =>"
            + " map('rewrite-all', 'true', 'remove-dangling-deletes', 'true'))"
      })
  void call_tableBeforeAndAfterCompaction_hasTheBitsOfItsRows(LakeFormat format, String compact) {
    String table = format.changed("called");
    List<Double> expected = mean(LakeFormat.LEFT);
    assertEquals(expected, mean("TABLE " + table));
    assertTrue(format.deleteFiles(table) > 0);
    long before = files(table);
    assertEquals(1, CALLS.rows(String.format(compact, table)).size());
    assertTrue(files(table) < before);
    assertEquals(expected, mean("TABLE " + table));
  }

  private static long files(String table) {
    return CALLS.session().table(table).selectExpr("input_file_name()").distinct().count();
  }

  @Test
  void page_statements_areCallsOfATableOfEach() throws IOException {
    List<String> statements = PageCode.statements(Files.readString(PAGE), "sql");
    assertEquals(LakeFormat.values().length, statements.size());
    for (LakeFormat format : LakeFormat.values()) {
      String table = format.empty("visits", "age DOUBLE, stay DOUBLE");
      CALLS.rows("INSERT INTO " + table + " SELECT 40D + id % 9, id % 7 FROM range(3000)");
      List<String> calls =
          statements.stream()
              .filter(call -> call.contains("lake.") == (format == LakeFormat.ICEBERG))
              .toList();
      assertEquals(1, calls.size());
      Row row = CALLS.row(calls.get(0));
      assertEquals(3000L, row.<Long>getAs("n"));
      List<Double> mean = row.getList(row.fieldIndex("mean"));
      assertEquals(44, mean.get(0), 1);
      assertEquals(3, mean.get(1), 1);
    }
  }

  /** The page's settings are those of this session, but for the folder. */
  @Test
  void page_settings_areThoseOfTheSession() throws IOException {
    Map<String, String> settings =
        SETTING
            .matcher(Files.readString(PAGE))
            .results()
            .collect(
                Collectors.toMap(
                    found -> found.group(1), found -> found.group(2), (a, b) -> b, TreeMap::new));
    assertEquals("/srv/lake", settings.remove("spark.sql.catalog.lake.warehouse"));
    assertEquals(5, settings.size());
    settings.forEach((name, value) -> assertEquals(value, CALLS.session().conf().get(name)));
  }
}
