package org.privatemean.local;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.local.LocalRound.Task;
import org.privatemean.local.ball.BallRandomizer;
import org.privatemean.local.ball.GaussianBall;
import org.privatemean.local.ball.UnitBall;
import org.privatemean.local.range.HaarError;
import org.privatemean.local.range.HaarFormat;
import org.privatemean.local.range.HaarTally;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.noise.RandomizedResponse;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.MeanSpec;

/**
 * Everything that the local shifted clipped mean decides from public values, before any report is
 * made: the lattice, the rounds, who takes part, search ranges, ranks, and whether it can work.
 *
 * <p>Rows are clipped, rounded and rotated to integers {@code v = H D q}, of D coordinates, as in
 * the central model. What is refused, or warned of where the request says so:
 *
 * <ul>
 *   <li>medians whose rank error, root mean square, is expected above {@value #HOPELESS_RANK} of n:
 *       the search would take a wrong branch near its root, and the centre be anywhere;
 *   <li>a mean whose noise is more than half of the clipping norm: zero is the better answer
 *       (section 5.1's rank m would be below n / 2).
 * </ul>
 */
public final class LocalMeanPlan implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Rank error of a median, as a share of n, from which there is no centre to be had. */
  private static final double HOPELESS_RANK = 0.35;

  /** Rank error from which a recentred mean was found to be better than medians. */
  private static final double RECENTRING_RANK = 0.2;

  /** Rank error from which the centre costs accuracy. */
  private static final double POOR_RANK = 0.1;

  /** Noise of the mean over the clipping norm from which there is no mean to be had. */
  private static final double HOPELESS_NOISE = 0.5;

  /** The largest share of the users whose reports go into medians. */
  private static final double MOST_MEDIANS = 0.4;

  /** Rank error of the clipping norm that is good enough. */
  private static final double NORM_RANK = 0.03;

  /** Fewer levels than this cannot tell a centre from the bounds. */
  private static final int FEWEST_LEVELS = 4;

  /** Cells of the medians where no standard deviation is known. */
  private static final int DEFAULT_CELLS = 1 << 10;

  private final boolean pure;
  private final double budget;

  /** What the plan was made of, in binary form, but for a randomizer that was given. */
  private final byte[] request;

  private final boolean hasForm;

  private final double beta;
  private final long users;
  private final int dimension;
  private final int columns;
  private final Lattice lattice;
  private final long coordinateBound;
  private final List<LocalRound> rounds;
  private final MedianGrid medianGrid;
  private final NormGrid normGrid;
  private final RandomizedResponse medianResponse;
  private final RandomizedResponse normResponse;
  private final BallRandomizer ball;
  private final List<String> warnings;

  /** The norm of the mean, root mean square over the ball that public values leave it. */
  private final double typicalNorm;

  private LocalMeanPlan(LocalMeanSpec spec, long users, int dimension, BallRandomizer given) {
    if (users < 1 || users >= 1L << 31) {
      throw new IllegalArgumentException("users must be in [1, 2^31). Provided value: " + users);
    }
    this.pure = spec.protocol() == LocalMeanSpec.Protocol.PURE;
    this.budget = spec.budget();
    this.request = LocalMeanSpecForm.write(spec, users, dimension);
    this.hasForm = given == null;
    this.beta = spec.beta();
    this.users = users;
    this.dimension = dimension;
    this.columns = WalshHadamard.paddedSize(dimension);
    double rho = pure ? Conversions.rhoUp(new PureDp(budget)).rho() : budget;
    // The noise of a local mean is sqrt(n) times that of a central one: so is a useful resolution.
    this.lattice = spec.bounds().lattice(users, dimension, rho / users, beta);
    this.coordinateBound = (long) Math.ceil(lattice.absoluteSumBound());
    checkIntegers();
    BudgetSplit split = BudgetSplit.paper(true, true);
    this.medianResponse = pure ? coin(budget) : coinFor(rho * split.medians() / columns);
    this.normResponse = pure ? medianResponse : coinFor(rho * split.threshold());
    this.ball = given != null ? given : ownBall(rho * split.average());
    checkBall();
    this.normGrid = normGrid(spec);
    this.medianGrid = medianGrid(spec.bounds());
    boolean recentred = recentres(spec);
    this.rounds = rounds(recentred);
    this.warnings = List.copyOf(judge(spec));
    this.typicalNorm = farthestMean(spec.bounds()) / Math.sqrt(3);
  }

  /**
   * Plans Theorem 5.2 literally, with discrete Gaussian noise in its last round, or a mean of pure
   * reports, with PrivUnit where vectors are reported.
   *
   * @param spec the request; with protocol PURE of an epsilon in [2^-30, 700]
   * @param users public number of users n
   * @param dimension number of coordinates of a row
   * @throws IllegalArgumentException if public values say that it cannot work, with the number of
   *     users that would do
   */
  public static LocalMeanPlan of(LocalMeanSpec spec, long users, int dimension) {
    return new LocalMeanPlan(spec, users, dimension, null);
  }

  /**
   * Plans a mean of pure reports with another randomizer of vectors than PrivUnit.
   *
   * @param spec of protocol PURE
   * @param users public number of users n
   * @param dimension number of coordinates of a row
   * @param ball an epsilon-DP randomizer, epsilon that of the request, of vectors of {@link
   *     WalshHadamard#paddedSize} coordinates
   * @throws IllegalArgumentException if public values say that it cannot work
   */
  public static LocalMeanPlan of(
      LocalMeanSpec spec, long users, int dimension, BallRandomizer ball) {
    if (spec.protocol() != LocalMeanSpec.Protocol.PURE) {
      throw new IllegalArgumentException("protocol ZCDP brings its own randomizer of the ball");
    }
    return new LocalMeanPlan(spec, users, dimension, ball);
  }

  private BallRandomizer ownBall(double rho) {
    return pure ? UnitBall.of(columns, budget) : new GaussianBall(columns, rho, (double) users);
  }

  private static RandomizedResponse coin(double epsilon) {
    return RandomizedResponse.of(epsilon);
  }

  /** The coin whose epsilon rho pays for: {@code epsilon tanh(epsilon / 2) <= rho}. */
  private static RandomizedResponse coinFor(double rho) {
    return RandomizedResponse.of(Conversions.epsilonDown(new Zcdp(rho)).epsilon());
  }

  private void checkIntegers() {
    if (!(4.0 * coordinateBound * Math.sqrt(columns) < 0x1p53)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "rotated rows reach %.3g lattice steps of %.3g, too many for exact integers: choose a"
                  + " larger resolution (or sigmaMin) or a smaller bound (or radius, sigmaMax)",
              (double) coordinateBound,
              lattice.step()));
    }
  }

  private void checkBall() {
    if (ball.dimension() != columns) {
      throw new IllegalArgumentException(
          String.format(
              "the randomizer must take vectors of the padded size %d. Provided: %d",
              columns, ball.dimension()));
    }
    double largest = ball.largest((long) Math.ceil(farthest()));
    if (!(largest * users < 0x1p62)) {
      throw new IllegalArgumentException(
          "sums of the reports could overflow 64 bits: choose a larger resolution");
    }
  }

  /** Length in rotated integers of one data unit. */
  private double perUnit() {
    return Math.sqrt(columns) / lattice.step();
  }

  /** What no row is farther from a row or from zero, in rotated integers. */
  private double farthest() {
    return 2 * lattice.normBound() * Math.sqrt(columns);
  }

  private double farthestMean(Bounds bounds) {
    return bounds instanceof Bounds.Statistical s ? s.radius() : lattice.normBound();
  }

  private NormGrid normGrid(LocalMeanSpec spec) {
    if (spec.grid() == MeanSpec.Grid.SQUARED) {
      // Every coordinate of a row and of a centre is at most the bound.
      return NormGrid.squared(2.0 * coordinateBound * Math.sqrt(columns));
    }
    double low =
        spec.bounds() instanceof Bounds.Statistical known
            ? known.sigmaMin() * Math.sqrt(dimension) / 4 * perUnit()
            : Math.sqrt(columns);
    return NormGrid.geometric(Math.max(1, low), farthest());
  }

  /**
   * Theorem 5.2 searches every integer that a rotated coordinate can be. Pure reports are searched
   * in the range that holds the medians by Lemma 3.7, in cells of half the least standard
   * deviation, and of twice that as often as it takes.
   */
  private MedianGrid medianGrid(Bounds bounds) {
    if (!pure) {
      return MedianGrid.covering(coordinateBound, 1);
    }
    double longest =
        bounds instanceof Bounds.Statistical s
            ? s.radius()
            : bounds.longestRow(users, dimension, beta);
    double even = Math.sqrt(2 * StrictMath.log(4 * columns / beta) / columns);
    double sigma = bounds instanceof Bounds.Statistical s ? s.sigmaMax() : 0;
    double reach = (longest * Math.min(1, even) + sigma) * perUnit();
    long range = (long) Math.ceil(Math.min(reach, (double) coordinateBound));
    double cell =
        bounds instanceof Bounds.Statistical s
            ? s.sigmaMin() / 2 * perUnit()
            : Math.ceil((2.0 * range + 1) / DEFAULT_CELLS);
    MedianGrid grid = MedianGrid.covering(range, (long) Math.max(1, cell));
    while (grid.levels() > FEWEST_LEVELS && medianRankError(grid, MOST_MEDIANS) > HOPELESS_RANK) {
      grid = grid.coarser();
    }
    return grid;
  }

  private boolean recentres(LocalMeanSpec spec) {
    return switch (spec.route()) {
      case MEDIANS -> false;
      case RECENTRED -> true;
      case AUTO -> pure && medianRankError(MOST_MEDIANS) > RECENTRING_RANK;
    };
  }

  private List<LocalRound> rounds(boolean recentred) {
    if (!pure) {
      return List.of(
          new LocalRound(Task.CENTRE, 1),
          new LocalRound(Task.NORM, 1),
          new LocalRound(Task.MEAN, 1));
    }
    double norm = normShare();
    if (recentred) {
      double first = 0.4 * (1 - 2 * norm);
      return List.of(
          new LocalRound(Task.NORM, norm),
          new LocalRound(Task.MEAN, first),
          new LocalRound(Task.NORM, norm),
          new LocalRound(Task.MEAN, 1 - 2 * norm - first));
    }
    double medians = medianShare(norm);
    return List.of(
        new LocalRound(Task.CENTRE, medians),
        new LocalRound(Task.NORM, norm),
        new LocalRound(Task.MEAN, 1 - norm - medians));
  }

  /** As many users as the clipping norm takes for a rank error of 3 %, within 2 and 10 %. */
  private double normShare() {
    int levels = normGrid.universe().levels();
    double all = HaarError.search(normResponse.scale(), levels, (double) users);
    return Math.max(0.02, Math.min(0.1, all * all / (NORM_RANK * NORM_RANK)));
  }

  /**
   * The share of users for the medians, out of steps of 5 %, that makes the error least: a rank
   * error r moves a Gaussian median by sqrt(2 pi) r deviations, so the squared clipping norm grows
   * by {@code 1 + 2 pi r^2}, and the noise falls with the users that are left. r is kept below
   * {@value #POOR_RANK} where that can be.
   */
  private double medianShare(double norm) {
    double best = MOST_MEDIANS;
    double least = Double.POSITIVE_INFINITY;
    for (double share = 0.05; share < MOST_MEDIANS; share += 0.05) {
      double rank = medianRankError(share);
      double cost = (1 + 2 * Math.PI * rank * rank) / (1 - norm - share);
      if (cost < least && rank <= POOR_RANK) {
        best = share;
        least = cost;
      }
    }
    return best;
  }

  private List<String> judge(LocalMeanSpec spec) {
    List<String> found = new ArrayList<>();
    boolean medians = rounds.get(0).task() == Task.CENTRE;
    double rank = medians ? medianRankError() : 0;
    String numbers =
        String.format(
            Locale.ROOT,
            "n = %d users of %d coordinates with a budget of %s",
            users,
            dimension,
            budget);
    if (medians && rank > HOPELESS_RANK) {
      refuse(
          spec,
          found,
          String.format(
              Locale.ROOT,
              "%s cannot locate the centre: the rank error of a median over %d levels is about %.0f"
                  + " %% of n. Some %.2g users would do, or a larger budget, narrower bounds%s",
              numbers,
              medianGrid.levels(),
              100 * rank,
              users * (rank / HOPELESS_RANK) * (rank / HOPELESS_RANK),
              pure ? ", or route RECENTRED" : ", or protocol PURE (epsilon in place of rho)"));
    } else if (medians && rank > POOR_RANK) {
      found.add(
          String.format(
              Locale.ROOT,
              "the rank error of a median is about %.0f %% of n: the centre is poor, and the error"
                  + " larger for it",
              100 * rank));
    } else if (!medians && spec.route() == LocalMeanSpec.Route.AUTO) {
      found.add(numbers + " locate the centre poorly by medians: the mean is recentred instead");
    }
    double noise = relativeNoise(rounds.size() - 1);
    if (noise >= HOPELESS_NOISE) {
      refuse(
          spec,
          found,
          String.format(
              Locale.ROOT,
              "%s say nothing of the mean: its noise is %.2g times the clipping norm. Some %.2g"
                  + " users would do, or a larger budget",
              numbers,
              noise,
              users * (noise / HOPELESS_NOISE) * (noise / HOPELESS_NOISE)));
    }
    return found;
  }

  private static void refuse(LocalMeanSpec spec, List<String> found, String message) {
    if (spec.refuses()) {
      throw new IllegalArgumentException(message);
    }
    found.add(message);
  }

  /**
   * The expected rank error of a median, root mean square, as a share of n.
   *
   * @throws IllegalStateException if the mean is recentred, without medians
   */
  public double medianRankError() {
    if (rounds.get(0).task() != Task.CENTRE) {
      throw new IllegalStateException("a recentred mean has no medians");
    }
    return medianRankError(rounds.get(0).share());
  }

  private double medianRankError(double share) {
    return medianRankError(medianGrid, share);
  }

  /** The same with a share of the users taking part. */
  private double medianRankError(MedianGrid grid, double share) {
    double each = pure ? share * users / columns : users;
    return HaarError.search(medianResponse.scale(), grid.levels(), each);
  }

  /** The noise of the mean of a round, root mean square, over the clipping norm. */
  private double relativeNoise(int round) {
    return Math.sqrt(ball.relativeSquaredError() / (users * rounds.get(round).share()));
  }

  /**
   * The rank of the clipping norm as a share of n, at least a half.
   *
   * <p>Theorem 5.2 clips {@code max(noise of the mean over C, tau / n)} of the rows, tau the bound
   * of the search. Pure reports clip the sum of that noise and of twice the search's expected rank
   * error: a search that overshoots the longest row may end anywhere above it, while one that falls
   * short costs only some bias.
   */
  double normRank(int round) {
    double scale = normResponse.scale();
    int levels = normGrid.universe().levels();
    double reports = users * rounds.get(round).share();
    double noise = relativeNoise(round + 1);
    double clipped =
        pure
            ? noise + 2 * HaarError.search(scale, levels, reports)
            : Math.max(noise, HaarError.bound(scale, levels, reports, beta));
    return 1 - Math.max(1.0 / users, Math.min(0.5, clipped));
  }

  /**
   * What a user spends, in zCDP: with protocol ZCDP step by step, summing to the budget; with PURE
   * the one report that a user makes, {@code epsilon tanh(epsilon / 2)}.
   */
  public List<Charge> charges() {
    if (pure) {
      return List.of(new Charge("one report", Conversions.rhoUp(new PureDp(budget)).rho()));
    }
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(budget));
    BudgetSplit split = BudgetSplit.paper(true, true);
    ledger.charge(Task.CENTRE.label(), budget * split.medians());
    ledger.charge(Task.NORM.label(), budget * split.threshold());
    ledger.charge(Task.MEAN.label(), Math.min(budget * split.average(), ledger.remaining()));
    return ledger.charges();
  }

  /** The norm of the mean, root mean square over the ball that public values leave it. */
  double typicalNorm() {
    return typicalNorm;
  }

  /**
   * The expected length of all reports that a user sends over all rounds, in bytes; for our own
   * randomizers of vectors.
   */
  public double bytesPerUser() {
    return rounds.stream().mapToDouble(round -> round.share() * bytes(round.task())).sum();
  }

  private double bytes(Task task) {
    if (task == Task.MEAN) {
      long largest = (long) ball.largest((long) Math.ceil(farthest()));
      return ReportWriter.bytesFor((long) columns * ReportReader.bitsFor(2 * largest + 1));
    }
    return reportsPerUser(task) * new HaarFormat(domain(task), 0).meanBytes();
  }

  private int reportsPerUser(Task task) {
    return task == Task.CENTRE && !pure ? columns : 1;
  }

  /**
   * The most memory in bytes that the tallies of the parts of a round's users take together, in the
   * worst round.
   *
   * @param parts how many tallies there are
   */
  public double tallyBytes(long parts) {
    return rounds.stream().mapToDouble(round -> tallyBytes(round, parts)).max().orElseThrow();
  }

  double tallyBytes(LocalRound round, long parts) {
    if (round.task() == Task.MEAN) {
      return (double) Long.BYTES * columns * parts;
    }
    // At most as many as are expected, but for a chance that no one meets: 10 deviations.
    double expected = users * round.share() * reportsPerUser(round.task());
    double reports = Math.min((double) users * columns, expected + 10 * Math.sqrt(expected));
    RangeDomain domain = domain(round.task());
    return HaarTally.mostBytes(domain, reports, parts);
  }

  /** What the user should know, from public values. */
  public List<String> warnings() {
    return warnings;
  }

  /** What one user spends in all rounds: rho, or epsilon where {@link #splitsUsers}. */
  public double budget() {
    return budget;
  }

  /** What the plan was made of, as {@link LocalMeanSpecForm} writes it. */
  byte[] request() {
    return request.clone();
  }

  void checkForm() {
    if (!hasForm) {
      throw new IllegalStateException("a plan with a given randomizer has no binary form");
    }
  }

  /** Public number of users n. */
  public long users() {
    return users;
  }

  /** Number of coordinates of a row. */
  public int dimension() {
    return dimension;
  }

  /** Number of rounds of reports. */
  public int roundCount() {
    return rounds.size();
  }

  /** Whether a user reports in one round only. */
  public boolean splitsUsers() {
    return pure;
  }

  /** Whether the centre is a first private mean, in place of medians. */
  public boolean recentres() {
    return rounds.get(0).task() != Task.CENTRE;
  }

  List<LocalRound> rounds() {
    return rounds;
  }

  Lattice lattice() {
    return lattice;
  }

  int columns() {
    return columns;
  }

  MedianGrid medianGrid() {
    return medianGrid;
  }

  NormGrid normGrid() {
    return normGrid;
  }

  RandomizedResponse response(Task task) {
    return task == Task.CENTRE ? medianResponse : normResponse;
  }

  RangeDomain domain(Task task) {
    return task == Task.CENTRE
        ? new RangeDomain(columns, medianGrid.universe())
        : new RangeDomain(1, normGrid.universe());
  }

  BallRandomizer ball() {
    return ball;
  }
}
