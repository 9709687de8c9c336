package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.privatemean.mean.RecentredPlan.Spread;
import org.privatemean.mean.SinglePassQueries.CentreModel;
import org.privatemean.request.RecentredSpec;

final class CentreModelTest {
  private static final RecentredSpec SPEC = RecentredSpec.of(0.5);

  private static CentreModel best(double rows, double sampled, int dimension, double unit) {
    RecentredPlan plan = RecentredPlan.create(SPEC, (long) rows, dimension);
    double radius = unit * Math.sqrt(dimension);
    double offset = radius * radius / 64;
    Spread spread = new Spread(Math.sqrt(radius * radius + offset), offset);
    return CentreModel.best(plan, plan.ofSample((long) sampled), spread, 0.9 * SPEC.rho());
  }

  /** A pass over all rows pays where the sample leaves the centre off by what clipping sees. */
  @Test
  void step_isOnAllRowsIfThatLowersTheErrorByTwoPercent() {
    assertEquals(CentreModel.FinalStep.ON_SAMPLE, best(4e5, 12500, 16, 1).step());
    assertEquals(CentreModel.FinalStep.ON_SAMPLE, best(1e7, 312500, 16, 1).step());
    assertEquals(CentreModel.FinalStep.ON_SAMPLE, best(1e6, 31250, 128, 1).step());
    assertEquals(CentreModel.FinalStep.ON_ALL, best(1e5, 12500, 128, 1).step());
    assertEquals(CentreModel.FinalStep.ON_ALL, best(1e5, 6250, 1024, 1).step());
    // A smaller sample would leave the centre farther off.
    assertEquals(CentreModel.FinalStep.ON_ALL, best(1e6, 7812, 128, 1).step());
  }

  @Test
  void step_ofASufficientCentre_isOmitted() {
    RecentredPlan plan = RecentredPlan.create(SPEC, 1_000_000, 16);
    CentreModel model = CentreModel.best(plan, plan.ofSample(500_000), new Spread(4, 1e-6), 0.45);
    assertEquals(CentreModel.FinalStep.NONE, model.step());
    assertEquals(0, model.budget());
    assertEquals(1e-6 + 16.0 / 500_000, model.offset(), 1e-9);
  }

  /** The more rows there are, the fewer of them are worth clipping. */
  @Test
  void share_fallsWithTheNumberOfRows() {
    double[] shares = {
      best(1e4, 5000, 16, 1).share(),
      best(1e5, 8192, 16, 1).share(),
      best(1e6, 31250, 16, 1).share(),
      best(1e7, 312500, 16, 1).share()
    };
    for (int k = 1; k < shares.length; k++) {
      assertTrue(shares[k] < shares[k - 1] / 2, k + ": " + shares[k] + " of " + shares[k - 1]);
    }
    assertTrue(shares[0] > 0.01 && shares[0] < 0.6 && shares[3] > 0, "" + shares[0]);
  }

  @Test
  void model_doesNotDependOnTheUnit() {
    CentreModel one = best(1e5, 12500, 128, 1);
    CentreModel other = best(1e5, 12500, 128, 1024);
    assertEquals(one.step(), other.step());
    assertEquals(one.budget(), other.budget());
    assertEquals(one.share(), other.share(), 1e-12);
    assertEquals(one.offset() * 1024 * 1024, other.offset(), 1e-6 * other.offset());
  }

  /** What it reports of the offset is the noise of the step that it chose. */
  @Test
  void offset_isThatOfTheStep() {
    RecentredPlan plan = RecentredPlan.create(SPEC, 400_000, 16);
    RecentredPlan sample = plan.ofSample(12_500);
    Spread spread = new Spread(4, 0.25);
    CentreModel model = CentreModel.best(plan, sample, spread, 0.45);
    assertEquals(CentreModel.FinalStep.ON_SAMPLE, model.step());
    double expected = sample.finishingNoise(spread) / model.budget() + spread.intrinsic() / 12_500;
    assertEquals(expected, model.offset(), 1e-12 * expected);
  }
}
