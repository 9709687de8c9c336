package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.Promise;
import org.privatemean.app.OddFits.Rule;

/**
 * Whole fits of tables with one odd record. They release, bit for bit, what the same table releases
 * with the row of that record in its place, null if it is invalid; and under {@code error} an
 * invalid record is told of by one sentence, whatever is wrong with it. The worst record of each
 * source is fitted under all rules, the others under one of them and one shape in turn.
 */
@Promise(
    "a table with an odd record is released bit for bit as one with an invalid row in its place")
final class FitCommandOddRowsTest {
  private static final List<Rule> RULES = List.of(Rule.values());

  @TempDir private Path folder;

  static Stream<OddSource<?>> sources() {
    return Stream.concat(SourceOneLawTest.lines(), SourceOneLawTest.stored());
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("sources")
  void fit_worstRecord_releasesTheSameAsANull(OddSource<?> source) {
    assertWorst(source, new OddFits(folder));
  }

  private static <R> void assertWorst(OddSource<R> source, OddFits fits) {
    OddRecord<R> worst =
        source.odd().stream().filter(odd -> odd.kind().equals(source.worst())).findFirst().get();
    int shape = shapes(source, worst).get(0);
    assertEquals(Verdict.INVALID, worst.verdict(shape));
    for (Rule rule : RULES) {
      assertEquals(List.of(), violations(source, fits, worst, shape, rule));
    }
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("sources")
  void fit_everyUnusualRecord_releasesTheMeanOfItsRow(OddSource<?> source) {
    assertEvery(source, new OddFits(folder));
  }

  private static <R> void assertEvery(OddSource<R> source, OddFits fits) {
    List<String> violations = new ArrayList<>();
    int runs = 0;
    for (OddRecord<R> odd : source.odd()) {
      List<Integer> shapes = shapes(source, odd);
      if (!shapes.isEmpty()) {
        int shape = shapes.get(runs / RULES.size() % shapes.size());
        Rule rule = RULES.get(runs++ % RULES.size());
        violations.addAll(violations(source, fits, odd, shape, rule));
      }
    }
    assertTrue(runs > 20, source.name());
    assertEquals("", String.join("\n", violations));
  }

  /** The shapes under which a record is invalid or, if none is, the first that fixes its row. */
  private static <R> List<Integer> shapes(OddSource<R> source, OddRecord<R> odd) {
    List<Integer> fixed =
        IntStream.range(0, source.shapes().size())
            .filter(shape -> odd.verdict(shape).fixed())
            .boxed()
            .toList();
    List<Integer> invalid =
        fixed.stream().filter(shape -> odd.verdict(shape).row() == null).toList();
    return invalid.isEmpty() ? fixed.subList(0, Math.min(1, fixed.size())) : invalid;
  }

  private static <R> List<String> violations(
      OddSource<R> source, OddFits fits, OddRecord<R> odd, int shape, Rule rule) {
    Path table = fits.write(source, odd.record());
    List<Double> row = odd.verdict(shape).row();
    Run run = unnamed(OddFits.fit(source, table, shape, rule));
    // A warning follows from the format or the schema, if there is one.
    Run expected =
        rule == Rule.ERROR && row == null
            ? fits.refusal(source, shape)
            : new Run(0, fits.reference(rule, row) + System.lineSeparator(), warnings(run));
    return run.equals(expected)
        ? List.of()
        : List.of(
            String.format("%s, %s, shape %d: %s, not %s", odd.kind(), rule, shape, run, expected));
  }

  /** Without the names of --features, which the stage of the reference is not given. */
  private static Run unnamed(Run run) {
    return new Run(run.code(), run.out().replaceFirst("  \"columns\" : .*\\R", ""), run.err());
  }

  private static String warnings(Run run) {
    return run.err().lines().allMatch(line -> line.startsWith("warning: ")) ? run.err() : "";
  }

  @Test
  void reference_anotherRow_isAnotherRelease() {
    OddFits fits = new OddFits(folder);
    String without = fits.reference(Rule.ZERO, null);
    assertEquals(without, fits.reference(Rule.ZERO, List.of(0.0, 0.0, 0.0)));
    assertNotEquals(without, fits.reference(Rule.ZERO, List.of(0.0, 0.0, 0.0625)));
    assertNotEquals(without, fits.reference(Rule.SKIP, null));
  }
}
