package org.privatemean.spark;

import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Sampling;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.param.NormParams;

/**
 * Scales the coordinates of a vector column to standard deviation 1, by private statistics: Spark's
 * {@code StandardScaler}, whose model holds no exact number of the rows.
 *
 * <pre>{@code
 * PrivateStandardScalerModel model =
 *     new PrivateStandardScaler().setInputCol("features").setOutputCol("scaled").setRho(0.5).fit(rows);
 * model.std();             // the private standard deviations
 * model.transform(rows);   // as Spark's own model does
 * }</pre>
 *
 * <p><b>Contract.</b> One fit releases the mean and the standard deviations, whichever of them
 * {@code transform} uses. A standard deviation that the noise hides is released as an upper bound,
 * which {@code summary().unresolvedCoordinates()} names: {@code transform} shrinks such a
 * coordinate more than an exact scaler would. All params and the schema are checked before any row
 * is read.
 *
 * <p><b>Privacy guarantee.</b> That of {@link PrivateMean} with method recentred, for both
 * statistics together.
 *
 * @since 0.1.0
 */
public final class PrivateStandardScaler
    extends NormParams<PrivateStandardScalerModel, PrivateStandardScaler>
    implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  static final String WITH_MEAN = "whether transform takes the private mean off (default: false)";
  static final String WITH_STD =
      "whether transform divides by the private standard deviations (default: true)";

  private final BooleanParam withMean = new BooleanParam(this, "withMean", WITH_MEAN);

  /** True if transform takes the mean off, which makes sparse rows dense. Default false. */
  public BooleanParam withMean() {
    return withMean;
  }

  /** Value of {@link #withMean}. */
  public boolean getWithMean() {
    return (Boolean) $(withMean);
  }

  /** Sets {@link #withMean}. */
  public PrivateStandardScaler setWithMean(boolean value) {
    set(withMean, value);
    return this;
  }

  private final BooleanParam withStd = new BooleanParam(this, "withStd", WITH_STD);

  /** True if transform divides by the standard deviations. Default true. */
  public BooleanParam withStd() {
    return withStd;
  }

  /** Value of {@link #withStd}. */
  public boolean getWithStd() {
    return (Boolean) $(withStd);
  }

  /** Sets {@link #withStd}. */
  public PrivateStandardScaler setWithStd(boolean value) {
    set(withStd, value);
    return this;
  }

  /** An estimator with a random uid. */
  public PrivateStandardScaler() {
    this(Identifiable$.MODULE$.randomUID("privateStandardScaler"));
  }

  /**
   * An estimator with a given uid.
   *
   * @param uid identifies the stage
   */
  public PrivateStandardScaler(String uid) {
    super(uid);
    setDefault(neighbours(), Neighbours.REPLACE.label());
    setDefault(withMean, false);
    setDefault(withStd, true);
  }

  /**
   * Fits: releases the mean and the standard deviations of the input column.
   *
   * @throws IllegalArgumentException if params or schema are not in order (before any row is read),
   *     or if a row is invalid and handleInvalid is error
   * @throws IllegalStateException if the rows change while the fit runs
   */
  @Override
  public PrivateStandardScalerModel fit(Dataset<?> dataset) {
    checkUse();
    ResolvedColumns columns = ResolvedColumns.in(dataset);
    PrivateStandardScaler stage = columns.resolve(this);
    return stage
        .model(StandardDeviations.summary(stage.mean(), columns.select(dataset)))
        .setParent(this);
  }

  /** The model of a release. */
  PrivateStandardScalerModel model(PrivateMeanSummary released) {
    PrivateStandardScalerModel model = new PrivateStandardScalerModel(uid(), released);
    model.setParent(this);
    return copyValues(model, ParamMap.empty());
  }

  /**
   * Checks params and schema and appends the output column. Reads no data.
   *
   * @throws IllegalArgumentException naming the param or column at fault
   */
  @Override
  public StructType transformSchema(StructType schema) {
    checkUse();
    PrivateMean mean = mean();
    ResolvedColumns columns = ResolvedColumns.in(schema);
    StandardDeviations.check(columns.resolve(mean), columns.schema());
    return mean.transformSchema(schema);
  }

  private void checkUse() {
    if (getWithMean() && !getWithStd()) {
      throw new ParamException(
          "withStd",
          "{withStd} false with {withMean} true pays for standard deviations that nothing uses",
          "use PrivateMean for the mean alone");
    }
  }

  /** The stage that releases the mean alone, with the params of this one. */
  private PrivateMean mean() {
    PrivateMean mean = new PrivateMean(uid());
    // Standard deviations take all rows in every step. A default: no digest in a ledger changes.
    mean.setDefault(mean.sampling(), Sampling.NONE.label());
    for (Param<?> param : params()) {
      if (isSet(param) && mean.hasParam(param.name())) {
        mean.set(mean.getParam(param.name()), $(param));
      }
    }
    return mean;
  }

  @Override
  public PrivateStandardScaler copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** A reader of saved estimators. */
  public static MLReader<PrivateStandardScaler> read() {
    return new DefaultParamsReader<>();
  }

  /** Loads a saved estimator. */
  public static PrivateStandardScaler load(String path) {
    return read().load(path);
  }
}
