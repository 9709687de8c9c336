package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;

@Promise("sums of a person's rows are exact, rounded once, whatever the order")
final class ExactSumTest {
  private static final int LEAST_EXPONENT = -1074;
  private static final int MOST_EXPONENT = 498;

  /** Java rounds the value of a BigDecimal to nearest, ties to even. */
  private static double exact(double... values) {
    return Arrays.stream(values)
        .mapToObj(BigDecimal::new)
        .reduce(BigDecimal.ZERO, BigDecimal::add)
        .doubleValue();
  }

  private static ExactSum sumOf(double... values) {
    ExactSum sum = new ExactSum(1);
    for (double value : values) {
      sum.add(new double[] {value});
    }
    return sum;
  }

  private static void assertBits(double expected, double found) {
    assertEquals(Double.doubleToRawLongBits(expected), Double.doubleToRawLongBits(found));
  }

  private static double any(SplittableRandom random, int least, int most) {
    double mantissa = 1 + random.nextDouble();
    double sign = random.nextBoolean() ? 1 : -1;
    return sign * Math.scalb(mantissa, random.nextInt(least, most));
  }

  /** Values of a range of exponents, some of which take others back to the last bit or to 0. */
  private static double[] values(SplittableRandom random) {
    int least = random.nextInt(LEAST_EXPONENT, MOST_EXPONENT);
    int most = Math.min(MOST_EXPONENT, least + 1 + random.nextInt(1 << random.nextInt(1, 11)));
    List<Double> values = new ArrayList<>();
    int count = random.nextInt(1, 30);
    for (int i = 0; i < count; i++) {
      values.add(any(random, least, most));
    }
    int kind = random.nextInt(4);
    if (kind == 1) {
      List.copyOf(values).forEach(x -> values.add(-x));
    } else if (kind == 2) {
      List.copyOf(values).forEach(x -> values.add(-x));
      values.set(0, Math.nextUp(values.get(0)));
    } else if (kind == 3) {
      double sum = exact(values.stream().mapToDouble(x -> x).toArray());
      values.add(Math.ulp(sum) / 2);
      values.add(any(random, LEAST_EXPONENT, -900));
    }
    return shuffled(values.stream().mapToDouble(x -> x).toArray(), random);
  }

  private static double[] shuffled(double[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int k = random.nextInt(i + 1);
      double held = values[i];
      values[i] = values[k];
      values[k] = held;
    }
    return values;
  }

  @Test
  void value_randomLists_isTheRoundedSum() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 10_000; trial++) {
      double[] values = values(random);
      assertBits(exact(values), sumOf(values).value(0));
    }
  }

  @Test
  void value_halfWayCases_considersTheLowerBits() {
    double tiny = Double.MIN_VALUE;
    assertBits(1, sumOf(1, 0x1p-53).value(0));
    assertBits(Math.nextUp(1.0), sumOf(1, 0x1p-53, tiny).value(0));
    assertBits(1, sumOf(1, 0x1p-53, -tiny).value(0));
    assertBits(1 + 0x1p-51, sumOf(1, 0x1p-52, 0x1p-53).value(0));
    assertBits(1 + 0x1p-52, sumOf(1, 0x1p-52, 0x1p-53, -tiny).value(0));
    assertBits(-Math.nextUp(1.0), sumOf(-1, -0x1p-53, -tiny).value(0));
  }

  @Test
  void value_nothingOrAllCancels_isPositiveZero() {
    assertBits(0.0, new ExactSum(1).value(0));
    assertBits(0.0, sumOf(-0.0).value(0));
    assertBits(0.0, sumOf(-0.0, -0.0).value(0));
    assertBits(0.0, sumOf(1e100, 3, -1e100, -3).value(0));
    assertBits(0.0, sumOf(-1e100, 1, 1e-300, -1, 1e100, -1e-300).value(0));
  }

  @Test
  void add_allOrdersOfSixValues_giveTheSameBits() {
    double[] values = {1e16, 1, -1e16, 0x1p-60, 3.3, -0x1p-1074};
    double expected = exact(values);
    permute(values, 0, expected);
  }

  private static void permute(double[] values, int from, double expected) {
    if (from == values.length) {
      assertBits(expected, sumOf(values).value(0));
      return;
    }
    for (int i = from; i < values.length; i++) {
      double[] other = values.clone();
      other[from] = values[i];
      other[i] = values[from];
      permute(other, from + 1, expected);
    }
  }

  @Test
  void add_orderOfDoubles_changesPlainSumsButNotThese() {
    SplittableRandom random = new SplittableRandom(2);
    double[] values = random.doubles(1000).map(u -> Math.exp(4 * u * u)).toArray();
    double expected = exact(values);
    boolean plainDiffers = false;
    for (int order = 0; order < 200; order++) {
      shuffled(values, random);
      assertBits(expected, sumOf(values).value(0));
      double plain = 0;
      for (double value : values) {
        plain += value;
      }
      plainDiffers |= plain != expected;
    }
    assertTrue(plainDiffers);
  }

  @Test
  void add_coordinatesOfDifferentSize_areSummedSeparately() {
    SplittableRandom random = new SplittableRandom(4);
    int size = 5;
    double[][] rows = new double[300][size];
    ExactSum sum = new ExactSum(size);
    for (double[] row : rows) {
      Arrays.setAll(row, j -> any(random, -200 * j, 100 + j));
      sum.add(row);
    }
    for (int j = 0; j < size; j++) {
      int column = j;
      assertBits(
          exact(Arrays.stream(rows).mapToDouble(row -> row[column]).toArray()), sum.value(j));
    }
  }

  @Test
  void renormalise_atAnyTime_changesNoSum() {
    SplittableRandom random = new SplittableRandom(5);
    for (int trial = 0; trial < 3000; trial++) {
      double[] values = values(random);
      double[] others = values(random);
      ExactSum sum = new ExactSum(2);
      int count = Math.max(values.length, others.length);
      for (int i = 0; i < count; i++) {
        double value = i < values.length ? values[i] : 0;
        sum.add(new double[] {value, i < others.length ? others[i] : 0});
        if (random.nextInt(4) == 0) {
          sum.renormalise();
        }
      }
      sum.renormalise();
      assertBits(exact(values), sum.value(0));
      assertBits(exact(others), sum.value(1));
    }
  }

  @Test
  void clear_usedBefore_startsANewSum() {
    ExactSum sum = sumOf(1e300, 1, 1e-300);
    sum.clear();
    assertBits(0.0, sum.value(0));
    sum.add(new double[] {0.1});
    assertBits(0.1, sum.value(0));
  }

  @Test
  void add_aMillionEqualRows_meanIsThatRowToAnUlp() {
    double[] row = {0.1, -1e-310, 1e150};
    int count = 1_000_000;
    ExactSum sum = new ExactSum(row.length);
    for (int i = 0; i < count; i++) {
      sum.add(row);
    }
    for (int j = 0; j < row.length; j++) {
      assertBits(
          new BigDecimal(row[j]).multiply(BigDecimal.valueOf(count)).doubleValue(), sum.value(j));
      assertEquals(row[j], sum.value(j) / count, Math.ulp(row[j]));
    }
    double plain = 0;
    for (int i = 0; i < count; i++) {
      plain += row[0];
    }
    assertNotEquals(sum.value(0), plain);
  }
}
