package org.privatemean.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.release.ColumnWarning.ColumnWarningCode;

final class ColumnWarningTest {
  @ParameterizedTest
  @EnumSource
  void of_everyLabel_isItsCode(ColumnWarningCode code) {
    assertEquals(code, ColumnWarningCode.fromLabel(code.label()));
  }

  @Test
  void fromLabel_unknown_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> ColumnWarningCode.fromLabel("rare"));
    assertThrows(
        IllegalArgumentException.class, () -> new ColumnWarning(-1, ColumnWarningCode.NOISY));
  }

  @Test
  void text_nearlyConstant_statesTheRowsIfKnown() {
    String rest =
        "; where it is measured in the public rareUnit, larger values count as that; the interval"
            + " covers the noise only";
    assertEquals(
        "flag: almost all values are equal; up to 38 rows may differ from them" + rest,
        new ColumnWarning(3, ColumnWarningCode.NEARLY_CONSTANT, 38).text("flag"));
    assertEquals(
        "flag: almost all values are equal" + rest,
        new ColumnWarning(3, ColumnWarningCode.NEARLY_CONSTANT).text("flag"));
    assertEquals(
        "x: the noise may be more than a quarter of the standard deviation",
        new ColumnWarning(0, ColumnWarningCode.NOISY, 5).text("x"));
  }

  @Test
  void texts_manyColumns_areASentenceForEachCode() {
    List<String> labels = IntStream.range(0, 14).mapToObj(j -> "c" + j).toList();
    List<ColumnWarning> found =
        IntStream.range(0, 12)
            .mapToObj(
                j ->
                    new ColumnWarning(
                        j + 1, j == 4 ? ColumnWarningCode.LONG_TAIL : ColumnWarningCode.NOISY, j))
            .toList();
    assertEquals(
        Map.of(
            ColumnWarningCode.LONG_TAIL,
            new ColumnWarning(5, ColumnWarningCode.LONG_TAIL).text("c5"),
            ColumnWarningCode.NOISY,
            new ColumnWarning(0, ColumnWarningCode.NOISY)
                .text("c1, c2, c3, c4, c6, c7, c8, c9, c10, c11 and 1 more")),
        ColumnWarning.texts(found, labels));
    assertEquals(Map.of(), ColumnWarning.texts(List.of(), labels));
    List<ColumnWarning> rows =
        List.of(
            new ColumnWarning(0, ColumnWarningCode.NEARLY_CONSTANT, 7),
            new ColumnWarning(1, ColumnWarningCode.NEARLY_CONSTANT, 9));
    assertEquals(
        rows.get(1).text("c0, c1"),
        ColumnWarning.texts(rows, labels).get(ColumnWarningCode.NEARLY_CONSTANT));
  }
}
