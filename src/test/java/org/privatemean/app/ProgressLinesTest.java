package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Lines of a fit's progress, by a clock that goes a second a look. */
final class ProgressLinesTest {
  private long nanoseconds;

  private String told(boolean isTerminal, Consumer<ProgressLines> fit) {
    StringWriter text = new StringWriter();
    PrintWriter err = new PrintWriter(text, true);
    try (ProgressLines lines =
        new ProgressLines(err, isTerminal, () -> nanoseconds += 1_000_000_000)) {
      fit.accept(lines);
    }
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  private static void fit(ProgressLines lines) {
    lines.begins(2, 0.5);
    lines.onCharge("medians", 0.06);
    lines.onCharge("medians", 0.0712345);
    lines.onCharge("clipping norm", 1.0 / 3);
    lines.onCharge("clipped sum", 0.5);
  }

  @Test
  void charged_withoutTerminal_isALineForEachStep() {
    assertEquals(
        """
        step 1 of about 2: centre, 0.06 of 0.5 rho spent, 1 s
        step 2 of about 2: clipping norm, 0.333 of 0.5 rho spent, 2 s
        step 3 of about 3: mean, 0.5 of 0.5 rho spent, 3 s
        """,
        told(false, ProgressLinesTest::fit));
  }

  @Test
  void charged_terminal_rewritesOneLine() {
    String last = "step 3 of about 3: mean, 0.5 of 0.5 rho spent, 4 s";
    String before = "step 2 of about 2: clipping norm, 0.333 of 0.5 rho spent, 3 s";
    assertEquals(
        "\rstep 1 of about 2: centre, 0.06 of 0.5 rho spent, 1 s"
            + "\rstep 1 of about 2: centre, 0.0712 of 0.5 rho spent, 2 s"
            + "\r"
            + before
            + "\r"
            + last
            + " ".repeat(before.length() - last.length())
            + "\n",
        told(true, ProgressLinesTest::fit));
  }

  @Test
  void round_ofSeveral_isPrinted() {
    assertEquals("round 7 of 28, 1 s\n", told(false, lines -> lines.round(7, 28)));
  }

  @Test
  void close_withoutProgress_leavesNothing() {
    assertEquals("", told(true, lines -> lines.begins(3, 1)));
  }
}
