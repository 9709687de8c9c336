package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkException;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.Promise;
import org.privatemean.spark.column.Decoding;

/**
 * The one law of reading, for every format: 200 pairs of listed odd records and, of formats of
 * lines, 100 more of random bytes.
 */
@Promise("a record acts on its own row alone, for every format")
public final class SourceOneLawTest {
  private static final int LISTED = 200;
  private static final int RANDOM = 100;

  @TempDir private Path folder;

  public static Stream<OddTextSource> lines() {
    return Stream.of(OddCsv.withHeader(), OddCsv.withoutHeader(), new OddJson(), new OddLibsvm());
  }

  public static Stream<OddStoredSource> stored() {
    return Stream.of(OddCells.parquet(), OddCells.orc(), new OddVectors());
  }

  @ParameterizedTest
  @MethodSource("lines")
  void read_malformedLine_changesOnlyItsRow(OddTextSource source) {
    List<OddRecord<byte[]>> odd = inTurn(source.odd());
    odd.addAll(source.random(RANDOM));
    assertLaw(OneLaw.of(source, folder, odd));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("stored")
  void read_malformedCell_changesOnlyItsRow(OddStoredSource source) {
    assertLaw(OneLaw.of(source, folder, inTurn(source.odd())));
  }

  private static <R> List<OddRecord<R>> inTurn(List<OddRecord<R>> listed) {
    List<OddRecord<R>> odd = new ArrayList<>(listed);
    for (int i = 0; odd.size() < LISTED; i++) {
      odd.add(listed.get(i % listed.size()));
    }
    return odd;
  }

  private static void assertLaw(OneLaw<?> law) {
    assertTrue(law.pairs() >= LISTED);
    List<String> violations = law.violations(Decoding.asFit());
    assertEquals("", String.join("\n", violations));
  }

  @Tag("long")
  @Test
  void harness_oneRowCopiedFromItsNeighbour_isDetected() {
    OddJson source = new OddJson();
    OneLaw<byte[]> law = OneLaw.of(source, folder, source.random(40));
    List<String> violations = law.violations(Decoding.copyingOneRow());
    assertEquals(1, violations.size(), violations.toString());
    assertTrue(violations.get(0).matches("shape 0, internal path: .*: row \\d is read as .*"));
  }

  @Tag("long")
  @Test
  void harness_indexOutOfRange_isDetected() {
    OddVectors source = new OddVectors();
    OneLaw<Row> law = OneLaw.of(source, folder, source.odd());
    assertTrue(
        law.violations(Decoding.wrappingIndices()).stream()
            .anyMatch(text -> text.contains("index 3 is read as [7.0, 0.0, 0.0], not as null")));
    SparkException failure =
        assertThrows(SparkException.class, () -> law.violations(Decoding.trustingIndices()));
    assertTrue(failure.getMessage().contains("ArrayIndexOutOfBoundsException"));
  }
}
