package org.privatemean.local;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The mean and sigma of the least weighted squared distance F between the probabilities of all
 * answers and the observed shares. A group's weight is m k / scale^2 for k answers to m choices:
 * one over the variance of a share when answers are nearly uniform.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record LeastSquares(
    GaussianSpec spec, List<ChoiceQuestion> questions, double[][] shares, double[] weights) {
  private static final int BEAM = 12;
  private static final int POLISHED = 3;

  /** Steps end at this size, in units of sigma. */
  private static final double PRECISION = 1e-4;

  private static final double LOG_SQRT_2 = Math.log(2) / 2;

  static LeastSquares fit(GaussianSpec spec, List<Question> questions, long[][] cells) {
    List<ChoiceQuestion> choices = new ArrayList<>();
    double[][] shares = new double[questions.size()][];
    double[] weights = new double[questions.size()];
    for (int g = 0; g < questions.size(); g++) {
      ChoiceQuestion choice = (ChoiceQuestion) questions.get(g);
      RandomizedResponse response = choice.response();
      choices.add(choice);
      shares[g] = ChoiceQuestion.shares(response, cells[g]);
      weights[g] =
          (double) response.answers()
              * ChoiceQuestion.total(cells[g])
              / (response.scale() * response.scale());
    }
    return new LeastSquares(spec, choices, shares, weights);
  }

  /** A candidate, with F there as its misfit. */
  record Point(double mean, double sigma, double misfit) {}

  private double clampMean(double mean) {
    return Math.max(-spec.radius(), Math.min(spec.radius(), mean));
  }

  private double clampSigma(double sigma) {
    return Math.max(spec.sigmaMin(), Math.min(spec.sigmaMax(), sigma));
  }

  Point evaluate(double mean, double sigma) {
    return score(mean, sigma, 0);
  }

  /** Returns a point with its F over the groups from {@code first} on. */
  private Point score(double mean, double sigma, int first) {
    double sum = 0;
    for (int g = first; g < shares.length; g++) {
      double[] law = questions.get(g).law(mean, sigma);
      double squares = 0;
      for (int a = 0; a < law.length; a++) {
        squares += (law[a] - shares[g][a]) * (law[a] - shares[g][a]);
      }
      sum += weights[g] * squares;
    }
    return new Point(mean, sigma, sum);
  }

  /**
   * Returns the minimum of F within the bounds if the questions are all digits: for each of a few
   * sigmas, the mean is searched on grids, the best {@value #BEAM} points of each level kept, and
   * their minima are found.
   */
  Point locate() {
    List<Point> ends = new ArrayList<>();
    int sigmas =
        1 + (int) Math.ceil(StrictMath.log(spec.sigmaMax() / spec.sigmaMin()) / LOG_SQRT_2 - 1e-9);
    for (int s = 0; s < sigmas; s++) {
      ends.addAll(descend(clampSigma(spec.sigmaMin() * StrictMath.exp(s * LOG_SQRT_2))));
    }
    return best(ends, POLISHED).stream()
        .map(end -> polish(end, end.sigma() / 8))
        .min(Comparator.comparingDouble(Point::misfit))
        .orElseThrow();
  }

  private List<Point> descend(double sigma) {
    int first = spec.levels() - 1;
    double step = Math.scalb(1.0, spec.lowLevel() + first - 1);
    List<Point> beam = new ArrayList<>();
    for (int m = -2; m <= 2; m++) {
      beam.add(score(clampMean(m * step), sigma, first));
    }
    while (step > sigma / 4) {
      step /= 2;
      first = Math.max(0, first - 1);
      beam = best(children(beam, step, first), BEAM);
    }
    return beam.stream().map(point -> evaluate(point.mean(), sigma)).toList();
  }

  private List<Point> children(List<Point> beam, double step, int first) {
    double sigma = beam.get(0).sigma();
    return beam.stream()
        .flatMap(
            point ->
                IntStream.rangeClosed(-1, 1)
                    .mapToObj(side -> clampMean(point.mean() + side * step)))
        .distinct()
        .map(mean -> score(mean, sigma, first))
        .toList();
  }

  private static List<Point> best(List<Point> points, int kept) {
    return points.stream().sorted(Comparator.comparingDouble(Point::misfit)).limit(kept).toList();
  }

  /** Follows F down by steps that are halved when none of them improves it. */
  Point polish(Point start, double firstStep) {
    Point here = start;
    double step = firstStep / start.sigma();
    while (step > PRECISION) {
      Point next = bestStep(here, step);
      if (next.misfit() < here.misfit()) {
        here = next;
      } else {
        step /= 2;
      }
    }
    return here;
  }

  private Point bestStep(Point here, double step) {
    Point next = here;
    for (int side = -1; side <= 1; side += 2) {
      double mean = clampMean(here.mean() + side * step * here.sigma());
      next = lower(next, evaluate(mean, here.sigma()));
      if (spec.sigmaMin() < spec.sigmaMax()) {
        double sigma = clampSigma(here.sigma() * StrictMath.exp(side * step));
        next = lower(next, evaluate(here.mean(), sigma));
      }
    }
    return next;
  }

  private static Point lower(Point one, Point other) {
    return other.misfit() < one.misfit() ? other : one;
  }

  /** Returns the minimum of F near a point: the best of a grid of reach / 16, then followed. */
  Point refine(Point around, double reach) {
    Point best = around;
    for (int i = -16; i <= 16; i++) {
      double mean = clampMean(around.mean() + i * reach / 16);
      best = lower(best, evaluate(mean, around.sigma()));
    }
    return polish(best, reach / 16);
  }

  /** Returns the standard error of the mean: F's curvature is twice the inverse covariance. */
  double meanDeviation(Point point) {
    double h = 1e-3;
    double mm = 0;
    double ms = 0;
    double ss = 0;
    for (int g = 0; g < shares.length; g++) {
      double[] right = questions.get(g).law(point.mean() + h * point.sigma(), point.sigma());
      double[] left = questions.get(g).law(point.mean() - h * point.sigma(), point.sigma());
      double[] wide = questions.get(g).law(point.mean(), point.sigma() * (1 + h));
      double[] narrow = questions.get(g).law(point.mean(), point.sigma() * (1 - h));
      for (int a = 0; a < right.length; a++) {
        double byMean = (right[a] - left[a]) / (2 * h);
        double bySigma = (wide[a] - narrow[a]) / (2 * h);
        mm += weights[g] * byMean * byMean;
        ms += weights[g] * byMean * bySigma;
        ss += weights[g] * bySigma * bySigma;
      }
    }
    double information = spec.protocol().isSigmaKnown() ? mm : mm - ms * ms / ss;
    return point.sigma() / Math.sqrt(information);
  }
}
