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

  default String getInputCol() {
    return $(inputCol());
  }

  default String getOutputCol() {
    return $(outputCol());
  }

  default String getState() {
    return $(state());
  }

  static String encode(LocalMeanState state) {
    return Base64.getEncoder().encodeToString(state.toBytes());
  }

  /** Decodes the state of the param; refuses one that is not set or not a state. */
  default LocalMeanState publicState() {
    ParamTable.checkSet(this, state(), "set the public state of the round");
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(getState());
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException("state is not in base 64", malformed);
    }
    return LocalMeanState.of(bytes);
  }

  /** Returns the state of a round; refuses that of a finished run. */
  default LocalMeanState openState() {
    LocalMeanState found = publicState();
    if (found.isFinished()) {
      throw new ParamException("state", "{state} is that of a finished run", "start another run");
    }
    return found;
  }
}
