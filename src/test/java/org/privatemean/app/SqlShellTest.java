package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.spark.LocalSpark;

/** Statements of standard input. */
final class SqlShellTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(boolean isTerminal, String text) throws IOException {
    SqlShell shell =
        new SqlShell(
            isTerminal,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return shell.run(LocalSpark.session(), new BufferedReader(new StringReader(text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "SELECT 1; SELECT 2|8",
        "SELECT ';'; x|10",
        "SELECT \";\\\";\"; x|13",
        "SELECT `;` FROM t|-1",
        "SELECT 1 -- ; no|-1",
        "SELECT /* ; */ 1; x|16",
        "SELECT 6 / 2; x|12",
        "SELECT ' not closed; x|-1",
        "/* not closed ; x|-1"
      })
  void end_semicolons_endStatementsOutsideQuotesAndComments(String text, int end) {
    assertEquals(end, SqlShell.end(text));
  }

  @Test
  void run_statements_printsTheirRows() throws IOException {
    int code =
        run(
            false,
            """
            SET spark.private.mean.test = 1; -- a comment; and no statement
            SELECT ';' AS a,
              2 AS b;
            SELECT 'last' AS c, array(1.5D, 2D) AS d, CAST(NULL AS array<int>) AS e
            """);
    LocalSpark.session().conf().unset("spark.private.mean.test");
    assertEquals(0, code, err.toString(StandardCharsets.UTF_8));
    String said = out.toString(StandardCharsets.UTF_8);
    assertTrue(said.endsWith("a\tb\n;\t2\nc\td\te\nlast\t[1.5, 2.0]\tnull\n"), said);
  }

  @Test
  void run_error_endsTheRunExceptOnATerminal() throws IOException {
    String text =
        """
        SELECT nope;
        SELECT 'next' AS a;
        """;
    assertEquals(1, run(false, text));
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("nope"));
    assertEquals("", out.toString(StandardCharsets.UTF_8));
    assertEquals(0, run(true, text));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("next"));
  }
}
