package org.privatemean.bench.accuracy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.privatemean.bench.accuracy.RoundCounts.Queries;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.mean.clipped.AccuracyForecast;
import org.privatemean.mean.clipped.MeanGeometry;
import org.privatemean.mean.clipped.MeanNoise;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.query.Bisection;
import org.privatemean.query.NormGrid;
import org.privatemean.query.Universe;
import org.privatemean.request.MeanSpec;
import org.privatemean.shuffle.message.MessageRandomizer;
import org.privatemean.shuffle.sum.CoordinateSum;
import org.privatemean.shuffle.sum.SumAnalyzer;

/**
 * Section 5.2 of the paper as it is put together there: medians, clipping norm and sum each have a
 * budget of their own, and the sum is that of Lemma 5.4. Half of epsilon and delta is for the sum,
 * a quarter for each of the others. Counts are drawn by their law; the messages of the sum are all
 * made.
 */
final class LemmaRoute implements ShuffleContender {
  /** Chance that a coordinate of any vector is clipped. */
  private static final double CLIPPED = 0.01;

  /** Coordinates of all users, up to which it takes part in all trials. */
  private static final double FEW_NUMBERS = 1e6;

  private static final long LONG_NORM = 1L << 40;

  private final String name;
  private final boolean published;
  private final int most;
  private final Map<Setting, Plan> plans = new ConcurrentHashMap<>();

  private LemmaRoute(String name, boolean published, int most) {
    this.name = name;
    this.published = published;
    this.most = most;
  }

  /** With the range counts that the paper names, in so many trials at most. */
  static LemmaRoute published(int trials) {
    return new LemmaRoute("Lemmas 5.4 and 5.5", true, trials);
  }

  /** With threshold counts in place of those. */
  static LemmaRoute withThresholds(int trials) {
    return new LemmaRoute("Lemma 5.4, threshold counts", false, trials);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int trials(Setting setting, int ofFigure) {
    double numbers = (double) setting.law().rows() * setting.law().dimension();
    return numbers <= FEW_NUMBERS ? ofFigure : Math.min(most, ofFigure);
  }

  private Plan plan(Setting setting) {
    return plans.computeIfAbsent(setting, s -> new Plan(s, published));
  }

  @Override
  public Optional<String> refusal(Setting setting) {
    return plan(setting).refusal();
  }

  @Override
  public Optional<Sent> sent(Setting setting) {
    return Optional.of(plan(setting).sent());
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    return new Run(plan(setting), seed).mean(sample.rows());
  }

  /** What is decided before any message. */
  private static final class Plan implements MeanNoise {
    private final int users;
    private final MeanGeometry geometry;
    private final RoundCounts medians;
    private final RoundCounts norms;
    private final ApproxDp sumBudget;
    private final AccuracyForecast outlook;

    Plan(Setting setting, boolean published) {
      ApproxDp budget = ShuffleContender.budget(setting);
      ApproxDp quarter = new ApproxDp(budget.epsilon() / 4, budget.delta() / 4);
      this.users = setting.law().rows();
      this.geometry = MeanGeometry.create(Curator.spec(setting), users, setting.law().dimension());
      this.sumBudget = new ApproxDp(budget.epsilon() / 2, budget.delta() / 2);
      int levels = geometry.medianUniverse().levels();
      this.medians = counts(new Queries(users, geometry.columns(), levels), quarter, published);
      int normLevels = geometry.thresholdGrid().universe().levels();
      this.norms = counts(new Queries(users, 1, normLevels), quarter, published);
      this.outlook = AccuracyForecast.compute(geometry, this);
    }

    private static RoundCounts counts(Queries queries, ApproxDp budget, boolean published) {
      return published
          ? RoundCounts.Hadamard.of(queries, budget)
          : RoundCounts.Thresholds.of(queries, budget);
    }

    CoordinateSum sum(long norm, RandomRotation rotation) {
      return CoordinateSum.create(users, rotation, norm, sumBudget, CLIPPED, 1);
    }

    private CoordinateSum anySum() {
      return sum(LONG_NORM, RandomRotation.draw(geometry.columns(), k -> 0));
    }

    @Override
    public double medianDeviation() {
      return medians.deviation();
    }

    @Override
    public double rankError() {
      return norms.rankError(MeanSpec.DEFAULT_BETA);
    }

    @Override
    public double sumNorm() {
      return anySum().expectedError() / LONG_NORM;
    }

    @Override
    public double sumDeviation(long norm) {
      return sumNorm() * norm / Math.sqrt(geometry.columns());
    }

    Optional<String> refusal() {
      if (outlook.centre().isHopeless()) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "the noise of a median's count is %.2g times n",
                outlook.medianRankNoise()));
      }
      return outlook.isTooSmall()
          ? Optional.of(
              String.format(Locale.ROOT, "the noise hides %.2g users of n", outlook.margin()))
          : Optional.empty();
    }

    Sent sent() {
      CoordinateSum sum = anySum();
      int labelBytes = geometry.columns() > 1 << Byte.SIZE ? 2 : 1;
      return new Sent(
          medians.sent().messages() + norms.sent().messages() + sum.messages(),
          medians.sent().bytes()
              + norms.sent().bytes()
              + sum.bodyBytes()
              + (double) labelBytes * sum.messages());
    }
  }

  /** One run. */
  private static final class Run {
    private final Plan plan;
    private final BitSource bits;
    private final SplittableRandom noise;

    Run(Plan plan, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      this.plan = plan;
      this.noise = random.split();
      this.bits = LocalContender.bits(random);
    }

    double[] mean(double[][] rows) {
      MeanGeometry geometry = plan.geometry;
      RandomRotation rotation = RandomRotation.draw(geometry.dimension(), bits);
      long[][] vectors = rotated(rows, rotation);
      long[] centre =
          search(vectors, geometry.medianUniverse(), plan.medians, plan.outlook.medianRank());
      for (long[] vector : vectors) {
        for (int j = 0; j < vector.length; j++) {
          vector[j] -= centre[j];
        }
      }
      NormGrid grid = geometry.thresholdGrid();
      long[][] cells = new long[vectors.length][];
      for (int i = 0; i < cells.length; i++) {
        double square = Arrays.stream(vectors[i]).mapToDouble(x -> (double) x * (double) x).sum();
        cells[i] = new long[] {grid.cell(square)};
      }
      long[] cell = search(cells, grid.universe(), plan.norms, plan.outlook.thresholdRank());
      double[] mean = sum(vectors, grid.wholeNorm(cell[0]));
      for (int j = 0; j < mean.length; j++) {
        mean[j] = (mean[j] / rows.length + centre[j]) * geometry.lattice().step();
      }
      return rotation.inverse(mean);
    }

    private long[][] rotated(double[][] rows, RandomRotation rotation) {
      long[][] vectors = new long[rows.length][];
      double[] rounded = new double[plan.geometry.dimension()];
      for (int i = 0; i < rows.length; i++) {
        plan.geometry.lattice().quantise(rows[i], rounded);
        vectors[i] = rotation.apply(Arrays.stream(rounded).mapToLong(x -> (long) x).toArray());
      }
      return vectors;
    }

    private long[] search(long[][] values, Universe universe, RoundCounts counts, double rank) {
      int width = values[0].length;
      // The noise of the nodes left of the search, which every later prefix holds.
      double[] kept = new double[width];
      Bisection search = Bisection.start(universe, width);
      while (!search.isFinished()) {
        double[] node = new double[width];
        long[] noisy = counts(values, search.mids());
        for (int j = 0; j < width; j++) {
          node[j] = counts.noise(noise);
          noisy[j] = Math.round(noisy[j] + kept[j] + node[j]);
          kept[j] += counts.isOfNodes() && noisy[j] <= rank ? node[j] : 0;
        }
        search = search.next(noisy, rank);
      }
      return search.quantiles();
    }

    private static long[] counts(long[][] values, long[] mids) {
      long[] counts = new long[mids.length];
      for (long[] value : values) {
        for (int j = 0; j < mids.length; j++) {
          counts[j] += value[j] <= mids[j] ? 1 : 0;
        }
      }
      return counts;
    }

    private double[] sum(long[][] vectors, long norm) {
      RandomRotation second = RandomRotation.draw(plan.geometry.columns(), bits);
      CoordinateSum sum = plan.sum(norm, second);
      MessageRandomizer<long[]> user = sum.randomizer(0);
      SumAnalyzer analyzer = sum.analyzer(0);
      for (long[] vector : vectors) {
        ExactClipping.clip(vector, norm);
        user.randomize(vector, bits, analyzer);
      }
      return sum.estimate(analyzer);
    }
  }
}
