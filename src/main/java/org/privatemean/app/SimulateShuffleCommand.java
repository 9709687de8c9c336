package org.privatemean.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.privatemean.shuffle.Batches;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleRelease;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.FitRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Simulates a deployment of the shuffle mean. */
@Command(
    name = "shuffle",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Simulates users who trust only a shuffler: each row is the row of a device that "
          + "joins the run and answers its rounds with bundles of messages. At most 200000 "
          + "rows, all in memory.",
      "Everything that can be checked is checked before rows are read."
    },
    footer = {
      "",
      "Example: private-mean simulate shuffle --input x.csv --features x0,x1 --epsilon 1 \\",
      "      --delta 1e-9 --coordinate-bound 10 --honest-fraction 0.95 --absent 0.02 --report r.json"
    })
final class SimulateShuffleCommand extends SimulateDeviceCommand {
  static final StageOptions OPTIONS =
      StageOptions.only(
          List.of(
              "epsilon",
              "delta",
              "radius",
              "sigmaMin",
              "sigmaMax",
              "bound",
              "coordinateBound",
              "honestFraction",
              "rounds",
              "thresholdGrid",
              "beta",
              "dimension",
              "idCol",
              "handleInvalid"));

  @Option(
      names = "--batches",
      paramLabel = "INTEGER",
      description = {
        "Number of batches of users for the sum, >= 1: a forger spoils one batch, and "
            + "the noise grows with the square root of their number (default: one more than "
            + "--forgers)."
      })
  private Integer batches;

  SimulateShuffleCommand() {
    super("shuffle", OPTIONS);
  }

  @Override
  void checkOwn() {
    if (batches != null && batches < 1) {
      throw new WrongInputException("--batches must be at least 1. Provided value: " + batches);
    }
  }

  @Override
  SimulationReport report(FitRequest request, PrivateMean stage, UserRows users) {
    ShuffleMeanSpec asked = ((FitRequest.Shuffle) request).spec();
    Faults drawn = faults().faults(users.count());
    int count = batches == null ? Batches.forForgers(faults().forgers()) : batches;
    ShuffleMeanPlan plan =
        compute(
            () -> ShuffleMeanPlan.of(asked.withBatches(count), users.count(), users.dimension()));
    ShuffleMeanState start = ShuffleMeanState.start(plan, drawn.publicSeed(), RUN_ID);
    ShuffleDeployment run =
        new ShuffleDeployment(users, drawn, start, RUN_ID, atTheBound(stage, users.dimension()));
    ShuffleMeanState finished = run.finish(start);
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("batches", count);
    more.put("usersInMean", finished.senders());
    more.put("epsilon", asked.budget().epsilon());
    more.put("delta", asked.budget().delta());
    more.put("honestFraction", asked.honestFraction());
    return run.report(ShuffleRelease.create(finished), plan.roundCount(), more, List.of());
  }
}
