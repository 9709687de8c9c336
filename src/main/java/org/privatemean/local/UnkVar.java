package org.privatemean.local;

import java.util.List;
import org.privatemean.local.ChoiceQuestion.SideQuestion;
import org.privatemean.noise.Variance;
import org.privatemean.numeric.Normal;
import org.privatemean.numeric.NumberFormat;

/**
 * UnkVar of Gaboardi, Rogers and Sheffet (2019; locally-private-gaussian.md, "The baselines").
 * Results between rounds: the ends of the interval, 1 if the search has stopped, and the median and
 * sigma as far as they are known.
 */
final class UnkVar extends GaussianProtocol {
  private static final double MEDIAN_TOLERANCE = 0.098;
  private static final double QUANTILE_TOLERANCE = 0.052;

  private final int medianSteps;
  private final int quantileSteps;
  private final Variance noise;

  UnkVar(GaussianSpec spec) {
    super(spec, 5);
    double radius = spec.radius();
    this.medianSteps = steps(8 * radius / spec.sigmaMin());
    this.quantileSteps = steps((8 * radius + 4 * spec.sigmaMax()) / spec.sigmaMin());
    this.noise = NoisyPosition.variance(spec.guarantee());
  }

  private static int steps(double ratio) {
    return Math.max(1, (int) Math.ceil(StrictMath.log(ratio) / StrictMath.log(2) - 1e-12));
  }

  @Override
  int rounds() {
    return medianSteps + quantileSteps + 1;
  }

  @Override
  double share(int round) {
    double search = spec().firstShare() / 2;
    if (round == rounds()) {
      return 1 - search - search;
    }
    return search / (round <= medianSteps ? medianSteps : quantileSteps);
  }

  @Override
  List<Question> questions(int round, double[] found) {
    if (round == rounds()) {
      // Delta = sigma (1/2 + 2 sqrt(2 ln(8 n / beta))).
      double tail = Math.sqrt(2 * StrictMath.log(8 * spec().users() / spec().beta()));
      return List.of(new NoisyPosition(found[3], found[4] * (0.5 + 2 * tail), noise));
    }
    double middle = round == 1 ? 0 : (found[0] + found[1]) / 2;
    return List.of(SideQuestion.of(middle, spec().response(2)));
  }

  @Override
  double[] next(int round, double[] found, List<Question> questions, long[][] cells) {
    if (round == rounds()) {
      return ((NoisyPosition) questions.get(0)).average(cells[0], found[4]);
    }
    double radius = spec().radius();
    double[] before = round == 1 ? new double[] {-radius, radius, 0, 0, 0} : found;
    double below = 1 - ((SideQuestion) questions.get(0)).shareAbove(cells[0]);
    boolean forMedian = round <= medianSteps;
    double[] after =
        forMedian
            ? step(before, below, 0.5, MEDIAN_TOLERANCE)
            : step(before, below, Normal.cdf(1), QUANTILE_TOLERANCE);
    double middle = (after[0] + after[1]) / 2;
    if (round == medianSteps) {
      return new double[] {-radius, radius + spec().sigmaMax(), 0, middle, 0};
    }
    if (round == rounds() - 1) {
      after[4] = Math.max(spec().sigmaMin(), middle - after[3]);
    }
    return after;
  }

  static double[] step(double[] before, double below, double quantile, double tolerance) {
    double[] after = before.clone();
    double middle = (before[0] + before[1]) / 2;
    if (before[2] == 1) {
      return after;
    }
    if (below > quantile + tolerance / 2) {
      after[1] = middle;
    } else if (below < quantile - tolerance / 2) {
      after[0] = middle;
    } else {
      after[2] = 1;
    }
    return after;
  }

  @Override
  List<String> warnings() {
    double each = Math.min(share(1), share(rounds() - 1)) * spec().users();
    double noise = spec().response(2).scale() / 2 / Math.sqrt(each);
    return noise <= QUANTILE_TOLERANCE / 2
        ? List.of()
        : List.of(
            NumberFormat.format(
                "with %.0f users a step of UNK_VAR the noise of a share, %.2g, is more than half the"
                    + " tolerance of its searches, %.2g",
                each, noise, QUANTILE_TOLERANCE));
  }
}
