package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.privatemean.PageCode;
import org.privatemean.spark.LocalSpark;

/** The statements that the documents print are run as they stand there. */
final class SqlPageTest {
  private static final Path PAGE = Path.of("src", "site", "markdown", "sql.md");
  private static final Path README = Path.of("README.md");
  private static final Pattern NAME = Pattern.compile("`([a-z0-9_]+)`");

  private static List<String> statements(Path page) throws IOException {
    return PageCode.statements(Files.readString(page), "sql");
  }

  /** What the calls among the statements give, in a session of their own. */
  private static List<List<Row>> calls(List<String> statements) {
    SparkSession session = LocalSpark.session().newSession();
    List<List<Row>> results = new ArrayList<>();
    for (String statement : statements) {
      List<Row> rows = session.sql(statement).collectAsList();
      if (statement.startsWith("CALL")) {
        results.add(rows);
      }
    }
    return results;
  }

  private static double price(Row row) {
    List<Double> mean = row.getList(row.fieldIndex("mean"));
    return mean.get(3);
  }

  @Test
  void statements_ofThePage_giveItsResults() throws IOException {
    List<List<Row>> results = calls(statements(PAGE));
    Row first = results.get(0).get(0);
    assertEquals(53940L, first.<Long>getAs("n"));
    assertEquals(3932.8, price(first), 50);
    assertEquals(53940L, results.get(1).get(0).<Long>getAs("n"));
    assertEquals(
        List.of("Fair", "Good", "Ideal", "Premium", "Very Good"),
        results.get(2).stream().map(row -> row.getAs("cut")).toList());
    assertTrue(results.get(2).stream().allMatch(row -> row.getAs("status").equals("ok")));
    assertEquals(3, results.size());
  }

  @Test
  void statements_ofTheReadme_giveAMean() throws IOException {
    List<List<Row>> results = calls(statements(README));
    assertEquals(1, results.size());
    Row zeros = results.get(0).get(0);
    assertEquals(6903L, zeros.<Long>getAs("n"));
    assertEquals(784, zeros.getList(zeros.fieldIndex("mean")).size());
  }

  /** The page's table of columns is that of the result. */
  @Test
  void columns_ofThePage_areThoseOfAResult() throws IOException {
    Set<String> named = new TreeSet<>();
    Files.readAllLines(PAGE).stream()
        .dropWhile(line -> !line.startsWith("## Results"))
        .dropWhile(line -> !line.startsWith("|---"))
        .takeWhile(line -> line.startsWith("|"))
        .flatMap(line -> NAME.matcher(line.split("\\|", -1)[1]).results())
        .forEach(name -> named.add(name.group(1)));
    Row row = Calls.seeded().row(Calls.FIT + ", rho => 0.5, seed => 1)");
    assertEquals(new TreeSet<>(List.of(row.schema().fieldNames())), named);
  }

  @Test
  void arguments_ofThePage_areThoseOfTheProcedure() throws IOException {
    List<String> arguments =
        Stream.of(
                FitProcedure.forMean(
                        CatalogOptions.parse("pm", new CaseInsensitiveStringMap(Map.of())))
                    .bind(new StructType())
                    .parameters())
            .map(ProcedureParameter::name)
            .toList();
    List<String> named =
        Files.readAllLines(PAGE).stream()
            .dropWhile(line -> !line.startsWith("## Arguments"))
            .takeWhile(line -> !line.startsWith("The first seven"))
            .filter(line -> line.startsWith("| `"))
            .flatMap(line -> NAME.matcher(line.split("\\|", -1)[1]).results())
            .map(name -> name.group(1))
            .toList();
    assertEquals(List.of(), named.stream().filter(name -> !arguments.contains(name)).toList());
    assertTrue(named.size() > 10, named::toString);
  }
}
