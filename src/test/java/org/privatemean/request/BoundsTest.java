package org.privatemean.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.geometry.Lattice;

final class BoundsTest {
  private static final OptionalDouble UNSET = OptionalDouble.empty();

  /** The largest norm in data units that a lattice lets through, from its own bound. */
  private static double reach(Lattice lattice) {
    double rounding = Math.sqrt(lattice.dimension()) / 2 + 1;
    return (lattice.normBound() - rounding) * lattice.step();
  }

  @Test
  void statistical_lattice_isThatOfSection34() {
    Lattice lattice = new Bounds.Statistical(50, 0.1, 3).lattice(4000, 16, 0.5, 1e-3);
    assertEquals(0.1 / Math.sqrt(4000), lattice.step());
    assertEquals(50 + 3 * (2 * 4 + Math.log(4 * 4000 / 1e-3)), reach(lattice), 1e-5);
  }

  @Test
  void statistical_scaledData_scalesTheLattice() {
    Lattice one = new Bounds.Statistical(50, 0.25, 4).lattice(1000, 9, 0.5, 1e-3);
    Lattice other = new Bounds.Statistical(50 * 1024.0, 256, 4096).lattice(1000, 9, 0.5, 1e-3);
    assertEquals(1024 * one.step(), other.step());
    assertEquals(one.normBound(), other.normBound());
  }

  @Test
  void ball_givenResolution_isTheLengthOfTheCellsDiagonal() {
    Lattice lattice = new Bounds.Ball(10, OptionalDouble.of(0.5)).lattice(100, 25, 1, 1e-3);
    assertEquals(0.1, lattice.step(), 1e-17);
    assertEquals(10, reach(lattice), 1e-6);
  }

  @Test
  void box_givenResolution_reachesItsCorner() {
    Lattice lattice = new Bounds.Box(10, OptionalDouble.of(0.5)).lattice(100, 25, 1, 1e-3);
    assertEquals(0.1, lattice.step(), 1e-17);
    assertEquals(50, reach(lattice), 1e-5);
  }

  @Test
  void defaultResolution_isSmallAgainstTheNoiseOfDataThatFillsTheBound() {
    double noise = 10 * Math.sqrt(2 * 64 / 0.5) / 5000;
    assertEquals(noise / 1024, Bounds.defaultResolution(10, 5000, 64, 0.5), 1e-12);
    // Never coarser than the bound.
    assertEquals(10, Bounds.defaultResolution(10, 1, 64, 1e-12));
    // Up to 2^-5 of the noise where that keeps rotated coordinates within 32 bits.
    assertEquals(10 * 64 * 0x1p-30, Bounds.defaultResolution(10, 2_000_000, 64, 0.5));
    double manyRows = 10 * Math.sqrt(2 * 64 / 0.5) / 2e7;
    assertEquals(manyRows / 32, Bounds.defaultResolution(10, 20_000_000, 64, 0.5), 1e-18);
    // Never finer than exact sums allow.
    assertEquals(10 * 64 * 0x1p-10, Bounds.defaultResolution(10, 1L << 50, 64, 0.5), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100, 1024, 1 << 17})
  void defaultResolution_anyDimension_keepsRotatedCoordinatesIn32Bits(int dimension) {
    for (Bounds bounds : new Bounds[] {new Bounds.Ball(3, UNSET), new Bounds.Box(3, UNSET)}) {
      for (long rows : new long[] {1, 1000, 10_000}) {
        Lattice lattice = bounds.lattice(rows, dimension, 0.5, 1e-3);
        assertTrue(lattice.absoluteSumBound() < Integer.MAX_VALUE);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void bounds_notPositive_areRefusedByName(double value) {
    assertRefused("radius", value, () -> new Bounds.Statistical(value, 1, 1));
    assertRefused("sigmaMin", value, () -> new Bounds.Statistical(1, value, 1));
    assertRefused("sigmaMax", value, () -> new Bounds.Statistical(1, 1, value));
    assertRefused("bound", value, () -> new Bounds.Ball(value, UNSET));
    assertRefused("resolution", value, () -> new Bounds.Ball(1, OptionalDouble.of(value)));
    assertRefused("coordinateBound", value, () -> new Bounds.Box(value, UNSET));
    assertRefused("resolution", value, () -> new Bounds.Box(1, OptionalDouble.of(value)));
  }

  private static void assertRefused(String name, double value, Executable making) {
    assertEquals(
        name + " must be positive and finite. Provided value: " + value,
        assertThrows(IllegalArgumentException.class, making).getMessage());
  }

  @Test
  void statistical_sigmasInTheWrongOrder_areRefused() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> new Bounds.Statistical(1, 2, 1));
    assertEquals(
        "sigmaMax must be at least sigmaMin. Provided: sigmaMax 1.0, sigmaMin 2.0",
        refusal.getMessage());
  }
}
