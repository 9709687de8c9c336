package org.privatemean.local;

import java.util.List;
import org.privatemean.noise.Variance;
import org.privatemean.numeric.Normal;
import org.privatemean.numeric.NumberFormat;

/** KnownVar of Gaboardi, Rogers and Sheffet (2019): a private histogram, then a Gaussian mean. */
final class KnownVar extends GaussianProtocol {
  private final double sigma;
  private final Variance noise;
  private final RandomizedResponse bit;

  KnownVar(GaussianSpec spec) {
    super(spec, 1);
    this.sigma = spec.sigmaMin();
    this.noise = NoisyPosition.variance(spec.guarantee());
    this.bit = RandomizedResponse.withAnswers(2, spec.epsilon() / 2);
  }

  /** Returns K = 2 ceil(R / sigma) + 1. */
  private int bins() {
    return 2 * (int) Math.ceil(spec().radius() / sigma) + 1;
  }

  @Override
  List<Question> questions(int round, double[] found) {
    if (round == 1) {
      return List.of(new OneHot(sigma, bins(), bit));
    }
    // Delta = 2 sigma + sigma sqrt(2 ln(8 n / beta)).
    double tail = Math.sqrt(2 * StrictMath.log(8 * spec().users() / spec().beta()));
    return List.of(new NoisyPosition(found[0], sigma * (2 + tail), noise));
  }

  @Override
  double[] next(int round, double[] found, List<Question> questions, long[][] cells) {
    return round == 1
        ? new double[] {((OneHot) questions.get(0)).fullest(cells[0])}
        : ((NoisyPosition) questions.get(0)).average(cells[0], sigma);
  }

  @Override
  List<String> warnings() {
    // At worst the mean is at an edge, and its bin has Phi(1) - Phi(0) = 0.34 of the users; bins 2
    // away have 0.14 of them, and noise of standard deviation scale / (2 sqrt(users)).
    double users = spec().users() * spec().firstShare();
    double deviation = bit.scale() / 2 / Math.sqrt(users);
    double wrong = bins() * Normal.cdf(-(0.34 - 0.14) / (Math.sqrt(2) * deviation));
    return wrong <= spec().beta()
        ? List.of()
        : List.of(
            NumberFormat.format(
                "with %.0f users in the first phase of %s a wrong bin may win, with probability up"
                    + " to %.2g",
                users, spec().protocol(), Math.min(1, wrong)));
  }
}
