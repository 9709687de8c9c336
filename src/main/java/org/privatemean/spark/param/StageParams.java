package org.privatemean.spark.param;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.rows.InvalidRows;

/**
 * Params of every estimator that reads rows: columns, invalid rows, seed, delta and confidence. The
 * doc of each stands with the stage, or in {@link ParamTable}.
 */
public abstract class StageParams<M extends Model<M>, S extends StageParams<M, S>>
    extends Estimator<M> {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final transient UnaryOperator<String> docs;
  private final Param<String> inputCol;
  private final Param<String> outputCol;
  private final Param<String> reportCol;
  private final Param<String> handleInvalid;
  private final LongParam seed;
  private final DoubleParam delta;
  private final DoubleParam confidence;

  /** Creates the shared params; the rules for invalid rows begin with the default. */
  protected StageParams(String uid, UnaryOperator<String> docs, List<String> invalidRules) {
    this.uid = uid;
    this.docs = docs;
    inputCol = text("inputCol");
    outputCol = text("outputCol");
    reportCol = text("reportCol");
    handleInvalid = oneOf("handleInvalid", invalidRules);
    seed = new LongParam(this, "seed", docs.apply("seed"));
    delta = share("delta", false);
    confidence = share("confidence", false);
    setDefault(outputCol, uid + "__output");
    setDefault(handleInvalid, invalidRules.get(0));
    setDefault(confidence, ErrorBarCoverage.CONFIDENCE);
  }

  @Override
  public final String uid() {
    return uid;
  }

  /** Sets a param and returns this stage, as setters do. */
  @SuppressWarnings("unchecked")
  protected final <T> S put(Param<T> param, T value) {
    set(param, value);
    return (S) this;
  }

  protected final DoubleParam positive(String name) {
    return new DoubleParam(this, name, docs.apply(name), ParamValidators.gt(0.0));
  }

  final IntParam atLeastOne(String name) {
    return new IntParam(this, name, docs.apply(name), ParamValidators.gtEq(1.0));
  }

  /** Creates a param in (0, 1), or in (0, 1] if one is allowed. */
  protected final DoubleParam share(String name, boolean mayBeOne) {
    return new DoubleParam(
        this, name, docs.apply(name), ParamValidators.inRange(0.0, 1.0, false, mayBeOne));
  }

  protected final Param<String> text(String name) {
    return TextParam.create(this, name, docs.apply(name));
  }

  protected final Param<String> oneOf(String name, List<String> values) {
    return TextParam.oneOf(this, name, docs.apply(name), values);
  }

  /** Input column: ml Vector, array of double or of float; numbers for one column. No default. */
  public final Param<String> inputCol() {
    return inputCol;
  }

  public final String getInputCol() {
    return $(inputCol);
  }

  public final S setInputCol(String value) {
    return put(inputCol, value);
  }

  /** Output column. Default: uid + "__output". */
  public final Param<String> outputCol() {
    return outputCol;
  }

  public final String getOutputCol() {
    return $(outputCol);
  }

  public final S setOutputCol(String value) {
    return put(outputCol, value);
  }

  /** Output column of the report, as JSON. No default: none is appended. */
  public final Param<String> reportCol() {
    return reportCol;
  }

  public final String getReportCol() {
    return $(reportCol);
  }

  public final S setReportCol(String value) {
    return put(reportCol, value);
  }

  /**
   * Rule for invalid rows: error, zero, or skip under addRemove. Default error; under a ledger
   * zero, or skip under addRemove.
   */
  public final Param<String> handleInvalid() {
    return handleInvalid;
  }

  public final String getHandleInvalid() {
    return $(handleInvalid);
  }

  public final S setHandleInvalid(String value) {
    return put(handleInvalid, value);
  }

  /** Seed for tests and reproduction. Anyone who knows it can remove the noise. No default. */
  public final LongParam seed() {
    return seed;
  }

  public final long getSeed() {
    return (Long) $(seed);
  }

  public final S setSeed(long value) {
    return put(seed, value);
  }

  /** Returns the rule for invalid rows. */
  public final InvalidRows invalidRows() {
    return InvalidRows.valueOf(getHandleInvalid().toUpperCase(Locale.ROOT));
  }

  /** Budget delta of (epsilon, delta)-DP, in (0, 1). No default. */
  public final DoubleParam delta() {
    return delta;
  }

  public final double getDelta() {
    return (Double) $(delta);
  }

  public final S setDelta(double value) {
    return put(delta, value);
  }

  /** Confidence of the error bars, in (0, 1). Default 0.95. */
  public final DoubleParam confidence() {
    return confidence;
  }

  public final double getConfidence() {
    return (Double) $(confidence);
  }

  public final S setConfidence(double value) {
    return put(confidence, value);
  }
}
