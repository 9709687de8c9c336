package org.privatemean.spark.param;

import java.util.List;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;

/**
 * Common code of the bases of stages: each param stands in one of them next to its getter and
 * setter, and its doc in {@link ParamTable}.
 *
 * @param <M> the model that a fit gives
 * @param <S> the stage itself
 */
public abstract class StageParams<M extends Model<M>, S extends StageParams<M, S>>
    extends Estimator<M> {
  private static final long serialVersionUID = 1L;

  private final String uid;

  StageParams(String uid) {
    this.uid = uid;
  }

  @Override
  public final String uid() {
    return uid;
  }

  /** This stage, for a setter to return. */
  @SuppressWarnings("unchecked")
  final S self() {
    return (S) this;
  }

  final DoubleParam positive(String name) {
    return new DoubleParam(this, name, ParamTable.doc(name), ParamValidators.gt(0.0));
  }

  /** A number above 0 and below 1, or at most 1. */
  final DoubleParam share(String name, boolean mayBeOne) {
    return new DoubleParam(
        this, name, ParamTable.doc(name), ParamValidators.inRange(0.0, 1.0, false, mayBeOne));
  }

  final Param<String> text(String name) {
    return TextParam.create(this, name, ParamTable.doc(name));
  }

  final Param<String> oneOf(String name, List<String> values) {
    return TextParam.oneOf(this, name, ParamTable.doc(name), values);
  }
}
