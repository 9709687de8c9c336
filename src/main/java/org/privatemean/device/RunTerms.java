package org.privatemean.device;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * The terms that a user agrees to by joining, by name, to report differences. All of it is public.
 */
final class RunTerms {
  private final Map<String, Object> values = new LinkedHashMap<>();

  private RunTerms(
      String model, Bounds bounds, long users, int dimension, String runId, long seed) {
    values.put("the model", model);
    values.put("the bounds", bounds);
    values.put("the number of users", users);
    values.put("the dimension", dimension);
    values.put("the run's id", runId);
    values.put("the public seed", seed);
  }

  static RunTerms from(LocalMeanState state) {
    LocalMeanSpec spec = state.plan().spec();
    RunTerms terms =
        new RunTerms(
            "a local mean",
            spec.bounds(),
            state.plan().users(),
            state.plan().dimension(),
            state.runId(),
            state.publicSeed());
    terms.values.put("the protocol", spec.protocol());
    terms.values.put("the budget", spec.budget());
    terms.values.put("the rest of the request", spec);
    return terms;
  }

  static RunTerms from(ShuffleMeanState state) {
    ShuffleMeanSpec spec = state.plan().spec();
    RunTerms terms =
        new RunTerms(
            "a shuffle mean",
            spec.bounds(),
            state.plan().users(),
            state.plan().dimension(),
            state.runId(),
            state.publicSeed());
    terms.values.put("the budget", spec.budget());
    terms.values.put("honestFraction", spec.honestFraction());
    terms.values.put("the rest of the request", spec);
    terms.values.put("the noise", state.plan().noise());
    return terms;
  }

  /**
   * Returns the name of the first difference.
   *
   * @param other the current terms
   */
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
