package org.privatemean.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.Promise;

/**
 * The claims against all neighbouring data sets of few rows over few values: each is the largest
 * squared distance that there is, no less and no more.
 */
@Promise("sensitivities against all neighbours of small data sets")
final class PrivacyUnitTest {
  /** The answer of a query: the sum of what each row adds. */
  private static long[] sum(List<long[]> rows, int size) {
    long[] sum = new long[size];
    for (long[] row : rows) {
      for (int j = 0; j < size; j++) {
        sum[j] += row[j];
      }
    }
    return sum;
  }

  private static long squaredDistance(long[] a, long[] b) {
    return IntStream.range(0, a.length).mapToLong(j -> (a[j] - b[j]) * (a[j] - b[j])).sum();
  }

  /** All data sets that differ from the given one in one row. */
  private static List<List<long[]>> neighbours(
      Neighbours kind, List<long[]> rows, List<long[]> values) {
    List<List<long[]>> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      List<long[]> without = new ArrayList<>(rows);
      without.remove(i);
      if (kind == Neighbours.ADD_REMOVE) {
        all.add(without);
      } else {
        values.forEach(value -> all.add(with(without, value)));
      }
    }
    if (kind == Neighbours.ADD_REMOVE) {
      values.forEach(value -> all.add(with(rows, value)));
    }
    return all;
  }

  private static List<long[]> with(List<long[]> rows, long[] value) {
    List<long[]> more = new ArrayList<>(rows);
    more.add(value);
    return more;
  }

  /** The largest squared change of the sum over all data sets of one and two rows. */
  private static BigInteger largest(Neighbours kind, List<long[]> values) {
    int size = values.get(0).length;
    long largest = 0;
    for (long[] one : values) {
      for (List<long[]> rows : List.of(List.of(one), List.of(values.get(0), one))) {
        long[] sum = sum(rows, size);
        for (List<long[]> other : neighbours(kind, rows, values)) {
          largest = Math.max(largest, squaredDistance(sum, sum(other, size)));
        }
      }
    }
    return BigInteger.valueOf(largest);
  }

  /** All vectors of integers from {@code least} on whose norm is at most {@code norm}. */
  private static List<long[]> vectors(int dimension, long least, long norm) {
    List<long[]> all = new ArrayList<>(List.of(new long[0]));
    for (int j = 0; j < dimension; j++) {
      List<long[]> longer = new ArrayList<>();
      for (long[] vector : all) {
        for (long x = least; x <= norm; x++) {
          long[] next = Arrays.copyOf(vector, vector.length + 1);
          next[vector.length] = x;
          longer.add(next);
        }
      }
      all = longer;
    }
    all.removeIf(v -> squaredDistance(v, new long[v.length]) > norm * norm);
    return all;
  }

  /** Each value once for every weight from 1 to k. */
  private static List<long[]> weighed(List<long[]> values, int k) {
    List<long[]> all = new ArrayList<>();
    for (long[] value : values) {
      for (int w = 1; w <= k; w++) {
        int weight = w;
        all.add(Arrays.stream(value).map(x -> weight * x).toArray());
      }
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void weighted_rowsOfPersons_isTheLargestChangeThereIs(Neighbours kind) {
    for (int k = 1; k <= 4; k++) {
      PrivacyUnit unit = PrivacyUnit.person(kind, k);
      assertEquals(
          largest(kind, weighed(vectors(2, -2, 2), k)),
          unit.weighted(unit.squaredSensitivityOfSum(2)));
      assertEquals(
          largest(kind, weighed(List.of(new long[] {1, 0}, new long[] {0, 1}), k)),
          unit.weighted(unit.squaredSensitivityOfPartitions(1)));
      assertEquals(
          largest(kind, weighed(List.of(new long[] {0}, new long[] {3}), k)),
          unit.weighted(unit.squaredSensitivityOfInterval(3)));
      BigInteger count = largest(kind, weighed(List.of(new long[] {1}), k));
      assertTrue(count.compareTo(unit.weighted(unit.squaredSensitivityOfRowCount())) <= 0);
      // Under replace the sum of weights moves as soon as there are two weights.
      assertEquals(count.signum() == 0, unit.isCountPublic());
    }
  }

  @Test
  void text_ofPersons_statesAllRows() {
    assertEquals(
        "replace all rows of one person", PrivacyUnit.person(Neighbours.REPLACE, 1).text());
    assertEquals(
        "add or remove all rows of one person",
        PrivacyUnit.person(Neighbours.ADD_REMOVE, 9).text());
    assertEquals("person", PrivacyUnit.person(Neighbours.REPLACE, 1).label());
    assertEquals("persons", PrivacyUnit.person(Neighbours.REPLACE, 1).plural());
  }

  @Test
  void unit_weightOutOfRangeOrOfRows_isRefused() {
    for (int weight : new int[] {0, -1, PrivacyUnit.MOST_WEIGHT + 1}) {
      assertThrows(
          IllegalArgumentException.class, () -> PrivacyUnit.person(Neighbours.REPLACE, weight));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new PrivacyUnit(Neighbours.REPLACE, PrivacyUnit.Subject.ROW, 2));
    assertThrows(IllegalArgumentException.class, () -> PrivacyUnit.Subject.fromLabel("user"));
    assertEquals(PrivacyUnit.Subject.PERSON, PrivacyUnit.Subject.fromLabel("person"));
    assertEquals("row", PrivacyUnit.Subject.ROW.label());
  }

  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void squaredSensitivityOfSum_isTheLargestChangeThereIs(Neighbours kind) {
    PrivacyUnit unit = PrivacyUnit.row(kind);
    for (int dimension = 1; dimension <= 3; dimension++) {
      for (long norm = 0; norm <= 3; norm++) {
        BigInteger largest = largest(kind, vectors(dimension, -norm, norm));
        assertEquals(largest, unit.squaredSensitivityOfSum(norm));
        long factor = unit.sumSensitivity();
        assertEquals(largest, BigInteger.valueOf(factor * factor * norm * norm));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void squaredSensitivityOfOrthantSum_isTheLargestChangeThereIs(Neighbours kind) {
    PrivacyUnit unit = PrivacyUnit.row(kind);
    for (long norm = 0; norm <= 5; norm++) {
      for (int dimension = 2; dimension <= 3; dimension++) {
        BigInteger largest = largest(kind, vectors(dimension, 0, norm));
        assertEquals(largest, unit.squaredSensitivityOfOrthantSum(norm));
      }
      // Of numbers alone there are no two that are orthogonal.
      BigInteger alone = largest(kind, vectors(1, 0, norm));
      assertTrue(alone.compareTo(unit.squaredSensitivityOfOrthantSum(norm)) <= 0);
    }
  }

  /** A row has any of the properties that are counted, all of them or none. */
  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void squaredSensitivityOfCounts_isTheLargestChangeThereIs(Neighbours kind) {
    PrivacyUnit unit = PrivacyUnit.row(kind);
    for (int counts = 1; counts <= 5; counts++) {
      List<long[]> properties = new ArrayList<>();
      for (int subset = 0; subset < 1 << counts; subset++) {
        int bits = subset;
        properties.add(IntStream.range(0, counts).mapToLong(j -> bits >> j & 1).toArray());
      }
      assertEquals(largest(kind, properties), unit.squaredSensitivityOfCounts(counts));
    }
    assertEquals(BigInteger.ZERO, unit.squaredSensitivityOfCounts(0));
    assertEquals(
        unit.squaredSensitivityOfCounts(1), BigInteger.valueOf(unit.countSensitivity()).pow(2));
  }

  /** A row is in one cell of each partition of two cells and the rest, or in none. */
  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void squaredSensitivityOfPartitions_isTheLargestChangeThereIs(Neighbours kind) {
    PrivacyUnit unit = PrivacyUnit.row(kind);
    List<long[]> rows = List.of(new long[0]);
    for (int partitions = 1; partitions <= 3; partitions++) {
      List<long[]> longer = new ArrayList<>();
      for (long[] row : rows) {
        for (int cell = 0; cell <= 2; cell++) {
          long[] next = Arrays.copyOf(row, row.length + 2);
          if (cell < 2) {
            next[row.length + cell] = 1;
          }
          longer.add(next);
        }
      }
      rows = longer;
      assertEquals(largest(kind, rows), unit.squaredSensitivityOfPartitions(partitions));
    }
    assertEquals(BigInteger.ZERO, unit.squaredSensitivityOfPartitions(0));
    assertEquals(
        largest(kind, List.of(new long[] {1, 0}, new long[] {0, 1})),
        unit.squaredSensitivityOfPartitions(1));
    long most = Integer.MAX_VALUE * (kind == Neighbours.REPLACE ? 2L : 1L);
    assertEquals(BigInteger.valueOf(most), unit.squaredSensitivityOfPartitions(Integer.MAX_VALUE));
  }

  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void squaredSensitivityOfInterval_isTheLargestChangeThereIs(Neighbours kind) {
    PrivacyUnit unit = PrivacyUnit.row(kind);
    for (long most = 0; most <= 5; most++) {
      List<long[]> terms =
          IntStream.rangeClosed(0, (int) most).mapToObj(x -> new long[] {x}).toList();
      assertEquals(largest(kind, terms), unit.squaredSensitivityOfInterval(most));
    }
    assertEquals(BigInteger.TWO.pow(122), unit.squaredSensitivityOfInterval(1L << 61));
  }

  /** Every row counts; or some do not, for what is in them. */
  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void squaredSensitivityOfRowCount_isTheLargestChangeUnlessItIsPublic(Neighbours kind) {
    PrivacyUnit unit = PrivacyUnit.row(kind);
    BigInteger whole = largest(kind, List.of(new long[] {1}, new long[] {1}));
    BigInteger dropping = largest(kind, List.of(new long[] {1}, new long[] {0}));
    assertEquals(unit.isCountPublic(), whole.signum() == 0);
    assertEquals(dropping, unit.squaredSensitivityOfRowCount());
    assertTrue(whole.compareTo(unit.squaredSensitivityOfRowCount()) <= 0);
  }

  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void replacementSensitivity_isTheSameForAllNeighbours(Neighbours kind) {
    PrivacyUnit unit = PrivacyUnit.row(kind);
    assertEquals(
        PrivacyUnit.row(Neighbours.REPLACE).sumSensitivity(), unit.replacementSensitivity());
    assertTrue(unit.sumSensitivity() <= unit.replacementSensitivity());
  }

  @Test
  void squaredSensitivity_ofTheLongestNorm_doesNotOverflow() {
    PrivacyUnit replace = PrivacyUnit.row(Neighbours.REPLACE);
    PrivacyUnit addRemove = PrivacyUnit.row(Neighbours.ADD_REMOVE);
    assertEquals(BigInteger.TWO.pow(124), replace.squaredSensitivityOfSum(1L << 61));
    assertEquals(BigInteger.TWO.pow(123), replace.squaredSensitivityOfOrthantSum(1L << 61));
    assertEquals(BigInteger.TWO.pow(122), addRemove.squaredSensitivityOfSum(1L << 61));
    assertEquals(BigInteger.TWO.pow(122), addRemove.squaredSensitivityOfOrthantSum(1L << 61));
  }

  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void row_savedAndReadAgain_isTheSame(Neighbours kind) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(PrivacyUnit.row(kind));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertEquals(PrivacyUnit.row(kind), in.readObject());
    }
  }

  @Test
  void row_statesTheDifferenceAndThePublicCount() {
    assertEquals("replace one row", PrivacyUnit.row(Neighbours.REPLACE).text());
    assertEquals("add or remove one row", PrivacyUnit.row(Neighbours.ADD_REMOVE).text());
    assertTrue(PrivacyUnit.row(Neighbours.REPLACE).isCountPublic());
    assertFalse(PrivacyUnit.row(Neighbours.ADD_REMOVE).isCountPublic());
    assertThrows(NullPointerException.class, () -> PrivacyUnit.row(null));
  }
}
