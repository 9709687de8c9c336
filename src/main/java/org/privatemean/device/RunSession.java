package org.privatemean.device;

import java.util.function.BiFunction;
import org.privatemean.noise.BitSource;
import org.privatemean.protocol.RoundState;

/** The part of one user in one run: answers each state of the run once, and refuses all else. */
record RunSession<S extends RoundState<?, ?, S>>(
    DeviceLedger ledger, DeviceKey key, String runId, String userId, S start) {

  /** Returns the stored answer to a state, or else a new one, which is stored first. */
  byte[] answer(S state, BiFunction<String, BitSource, byte[]> bundle) {
    check(state);
    return ledger.answer(
        runId,
        state.round(),
        state.digest(),
        () -> bundle.apply(userId, key.bits(state, runId, userId)));
  }

  private void check(S state) {
    if (state.plan() != start.plan()
        || state.publicSeed() != start.publicSeed()
        || !state.runId().equals(start.runId())) {
      RunTerms requested = RunTerms.of(state);
      if (!requested.startDigest().equals(start.digest())) {
        throw new RefusedException(
            "this state is not of the run that was joined, by "
                + RunTerms.of(start).difference(requested));
      }
    }
    if (state.round() == 0 && !state.digest().equals(start.digest())) {
      throw new RefusedException("this is another state of round 0 than was joined");
    }
    if (state.isFinished()) {
      throw new RefusedException("all rounds of this run are over");
    }
  }
}
