package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScaleListTest {
  private static final List<String> COLUMNS = List.of("age", "income", "score", "a=b");

  @Test
  void of_names_isInTheOrderOfTheColumns() {
    assertArrayEquals(
        new double[] {10, 1e4, 0.2, 3},
        CoordinateColumns.parseScales(COLUMNS, "a=b=3,income=10000,score=.2,age=10"));
    assertArrayEquals(
        new double[] {1, 1e4, 1, 1}, CoordinateColumns.parseScales(COLUMNS, "*=1,income=1e4"));
    assertArrayEquals(new double[] {2, 2, 2, 2}, CoordinateColumns.parseScales(COLUMNS, "*=2"));
  }

  @Test
  void inOrder_numbers_areAccepted() {
    assertArrayEquals(new double[] {10, 0.2}, CoordinateColumns.parseScales("10,0.2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "age=1,height=2,*=1 | --scales: height is none of --features",
        "age=1,age=2,*=1 | --scales: age is given twice: give it once",
        "*=1,*=2 | --scales: * is given twice: give it once",
        "age=1 | --scales: no scale is given for income, score, a=b: add *=1 for all others",
        "age=0,*=1 | --scales: the scale of age must be a number in [1e-100, 1e100]. Provided"
            + " value: 0",
        "age=-1,*=1 | --scales: the scale of age must be a number in [1e-100, 1e100]. Provided"
            + " value: -1",
        "age=NaN,*=1 | --scales: the scale of age must be a number in [1e-100, 1e100]. Provided"
            + " value: NaN",
        "age=x,*=1 | --scales: the scale of age must be a number in [1e-100, 1e100]. Provided"
            + " value: x",
        "10,20,30,40 | --scales: give NAME=NUMBER for columns of --features, and *=NUMBER for all"
            + " others. Provided value: 10"
      })
  void of_unsuitable_isRefused(String text, String message) {
    assertEquals(
        message,
        assertThrows(WrongInputException.class, () -> CoordinateColumns.parseScales(COLUMNS, text))
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource({"'1,', ''", "'1,age=2', age=2", "'1,Infinity', Infinity", "'0', 0"})
  void inOrder_notPositive_isRefused(String text, String value) {
    assertEquals(
        "--scales: a scale must be a number in [1e-100, 1e100]. Provided value: " + value,
        assertThrows(WrongInputException.class, () -> CoordinateColumns.parseScales(text))
            .getMessage());
  }
}
