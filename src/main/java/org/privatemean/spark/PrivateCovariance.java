package org.privatemean.spark;

import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.Neighbours;
import org.privatemean.request.RecentredSpec.Moments;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.param.FitParams;

/**
 * The private mean, covariance and correlation of a vector column. No bounds are asked for, and
 * columns may have different units.
 *
 * <pre>{@code
 * PrivateMeanModel model = new PrivateCovariance().setInputCol("features").setRho(0.5).fit(rows);
 * model.correlation();
 * PCAModel pca = model.toPCA(3).setInputCol("features").setOutputCol("components");
 * }</pre>
 *
 * <p><b>Contract.</b> At most 2000 columns, and rows of a total weight of at most 2^33. The matrix
 * takes 70 percent of the budget, the mean the rest. The standard deviations of the matrix are
 * released too. All params and the schema are checked before any row is read.
 *
 * <p><b>Privacy guarantee.</b> That of {@link PrivateMean} with method recentred, for all of it
 * together; the page {@code covariance} has the proof.
 *
 * @since 0.1.0
 */
public final class PrivateCovariance extends FitParams<PrivateMeanModel, PrivateCovariance>
    implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  public PrivateCovariance() {
    this(Identifiable$.MODULE$.randomUID("privateCovariance"));
  }

  public PrivateCovariance(String uid) {
    super(uid);
    setDefault(neighbours(), Neighbours.REPLACE.label());
  }

  /**
   * Releases the mean and the covariance of the input column, with the exceptions of {@link
   * PrivateMean#fit}.
   */
  @Override
  public PrivateMeanModel fit(Dataset<?> dataset) {
    PrivateMeanSummary released = FitPlan.release(this, dataset, Moments.COVARIANCE);
    return ResolvedColumns.in(dataset)
        .resolve(this)
        .copyValues(new PrivateMeanModel(uid(), released), ParamMap.empty())
        .setParent(this);
  }

  /**
   * Appends the output column, that of the mean; refuses a wrong param or column by name. Reads no
   * data.
   */
  @Override
  public StructType transformSchema(StructType schema) {
    return FitPlan.transformSchema(this, schema, Moments.COVARIANCE);
  }

  @Override
  public PrivateCovariance copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  public static MLReader<PrivateCovariance> read() {
    return new DefaultParamsReader<>();
  }

  public static PrivateCovariance load(String path) {
    return read().load(path);
  }
}
