package org.privatemean.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;

/**
 * Runs the SQL statements of standard input, each with a semicolon at its end, and prints their
 * rows. On a terminal an error does not end the run; otherwise it does, with exit code 1.
 */
public record SqlShell(boolean isTerminal, PrintStream out, PrintStream err) {
  private static final String COMMENT = "--[^\n]*|/\\*.*?\\*/";

  /** Comment, quoted text or another character. No match for an open quote or comment. */
  private static final Pattern TOKEN =
      Pattern.compile(
          COMMENT
              + "|'(?:[^'\\\\]++|\\\\.)*+'|\"(?:[^\"\\\\]++|\\\\.)*+\"|`[^`]*`|/(?!\\*)|[^'\"`/]",
          Pattern.DOTALL);

  private static final Pattern COMMENTS = Pattern.compile(COMMENT, Pattern.DOTALL);

  /** Runs the statements of standard input, a terminal if {@code --prompt} is given. */
  public static void main(String[] args) throws IOException {
    int code;
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      SqlShell shell = new SqlShell(List.of(args).contains("--prompt"), System.out, System.err);
      code = shell.run(Sessions.open("private-mean-sql"), in);
    } finally {
      Sessions.stop();
    }
    System.exit(code);
  }

  int run(SparkSession session, BufferedReader in) throws IOException {
    StringBuilder text = new StringBuilder();
    prompt("sql> ");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      text.append(line).append('\n');
      for (int end = end(text); end >= 0; end = end(text)) {
        String statement = text.substring(0, end);
        text.delete(0, end + 1);
        if (!execute(session, statement) && !isTerminal) {
          return 1;
        }
      }
      prompt(isBlank(text) ? "sql> " : "   > ");
    }
    return execute(session, text.toString()) ? 0 : 1;
  }

  /** Returns the position of the semicolon that ends the first statement, or -1. */
  static int end(CharSequence text) {
    Matcher token = TOKEN.matcher(text);
    while (token.lookingAt()) {
      if (token.group().equals(";")) {
        return token.start();
      }
      token.region(token.end(), text.length());
    }
    return -1;
  }

  private static boolean isBlank(CharSequence text) {
    return COMMENTS.matcher(text).replaceAll("").isBlank();
  }

  private boolean execute(SparkSession session, String statement) {
    if (isBlank(statement)) {
      return true;
    }
    try {
      Dataset<Row> rows = session.sql(statement);
      List<Row> all = rows.collectAsList();
      String[] columns = rows.columns();
      if (columns.length > 0) {
        out.println(String.join("\t", columns));
      }
      all.forEach(row -> out.println(line(row)));
      return true;
    } catch (Exception failure) {
      // Spark throws checked exceptions that its Scala methods do not declare.
      err.println(failure.getMessage());
      return false;
    }
  }

  /** Formats a row; arrays as lists, not as the Scala type that holds them. */
  private static String line(Row row) {
    return IntStream.range(0, row.size())
        .mapToObj(
            k ->
                !row.isNullAt(k) && row.schema().apply(k).dataType() instanceof ArrayType
                    ? String.valueOf(row.getList(k))
                    : String.valueOf(row.get(k)))
        .collect(Collectors.joining("\t"));
  }

  private void prompt(String text) {
    if (isTerminal) {
      out.print(text);
      out.flush();
    }
  }
}
