package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.rows.RowsChangedException;

/** What standard error is told of failures. */
@Promise("the line of a failed job has no message of others in it")
final class FailureTest {
  /** Rows that change between two rounds, say: the remedy is no use in a hidden trace. */
  @Test
  void line_illegalStateOfThisProject_hasItsMessage() {
    String line =
        Failure.line("private-mean fit", new RuntimeException(new RowsChangedException()));
    assertTrue(line.contains("write them to a table first"), line);
    assertFalse(line.contains("--verbose"), line);
  }

  @Test
  void line_illegalStateOfOthers_namesTheClassOnly() {
    Stream<String> used = Stream.of("7.25");
    used.forEach(text -> {});
    IllegalStateException other =
        assertThrows(IllegalStateException.class, () -> used.forEach(text -> {}));
    String line = Failure.line("private-mean fit", other);
    assertTrue(line.contains("IllegalStateException; --verbose"), line);
    assertFalse(line.contains(other.getMessage()), line);
  }
}
