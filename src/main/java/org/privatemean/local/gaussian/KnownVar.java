package org.privatemean.local.gaussian;

import java.util.List;
import java.util.Locale;
import org.privatemean.noise.RandomizedResponse;
import org.privatemean.numeric.Normal;

/**
 * KnownVar of Gaboardi, Rogers and Sheffet (2019): a private histogram finds the bin of width sigma
 * with the most users; values near it are averaged with Gaussian noise.
 */
final class KnownVar implements CoordinateProtocol {
  private final CoordinateSetting setting;
  private final GaussianSpec spec;
  private final double sigma;
  private final GaussianAverage average;

  KnownVar(CoordinateSetting setting) {
    this.setting = setting;
    this.spec = setting.spec();
    this.sigma = spec.sigmaMin();
    this.average = GaussianAverage.create(setting);
  }

  /** Returns K = 2 ceil(R / sigma) + 1. */
  private int bins() {
    return 2 * (int) Math.ceil(spec.radius() / sigma) + 1;
  }

  /** Returns n1 = 800 ((e^(eps/2) + 1) / (e^(eps/2) - 1))^2 ln(8 K / beta). */
  double prescribedUsers() {
    double scale = RandomizedResponse.withAnswers(2, setting.epsilon() / 2).scale();
    return 800 * scale * scale * StrictMath.log(8.0 * bins() / setting.beta());
  }

  @Override
  public int rounds() {
    return 2;
  }

  @Override
  public double share(int round) {
    double first =
        spec.firstShare() == GaussianSpec.PRESCRIBED
            ? Math.min(1, prescribedUsers() / setting.users())
            : spec.firstShare();
    return round == 1 ? first : 1 - first;
  }

  @Override
  public double[] groups(int round) {
    return new double[] {1};
  }

  @Override
  public List<Question> questions(int round, double[] found) {
    if (round == 1) {
      RandomizedResponse bit = RandomizedResponse.withAnswers(2, setting.epsilon() / 2);
      return List.of(new OneHot(0, sigma, bins(), bit));
    }
    return List.of(average.createQuestion(found[0], halfWidth()));
  }

  /** Returns Delta = 2 sigma + sigma sqrt(2 ln(8 n / beta)). */
  private double halfWidth() {
    return sigma * (2 + Math.sqrt(2 * StrictMath.log(8 * setting.users() / setting.beta())));
  }

  @Override
  public double[] next(int round, double[] found, List<Question> questions, long[][] cells) {
    return round == 1
        ? new double[] {((OneHot) questions.get(0)).fullest(cells[0])}
        : GaussianAverage.read((NoisyPosition) questions.get(0), cells[0], sigma);
  }

  @Override
  public int width(int round) {
    if (round > rounds()) {
      return RESULT;
    }
    return round == 1 ? 0 : 1;
  }

  @Override
  public List<String> refusals() {
    return spec.firstShare() == GaussianSpec.PRESCRIBED
        ? PrescribedSizes.refusal(prescribedUsers(), setting)
        : List.of();
  }

  @Override
  public List<String> warnings() {
    if (spec.firstShare() == GaussianSpec.PRESCRIBED) {
      return List.of();
    }
    // At worst the mean is at an edge, and its bin has Phi(1) - Phi(0) = 0.34 of the users; bins 2
    // away have 0.14 of them, and noise of standard deviation scale / (2 sqrt(users)).
    double users = setting.users() * spec.firstShare();
    double noise =
        RandomizedResponse.withAnswers(2, setting.epsilon() / 2).scale() / 2 / Math.sqrt(users);
    double wrong = bins() * Normal.cdf(-(0.34 - 0.14) / (Math.sqrt(2) * noise));
    return wrong <= setting.beta()
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "with %.0f users in the first phase of %s a wrong bin may win, with probability up"
                    + " to %.2g",
                users,
                spec.protocol(),
                Math.min(1, wrong)));
  }
}
