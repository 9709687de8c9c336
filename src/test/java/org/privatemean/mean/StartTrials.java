package org.privatemean.mean;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.privatemean.central.CentralTrust;
import org.privatemean.central.WatchedTrust;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.release.Release;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** Fits from scratch and from an earlier release, of the same rows and with noise of their own. */
final class StartTrials {
  private StartTrials() {}

  /** Two nights. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Nights(double[][] before, double[][] today) {}

  /**
   * One fit of today's rows from scratch, and one from a release of the night before.
   *
   * @param scratch error, in what it is measured in
   * @param started likewise
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Trial(double scratch, double started, Fit fromScratch, Fit fromStart, double[] mean) {
    boolean used() {
      return fromStart.release.startUsed().orElseThrow();
    }
  }

  /** A fit, and how many questions it asked. */
  record Fit(Release release, int questions) {}

  private static Fit fit(RecentredSpec spec, double[][] rows, long seed) {
    Counting trust = new Counting(Settings.seeded(spec.rho(), seed));
    InMemoryRows held = InMemoryRows.of(rows, rows[0].length, InvalidRows.ERROR);
    Release release = Mechanisms.release(spec, held, trust);
    return new Fit(release, trust.questions);
  }

  /** Each question is a pass over the rows, a search of norms too: it counts once, by cells. */
  private static final class Counting extends WatchedTrust {
    private int questions;

    Counting(CentralTrust inner) {
      super(inner);
    }

    @Override
    public <B extends Block> RangeCounter rangeCounter(
        Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
      questions++;
      return super.rangeCounter(blocks, statistic, rho, step);
    }

    @Override
    public <B extends Block> BigInteger[] clippedSum(
        Blocks<B> blocks, ClippedSum<B> clipped, double rho, Step step) {
      questions++;
      return super.clippedSum(blocks, clipped, rho, step);
    }
  }

  static List<Trial> of(
      RecentredSpec spec, int runs, boolean inDeviations, IntFunction<Nights> draw) {
    return of(spec, runs, inDeviations, draw, Function.identity());
  }

  /** The same with a start that is made something else of. */
  static List<Trial> of(
      RecentredSpec spec,
      int runs,
      boolean inDeviations,
      IntFunction<Nights> draw,
      Function<Release, Release> change) {
    return IntStream.range(0, runs)
        .parallel()
        .mapToObj(
            run -> {
              Nights nights = draw.apply(run);
              Release before = change.apply(Fits.fit(spec, nights.before, 3L * run));
              double[][] rows = nights.today;
              Fit scratch = fit(spec, rows, 3L * run + 1);
              Fit started = fit(spec.withStart(before.start()), rows, 3L * run + 2);
              return new Trial(
                  error(scratch.release, rows, inDeviations),
                  error(started.release, rows, inDeviations),
                  scratch,
                  started,
                  Fits.mean(rows));
            })
        .toList();
  }

  /** The l2 error, in data units or with each coordinate in its own deviation. */
  static double error(Release release, double[][] rows, boolean inDeviations) {
    double[] mean = Fits.mean(rows);
    if (!inDeviations) {
      return Fits.distance(release.mean(), mean);
    }
    double[] errors = Fits.errors(release, rows);
    return Fits.distance(errors, new double[errors.length]);
  }

  /** The mean without the smallest and the largest tenth. */
  static double trimmed(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int cut = sorted.length / 10;
    return Arrays.stream(sorted, cut, sorted.length - cut).average().orElseThrow();
  }

  /** Trimmed mean error of fits from the start over that of fits from scratch. */
  static double ratio(List<Trial> trials) {
    return trimmed(trials.stream().mapToDouble(Trial::started).toArray())
        / trimmed(trials.stream().mapToDouble(Trial::scratch).toArray());
  }

  static double questions(List<Trial> trials, Function<Trial, Fit> which) {
    return trials.stream().mapToInt(t -> which.apply(t).questions).average().orElseThrow();
  }

  /** Share of the fits whose radius and whose intervals, in this order, hold the mean. */
  static double[] coverage(List<Trial> trials, Function<Trial, Fit> which) {
    double radius = 0;
    double intervals = 0;
    for (Trial trial : trials) {
      Release release = which.apply(trial).release;
      double[] mean = trial.mean;
      double[] released = release.mean();
      radius += Fits.distance(mean, released) <= release.region().radius() ? 1 : 0;
      double[] widths = release.region().halfWidths(mean.length);
      intervals +=
          IntStream.range(0, mean.length)
                  .filter(j -> Math.abs(mean[j] - released[j]) <= widths[j])
                  .count()
              / (double) mean.length;
    }
    return new double[] {radius / trials.size(), intervals / trials.size()};
  }

  static String line(String name, List<Trial> trials) {
    double[] scratch = coverage(trials, Trial::fromScratch);
    double[] started = coverage(trials, Trial::fromStart);
    return String.format(
        "%-46s ratio %.3f  scratch %.4g (%.1f q, left %.2f, cover %.2f %.2f)  start %.4g (%.1f q,"
            + " left %.2f, cover %.2f %.2f, used %.2f)",
        name,
        ratio(trials),
        trimmed(trials.stream().mapToDouble(Trial::scratch).toArray()),
        questions(trials, Trial::fromScratch),
        left(trials, Trial::fromScratch),
        scratch[0],
        scratch[1],
        trimmed(trials.stream().mapToDouble(Trial::started).toArray()),
        questions(trials, Trial::fromStart),
        left(trials, Trial::fromStart),
        started[0],
        started[1],
        trials.stream().filter(Trial::used).count() / (double) trials.size());
  }

  /** The share of the budget that the final sum had. */
  static double left(List<Trial> trials, Function<Trial, Fit> which) {
    return trials.stream()
        .mapToDouble(
            t -> {
              Release release = which.apply(t).release;
              return release.charges().get(release.charges().size() - 1).rho()
                  / release.guarantee().zcdp().rho();
            })
        .average()
        .orElseThrow();
  }

  /** Normal rows of deviation 1 about 10, and about a mean that drifted by a length. */
  static IntFunction<Nights> normal(int count, int dimension, double drift) {
    double shift = drift / Math.sqrt(dimension);
    return run ->
        new Nights(
            Fits.rows(1_000 + 2L * run, count, dimension, r -> 10 + r.nextGaussian()),
            Fits.rows(1_001 + 2L * run, count, dimension, r -> 10 + shift + r.nextGaussian()));
  }

  /** Two draws of one law. */
  static IntFunction<Nights> same(Function<Long, double[][]> rows) {
    return run -> new Nights(rows.apply(2_000 + 2L * run), rows.apply(2_001 + 2L * run));
  }

  static double[][] unlike(long seed, int count, int dimension) {
    double[][] rows = Fits.rows(seed, count, dimension, SplittableRandom::nextGaussian);
    for (double[] row : rows) {
      Arrays.setAll(row, j -> (3 + row[j]) * Math.pow(10, 4 - 2 * (j % 5)));
    }
    return rows;
  }

  static double[][] people(long seed, int count) {
    return Fits.columns(
        seed,
        count,
        r -> 40 + 12 * r.nextGaussian(),
        r -> 33_000 * Fits.lognormal(r, 0.6),
        r -> 0.6 + 0.2 * r.nextGaussian(),
        r -> r.nextDouble() < 0.3 ? 1 : 0,
        r -> r.nextDouble() < 0.03 ? 1 : 0);
  }

  static double[][] binary(long seed, int count, int dimension) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextDouble() < 0.5 / (1 + j) ? 1 : 0);
    }
    return rows;
  }
}
