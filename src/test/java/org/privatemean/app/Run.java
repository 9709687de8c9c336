package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run of the job within this process.
 *
 * @param code the exit code
 * @param out what it printed on standard output
 * @param err what it printed on standard error
 */
record Run(int code, String out, String err) {
  static Run of(List<String> args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        PrivateMeanJob.execute(
            new PrintWriter(out, true), new PrintWriter(err, true), args.toArray(String[]::new));
    return new Run(code, out.toString(), err.toString());
  }

  static Run of(String... args) {
    return of(List.of(args));
  }

  /** A fit of {@link Sample}: the cheapest method, budget and seed besides what is given. */
  static Run fit(String... args) {
    List<String> usual =
        List.of("--method", "clipped", "--clipping-norm", "10", "--rho", "0.5", "--seed", "7");
    return of(Stream.of(Stream.of("fit"), Stream.of(args), usual.stream()).flatMap(s -> s).toList())
        .warnedOfTheSeed();
  }

  /** This run, if it failed; else without the warning that it must have. */
  Run warnedOfTheSeed() {
    String warning = "warning: the noise comes from a seed";
    if (code != 0) {
      return this;
    }
    assertEquals(1, err.lines().filter(line -> line.startsWith(warning)).count(), err);
    String others =
        err.lines()
            .filter(line -> !line.startsWith(warning))
            .map(line -> line + System.lineSeparator())
            .collect(Collectors.joining());
    return new Run(code, out, others);
  }

  /** Done, and nothing on standard error except for what was written. */
  Run assertDone() {
    assertEquals(0, code, err);
    assertEquals(List.of(), err.lines().filter(line -> !line.startsWith("wrote ")).toList());
    return this;
  }

  /** One line on standard error that holds a text, nothing on standard output. */
  Run assertRefused(int expected, String text) {
    assertEquals(expected, code, err);
    assertEquals("", out);
    assertEquals(1, err.lines().count(), err);
    assertTrue(err.contains(text), err);
    return this;
  }

  JsonNode json() {
    return json(out);
  }

  static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException malformed) {
      throw new AssertionError(text, malformed);
    }
  }
}
