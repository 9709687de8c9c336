package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.local.LocalGeometry.MedianGrid;
import org.privatemean.local.LocalMeanSpec.Route;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.ShuffleAmplification;
import org.privatemean.privacy.Zcdp;
import org.privatemean.query.NormGrid;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;

class LocalMeanPlanTest {

  /** The setting of Figures 10 to 12. */
  private static Bounds figures(int d) {
    return new Bounds.Statistical(20 * Math.sqrt(d), 1, 1);
  }

  /** The paper's conversion at delta = 1e-9. */
  private static Zcdp budget(double epsilon) {
    double t = -Math.log(1e-9);
    double root = Math.sqrt(t + epsilon) - Math.sqrt(t);
    return new Zcdp(root * root);
  }

  /** A stand-in of which only the error counts. */
  private static BallRandomizer ball(int size, double error) {
    return new ExactBall(size, 0, error);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0117, 0.5, 3, 77.7})
  void charges_ofTheoremFiveTwo_sumToTheBudget(double rho) {
    LocalMeanSpec spec =
        LocalMeanSpec.paper(new Zcdp(rho), figures(3))
            .warningOnly()
            .withGrid(MeanSpec.Grid.GEOMETRIC);
    LocalMeanPlan plan = LocalMeanPlan.of(spec, 100_000, 3);
    List<Charge> charges = plan.charges();
    double sum = charges.stream().mapToDouble(Charge::rho).sum();
    assertEquals(1, sum / rho, 1e-12);
    assertEquals(rho / 4, charges.get(0).rho(), 1e-12 * rho);
    assertEquals(3 * rho / 16, charges.get(1).rho(), 1e-12 * rho);
    assertEquals(9 * rho / 16, charges.get(2).rho(), 1e-12 * rho);
    // What the reports really cost: d padded to 4 medians, one distance, one vector.
    double medians =
        4 * Conversions.rhoUp(new PureDp(plan.response(RoundTask.CENTRE).epsilon())).rho();
    double norm = Conversions.rhoUp(new PureDp(plan.response(RoundTask.NORM).epsilon())).rho();
    assertEquals(rho / 4, medians, 1e-9 * rho);
    assertTrue(medians <= rho / 4 * (1 + 1e-12));
    assertEquals(3 * rho / 16, norm, 1e-9 * rho);
    assertTrue(norm <= 3 * rho / 16 * (1 + 1e-12));
    assertEquals(2 * 4 / (9 * rho / 16), plan.ball().relativeSquaredError(), 1e-9 / rho);
  }

  @Test
  void paper_figuresAtEightCoordinates_isRefusedForTheCentre() {
    LocalMeanSpec spec = LocalMeanSpec.paper(budget(1), figures(8));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> LocalMeanPlan.of(spec, 100_000, 8));
    assertTrue(e.getMessage().contains("cannot locate the centre"), e.getMessage());
    assertTrue(e.getMessage().contains("protocol PURE"), e.getMessage());
    LocalMeanPlan forced = LocalMeanPlan.of(spec.warningOnly(), 100_000, 8);
    assertTrue(forced.warnings().get(0).text().contains("cannot locate the centre"));
    assertTrue(forced.medianRankError() > 0.6 && forced.medianRankError() < 0.9);
    // Where it does work: d = 2, and d = 8 with epsilon 4; or enough users.
    assertFalse(
        LocalMeanPlan.of(LocalMeanSpec.paper(budget(1), figures(2)), 100_000, 2)
            .warnings()
            .isEmpty());
    LocalMeanPlan.of(LocalMeanSpec.paper(budget(4), figures(8)), 100_000, 8);
    LocalMeanPlan many = LocalMeanPlan.of(spec, 10_000_000, 8);
    assertTrue(many.medianRankError() < 0.1 && many.warnings().isEmpty());
  }

  @Test
  void pure_sameSetting_locatesIt() {
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(1), figures(8));
    LocalMeanPlan plan = LocalMeanPlan.of(spec, 100_000, 8, ball(8, 47.5));
    assertTrue(plan.medianRankError() <= 0.1, "rank error " + plan.medianRankError());
    assertEquals(List.of(), plan.warnings());
    assertEquals(3, plan.roundCount());
    // Cells of half a standard deviation over twice 57.6 of them.
    assertEquals(8, plan.medianGrid().levels());
    assertEquals(1, plan.charges().size());
    assertEquals(Math.tanh(0.5), plan.charges().get(0).rho(), 1e-12);
    // 10 % for medians and 9.8 % for the norm: f = sqrt(47.5 / 8e4) + 2 * 0.03.
    assertEquals(0.1, plan.rounds().get(0).share());
    assertEquals(1 - Math.sqrt(47.5 / 8e4) - 2 * 0.03, plan.normRank(1), 0.003);
  }

  /** As the optimal PrivUnit on the sphere of nine dimensions, of 47.5 at epsilon = 1. */
  @Test
  void pure_withoutAnotherBall_takesPrivUnitOfThePaddedSize() {
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(1), figures(7));
    LocalMeanPlan plan = LocalMeanPlan.of(spec, 100_000, 7);
    assertEquals(8, plan.ball().dimension());
    assertEquals(47.5, plan.ball().relativeSquaredError(), 0.05);
    double four =
        LocalMeanPlan.of(LocalMeanSpec.pure(new PureDp(4), figures(7)), 100_000, 7)
            .ball()
            .relativeSquaredError();
    assertEquals(2.9, four, 0.05);
  }

  @Test
  void pure_tooManyCoordinatesForMedians_isRecentredInstead() {
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(0.5), figures(512));
    LocalMeanPlan plan = LocalMeanPlan.of(spec, 100_000, 512, ball(512, 512 * 20.0));
    assertEquals(4, plan.roundCount());
    assertTrue(
        plan.warnings().get(0).text().contains("recentred instead"), plan.warnings().toString());
    LocalMeanSpec medians = spec.withRoute(Route.MEDIANS);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> LocalMeanPlan.of(medians, 100_000, 512, ball(512, 512 * 20.0)));
    assertTrue(e.getMessage().contains("route RECENTRED"), e.getMessage());
  }

  @Test
  void plan_noiseAboveHalfTheNorm_isRefusedWithTheNumberOfUsersNeeded() {
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(1), figures(8));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> LocalMeanPlan.of(spec, 300, 8, ball(8, 47.5)));
    // 47.5 / (0.48 n) < 1/4 from n = 396 on.
    assertTrue(e.getMessage().contains("400 users are enough"), e.getMessage());
    LocalMeanPlan.of(spec.withRoute(Route.RECENTRED), 397, 8, ball(8, 47.5));
  }

  @Test
  void plan_everyBounds_searchesWithinThem() {
    for (Bounds bounds :
        List.of(
            new Bounds.Ball(3, OptionalDouble.empty()),
            new Bounds.Box(2, OptionalDouble.of(0.01)),
            new Bounds.Statistical(5, 0.1, 2))) {
      LocalMeanPlan plan =
          LocalMeanPlan.of(LocalMeanSpec.pure(new PureDp(2), bounds), 1_000_000, 3, ball(4, 10));
      MedianGrid grid = plan.medianGrid();
      assertTrue(grid.levels() >= 4 && grid.levels() <= 10, bounds + ": " + grid);
      assertEquals(0, grid.cell(-grid.range()));
      assertEquals(grid.cells() - 1, grid.cell(Long.MAX_VALUE / 2));
      for (long cell : new long[] {0, grid.cells() / 2, grid.cells() - 1}) {
        assertEquals(cell, grid.cell(grid.middle(cell)));
      }
    }
  }

  @Test
  void normGrid_anyBounds_coversTheFarthestRow() {
    for (Bounds bounds : List.of(figures(2), new Bounds.Ball(2, OptionalDouble.of(0.01)))) {
      LocalMeanPlan plan =
          LocalMeanPlan.of(LocalMeanSpec.pure(new PureDp(2), bounds), 1_000_000, 3, ball(4, 10));
      NormGrid grid = plan.normGrid();
      double farthest = 2 * plan.lattice().normBound() * Math.sqrt(plan.columns());
      long last = grid.universe().high();
      assertTrue(grid.norm(last - 1) >= farthest && grid.norm(last - 1) < farthest * 1.05 * 1.001);
      assertEquals(last, grid.cell(Double.MAX_VALUE));
    }
  }

  @Test
  void normGrid_squaresTooMany_areRefused() {
    LocalMeanSpec paper =
        LocalMeanSpec.paper(new Zcdp(1), new Bounds.Ball(1, OptionalDouble.of(1e-9)));
    String message =
        assertThrows(IllegalArgumentException.class, () -> LocalMeanPlan.of(paper, 1_000_000, 3))
            .getMessage();
    assertTrue(message.contains("2^30.5") && message.contains("geometric"), message);
  }

  @Test
  void plan_wrongArguments_areRefused() {
    LocalMeanSpec pure = LocalMeanSpec.pure(new PureDp(1), figures(2));
    LocalMeanSpec paper = LocalMeanSpec.paper(new Zcdp(1), figures(2));
    assertThrows(
        IllegalArgumentException.class,
        () -> LocalMeanPlan.of(LocalMeanSpec.pure(new PureDp(701), figures(2)), 100_000, 2));
    assertThrows(
        IllegalArgumentException.class, () -> LocalMeanPlan.of(paper, 1000, 2, ball(2, 10)));
    assertThrows(
        IllegalArgumentException.class, () -> LocalMeanPlan.of(pure, 100_000, 3, ball(3, 10)));
    assertThrows(IllegalArgumentException.class, () -> LocalMeanPlan.of(pure, 0, 2, ball(2, 10)));
    assertThrows(IllegalArgumentException.class, () -> paper.withRoute(Route.RECENTRED));
  }

  /** The setting of the page: the medians' groups are the smallest. */
  @Test
  void shuffledEpsilon_ofThePage_isThatOfTheSmallestGroup() {
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(1), figures(8)).withRoute(Route.MEDIANS);
    LocalMeanPlan plan = LocalMeanPlan.of(spec, 1_000_000, 8);
    LocalRound medians = plan.rounds().get(0);
    double group = 1e6 * medians.share() / 8 / plan.medianGrid().levels();
    int smallest = (int) (group - 8 * Math.sqrt(group));
    double found = plan.shuffledEpsilon(1e-9);
    assertEquals(ShuffleAmplification.epsilonUp(smallest, new PureDp(1), 1e-9), found);
    assertEquals(0.343, found, 0.0005);
    assertTrue(LocalMeanPlan.of(spec, 4_000_000, 8).shuffledEpsilon(1e-9) < 0.6 * found);
    assertTrue(plan.shuffledEpsilon(1e-12) > found);
  }

  @Test
  void shuffledEpsilon_ofARecentredMean_isThatOfItsSmallestRound() {
    LocalMeanSpec spec = LocalMeanSpec.pure(new PureDp(2), figures(3)).withRoute(Route.RECENTRED);
    LocalMeanPlan plan = LocalMeanPlan.of(spec, 1_000_000, 3);
    assertTrue(plan.recentres());
    double found = plan.shuffledEpsilon(1e-9);
    double[] vectors =
        plan.rounds().stream()
            .filter(round -> round.task() == RoundTask.MEAN)
            .mapToDouble(LocalRound::share)
            .map(share -> share * 1e6 - 8 * Math.sqrt(share * 1e6))
            .map(n -> ShuffleAmplification.epsilonUp((int) n, new PureDp(2), 1e-9))
            .toArray();
    assertTrue(vectors.length > 0);
    for (double epsilon : vectors) {
      assertTrue(found >= epsilon && epsilon > 0, found + " " + epsilon);
    }
    assertTrue(found < 2);
  }

  @Test
  void shuffledEpsilon_withoutAmplification_isTheBudgetOrRefused() {
    LocalMeanSpec large = LocalMeanSpec.pure(new PureDp(30), figures(3));
    assertEquals(30, LocalMeanPlan.of(large, 1_000_000, 3).shuffledEpsilon(1e-9));
    LocalMeanSpec few = LocalMeanSpec.pure(new PureDp(1), figures(3)).warningOnly();
    assertEquals(1, LocalMeanPlan.of(few, 50, 3).shuffledEpsilon(1e-9));
    LocalMeanPlan plan = LocalMeanPlan.of(few, 100_000, 3);
    assertThrows(IllegalArgumentException.class, () -> plan.shuffledEpsilon(0));
    LocalMeanSpec paper = LocalMeanSpec.paper(new Zcdp(3), figures(3)).warningOnly();
    LocalMeanPlan several = LocalMeanPlan.of(paper, 100_000, 3);
    assertThrows(IllegalStateException.class, () -> several.shuffledEpsilon(1e-9));
  }
}
