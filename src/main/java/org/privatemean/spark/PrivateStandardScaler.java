package org.privatemean.spark;

import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.RecentredSpec.Moments;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.param.FitParams;

/**
 * A scaler of the coordinates of a vector column to standard deviation 1 by private statistics:
 * Spark's {@code StandardScaler} with a model that holds no exact statistic of the rows.
 *
 * <pre>{@code
 * PrivateStandardScalerModel model =
 *     new PrivateStandardScaler().setInputCol("features").setOutputCol("scaled").setRho(0.5).fit(rows);
 * model.std();             // the private standard deviations
 * model.transform(rows);   // as Spark's own model does
 * }</pre>
 *
 * <p><b>Contract.</b> One fit releases both the mean and the standard deviations, even if {@code
 * transform} does not use both. A standard deviation below the noise is released as an upper bound,
 * listed in {@code summary().unresolvedCoordinates()}; the scaled values of such a coordinate are
 * smaller than those of an exact scaler. All params and the schema are checked before any row is
 * read.
 *
 * <p><b>Privacy guarantee.</b> That of {@link PrivateMean} with method recentred, for both
 * statistics together.
 *
 * @since 0.1.0
 */
public final class PrivateStandardScaler
    extends FitParams<PrivateStandardScalerModel, PrivateStandardScaler>
    implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  static final String WITH_MEAN = "true if transform subtracts the private mean (default: false)";
  static final String WITH_STD =
      "true if transform divides by the private standard deviations (default: true)";

  private final BooleanParam withMean = new BooleanParam(this, "withMean", WITH_MEAN);
  private final BooleanParam withStd = new BooleanParam(this, "withStd", WITH_STD);

  /** Param for subtracting the mean in transform, which makes sparse rows dense. Default false. */
  public BooleanParam withMean() {
    return withMean;
  }

  public boolean getWithMean() {
    return (Boolean) $(withMean);
  }

  public PrivateStandardScaler setWithMean(boolean value) {
    set(withMean, value);
    return this;
  }

  /** Param for dividing by the standard deviations in transform. Default true. */
  public BooleanParam withStd() {
    return withStd;
  }

  public boolean getWithStd() {
    return (Boolean) $(withStd);
  }

  public PrivateStandardScaler setWithStd(boolean value) {
    set(withStd, value);
    return this;
  }

  public PrivateStandardScaler() {
    this(Identifiable$.MODULE$.randomUID("privateStandardScaler"));
  }

  public PrivateStandardScaler(String uid) {
    super(uid);
    setDefault(neighbours(), Neighbours.REPLACE.label());
    setDefault(withMean, false);
    setDefault(withStd, true);
  }

  /**
   * Releases the mean and the standard deviations of the input column, with the exceptions of
   * {@link PrivateMean#fit}.
   */
  @Override
  public PrivateStandardScalerModel fit(Dataset<?> dataset) {
    checkUse();
    PrivateStandardScaler stage = ResolvedColumns.in(dataset).resolve(this);
    return stage.model(FitPlan.release(this, dataset, Moments.DEVIATIONS)).setParent(this);
  }

  PrivateStandardScalerModel model(PrivateMeanSummary released) {
    return copyValues(new PrivateStandardScalerModel(uid(), released), ParamMap.empty())
        .setParent(this);
  }

  /** Appends the output column; refuses a wrong param or column by name. Reads no data. */
  @Override
  public StructType transformSchema(StructType schema) {
    checkUse();
    return FitPlan.transformSchema(this, schema, Moments.DEVIATIONS);
  }

  private void checkUse() {
    if (getWithMean() && !getWithStd()) {
      throw new ParamException(
          "withStd",
          "{withStd} false with {withMean} true pays for standard deviations that are not used",
          "use PrivateMean for the mean alone");
    }
  }

  @Override
  public PrivateStandardScaler copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  public static MLReader<PrivateStandardScaler> read() {
    return new DefaultParamsReader<>();
  }

  public static PrivateStandardScaler load(String path) {
    return read().load(path);
  }
}
