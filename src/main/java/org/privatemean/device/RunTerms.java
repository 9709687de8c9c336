package org.privatemean.device;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.privatemean.device.JournalEntry.JoinedRun;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.protocol.RoundState;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * The terms that a user agrees to by joining the run of a state. All of it is public.
 *
 * @param start returns the state of round 0 for a seed
 * @param cost of the whole run; refuses a plan whose noise does not give the stated guarantee
 * @param honestFraction the fraction of users on which a shuffle mean relies; empty for a local
 *     mean
 * @param values by name, to report differences
 */
record RunTerms(
    RoundState<?, ?, ?> state,
    LongFunction<RoundState<?, ?, ?>> start,
    Supplier<RunCost> cost,
    OptionalDouble honestFraction,
    Map<String, Object> values) {

  static RunTerms of(RoundState<?, ?, ?> state) {
    return state instanceof LocalMeanState local
        ? ofLocal(local)
        : ofShuffle((ShuffleMeanState) state);
  }

  /** Returns the terms of a joined run; refuses a start that is none. */
  static RunTerms read(JoinedRun joined) {
    try {
      return joined.cost().isOfShuffle()
          ? ofShuffle(ShuffleMeanState.of(joined.start()))
          : ofLocal(LocalMeanState.of(joined.start()));
    } catch (IllegalArgumentException unreadable) {
      throw RefusedException.forDamage("the start of a joined run cannot be read");
    }
  }

  private static RunTerms ofLocal(LocalMeanState state) {
    LocalMeanSpec spec = state.plan().spec();
    RunCost.GuaranteeKind kind =
        spec.protocol() == LocalMeanSpec.Protocol.PURE
            ? RunCost.GuaranteeKind.PURE
            : RunCost.GuaranteeKind.CONCENTRATED;
    Map<String, Object> values = values("a local mean", spec.bounds(), state);
    values.put("the protocol", spec.protocol());
    values.put("the budget", spec.budget());
    values.put("the rest of the request", spec);
    return new RunTerms(
        state,
        seed -> LocalMeanState.start(state.plan(), seed, state.runId()),
        () -> new RunCost(kind, spec.budget(), 0),
        OptionalDouble.empty(),
        values);
  }

  private static RunTerms ofShuffle(ShuffleMeanState state) {
    ShuffleMeanSpec spec = state.plan().spec();
    ApproxDp budget = spec.budget();
    Map<String, Object> values = values("a shuffle mean", spec.bounds(), state);
    values.put("the budget", budget);
    values.put("honestFraction", spec.honestFraction());
    values.put("the rest of the request", spec);
    values.put("the noise", state.plan().noise());
    return new RunTerms(
        state,
        seed -> ShuffleMeanState.start(state.plan(), seed, state.runId()),
        () -> {
          // Refuses noise that does not give the stated guarantee.
          state.plan().charges();
          return new RunCost(RunCost.GuaranteeKind.APPROXIMATE, budget.epsilon(), budget.delta());
        },
        OptionalDouble.of(spec.honestFraction()),
        values);
  }

  private static Map<String, Object> values(
      String model, Bounds bounds, RoundState<?, ?, ?> state) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("the model", model);
    values.put("the bounds", bounds);
    values.put("the number of users", state.plan().users());
    values.put("the dimension", state.plan().dimension());
    values.put("the run's id", state.runId());
    values.put("the public seed", state.publicSeed());
    return values;
  }

  /** Returns the digest of the run's state of round 0. */
  String startDigest() {
    return start.apply(state.publicSeed()).digest();
  }

  /** Returns the digest of plan and run id, without the seed: of the start with the seed 0. */
  String planDigest() {
    return start.apply(0).digest();
  }

  /** Returns the name of the first difference to the current terms. */
  String difference(RunTerms other) {
    for (Map.Entry<String, Object> term : values.entrySet()) {
      Object now = other.values.get(term.getKey());
      if (!Objects.equals(term.getValue(), now)) {
        return String.format(
            "%s: %s was joined, and this is %s", term.getKey(), term.getValue(), now);
      }
    }
    return "the state of round 0, which is not as a run starts";
  }
}
