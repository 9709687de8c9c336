package org.privatemean.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.local.GaussianEstimator;
import org.privatemean.local.GaussianRandomizer;
import org.privatemean.local.GaussianRequest;
import org.privatemean.local.GaussianRound;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanSpec.Randomizer;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;

/** Black-box experiments on what devices send: one user's reports, or all shuffled messages. */
final class DeviceExperiments {
  private static final double[] EPSILONS = {0.5, 1, 2, 4};
  private static final Bounds BOUNDS = new Bounds.Ball(10, OptionalDouble.empty());
  private static final double FAR = 9;
  private static final int USERS = 500;
  private static final int SHUFFLED = 24;
  private static final int SHUFFLE_WEIGHT = 5;
  private static final double SHUFFLE_DELTA = 0.01;
  static final int SHUFFLE_ROUNDS = 3;

  private final AuditedBuild build;
  private final List<Experiment> experiments = new ArrayList<>();

  private DeviceExperiments(AuditedBuild build) {
    this.build = build;
  }

  static List<Experiment> create(AuditedBuild build) {
    DeviceExperiments devices = new DeviceExperiments(build);
    for (double epsilon : EPSILONS) {
      for (int dimension : new int[] {1, 2, 8}) {
        for (Randomizer randomizer :
            List.of(Randomizer.PRIV_UNIT, Randomizer.PRIV_UNIT_G, Randomizer.PROJ_UNIT)) {
          devices.addVectors(randomizer, epsilon, dimension);
        }
      }
      devices.addBits(epsilon);
    }
    for (double epsilon : new double[] {1, 4}) {
      for (GaussianEstimator estimator : GaussianEstimator.values()) {
        devices.addGaussian(estimator, epsilon);
      }
      devices.addShuffle(2 * epsilon);
    }
    return devices.experiments;
  }

  private static double[] row(int dimension, double first) {
    double[] row = new double[dimension];
    row[0] = first;
    return row;
  }

  private static List<ApproxDp> pure(double epsilon) {
    return List.of(new ApproxDp(epsilon, 0));
  }

  private void add(
      String name,
      double epsilon,
      List<ApproxDp> claims,
      BiFunction<Boolean, NoiseKey, double[]> trial) {
    int weight = name.startsWith("shuffle") ? SHUFFLE_WEIGHT : 1;
    experiments.add(
        new Experiment(String.format("%s, epsilon %s", name, epsilon), weight, claims, trial));
  }

  /** Returns users who take part in the next round. */
  private static Stream<String> members(LocalMeanClient device) {
    return Stream.iterate(0, i -> i + 1).map(i -> "user " + i).filter(device::takesPart);
  }

  static LocalMeanState start(double epsilon, int dimension, Randomizer randomizer) {
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(epsilon), BOUNDS)
            .withRoute(LocalMeanSpec.Route.RECENTRED)
            .withRandomizer(randomizer)
            .warningOnly();
    return LocalMeanState.start(LocalMeanPlan.of(spec, USERS, dimension), 1);
  }

  /** The mean of the one report of a user, for opposite rows and for a row at zero. */
  private void addVectors(Randomizer randomizer, double epsilon, int dimension) {
    LocalMeanState first = start(epsilon, dimension, randomizer);
    LocalMeanTally norms = first.newTally();
    LocalMeanClient client = LocalMeanClient.of(first);
    NoiseKey fixed = NoiseKey.fromSeed(1);
    for (int i = 0; i < USERS; i++) {
      norms.take(client.bundle("user " + i, row(dimension, FAR), fixed.substream(1, 0, i)));
    }
    LocalMeanState state = first.next(norms);
    LocalMeanClient device = LocalMeanClient.of(state);
    String user = members(device).findFirst().orElseThrow();
    for (double other : new double[] {-FAR, 0}) {
      double[] one = row(dimension, FAR);
      double[] neighbour = row(dimension, other);
      add(
          String.format("%s, dimension %d, against %s", randomizer.label(), dimension, other),
          epsilon,
          pure(epsilon),
          (isNeighbour, key) -> {
            LocalMeanTally tally = state.newTally();
            tally.take(device.bundle(user, isNeighbour ? neighbour : one, build.bits(key, 1)));
            return Arrays.stream(state.next(tally).centre()).asDoubleStream().toArray();
          });
    }
  }

  /** One bit about a distance, and about a coordinate. */
  private void addBits(double epsilon) {
    addBit("bit of the norm", epsilon, pure(epsilon), start(epsilon, 1, Randomizer.AUTO));
    Zcdp rho = new Zcdp(epsilon);
    LocalMeanSpec paper = LocalMeanSpec.paper(rho, BOUNDS).warningOnly();
    addBit(
        "bit of the median, as rho",
        epsilon,
        Experiment.claimsOf(rho),
        LocalMeanState.start(LocalMeanPlan.of(paper, USERS, 1), 1));
  }

  private void addBit(String name, double epsilon, List<ApproxDp> claims, LocalMeanState state) {
    LocalMeanClient device = LocalMeanClient.of(state);
    // The level of a user is public; that of the whole range has two reports.
    String user =
        members(device).filter(each -> hasTwoReports(device, each)).findFirst().orElseThrow();
    add(
        name,
        epsilon,
        claims,
        (isNeighbour, key) ->
            bits(device.bundle(user, row(1, isNeighbour ? FAR : 0), build.bits(key, 1))));
  }

  private static boolean hasTwoReports(LocalMeanClient device, String user) {
    Set<String> reports = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      byte[] report = device.bundle(user, row(1, FAR), NoiseKey.fromSeed(i).substream(1, 0, 0));
      reports.add(Arrays.toString(report));
    }
    return reports.size() <= 2;
  }

  private static double[] bits(byte[] bytes) {
    return IntStream.range(0, 8 * bytes.length)
        .mapToDouble(k -> bytes[k / 8] >> (7 - k % 8) & 1)
        .toArray();
  }

  private void addGaussian(GaussianEstimator estimator, double epsilon) {
    boolean isBaseline =
        estimator == GaussianEstimator.KNOWN_VAR || estimator == GaussianEstimator.UNK_VAR;
    boolean isKnown = estimator.label().startsWith("k");
    double delta = isBaseline ? 1e-6 : Double.NaN;
    GaussianRequest request =
        new GaussianRequest(
            estimator.label(), epsilon, delta, 10, 1, isKnown ? 1 : 4, isKnown, 0.01, 0.95);
    GaussianRound round = GaussianRound.first(request.spec(estimator, 1L << 24, 1));
    GaussianRandomizer device = round.randomizer();
    long[] users =
        IntStream.range(0, 10_000)
            .asLongStream()
            .filter(id -> device.groupOf(id).isPresent())
            .limit(8)
            .toArray();
    for (long user : users) {
      int group = device.groupOf(user).getAsInt();
      add(
          estimator.label() + ", user " + user,
          epsilon,
          List.of(new ApproxDp(epsilon, isBaseline ? delta : 0)),
          (isNeighbour, key) ->
              bits(device.randomize(isNeighbour ? 7.5 : -6.5, group, build.bits(key, 1))));
    }
  }

  /** The server's view of each round. */
  private void addShuffle(double epsilon) {
    ApproxDp claim = new ApproxDp(epsilon, SHUFFLE_DELTA);
    List<ShuffleMeanState> rounds = shuffleRounds(build, epsilon, 1);
    for (int k = 0; k < rounds.size(); k++) {
      ShuffleMeanState state = rounds.get(k);
      add(
          "shuffle, round " + (k + 1),
          epsilon,
          List.of(claim),
          (isNeighbour, key) -> view(state, isNeighbour, key));
    }
  }

  /** Returns the state before each round. */
  static List<ShuffleMeanState> shuffleRounds(AuditedBuild build, double epsilon, int dimension) {
    ShuffleMeanSpec spec =
        ShuffleMeanSpec.of(new ApproxDp(epsilon, SHUFFLE_DELTA), BOUNDS)
            .withRounds(SHUFFLE_ROUNDS)
            .warningOnly();
    ShuffleMeanState state =
        ShuffleMeanState.start(ShuffleMeanPlan.of(spec, SHUFFLED, dimension), 1);
    List<ShuffleMeanState> rounds = new ArrayList<>();
    while (!state.isFinished()) {
      rounds.add(state);
      state = state.next(tally(build, state, -FAR, NoiseKey.fromSeed(rounds.size())));
    }
    return rounds;
  }

  /** Returns the messages of all users: one whose first coordinate is given, others at zero. */
  private static ShuffleMeanTally tally(
      AuditedBuild build, ShuffleMeanState state, double first, NoiseKey key) {
    int dimension = state.plan().lattice().dimension();
    ShuffleMeanTally tally = state.newTally();
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    for (int i = 0; i < SHUFFLED; i++) {
      double[] row = row(dimension, i > 0 ? 0 : first);
      client.randomize("user " + i, row, build.bits(key, 1 + i), tally);
    }
    return tally;
  }

  private double[] view(ShuffleMeanState state, boolean isNeighbour, NoiseKey key) {
    ShuffleMeanTally tally = tally(build, state, isNeighbour ? FAR : -FAR, key);
    ShuffleMeanState next = state.next(tally);
    return next.isFinished()
        ? next.mean()
        : new double[] {next.centre()[0], next.norm(), tally.acceptedReports()};
  }
}
