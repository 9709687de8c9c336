package org.privatemean.spark.param;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.privatemean.request.ErrorBarCoverage;

/**
 * Params of the error bars.
 *
 * @param <M> model type of a fit
 * @param <S> type of the stage
 */
public abstract class RegionParams<M extends Model<M>, S extends RegionParams<M, S>>
    extends LedgerParams<M, S> {
  private static final long serialVersionUID = 1L;

  /** Values of {@link #regions}. */
  static final List<String> REGIONS =
      Arrays.stream(ErrorBarCoverage.CoverageKind.values())
          .map(ErrorBarCoverage.CoverageKind::label)
          .toList();

  private final Param<String> regions = oneOf("regions", REGIONS);

  /**
   * Coverage of the error bars of recentred: none (the noise), sample or proved. Default sample.
   */
  public final Param<String> regions() {
    return regions;
  }

  /** Value of {@link #regions}. */
  public final String getRegions() {
    return $(regions);
  }

  /** Sets {@link #regions}. */
  public final S setRegions(String value) {
    set(regions, value);
    return self();
  }

  private final DoubleParam confidence = share("confidence", false);

  /** Confidence of the error bars, in (0, 1). Default 0.95. */
  public final DoubleParam confidence() {
    return confidence;
  }

  /** Value of {@link #confidence}. */
  public final double getConfidence() {
    return (Double) $(confidence);
  }

  /** Sets {@link #confidence}. */
  public final S setConfidence(double value) {
    set(confidence, value);
    return self();
  }

  RegionParams(String uid) {
    super(uid);
    setDefault(regions, ErrorBarCoverage.CoverageKind.SAMPLE.label());
    setDefault(confidence, ErrorBarCoverage.CONFIDENCE);
  }

  final ErrorBarCoverage errorBars() {
    return new ErrorBarCoverage(ErrorBarCoverage.CoverageKind.of(getRegions()), getConfidence());
  }
}
