package org.privatemean.spark.param;

import java.util.Base64;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.privatemean.local.LocalMeanState;
import org.privatemean.refusal.ParamException;

/** Params of a stage for one round of the local mean: its columns, and the state in base 64. */
public interface RoundParams extends Params {
  /** Input column. */
  Param<String> inputCol();

  /** Output column. Default: uid + "__output". */
  Param<String> outputCol();

  /** The public state, in base 64. */
  Param<String> state();

  /** Value of {@link #inputCol}. */
  default String getInputCol() {
    return $(inputCol());
  }

  /** Value of {@link #outputCol}. */
  default String getOutputCol() {
    return $(outputCol());
  }

  /** Value of {@link #state}. */
  default String getState() {
    return $(state());
  }

  /** Encodes a state for the param. */
  static String encode(LocalMeanState state) {
    return Base64.getEncoder().encodeToString(state.toBytes());
  }

  /**
   * Decodes the state of the param.
   *
   * @throws IllegalArgumentException if it is not set, or is not a state
   */
  default LocalMeanState publicState() {
    if (!isDefined(state())) {
      throw new ParamException("state", "{state} is not set", "set the public state of the round");
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(getState());
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException("state is not in base 64", malformed);
    }
    return LocalMeanState.of(bytes);
  }

  /**
   * Returns the state of a round that is not finished.
   *
   * @throws IllegalArgumentException if all rounds are finished
   */
  default LocalMeanState openState() {
    LocalMeanState found = publicState();
    if (found.isFinished()) {
      throw new ParamException("state", "{state} is that of a finished run", "start another run");
    }
    return found;
  }
}
