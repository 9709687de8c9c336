package org.privatemean.local;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.privatemean.fuzz.FuzzTarget;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;

/** Readers of the local model: of states by devices, of reports by the server. */
public final class LocalFuzz {
  private static final int USERS = 300;
  private static final int DIMENSION = 3;
  private static final ReportKey KEY = ReportKey.fromSeed(4);
  private static final Bounds BOUNDS = new Bounds.Statistical(5, 0.5, 2);

  /** What the questions of a round need, however they are sent. */
  private static final long OF_PLANS = 1 << 26;

  private LocalFuzz() {}

  private static LocalMeanState start(LocalMeanSpec spec) {
    return LocalMeanState.start(LocalMeanPlan.of(spec.warningOnly(), USERS, DIMENSION), 3, "run");
  }

  private static double[] row(int user) {
    return new double[] {user % 7 / 7.0, 2, -1 - user % 3};
  }

  private static LocalMeanState next(LocalMeanState state) {
    LocalMeanClient client = LocalMeanClient.of(state);
    LocalMeanTally tally = state.newTally();
    for (int i = 0; i < USERS; i++) {
      client.reports("" + i, row(i), KEY.bits(state, "" + i)).forEach(tally::add);
    }
    return state.next(tally);
  }

  /** All states of runs of each kind. */
  private static List<LocalMeanState> states() {
    List<LocalMeanState> all = new ArrayList<>();
    LocalMeanSpec pure = LocalMeanSpec.pure(new PureDp(8), BOUNDS);
    for (LocalMeanSpec spec :
        List.of(
            LocalMeanSpec.paper(new Zcdp(40), BOUNDS),
            pure,
            pure.withRandomizer(LocalMeanSpec.Randomizer.PRIV_UNIT_G),
            pure.withRandomizer(LocalMeanSpec.Randomizer.PROJ_UNIT),
            pure.withRoute(LocalMeanSpec.Route.RECENTRED))) {
      LocalMeanState state = start(spec);
      all.add(state);
      while (!state.isFinished()) {
        state = next(state);
        all.add(state);
      }
    }
    return all;
  }

  private static FuzzTarget<?> tally(LocalMeanState state, String name) {
    LocalMeanClient client = LocalMeanClient.of(state);
    LocalMeanTally tally = state.newTally();
    List<byte[]> seeds = new ArrayList<>();
    for (int i = 0; i < USERS && seeds.size() < 20; i++) {
      byte[] bundle = client.bundle("" + i, row(i), KEY.bits(state, "" + i));
      if (bundle.length > 0) {
        seeds.add(bundle);
      }
      client.reports("" + i, row(i), KEY.bits(state, "" + i)).stream()
          .limit(2)
          .forEach(report -> seeds.add(report.toBytes()));
    }
    return FuzzTarget.ofBytes(
            name + " of " + state.task() + ", " + state.plan().randomizer(),
            seeds,
            bytes -> {
              tally.add(Report.of(bytes));
              return tally.take(bytes);
            })
        .times(100_000);
  }

  private static FuzzTarget<?> gaussianTally(GaussianSpec spec) {
    GaussianRound round = GaussianRound.firstUnchecked(spec);
    GaussianRandomizer randomizer = round.randomizer();
    GaussianTally tally = round.tally();
    List<byte[]> seeds = new ArrayList<>();
    for (int user = 0; user < USERS && seeds.size() < 20; user++) {
      int id = user;
      randomizer
          .groupOf(user)
          .ifPresent(
              group ->
                  seeds.add(
                      randomizer.randomize(
                          1, group, SimulatedUsers.bits(new SplittableRandom(id)))));
    }
    return FuzzTarget.ofBytes(
            "Gaussian tally of " + spec.protocol(),
            seeds,
            bytes -> {
              tally.add(bytes);
              return tally.acceptedReports();
            })
        .times(250_000);
  }

  private static List<byte[]> gaussianRounds() {
    List<byte[]> all = new ArrayList<>();
    for (GaussianSpec spec : GaussianRoundTest.specs()) {
      GaussianRound round = GaussianRound.firstUnchecked(spec);
      SimulatedUsers users = SimulatedUsers.of(1, 1, 7);
      all.add(round.toBytes());
      while (!round.isFinished()) {
        round = round.next(users.answer(round));
        all.add(round.toBytes());
      }
    }
    return all;
  }

  public static List<FuzzTarget<?>> targets() {
    List<LocalMeanState> states = states();
    List<FuzzTarget<?>> targets = new ArrayList<>();
    targets.add(
        FuzzTarget.ofBytes(
                "local state",
                states.stream().map(LocalMeanState::toBytes).toList(),
                LocalMeanState::of)
            .written(LocalMeanState::toBytes)
            .refusing(IllegalArgumentException.class)
            .times(30_000));
    states.stream()
        .filter(state -> !state.isFinished())
        .map(state -> tally(state, "local tally"))
        .forEach(targets::add);
    targets.add(
        FuzzTarget.ofBytes("Gaussian round", gaussianRounds(), GaussianRound::fromBytes)
            .written(GaussianRound::toBytes)
            .refusing(IllegalArgumentException.class)
            .allocating(OF_PLANS, 256)
            .times(6_000));
    targets.add(
        FuzzTarget.ofBytes(
                "Gaussian report",
                List.of(
                    new GaussianReport(7, 0, 300, new byte[] {3, 4}).toBytes(),
                    new GaussianReport(-1, 0, 0, new byte[] {1}).toBytes()),
                GaussianReport::fromBytes)
            .written(GaussianReport::toBytes)
            .refusing(MalformedReportException.class));
    GaussianRoundTest.specs().forEach(spec -> targets.add(gaussianTally(spec)));
    return targets;
  }
}
