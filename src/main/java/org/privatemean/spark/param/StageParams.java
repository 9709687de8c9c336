package org.privatemean.spark.param;

import java.util.List;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;

/**
 * Common code of the base classes of stages. One of them defines each param, with its getter and
 * setter; {@link ParamTable} has its doc.
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

  /** Sets a param and returns this stage, as setters do. */
  @SuppressWarnings("unchecked")
  final <T> S put(Param<T> param, T value) {
    set(param, value);
    return (S) this;
  }

  final DoubleParam positive(String name) {
    return new DoubleParam(this, name, ParamTable.doc(name), ParamValidators.gt(0.0));
  }

  final IntParam atLeastOne(String name) {
    return new IntParam(this, name, ParamTable.doc(name), ParamValidators.gtEq(1.0));
  }

  /** Creates a param in (0, 1), or in (0, 1] if one is allowed. */
  final DoubleParam share(String name, boolean mayBeOne) {
    return new DoubleParam(
        this, name, ParamTable.doc(name), ParamValidators.inRange(0.0, 1.0, false, mayBeOne));
  }

  final Param<String> text(String name) {
    return TextParam.create(this, name);
  }

  final Param<String> oneOf(String name, List<String> values) {
    return TextParam.oneOf(this, name, ParamTable.doc(name), values);
  }
}
