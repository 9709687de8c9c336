package org.privatemean.app;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.privatemean.app.FaultOptions.Faults;
import org.privatemean.device.Device;
import org.privatemean.device.LocalMeanSession;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.local.LocalRelease;
import org.privatemean.protocol.DuplicateFilter;
import org.privatemean.release.CommunicationCost;
import org.privatemean.release.Release;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.FitRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "local",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Simulates users who trust no other party: each row is the row of a device that joins the "
          + "run and answers its rounds with private reports. At most 200000 rows, all in memory.",
      "Everything that can be checked is checked before rows are read."
    },
    footer = {
      "",
      "Example: private-mean simulate local --input x.csv --features x0,x1 --epsilon 1 \\",
      "      --coordinate-bound 10 --absent 0.02 --report r.json"
    })
final class SimulateLocalCommand extends SimulateDeviceCommand {
  static final StageOptions OPTIONS = options(Set.of("rho", "randomizer"));

  @Option(
      names = "--delta",
      paramLabel = "NUMBER",
      description =
          "Accepted as in simulate shuffle, but not used: a report by itself is epsilon-DP.")
  private Double delta;

  @Option(
      names = "--honest-fraction",
      paramLabel = "NUMBER",
      description =
          "Accepted as in simulate shuffle, but not used: a user's guarantee does not "
              + "depend on other users.")
  private Double honestFraction;

  SimulateLocalCommand() {
    super("local", OPTIONS);
  }

  @Override
  String report(FitRequest request, PrivateMean stage, UserRows users, Consumer<String> warnings) {
    LocalMeanSpec spec = ((FitRequest.Local) request).spec();
    Faults drawn = faults().faults(users.count());
    LocalMeanPlan plan = compute(() -> LocalMeanPlan.of(spec, users.count(), users.dimension()));
    LocalMeanState start = LocalMeanState.start(plan, drawn.publicSeed(), RUN_ID);
    double[] falseRow = new double[users.dimension()];
    Arrays.fill(falseRow, atTheBound(stage, users.dimension()));
    Deployment<LocalMeanState> run = deployment(users, drawn, start, falseRow);
    LocalMeanState finished = run.finish(start);
    Release released = LocalRelease.create(finished);
    Map<String, Object> more = new LinkedHashMap<>();
    if (stage.isDefined(stage.epsilon())) {
      more.put("epsilon", stage.getEpsilon());
    } else {
      more.put("rho", stage.getRho());
    }
    released
        .traffic()
        .flatMap(CommunicationCost::randomizer)
        .ifPresent(by -> more.put("randomizer", by));
    List<String> unused =
        delta == null && honestFraction == null
            ? List.of()
            : List.of(
                "--delta and --honest-fraction are not used: in the local model a user's guarantee"
                    + " is that of the user's own reports");
    return run.report(finished, released, more, unused, warnings);
  }

  /** Returns the run, whose server takes the first bundle of each user. */
  private static Deployment<LocalMeanState> deployment(
      UserRows users, Faults faults, LocalMeanState start, double[] falseRow) {
    List<LocalMeanSession> sessions =
        Deployment.join(users, id -> Device.inMemory().join(RUN_ID, start, id));
    return new Deployment<>(users, faults) {
      private LocalMeanTally tally;
      private DuplicateFilter comers;

      @Override
      byte[] answer(LocalMeanState requested, int user) {
        return sessions
            .get(user)
            .answer(requested, faults.isLying(user) ? falseRow : users.rows().get(user));
      }

      @Override
      void open(LocalMeanState next) {
        tally = next.newTally();
        comers = DuplicateFilter.forOpenBundles();
      }

      @Override
      boolean take(String sender, byte[] bundle) {
        if (comers.verdict(sender, bundle) != DuplicateFilter.IntakeOutcome.FIRST
            || !tally.take(bundle)) {
          return false;
        }
        comers.take(sender, bundle);
        return true;
      }

      @Override
      LocalMeanState close(LocalMeanState state) {
        return state.next(tally);
      }
    };
  }
}
