package org.privatemean.spark.param;

import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.PersonRequest;

/**
 * Params for persons, each of whom may have many rows.
 *
 * @param <M> model type of a fit
 * @param <S> type of the stage
 */
public abstract class PersonParams<M extends Model<M>, S extends PersonParams<M, S>>
    extends GroupParams<M, S> {
  private static final long serialVersionUID = 1L;

  private static final String ROWS = "rows";

  /** Values of {@link #personWeight}. */
  static final List<String> WEIGHTS = List.of("equal", ROWS);

  private final Param<String> personCol = text("personCol");

  /**
   * Column that identifies the person of a row: string or integer. No default: the unit is a row.
   */
  public final Param<String> personCol() {
    return personCol;
  }

  /** Value of {@link #personCol}. */
  public final String getPersonCol() {
    return $(personCol);
  }

  /** Sets {@link #personCol}. */
  public final S setPersonCol(String value) {
    set(personCol, value);
    return self();
  }

  private final Param<String> personWeight = oneOf("personWeight", WEIGHTS);

  /** Weight of a person's mean: equal, or rows up to maxRowsPerPerson. Default equal. */
  public final Param<String> personWeight() {
    return personWeight;
  }

  /** Value of {@link #personWeight}. */
  public final String getPersonWeight() {
    return $(personWeight);
  }

  /** Sets {@link #personWeight}. */
  public final S setPersonWeight(String value) {
    set(personWeight, value);
    return self();
  }

  private final IntParam maxRowsPerPerson =
      new IntParam(
          this,
          "maxRowsPerPerson",
          ParamTable.doc("maxRowsPerPerson"),
          ParamValidators.inRange(1.0, PersonRequest.MAX_ROWS));

  /** Maximum weight k of a person if personWeight is rows, 1 to 2^20. No default. */
  public final IntParam maxRowsPerPerson() {
    return maxRowsPerPerson;
  }

  /** Value of {@link #maxRowsPerPerson}. */
  public final int getMaxRowsPerPerson() {
    return (Integer) $(maxRowsPerPerson);
  }

  /** Sets {@link #maxRowsPerPerson}. */
  public final S setMaxRowsPerPerson(int value) {
    set(maxRowsPerPerson, value);
    return self();
  }

  private final IntParam maxGroupsPerPerson =
      new IntParam(
          this,
          "maxGroupsPerPerson",
          ParamTable.doc("maxGroupsPerPerson"),
          ParamValidators.gtEq(1.0));

  /** Maximum number of groups in which a person counts, L, at least 1. Default 1. */
  public final IntParam maxGroupsPerPerson() {
    return maxGroupsPerPerson;
  }

  /** Value of {@link #maxGroupsPerPerson}. */
  public final int getMaxGroupsPerPerson() {
    return (Integer) $(maxGroupsPerPerson);
  }

  /** Sets {@link #maxGroupsPerPerson}. */
  public final S setMaxGroupsPerPerson(int value) {
    set(maxGroupsPerPerson, value);
    return self();
  }

  public PersonParams(String uid) {
    super(uid);
    setDefault(personWeight, WEIGHTS.get(0));
    setDefault(maxGroupsPerPerson, 1);
  }

  /**
   * Returns the request for persons; empty if the unit is a row.
   *
   * @throws ParamException if params of persons conflict
   */
  public final Optional<PersonRequest> persons() {
    checkGroupsPerPerson();
    if (!isDefined(personCol)) {
      checkUnusedWithoutPersons();
      return Optional.empty();
    }
    if (isDefined(inputCol()) && getPersonCol().equals(getInputCol())) {
      throw new ParamException(
          "personCol", "{personCol} and {inputCol} name one column", "name the column of the ids");
    }
    return Optional.of(
        new PersonRequest(
            getPersonCol(), mostWeight(), getMaxGroupsPerPerson(), getPersonWeight().equals(ROWS)));
  }

  private void checkGroupsPerPerson() {
    boolean persons = isDefined(personCol);
    if (getMaxGroupsPerPerson() > 1 && !(persons && isGrouped())) {
      throw new ParamException(
          "maxGroupsPerPerson",
          "{maxGroupsPerPerson} is " + getMaxGroupsPerPerson() + ", but " + missing(persons),
          persons
              ? "unset it, or set {groupCols}"
              : "unset it, or set {personCol}: without it the guarantee protects single rows, "
                  + "each in one group");
    }
  }

  private String missing(boolean persons) {
    return "{" + (persons ? "groupCols" : "personCol") + "} is not set";
  }

  private void checkUnusedWithoutPersons() {
    for (Param<?> param : List.of(personWeight, maxRowsPerPerson)) {
      if (isSet(param) && !$(param).equals(WEIGHTS.get(0))) {
        throw new ParamException(
            param.name(),
            "{" + param.name() + "} is set, but {personCol} is not",
            "set {personCol}, or unset it");
      }
    }
  }

  private int mostWeight() {
    boolean weighted = getPersonWeight().equals(ROWS);
    if (weighted != isDefined(maxRowsPerPerson)) {
      throw new ParamException(
          "maxRowsPerPerson",
          weighted
              ? "{personWeight} is rows, but {maxRowsPerPerson} is not set"
              : "{maxRowsPerPerson} is set, but {personWeight} is equal",
          weighted
              ? "set {maxRowsPerPerson} to a public number, the maximum weight of a person"
              : "unset it, or set {personWeight} to rows");
    }
    return weighted ? getMaxRowsPerPerson() : 1;
  }
}
