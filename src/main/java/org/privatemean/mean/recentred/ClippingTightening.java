package org.privatemean.mean.recentred;

import java.util.Arrays;
import org.privatemean.mean.recentred.CentredQueries.Frame;

/**
 * Step 4 in many dimensions: tries smaller norms while they lower the mean square error.
 *
 * <p>Nearly all rows are within the norm of step 4, since the rows beyond it may all lie in one
 * direction. Mostly they do not, and then a smaller norm has less noise and hardly more bias. The
 * bias that it adds is the mean of the parts taken off the rows, which are vectors of a small norm.
 * A small share of the budget measures its square accurately enough to compare it with the noise
 * that is saved.
 */
final class ClippingTightening {
  private final RecentredPlan plan;
  private final PrivateQueries questions;
  private final CentredQueries sight;
  private final Frame frame;

  /** The parts that tightening has taken off so far, in the weighted coordinates. */
  private final double[] bias;

  /** Variance of the noise of each coordinate of the bias. */
  private double noise;

  ClippingTightening(RecentredPlan plan, PrivateQueries questions, CentredQueries sight) {
    this.plan = plan;
    this.questions = questions;
    this.sight = sight;
    this.frame = sight.frame();
    this.bias = new double[plan.dimension()];
  }

  Clipping tightenFrom(double safe) {
    Clipping best = new Clipping(frame, safe, safe, 0, 0, 0);
    double error = squaredNoise(safe);
    for (int step = 0; step < plan.mostTightenings(); step++) {
      double tight = sight.tighter(best.norm());
      if (!plan.triesTightening(tight, best.norm())) {
        return best;
      }
      look(tight, best.norm());
      double next = squaredBias() + squaredNoise(tight);
      if (!(next < error)) {
        return best;
      }
      error = next;
      best = clipping(tight, safe);
    }
    return best;
  }

  private void look(double tight, double norm) {
    CentredQueries.Look more = sight.between(tight, norm, plan.tighteningBudget());
    noise += more.deviation() * more.deviation();
    Arrays.setAll(bias, j -> bias[j] + more.mean()[j]);
  }

  /**
   * The mean square of the noise that the final sum would have now, in the error measure of the
   * weights.
   */
  private double squaredNoise(double norm) {
    return frame.weights().squaredError(plan.deviation(norm, questions.remaining()));
  }

  /** An unbiased private estimate of the squared bias, so it may be negative. */
  private double squaredBias() {
    return frame.weights().squaredError(bias) - frame.weights().squaredError(Math.sqrt(noise));
  }

  private double observedExcess() {
    return Arrays.stream(bias).map(x -> x * x).sum() - plan.dimension() * noise;
  }

  private Clipping clipping(double norm, double safe) {
    double square = Math.max(0, observedExcess());
    double known = Math.sqrt(square);
    double doubt = Math.sqrt(noise) * Math.sqrt(2 * plan.dimension() * noise + 4 * square);
    double z = plan.biasQuantile(false);
    double atMost = Math.sqrt(Math.max(0, observedExcess() + z * doubt));
    double after = Math.max(0, atMost - known) / z;
    return new Clipping(frame, norm, safe, known, known, after, bias.clone());
  }
}
