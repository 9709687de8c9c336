package org.privatemean.spark.param;

import java.util.List;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.privatemean.privacy.Neighbours;

/**
 * Params of the privacy budget and of the neighbour relation.
 *
 * @param <M> model type of a fit
 * @param <S> type of the stage
 */
public abstract class BudgetParams<M extends Model<M>, S extends BudgetParams<M, S>>
    extends RowParams<M, S> {
  private static final long serialVersionUID = 1L;

  /** Values of {@link #neighbours}. */
  static final List<String> NEIGHBOURS =
      List.of(Neighbours.REPLACE.label(), Neighbours.ADD_REMOVE.label());

  private final DoubleParam rho = positive("rho");

  /** Budget in rho-zCDP, positive. No default; either this or epsilon and delta. */
  public final DoubleParam rho() {
    return rho;
  }

  /** Value of {@link #rho}. */
  public final double getRho() {
    return (Double) $(rho);
  }

  /** Sets {@link #rho}. */
  public final S setRho(double value) {
    set(rho, value);
    return self();
  }

  private final DoubleParam epsilon = positive("epsilon");

  /** Budget epsilon of (epsilon, delta)-DP, positive; alone in the local model. No default. */
  public final DoubleParam epsilon() {
    return epsilon;
  }

  /** Value of {@link #epsilon}. */
  public final double getEpsilon() {
    return (Double) $(epsilon);
  }

  /** Sets {@link #epsilon}. */
  public final S setEpsilon(double value) {
    set(epsilon, value);
    return self();
  }

  private final DoubleParam delta = share("delta", false);

  /** Budget delta of (epsilon, delta)-DP, in (0, 1). No default. */
  public final DoubleParam delta() {
    return delta;
  }

  /** Value of {@link #delta}. */
  public final double getDelta() {
    return (Double) $(delta);
  }

  /** Sets {@link #delta}. */
  public final S setDelta(double value) {
    set(delta, value);
    return self();
  }

  private final Param<String> neighbours = oneOf("neighbours", NEIGHBOURS);

  /**
   * Neighbour relation of the guarantee: replace or addRemove. Default addRemove for groups of
   * {@code PrivateMean}, else replace; {@link #getNeighbours} returns the effective value.
   */
  public final Param<String> neighbours() {
    return neighbours;
  }

  /** Value of {@link #neighbours}, or the default. */
  public final String getNeighbours() {
    return isSet(neighbours) ? $(neighbours) : usualNeighbours().label();
  }

  /** Sets {@link #neighbours}. */
  public final S setNeighbours(String value) {
    set(neighbours, value);
    return self();
  }

  BudgetParams(String uid) {
    super(uid);
  }

  Neighbours usualNeighbours() {
    return Neighbours.REPLACE;
  }
}
