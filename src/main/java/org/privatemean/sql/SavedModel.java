package org.privatemean.sql;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.PrivateMeanModel;

/** The path where a model is saved. */
record SavedModel(String path) {
  private static final String ARGUMENT = "model";

  /** Checks a path before any data is read or budget is spent. */
  static SavedModel at(String path) {
    boolean exists;
    try {
      Path place = new Path(path);
      exists = place.getFileSystem(SparkHadoopUtil.get().conf()).exists(place);
    } catch (IOException | RuntimeException failure) {
      ParamException refusal =
          new ParamException(
              ARGUMENT,
              String.format(
                  "{%s} cannot be looked at: %s (%s)",
                  ARGUMENT, Refusal.literal(path), failure.getClass().getSimpleName()),
              "name a path of a file system that Spark can reach");
      refusal.initCause(failure);
      throw refusal;
    }
    if (exists) {
      throw new ParamException(
          ARGUMENT,
          String.format("{%s} is there already: %s", ARGUMENT, Refusal.literal(path)),
          "name another path");
    }
    return new SavedModel(path);
  }

  /**
   * Saves the model. Returns a warning on failure, since the mean is paid for and must not be lost.
   */
  Optional<String> save(PrivateMeanModel model) {
    try {
      model.write().save(path);
      return Optional.empty();
    } catch (IOException | RuntimeException failure) {
      return Optional.of(
          String.format(
              "the model was not saved to %s (%s): keep this result",
              path, failure.getClass().getSimpleName()));
    }
  }
}
