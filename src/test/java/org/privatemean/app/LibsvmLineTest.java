package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of libsvm: labels are not read, all else must be exact. */
final class LibsvmLineTest {
  private static Vector coordinates(String line) {
    return Fields.parseLibsvm(line, 4);
  }

  @Test
  void coordinates_pairs_areASparseVector() {
    assertEquals(
        Vectors.sparse(4, new int[] {0, 3}, new double[] {1.5, -2e3}),
        coordinates("1 1:1.5 4:-2e3"));
    assertEquals(Vectors.sparse(4, new int[] {1}, new double[] {0}), coordinates(" label\t2:0  "));
    assertEquals(Vectors.sparse(4, new int[] {}, new double[] {}), coordinates("-1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "1:2",
        "1:2 2:3",
        "1 0:1",
        "1 5:1",
        "1 2:1 2:1",
        "1 3:1 2:1",
        "1 -1:1",
        "1 +1:1",
        "1 1",
        "1 1:",
        "1 :1",
        "1 1:x",
        "1 1:2:3",
        "1 1:NaN",
        "1 1:1e400",
        "1 1:-Infinity",
        "1 1.0:1",
        "1 99999999999:1",
        "1 qid:3 1:1",
        "1 1:2 # comment",
        "# comment",
        "1,1:2",
        "1 \u0661:2"
      })
  void coordinates_anythingElse_isInvalid(String line) {
    assertNull(coordinates(line));
  }

  @Test
  void coordinates_millionCharacters_isReadOrInvalidAlone() {
    assertEquals(
        Vectors.sparse(4, new int[] {0}, new double[] {0}),
        coordinates("1 1:0." + "0".repeat(1_000_000)));
    assertNull(coordinates("1 " + "1:1 ".repeat(1_000_000)));
    assertNull(coordinates("1 " + "9".repeat(1_000_000) + ":1"));
  }
}
