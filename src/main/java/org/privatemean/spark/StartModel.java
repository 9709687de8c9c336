package org.privatemean.spark;

import java.util.Optional;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.Seeded;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Start;
import org.privatemean.spark.param.FitRequest;

/** The earlier model that a fit begins at. */
final class StartModel {
  private StartModel() {}

  /**
   * A request that begins at a model.
   *
   * @param dimension number of coordinates of the rows
   * @throws ParamException if the model is seeded or grouped, has no mean with a clipping norm, or
   *     has another dimension; no row is read
   */
  static FitRequest begun(FitRequest request, PrivateMeanModel model, int dimension) {
    Start start = of(model);
    start.checkSize(dimension);
    // Whatever else was asked for is refused with the param already.
    return request instanceof FitRequest.Central central
            && central.request() instanceof RecentredSpec spec
        ? new FitRequest.Central(spec.startingFrom(start), central.guarantee())
        : request;
  }

  private static Start of(PrivateMeanModel model) {
    if (model.isGrouped()) {
      throw new ParamException(
          "startFrom",
          "{startFrom} has a mean for each group, and a fit begins at one",
          "start from a model of one mean");
    }
    if (model.summary().release().seeded() == Seeded.YES) {
      throw new ParamException(
          "startFrom",
          "{startFrom} was fitted with a seed: whoever knows it can take the noise off, so its mean"
              + " is no release",
          "start from a model that was fitted without {seed}");
    }
    return model.summary().release().start();
  }

  /**
   * Reads a saved model.
   *
   * @throws ParamException if there is none that can be read
   */
  static PrivateMeanModel load(String path) {
    try {
      return PrivateMeanModel.load(path);
    } catch (ParamException refused) {
      throw refused;
    } catch (Exception unreadable) {
      ParamException refusal =
          new ParamException(
              "startFrom",
              String.format(
                  "{startFrom} must be the path of a saved PrivateMeanModel, and none can be read at"
                      + " %s",
                  Refusal.literal(path)),
              "give the path that such a model was saved to");
      refusal.initCause(unreadable);
      throw refusal;
    }
  }

  /** The value of the param that stands for a model in memory. */
  static String mark(PrivateMeanModel model) {
    return "model " + model.uid() + " in memory";
  }

  /** A model in memory, if the value stands for it. */
  static Optional<PrivateMeanModel> marked(String value, PrivateMeanModel model) {
    return Optional.ofNullable(model).filter(held -> mark(held).equals(value));
  }
}
