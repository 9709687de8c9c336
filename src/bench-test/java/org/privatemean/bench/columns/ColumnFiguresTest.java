package org.privatemean.bench.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.privatemean.bench.columns.ColumnFit.Column;
import org.privatemean.bench.columns.ColumnFit.Kind;

final class ColumnFiguresTest {
  private static final ColumnTable TABLE =
      new ColumnTable("t", 9, (rows, random) -> new double[0][], 0);

  /** A fit with a column that is as given, a 0/1 column and a constant. */
  private static ColumnFit fit(double error, double halfWidth, boolean named) {
    Column other = new Column(Kind.OTHER, 2, error, halfWidth, 2, named, 2.5, false);
    Column rare = new Column(Kind.RARE, 0.1, 0.3, 0.01, 0.05, !named, 0.09, true);
    Column constant = new Column(Kind.CONSTANT, 0, 1e-3, 1, 1e-12, false, 1e-12, true);
    return new ColumnFit(
        "", List.of(other, rare, constant), OptionalDouble.of(4), named, List.of("rareValues"), 1);
  }

  private static Map<String, String> figures(ColumnFit... fits) {
    String[] names = ColumnFigures.csvHeader().split(",", -1);
    String[] cells = new ColumnFigures(TABLE, Arrays.asList(fits)).csv().split(",", -1);
    assertEquals(names.length, cells.length);
    Map<String, String> figures = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      figures.put(names[i], cells[i]);
    }
    return figures;
  }

  private static double figure(String name, ColumnFit... fits) {
    return Double.parseDouble(figures(fits).get(name));
  }

  @Test
  void csv_twoFits_sumsThemUp() {
    ColumnFit near = fit(0.1, 1, true);
    ColumnFit far = fit(4, 3, false);
    assertEquals(1.025, figure("error", near, far), 1e-9);
    assertEquals(1, figure("half_width", near, far), 1e-9);
    assertEquals(1.5, figure("half_width_q95", near, far), 1e-9);
    assertEquals(3, figure("rare_error", near, far), 1e-9);
    assertEquals(0.5, figure("rare_scale_min", near, far), 1e-9);
    // The rare column misses twice, and is named in one of them; the other misses once, un-named.
    assertEquals(3 / 6.0, figure("misses", near, far), 1e-9);
    assertEquals(2 / 6.0, figure("misses_unnamed", near, far), 1e-4);
    assertEquals(0.5, figure("rare_misses_unnamed", near, far), 1e-9);
    assertEquals(0.5, figure("named", near, far), 1e-9);
    assertEquals(2, figure("fits_off", near, far));
    assertEquals(2, figure("fits_off_unnamed", near, far));
    assertEquals(1, figure("fits_off_unnamed", far));
    assertEquals(1, figure("noise_only", near, far));
    assertEquals("rareValues 2", figures(near, far).get("warnings"));
    assertEquals(Math.hypot(2, 3), figure("l2_standard", far), 1e-3);
  }

  @Test
  void csv_deviations_areBoundsOrWrongOrFalse() {
    ColumnFit fit = fit(0.1, 1, true);
    assertEquals(0.5, figure("std_bounds", fit), 1e-9);
    assertEquals(0.5, figure("std_wrong", fit), 1e-9);
    assertEquals(0.5, figure("std_false_bounds", fit), 1e-9);
    assertEquals(0, figure("rare_std_wrong", fit), 1e-9);
  }

  @Test
  void csv_refusedFits_saysHowMany() {
    ColumnFit refused =
        new ColumnFit("too few rows", List.of(), OptionalDouble.empty(), false, List.of(), 0);
    assertEquals(1, figure("refused", refused));
    assertEquals("", figures(refused).get("error"));
    assertTrue(new ColumnFigures(TABLE, List.of(refused)).line().contains("too few rows"));
  }
}
