package org.privatemean.spark.param;

import java.util.List;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.StringArrayParam;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.ParamException;

/**
 * Params of the groups and of the source of their keys.
 *
 * @param <M> model type of a fit
 * @param <S> type of the stage
 */
public abstract class GroupParams<M extends Model<M>, S extends GroupParams<M, S>>
    extends UserParams<M, S> {
  private static final long serialVersionUID = 1L;

  /** Label of keys from a public list. */
  static final String PUBLIC = "public";

  /** Label of keys from a private selection. */
  static final String PRIVATE = "private";

  private static final int MAX_GROUPS = 1_000_000;

  private final StringArrayParam groupCols = texts("groupCols");

  /** Columns whose values are the key of a row's group. No default: one mean of all rows. */
  public final StringArrayParam groupCols() {
    return groupCols;
  }

  /** Value of {@link #groupCols}. */
  public final String[] getGroupCols() {
    return $(groupCols).clone();
  }

  /** Sets {@link #groupCols}. */
  public final S setGroupCols(String... value) {
    set(groupCols, value.clone());
    return self();
  }

  /** Sets {@link #groupCols} to one column. */
  public final S setGroupCol(String value) {
    return setGroupCols(value);
  }

  private final StringArrayParam publicKeys = texts("publicKeys");

  /** Keys of the only group column, as text. The model contains all of them. No default. */
  public final StringArrayParam publicKeys() {
    return publicKeys;
  }

  /** Value of {@link #publicKeys}. */
  public final String[] getPublicKeys() {
    return $(publicKeys).clone();
  }

  /** Sets {@link #publicKeys}. */
  public final S setPublicKeys(String... value) {
    set(publicKeys, value.clone());
    return self();
  }

  private final Param<String> publicKeysTable = text("publicKeysTable");

  /** Table or view of the keys, with exactly the group columns. No default. */
  public final Param<String> publicKeysTable() {
    return publicKeysTable;
  }

  /** Value of {@link #publicKeysTable}. */
  public final String getPublicKeysTable() {
    return $(publicKeysTable);
  }

  /** Sets {@link #publicKeysTable}. */
  public final S setPublicKeysTable(String value) {
    set(publicKeysTable, value);
    return self();
  }

  private final Param<String> keySelection = oneOf("keySelection", List.of(PUBLIC, PRIVATE));

  /** Source of the keys: public (a list) or private (noisy counts). Default public. */
  public final Param<String> keySelection() {
    return keySelection;
  }

  /** Value of {@link #keySelection}. */
  public final String getKeySelection() {
    return $(keySelection);
  }

  /** Sets {@link #keySelection}. */
  public final S setKeySelection(String value) {
    set(keySelection, value);
    return self();
  }

  private final DoubleParam keyDelta = share("keyDelta", false);

  /**
   * Probability, in (0, 1), that a private selection shows a key of only one row or person. Default
   * half of delta; no default with rho.
   */
  public final DoubleParam keyDelta() {
    return keyDelta;
  }

  /** Value of {@link #keyDelta}. */
  public final double getKeyDelta() {
    return (Double) $(keyDelta);
  }

  /** Sets {@link #keyDelta}. */
  public final S setKeyDelta(double value) {
    set(keyDelta, value);
    return self();
  }

  private final IntParam maxGroups =
      new IntParam(this, "maxGroups", ParamTable.doc("maxGroups"), ParamValidators.gtEq(1.0));

  /** Maximum number of groups of a model, at least 1. Default 1,000,000. */
  public final IntParam maxGroups() {
    return maxGroups;
  }

  /** Value of {@link #maxGroups}. */
  public final int getMaxGroups() {
    return (Integer) $(maxGroups);
  }

  /** Sets {@link #maxGroups}. */
  public final S setMaxGroups(int value) {
    set(maxGroups, value);
    return self();
  }

  GroupParams(String uid) {
    super(uid);
    setDefault(keySelection, PUBLIC);
    setDefault(maxGroups, MAX_GROUPS);
  }

  private StringArrayParam texts(String name) {
    return new StringArrayParam(this, name, ParamTable.doc(name));
  }

  /** Returns true if each group has its own mean. */
  public final boolean isGrouped() {
    return isDefined(groupCols);
  }

  /** Returns addRemove for groups: required by a private selection, a convention for a list. */
  @Override
  final Neighbours usualNeighbours() {
    return isGrouped() ? Neighbours.ADD_REMOVE : super.usualNeighbours();
  }

  final boolean selectsKeys() {
    return isGrouped() && getKeySelection().equals(PRIVATE);
  }

  /**
   * Returns the failure probability of the private selection of keys.
   *
   * @throws ParamException if it is neither set nor follows from delta, or if it is not below delta
   */
  final double deltaOfKeys() {
    boolean approximate = isDefined(delta());
    if (!isDefined(keyDelta())) {
      if (approximate) {
        return getDelta() / 2;
      }
      throw new ParamException(
          "keyDelta",
          "{keySelection} is private, but {keyDelta} is not set",
          "set {keyDelta} far below 1 / number of rows, such as 1e-6; with {epsilon} and {delta} it"
              + " is half of {delta}");
    }
    if (approximate && getKeyDelta() >= getDelta()) {
      throw new ParamException(
          "keyDelta",
          String.format(
              "{keyDelta} must be below {delta}, which pays for it. Provided: {keyDelta} %s, {delta}"
                  + " %s",
              getKeyDelta(), getDelta()),
          "lower it, or unset it for half of {delta}");
    }
    return getKeyDelta();
  }
}
