package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.Promise;
import org.privatemean.noise.BitSource;

/**
 * The norm of a report's coordinates is that of a unit vector put on the grid, whatever vector it
 * is of: if it were not, the norm would tell that vector from all others.
 *
 * <p>The contrived vectors have some large coordinates, which the signs of a projection may cancel,
 * and a small one, which is then all that is left. Its square is 0 or subnormal.
 */
@Promise("the norm of a report does not depend on the vector that it is of")
class UnitDirectionReportNormTest {
  private static final int REPORTS = 60;

  /** What the small coordinates are beside the large ones: 61 of them. */
  private static List<Double> ratios() {
    List<Double> ratios = new ArrayList<>();
    ratios.add(1e-300);
    ratios.add(1e-250);
    ratios.add(1e-200);
    for (int k = 0; k < 54; k++) {
      ratios.add(Math.pow(10, -165 + 0.25 * k));
    }
    ratios.addAll(List.of(1e-120, 1e-30, 1e-8, 1.0));
    return ratios;
  }

  /** 976 vectors: 61 ratios, 4 sizes, 4 mixes. */
  private static List<double[]> contrived() {
    List<double[]> vectors = new ArrayList<>();
    for (double ratio : ratios()) {
      for (double large : new double[] {1e-20, 1, 1e100, 1e200}) {
        double small = Math.max(Double.MIN_VALUE, ratio * large);
        vectors.add(new double[] {large, large, small});
        vectors.add(new double[] {large, -large, small, -small});
        vectors.add(new double[] {large, large, large, large, small});
        vectors.add(new double[] {0, large, small, large, small, small, 0});
      }
    }
    return vectors;
  }

  private static int toldApart(ProjUnitParameters[] byDimension) {
    ProjUnitRandomizer[] randomizers = new ProjUnitRandomizer[byDimension.length];
    int apart = 0;
    for (double[] vector : contrived()) {
      int d = vector.length;
      if (randomizers[d] == null) {
        randomizers[d] = ProjUnitRandomizer.create(byDimension[d]);
      }
      double step = ReportGrid.create(byDimension[d].threshold(), byDimension[d].size()).step();
      BitSource bits = Reports.stream(71);
      boolean off = false;
      for (int i = 0; i < REPORTS; i++) {
        off |= !isOfAUnitVector(randomizers[d].randomize(vector, bits), step);
      }
      apart += off ? 1 : 0;
    }
    return apart;
  }

  /** Each coordinate moves by less than a step when it is put on the grid. */
  private static boolean isOfAUnitVector(ProjUnitReport report, double step) {
    double squares = 0;
    for (int j = 0; j < report.size(); j++) {
      squares += (double) report.coordinate(j) * report.coordinate(j);
    }
    return Math.abs(Math.sqrt(squares) * step - 1) <= step * Math.sqrt(report.size());
  }

  private static ProjUnitParameters[] parameters(
      Projection projection, InputDomain inputs, double c) {
    ProjUnitParameters[] byDimension = new ProjUnitParameters[8];
    for (int d = 3; d < byDimension.length; d++) {
      byDimension[d] = new ProjUnitParameters(projection, inputs, d, 2, c, 4, 0);
    }
    return byDimension;
  }

  @ParameterizedTest
  @EnumSource(Projection.class)
  @Tag("long")
  void randomize_contrivedVectors_haveReportsOfUnitVectors(Projection projection) {
    assertEquals(976, contrived().size());
    assertEquals(0, toldApart(parameters(projection, InputDomain.SPHERE, 1)));
    assertEquals(0, toldApart(parameters(projection, InputDomain.BALL, 1e-150)));
  }

  /**
   * A vector (t, 0, 0, 0, a, a) whose lifted coordinate is 2 a: all but t may cancel. Of some
   * reports that is so, or the test would show nothing.
   */
  @Test
  void randomize_liftedCoordinateThatCancels_hasReportsOfUnitVectors() {
    ProjUnitParameters parameters = ProjUnitParameters.inBall(6, 2, 1, 4);
    ProjUnitRandomizer randomizer = ProjUnitRandomizer.create(parameters);
    double step = ReportGrid.create(parameters.threshold(), 2).step();
    double half = halfOfItsLift();
    int cancelled = 0;
    for (double ratio : ratios()) {
      double[] vector = {ratio * 1e-8, 0, 0, 0, half, half};
      double[] lifted = InputDomain.BALL.direction(vector, 1).toArray(7);
      BitSource bits = Reports.stream(72);
      for (int i = 0; i < REPORTS; i++) {
        ProjUnitReport report = randomizer.randomize(vector, bits);
        assertTrue(isOfAUnitVector(report, step), "ratio " + ratio);
        double[] projected = SharedProjection.create(parameters, report.seed()).project(lifted);
        cancelled += Math.max(Math.abs(projected[0]), Math.abs(projected[1])) < 1e-7 ? 1 : 0;
      }
    }
    assertTrue(cancelled > 30, "only " + cancelled);
  }

  private static double halfOfItsLift() {
    double a = Math.sqrt(1.0 / 6) - 200 * Math.ulp(0.4);
    for (int k = 0; k < 400; k++) {
      if (InputDomain.BALL.direction(new double[] {0, 0, 0, 0, a, a}, 1).toArray(7)[6] == 2 * a) {
        return a;
      }
      a = Math.nextUp(a);
    }
    throw new AssertionError("no double near the root of 1/6 is half of its lift");
  }

  @Tag("long")
  @Test
  void randomize_privUnitOfContrivedVectors_hasReportsOfUnitVectors() {
    PrivUnitRandomizer[] randomizers = new PrivUnitRandomizer[8];
    BitSource bits = Reports.stream(73);
    for (double[] vector : contrived()) {
      int d = vector.length;
      PrivUnitParameters parameters = PrivUnitParameters.onSphere(d, 1, 4);
      if (randomizers[d] == null) {
        randomizers[d] = PrivUnitRandomizer.create(parameters);
      }
      PrivUnitReport report = randomizers[d].randomize(vector, bits);
      double squares = 0;
      for (int j = 0; j < d; j++) {
        squares += (double) report.coordinate(j) * report.coordinate(j);
      }
      double step = ReportGrid.create(parameters.threshold(), d).step();
      assertEquals(1, Math.sqrt(squares) * step, step * Math.sqrt(d));
    }
  }
}
