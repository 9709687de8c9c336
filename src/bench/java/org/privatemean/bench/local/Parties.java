package org.privatemean.bench.local;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.local.gaussian.GaussianSpec;
import org.privatemean.local.gaussian.coordinate.RecommendedSpec;
import org.privatemean.local.gaussian.round.GaussianRandomizer;
import org.privatemean.local.gaussian.round.GaussianRound;
import org.privatemean.local.gaussian.round.GaussianTally;
import org.privatemean.local.gaussian.round.UserTask;
import org.privatemean.local.range.FrequencyOracle;
import org.privatemean.local.range.HaarFormat;
import org.privatemean.local.range.HaarRandomizer;
import org.privatemean.local.range.HaarTally;
import org.privatemean.local.range.Hierarchy;
import org.privatemean.local.range.HierarchyRandomizer;
import org.privatemean.local.range.HierarchyTally;
import org.privatemean.local.report.Report;
import org.privatemean.local.unit.PrivUnitAggregator;
import org.privatemean.local.unit.PrivUnitParameters;
import org.privatemean.local.unit.PrivUnitRandomizer;
import org.privatemean.local.unit.cap.GaussianDraws;
import org.privatemean.local.unit.cap.ReportLaw;
import org.privatemean.local.unit.projection.ProjUnitAggregator;
import org.privatemean.local.unit.projection.ProjUnitParameters;
import org.privatemean.local.unit.projection.ProjUnitRandomizer;
import org.privatemean.local.unit.projection.Projection;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.RandomizedResponse;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.query.Universe;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;

/** The randomizers of the local model at one number of coordinates, with epsilon 4 or rho 1/2. */
final class Parties {
  static final double EPSILON = 4;

  private static final double RHO = 0.5;
  private static final long USERS = 1_000_000;

  /** As many different reports are made beforehand and taken in one after the other. */
  private static final int HELD = 512;

  private static final long MOST_BYTES = 1 << 24;
  private static final long MOST_NANOS = 300_000_000;

  /** A rotation of more work than this, in multiplications, takes minutes a report. */
  private static final double MOST_WORK = 1e9;

  private final int dimension;
  private final BitSource bits = NoiseKey.fromOperatingSystem().substream(0, 0, 0);
  private final double[] row;
  private final List<Party> parties = new ArrayList<>();

  private Parties(int dimension) {
    this.dimension = dimension;
    this.row = new double[dimension];
    GaussianDraws.fill(row, 0, dimension, bits);
  }

  /** All randomizers, after normal draws from the same bits for comparison. */
  static List<Party> of(int dimension) {
    Parties all = new Parties(dimension);
    double[] filled = new double[dimension];
    all.parties.add(
        new Party(
            "d normal draws",
            dimension,
            0,
            () -> GaussianDraws.fill(filled, 0, dimension, all.bits),
            () -> {}));
    all.addVectors();
    all.addRanges();
    all.addRounds();
    all.addGaussian();
    return List.copyOf(all.parties);
  }

  private <R> void add(String name, Supplier<R> make, Consumer<R> take, ToIntFunction<R> bytes) {
    List<R> held = new ArrayList<>();
    long length = 0;
    // A few of slow and long ones: of 10^5 coordinates they may take a tenth of a second each.
    long end = System.nanoTime() + MOST_NANOS;
    while (held.isEmpty()
        || (held.size() < HELD && length < MOST_BYTES && System.nanoTime() < end)) {
      R made = make.get();
      held.add(made);
      length += bytes.applyAsInt(made);
    }
    int[] next = {0};
    Runnable add =
        () -> {
          take.accept(held.get(next[0]));
          next[0] = next[0] + 1 == held.size() ? 0 : next[0] + 1;
        };
    Object[] last = new Object[1];
    Runnable kept = () -> last[0] = make.get();
    parties.add(new Party(name, dimension, (double) length / held.size(), kept, add));
  }

  private void addVectors() {
    double bound = 2 * Math.sqrt(dimension);
    PrivUnitParameters ball = PrivUnitParameters.inBall(dimension, bound, EPSILON);
    for (ReportLaw law : ReportLaw.values()) {
      PrivUnitRandomizer randomizer = PrivUnitRandomizer.create(ball.withLaw(law));
      PrivUnitAggregator sum = PrivUnitAggregator.create(ball.withLaw(law));
      add(
          law == ReportLaw.SPHERE ? "PrivUnit" : "PrivUnitG",
          () -> randomizer.randomize(row, bits),
          sum::add,
          report -> report.toBytes().length);
    }
    int size = ProjUnitParameters.recommendedSize(dimension, EPSILON);
    ProjUnitParameters fast = ProjUnitParameters.inBall(dimension, size, bound, EPSILON);
    for (Projection projection : Projection.values()) {
      if (projection == Projection.HAAR && (double) size * size * dimension > MOST_WORK) {
        continue;
      }
      ProjUnitParameters compact = fast.withProjection(projection);
      ProjUnitRandomizer randomizer = ProjUnitRandomizer.create(compact);
      ProjUnitAggregator sum = ProjUnitAggregator.create(compact);
      add(
          projection == Projection.HAAR ? "ProjUnit" : "FastProjUnit",
          () -> randomizer.randomize(row, bits),
          sum::add,
          report -> report.toBytes().length);
    }
  }

  private void addRanges() {
    RandomizedResponse coin = RandomizedResponse.of(EPSILON);
    RangeDomain wide = new RangeDomain(dimension, new Universe(0, (1L << 20) - 1));
    HaarRandomizer haar = new HaarRandomizer(wide, coin);
    HaarFormat format = new HaarFormat(wide, 1);
    HaarTally tally = new HaarTally(format);
    add(
        "HaarHRR, 2^20 cells",
        () ->
            format.write(
                haar.randomize(700_000, wide.assignCoordinate(bits), haar.assignLevel(bits), bits)),
        tally::add,
        Report::size);
    Hierarchy tree = new Hierarchy(new RangeDomain(dimension, new Universe(0, 1023)), 4);
    addTree("HH_4 with OUE, 2^10 cells", tree, FrequencyOracle.unary(coin));
    addTree("HH_4 with OLH, 2^10 cells", tree, FrequencyOracle.hashing(coin));
    addTree("HH_4 with HRR, 2^10 cells", tree, FrequencyOracle.hadamard(coin));
  }

  private void addTree(String name, Hierarchy tree, FrequencyOracle oracle) {
    HierarchyRandomizer randomizer = new HierarchyRandomizer(tree, oracle, 1);
    HierarchyTally tally = new HierarchyTally(tree, oracle, 1);
    add(
        name,
        () ->
            randomizer.randomize(
                700, tree.domain().assignCoordinate(bits), tree.assignLevel(bits), bits),
        tally::add,
        Report::size);
  }

  private void addRounds() {
    Bounds bounds = new Bounds.Statistical(20 * Math.sqrt(dimension), 0.5, 2);
    addRounds(
        "LSCM-pure",
        LocalMeanSpec.pure(new PureDp(EPSILON), bounds).withRoute(LocalMeanSpec.Route.MEDIANS));
    // The squared grid of the paper does not reach as far as rows of 10^5 coordinates.
    addRounds(
        "Theorem 5.2",
        LocalMeanSpec.paper(new Zcdp(RHO), bounds).withGrid(MeanSpec.Grid.GEOMETRIC));
  }

  private void addRounds(String name, LocalMeanSpec spec) {
    LocalMeanState state =
        LocalMeanState.start(LocalMeanPlan.of(spec.warningOnly(), USERS, dimension), 1);
    while (!state.isFinished()) {
      LocalMeanClient client = LocalMeanClient.of(state);
      String user = "0";
      for (int k = 1; !client.takesPart(user); k++) {
        user = Integer.toString(k);
      }
      String asked = user;
      LocalMeanTally tally = state.newTally();
      add(
          name + ", " + state.task(),
          () -> client.reports(asked, row, bits),
          reports -> reports.forEach(tally::add),
          reports -> reports.stream().mapToInt(Report::size).sum());
      LocalMeanTally one = state.newTally();
      client.reports(asked, row, bits).forEach(one::add);
      state = state.next(one);
    }
  }

  private void addGaussian() {
    GaussianSpec known = RecommendedSpec.knownSigma(EPSILON, USERS, dimension, 16, 1);
    addAnswers("KV and UV, a digit or a side", GaussianRound.firstUnchecked(known), 1);
    GaussianSpec unknown = RecommendedSpec.unknownSigma(EPSILON, USERS, dimension, 16, 1, 2);
    addAnswers(
        "UV of the paper, a position",
        GaussianRound.firstUnchecked(unknown.inOneRound().asInPaper()),
        8);
    GaussianSpec baseline = GaussianSpec.knownVar(new ApproxDp(EPSILON, 1e-9), USERS, 1, 16, 1);
    addAnswers("KnownVar, a histogram of 33 bins", GaussianRound.firstUnchecked(baseline), 0);
  }

  private void addAnswers(String name, GaussianRound round, int group) {
    GaussianRandomizer randomizer = round.randomizer();
    GaussianTally tally = round.tally();
    UserTask task = new UserTask(1, round.spec().dimension() - 1, group);
    add(
        name,
        () -> randomizer.randomize(row[0], task, bits),
        tally::add,
        report -> report.toBytes().length);
  }
}
