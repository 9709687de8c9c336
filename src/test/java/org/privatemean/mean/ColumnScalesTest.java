package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.privatemean.mean.ColumnScales.ColumnClass;

final class ColumnScalesTest {
  /** What rare columns may add to the norm of ordinary rows, over that norm. */
  private static final double MOST_TAU = 0.75;

  private static final ColumnClass[] KINDS = ColumnClass.values();

  /** Columns of any kind and reach. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Table(double[] deviations, double[] reaches, ColumnClass[] kinds, double norm) {
    static Table random(SplittableRandom random) {
      int size = 2 + random.nextInt(30);
      double[] deviations = new double[size];
      double[] reaches = new double[size];
      ColumnClass[] kinds = new ColumnClass[size];
      int usual = random.nextInt(1, 5);
      for (int j = 0; j < size; j++) {
        deviations[j] = Math.exp(random.nextDouble(-20, 20));
        reaches[j] = deviations[j] * Math.exp(random.nextDouble(0.1, random.nextInt(1, 6)));
        kinds[j] =
            random.nextInt(usual) > 0 ? ColumnClass.SEEN : KINDS[random.nextInt(KINDS.length)];
      }
      return new Table(deviations, reaches, kinds, Math.sqrt(size) * random.nextDouble(0.8, 2));
    }

    ColumnScales scales() {
      return ColumnScales.of(deviations, reaches, kinds).withOrdinaryNorm(norm, 1);
    }

    /** With columns at other places, and times powers of two, silent ones but for their place. */
    Table moved(int[] order, int[] powers) {
      double[] s = new double[order.length];
      double[] r = new double[order.length];
      ColumnClass[] k = new ColumnClass[order.length];
      for (int j = 0; j < order.length; j++) {
        s[j] = Math.scalb(deviations[order[j]], powers[j]);
        r[j] = Math.scalb(reaches[order[j]], powers[j]);
        k[j] = kinds[order[j]];
      }
      return new Table(s, r, k, norm);
    }
  }

  private static int[] shuffled(SplittableRandom random, int size) {
    int[] order = IntStream.range(0, size).toArray();
    for (int i = size - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    return order;
  }

  /** To the bit, but for the last places of the sum over rare columns that tau is chosen by. */
  @Test
  void weightsAndLimits_columnsPermutedAndTimesPowersOfTwo_areTheSame() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 2000; k++) {
      Table table = Table.random(random);
      int size = table.kinds.length;
      int[] order = shuffled(random, size);
      int[] powers = random.ints(size, -40, 41).toArray();
      ColumnScales one = table.scales();
      ColumnScales other = table.moved(order, powers).scales();
      if (one.shareRows(3 * table.norm)) {
        one = one.withSharedRows(3 * table.norm);
        other = other.withSharedRows(3 * table.norm);
      }
      for (int j = 0; j < size; j++) {
        boolean silent = table.kinds[order[j]] == ColumnClass.SILENT;
        double weight = Math.scalb(one.weights()[order[j]], silent ? 0 : -powers[j]);
        assertEquals(1, other.weights()[j] / weight, 1e-15);
        assertEquals(1, other.limits()[j] / one.limits()[order[j]], 1e-15);
      }
    }
  }

  /** No rare column adds more to a row than the cap says, where others are left to protect. */
  @Test
  void weights_rareColumns_addNoMoreThanTau() {
    SplittableRandom random = new SplittableRandom(2);
    int capped = 0;
    for (int k = 0; k < 3000; k++) {
      Table table = Table.random(random);
      ColumnScales scales = table.scales();
      double[] weights = scales.weights();
      double[] limits = scales.limits();
      double[] deviations = scales.deviations();
      double[] reaches = scales.reaches();
      long rare = IntStream.range(0, weights.length).filter(scales::isRare).count();
      for (int j = 0; j < weights.length; j++) {
        double reach = weights[j] * reaches[j];
        assertTrue(weights[j] > 0 && weights[j] <= 1 / deviations[j]);
        assertTrue(limits[j] > 0 && Double.isFinite(limits[j]));
        if (scales.isRare(j)) {
          double most = MOST_TAU * table.norm;
          assertTrue(2 * rare > weights.length || reach <= most * (1 + 1e-12));
          capped += reach > most * (1 - 1e-12) ? 1 : 0;
          assertEquals(
              (table.kinds[j] == ColumnClass.LONE ? 1 : 2) * reach, limits[j], 1e-12 * reach);
        } else if (table.kinds[j] == ColumnClass.SILENT) {
          // The ones of a 0/1 column in the public unit.
          assertEquals(17.0 / 16, reaches[j]);
          assertTrue(limits[j] <= MOST_TAU * table.norm * (1 + 1e-12));
        } else if (!scales.isDark(j)) {
          assertEquals(1 / deviations[j], weights[j]);
          assertEquals(Math.max(16, 2 * reach), limits[j], 1e-12 * limits[j]);
        }
      }
    }
    assertTrue(capped > 300, "capped " + capped);
  }

  /** Where most columns are rare, no other weight of rare values makes a smaller error. */
  @Test
  void tau_mostlyRareColumns_minimisesTheError() {
    SplittableRandom random = new SplittableRandom(3);
    int found = 0;
    for (int k = 0; k < 500; k++) {
      Table table = Table.random(random);
      double[] reaches = table.deviations.clone();
      Arrays.setAll(reaches, j -> j == 0 ? 3 * reaches[j] : reaches[j] * random.nextDouble(9, 99));
      ColumnClass[] seen = new ColumnClass[reaches.length];
      Arrays.fill(seen, ColumnClass.SEEN);
      Table rare = new Table(table.deviations, reaches, seen, table.norm);
      ColumnScales scales = rare.scales();
      if (2 * (reaches.length - 1) <= reaches.length) {
        continue;
      }
      found++;
      DoubleUnaryOperator error =
          tau -> {
            double sum = 1;
            for (int j = 1; j < reaches.length; j++) {
              double over = Math.max(1, reaches[j] / (table.deviations[j] * tau));
              sum += over * over;
            }
            return (table.norm * table.norm + tau * tau) * sum;
          };
      double tau = Arrays.stream(scales.limits()).skip(1).max().orElseThrow() / 2;
      for (double other = 0.5; other < 100; other *= 1.05) {
        assertTrue(error.applyAsDouble(tau) <= error.applyAsDouble(other) * 1.01);
      }
    }
    assertTrue(found > 300, "found " + found);
  }

  /** Rare values in the same rows: less weight, and limits that follow from it. */
  @Test
  void withSharedRows_lowersWeightsOfRareColumnsAndTheirLimitsAlone() {
    double[] deviations = {1, 1, 1, 1, 0.1, 0.1};
    double[] reaches = {4, 4, 4, 4, 17.0 / 16, 17.0 / 16};
    ColumnClass[] kinds = {
      ColumnClass.SEEN,
      ColumnClass.SEEN,
      ColumnClass.SEEN,
      ColumnClass.SEEN,
      ColumnClass.LONE,
      ColumnClass.LONE
    };
    ColumnScales scales = ColumnScales.of(deviations, reaches, kinds).withOrdinaryNorm(3, 1);
    assertFalse(scales.shareRows(4));
    assertTrue(scales.shareRows(5));
    ColumnScales shared = scales.withSharedRows(5);
    for (int j = 0; j < 6; j++) {
      boolean rare = j > 3;
      double ratio = rare ? MOST_TAU * 3 / 4 : 1;
      assertEquals(ratio, shared.weights()[j] / scales.weights()[j], 1e-12);
      assertEquals(ratio, shared.limits()[j] / scales.limits()[j], 1e-12);
    }
    assertArrayEquals(scales.deviations(), shared.deviations());
  }

  /** Dark columns are left out of the round of moments and of the norm of ordinary rows. */
  @Test
  void limitsOfQuestions_darkColumns_areZero() {
    ColumnClass[] kinds = {
      ColumnClass.SEEN, ColumnClass.LONE, ColumnClass.EQUAL, ColumnClass.SILENT
    };
    ColumnScales scales =
        ColumnScales.of(new double[] {1, 2, 3, 4}, new double[] {3, 20, 3, 4}, kinds);
    double[] units = scales.momentUnits();
    assertEquals(3, units[0] * scales.momentLimits()[0] / 2, 1e-12);
    assertEquals(20, units[1] * scales.momentLimits()[1] / 2, 1e-12);
    assertArrayEquals(new double[2], Arrays.copyOfRange(scales.momentLimits(), 2, 4));
    assertArrayEquals(new double[] {8, 2, 0, 0}, scales.ordinaryLimits());
    assertTrue(scales.isRare(1) && scales.isDark(2) && scales.isSilent(3) && scales.hasIsolated());
  }
}
