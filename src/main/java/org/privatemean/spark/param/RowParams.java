package org.privatemean.spark.param;

import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.privatemean.rows.InvalidRows;

/**
 * Params of the rows: the columns, the dimension, the rule for invalid rows, and the seed.
 *
 * @param <M> model type of a fit
 * @param <S> type of the stage
 */
public abstract class RowParams<M extends Model<M>, S extends RowParams<M, S>>
    extends StageParams<M, S> {
  private static final long serialVersionUID = 1L;

  static final String ERROR = "error";

  /** Values of {@link #handleInvalid}. */
  static final List<String> HANDLE_INVALID = List.of(ERROR, "zero", "skip");

  private final Param<String> inputCol = text("inputCol");

  /** Input column: ml Vector, array of double or array of float. No default. */
  public final Param<String> inputCol() {
    return inputCol;
  }

  /** Value of {@link #inputCol}. */
  public final String getInputCol() {
    return $(inputCol);
  }

  /** Sets {@link #inputCol}. */
  public final S setInputCol(String value) {
    set(inputCol, value);
    return self();
  }

  private final Param<String> outputCol = text("outputCol");

  /** Output column. Default: uid + "__output". */
  public final Param<String> outputCol() {
    return outputCol;
  }

  /** Value of {@link #outputCol}. */
  public final String getOutputCol() {
    return $(outputCol);
  }

  /** Sets {@link #outputCol}. */
  public final S setOutputCol(String value) {
    set(outputCol, value);
    return self();
  }

  private final Param<String> reportCol = text("reportCol");

  /** Output column of the report, as JSON. No default: none is appended. */
  public final Param<String> reportCol() {
    return reportCol;
  }

  /** Value of {@link #reportCol}. */
  public final String getReportCol() {
    return $(reportCol);
  }

  /** Sets {@link #reportCol}. */
  public final S setReportCol(String value) {
    set(reportCol, value);
    return self();
  }

  private final IntParam dimension =
      new IntParam(this, "dimension", ParamTable.doc("dimension"), ParamValidators.gtEq(1.0));

  /** Number of coordinates, at least 1. Default from the column's metadata. */
  public final IntParam dimension() {
    return dimension;
  }

  /** Value of {@link #dimension}. */
  public final int getDimension() {
    return (Integer) $(dimension);
  }

  /** Sets {@link #dimension}. */
  public final S setDimension(int value) {
    set(dimension, value);
    return self();
  }

  private final Param<String> handleInvalid = oneOf("handleInvalid", HANDLE_INVALID);

  /**
   * Rule for invalid rows: error, zero, or skip under addRemove. Default error; under a ledger
   * zero, or skip under addRemove.
   */
  public final Param<String> handleInvalid() {
    return handleInvalid;
  }

  /** Value of {@link #handleInvalid}. */
  public final String getHandleInvalid() {
    return $(handleInvalid);
  }

  /** Sets {@link #handleInvalid}. */
  public final S setHandleInvalid(String value) {
    set(handleInvalid, value);
    return self();
  }

  private final LongParam seed = new LongParam(this, "seed", ParamTable.doc("seed"));

  /** Seed for tests and reproduction. Anyone who knows it can remove the noise. No default. */
  public final LongParam seed() {
    return seed;
  }

  /** Value of {@link #seed}. */
  public final long getSeed() {
    return (Long) $(seed);
  }

  /** Sets {@link #seed}. */
  public final S setSeed(long value) {
    set(seed, value);
    return self();
  }

  RowParams(String uid) {
    super(uid);
    setDefault(outputCol, uid + "__output");
    setDefault(handleInvalid, ERROR);
  }

  /** Returns the rule for invalid rows. */
  public final InvalidRows invalidRows() {
    return InvalidRows.valueOf(getHandleInvalid().toUpperCase(Locale.ROOT));
  }
}
