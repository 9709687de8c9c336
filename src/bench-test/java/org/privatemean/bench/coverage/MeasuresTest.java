package org.privatemean.bench.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.privatemean.bench.ours.Bars;

final class MeasuresTest {
  private static final Line NORMAL = new Line(Law.NORMAL, 2, 2000, false);

  /** Errors 1 to 100, the last few with a radius below them. */
  private static List<Fit> fits(double radius, int noisy) {
    List<Fit> fits = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      fits.add(
          new Fit(
              i <= noisy,
              i <= radius,
              i <= radius ? 2 : 1,
              radius,
              57,
              i,
              Optional.of(new Fit.Compared(2 * i, new double[] {5000, i * 20, 4000}))));
    }
    return fits;
  }

  @Test
  void of_bars_areSummedUp() {
    Bars bars = new Bars(2, new double[] {1.5, 0.5}, false, 9);
    Fit fit = Fit.of(new double[] {1, 1}, bars, new double[] {0, 0}, Optional.empty());
    assertTrue(fit.covered());
    assertEquals(1, fit.intervals());
    assertEquals(Math.sqrt(2), fit.error(), 1e-15);
    assertEquals(9, fit.expected());
  }

  @Test
  void of_fits_givesSharesAndRatios() {
    Measures measures = Measures.of(NORMAL, fits(96, 0));
    assertEquals(0.96, measures.coverage(), 1e-12);
    assertEquals(0.98, measures.intervals(), 1e-12);
    assertEquals(0, measures.noise());
    assertEquals(96 / 95.0, measures.width(), 1e-12);
    // The largest is left out: squares of 1 to 99.
    assertEquals(57 / Math.sqrt(328_350 / 99.0), measures.expected(), 1e-12);
    double rms = Math.sqrt(338_350 / 100.0);
    assertEquals(rms, measures.error(), 1e-9);
    // One norm for all: the second, 20 times the mean of 1 to 100.
    assertEquals(rms / Math.sqrt(1010), measures.overFixed(), 1e-12);
    assertEquals(2 * rms / Math.sqrt(1010), measures.plainOverFixed(), 1e-12);
    assertTrue(measures.failures().isEmpty(), measures.failures().toString());
  }

  @Test
  void failures_whatIsOff_isNamed() {
    assertEquals(List.of("radius"), Measures.of(NORMAL, fits(90, 0)).failures());
    assertEquals(List.of("width"), Measures.of(NORMAL, fits(191, 0)).failures());
    assertEquals(List.of("noise"), Measures.of(NORMAL, fits(98, 6)).failures());
    Line skewed = new Line(Law.PARETO_3, 2, 2000, false);
    assertEquals(List.of("error"), Measures.of(skewed, fits(191, 0)).failures());
  }

  @Test
  void failures_fewOnes_mayBeNoise() {
    Line rare = new Line(Law.BINARY, 2, 2000, false);
    Measures measures = Measures.of(rare, fits(98, 100));
    assertEquals(1, measures.noise());
    assertTrue(Double.isNaN(measures.coverage()));
    assertTrue(measures.failures().isEmpty(), measures.failures().toString());
    assertTrue(Table.line(measures).contains("| - | - | 1.000 |"), Table.line(measures));
  }

  @Test
  void fails_pooledCoverage_isHeldToMore() {
    List<Measures> poor = List.of(Measures.of(NORMAL, fits(92, 0)));
    assertTrue(poor.get(0).failures().isEmpty());
    assertTrue(Table.fails(poor));
    assertFalse(Table.fails(List.of(Measures.of(NORMAL, fits(96, 0)))));
  }
}
