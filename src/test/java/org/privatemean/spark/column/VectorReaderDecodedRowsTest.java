package org.privatemean.spark.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.spark.LocalSpark;

/** The helper decodes what was put in, row by row, on both ways. */
final class VectorReaderDecodedRowsTest {
  @ParameterizedTest
  @EnumSource(LocalSpark.Form.class)
  void decode_everyForm_givesTheRowsInOrder(LocalSpark.Form form) {
    double[][] rows = {{1, 0, -2.5}, null, {0, 0, 0}, {Double.NaN, 1, 1}, {1, 2}, {0, 8, 0.125}};
    Dataset<Row> frame = LocalSpark.frame(rows, form, 3).coalesce(1);
    List<double[]> expected = DecodedRows.publicly(frame, "features", 3);
    List<double[]> found = DecodedRows.internally(frame, "features", 3);
    assertEquals(rows.length, found.size());
    for (int i = 0; i < rows.length; i++) {
      assertArrayEquals(expected.get(i), found.get(i));
    }
    for (int i : new int[] {0, 2, 5}) {
      assertEquals(1, found.stream().filter(row -> Arrays.equals(row, rows[i])).count());
    }
    assertEquals(3, found.stream().filter(row -> row == null).count());
  }
}
