package org.privatemean.bench.nightly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class WeekCommandTest {
  @Test
  void week_oneRun_hasALineForEachDayOfBothWeeks() {
    StringWriter out = new StringWriter();
    CommandLine week = new CommandLine(new WeekCommand()).setOut(new PrintWriter(out));
    assertEquals(0, week.execute("--runs=1", "--features=carat,price"));
    List<String> days = out.toString().lines().filter(line -> line.matches("\\| \\d .*")).toList();
    assertEquals(14, days.size(), out.toString());
    assertTrue(days.get(6).contains("1 of 1"), days.get(6));
  }
}
