package org.privatemean;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The code that pages show. */
public final class PageCode {
  private PageCode() {}

  /** The statements of a language on a page, or on a part of one. */
  public static List<String> statements(String page, String language) {
    return Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$")
        .matcher(page)
        .results()
        .flatMap(block -> Arrays.stream(block.group(1).split(";\\s*\\n")))
        .toList();
  }

  /** Fails unless a source has each statement, in any layout. */
  public static void assertHas(Path source, List<String> statements) throws IOException {
    String code = squeezed(Files.readString(source));
    assertFalse(statements.isEmpty());
    for (String statement : statements) {
      assertTrue(code.contains(squeezed(statement)), statement);
    }
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s+", "");
  }
}
