package org.privatemean.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.privatemean.app.FaultOptions.Faults;
import org.privatemean.device.Device;
import org.privatemean.device.ShuffleMeanSession;
import org.privatemean.shuffle.Batches;
import org.privatemean.shuffle.BundleIntake;
import org.privatemean.shuffle.MessageBundle;
import org.privatemean.shuffle.ShuffleMeanClient;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleMeanTally;
import org.privatemean.shuffle.ShuffleRelease;
import org.privatemean.shuffle.SlotAnalyzer;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.FitRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
      "      --delta 1e-9 --coordinate-bound 10 --honest-fraction 0.95 --absent 0.02 --report"
          + " r.json"
    })
final class SimulateShuffleCommand extends SimulateDeviceCommand {
  static final StageOptions OPTIONS = options(Set.of("delta", "honestFraction", "rounds"));

  @Option(
      names = "--batches",
      paramLabel = "INTEGER",
      description =
          "Number of batches of users for the sum, >= 1: a forger spoils one batch, and the noise "
              + "grows with the square root of their number (default: one more than --forgers).")
  private Integer batches;

  SimulateShuffleCommand() {
    super("shuffle", OPTIONS);
  }

  @Override
  void checkOwn() {
    WrongInputException.check("--batches", batches == null || batches >= 1, "at least 1", batches);
  }

  @Override
  String report(FitRequest request, PrivateMean stage, UserRows users, Consumer<String> warnings) {
    ShuffleMeanSpec requested = ((FitRequest.Shuffle) request).spec();
    Faults drawn = faults().faults(users.count());
    int count = batches == null ? Batches.forForgers(faults().forgers()) : batches;
    ShuffleMeanPlan plan =
        compute(
            () ->
                ShuffleMeanPlan.of(requested.withBatches(count), users.count(), users.dimension()));
    ShuffleMeanState start = ShuffleMeanState.start(plan, drawn.publicSeed(), RUN_ID);
    Deployment<ShuffleMeanState> run =
        deployment(users, drawn, start, atTheBound(stage, users.dimension()));
    ShuffleMeanState finished = run.finish(start);
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("batches", count);
    more.put("usersInMean", finished.senders());
    more.put("epsilon", requested.budget().epsilon());
    more.put("delta", requested.budget().delta());
    more.put("honestFraction", requested.honestFraction());
    return run.report(finished, ShuffleRelease.create(finished), more, List.of(), warnings);
  }

  /** Returns the run; bundles are open, since sealing would take longer than all else. */
  private static Deployment<ShuffleMeanState> deployment(
      UserRows users, Faults faults, ShuffleMeanState start, double bound) {
    List<ShuffleMeanSession> sessions =
        Deployment.join(users, id -> Device.inMemory().join(RUN_ID, start, id));
    return new Deployment<>(users, faults) {
      /** Bundles of the forgers in the next round. */
      private final Map<Integer, byte[]> forged = new HashMap<>();

      private BundleIntake intake;

      @Override
      void open(ShuffleMeanState next) {
        intake = BundleIntake.forOpen(next);
        forged.clear();
        // Before any answer: the number of cores has no effect.
        for (int user = 0; user < users.count(); user++) {
          if (faults.isLying(user)) {
            String id = users.ids().get(user);
            forged.put(user, forge(next, id, users.dimension(), bound, faults.random()));
          }
        }
      }

      @Override
      byte[] answer(ShuffleMeanState requested, int user) {
        return faults.isLying(user)
            ? forged.get(user)
            : sessions.get(user).answer(requested, users.rows().get(user));
      }

      @Override
      boolean take(String sender, byte[] bundle) {
        return intake.take(sender, bundle) == BundleIntake.BundleOutcome.TAKEN;
      }

      @Override
      ShuffleMeanState close(ShuffleMeanState state) {
        ShuffleMeanTally tally = state.newTally();
        intake.drainTo(SlotAnalyzer.forOpen(state, tally));
        return state.next(tally);
      }
    };
  }

  /** Returns a bundle that passes for a true one and makes the sum of its batch random. */
  private static byte[] forge(
      ShuffleMeanState next, String id, int dimension, double bound, SplittableRandom random) {
    ShuffleMeanClient client = ShuffleMeanClient.of(next);
    MessageBundle bundle = MessageBundle.empty(next);
    while (bundle.free() > 0) {
      List<Integer> labels = new ArrayList<>();
      long[] bodies = {0};
      client.randomize(
          id,
          random.doubles(dimension, -bound, bound).toArray(),
          count -> random.nextLong() >>> (Long.SIZE - count),
          (label, body) -> {
            labels.add(label);
            bodies[0] |= body;
          });
      long mask = bodies[0] == 0 ? 0 : (Long.highestOneBit(bodies[0]) << 1) - 1;
      for (int label : labels.subList(0, Math.min(bundle.free(), labels.size()))) {
        bundle.send(label, random.nextLong() & mask);
      }
    }
    return bundle.toBytes(next, next.batch(id));
  }
}
