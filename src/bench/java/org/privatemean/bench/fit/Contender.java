package org.privatemean.bench.fit;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.feature.StandardScaler;
import org.apache.spark.ml.stat.Summarizer;
import org.apache.spark.mllib.linalg.Vectors;
import org.apache.spark.mllib.stat.Statistics;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.privatemean.spark.PrivateMean;

/**
 * One way to the mean of a DataFrame's vector column.
 *
 * @param name in tables
 * @param method of the private mean; empty for the others
 * @param exact whether the mean has no noise
 * @param way from the column to its mean
 */
record Contender(String name, String method, boolean exact, Way way) {
  /** From a column to its mean. */
  interface Way {
    /** The mean of a DataFrame of one vector column. */
    double[] mean(Dataset<Row> column);
  }

  /** What all others are compared with. */
  static final String REFERENCE = "summarizer";

  /** The least that a mean can cost. */
  static final String BARE_SUM = "baresum";

  /** The name of ours. */
  static final String PRIVATE_MEAN = "privatemean";

  private static final String PUBLIC_ONLY = "spark.privatemean.publicApiOnly";

  /** The recentred mean by its defaults. */
  static final String RECENTRED = "recentred";

  /** The same with scaling none. */
  static final String UNSCALED = "recentredUnscaled";

  /** The same with sampling none too: all rows in every step, as before there were samples. */
  static final String ALL_ROWS = "recentredAllRows";

  /** The budget of every private mean. */
  static final double RHO = 0.5;

  /** Spark's three exact means and the bare sum, the one that others are compared with first. */
  static List<Contender> exactOnes(int dimension) {
    return List.of(
        summarizer(),
        new Contender("colstats", "", true, Contender::colStats),
        new Contender("scaler", "", true, Contender::scaler),
        bareSum(dimension));
  }

  static Contender summarizer() {
    return new Contender(REFERENCE, "", true, Contender::summarizerMean);
  }

  static Contender bareSum(int dimension) {
    return new Contender(BARE_SUM, "", true, column -> BareSum.mean(column, dimension));
  }

  /** Its method where it has one, else its name. */
  String label() {
    return method.isEmpty() ? name : method;
  }

  /** The private mean as a user gets it, with a budget of {@link #RHO}. */
  static Contender privateMean(String method, Setting setting) {
    return new Contender(
        PRIVATE_MEAN,
        method,
        false,
        column -> estimator(method, setting).fit(column).mean().toArray());
  }

  /**
   * The shifted clipped mean on a lattice of a given resolution.
   *
   * @param resolution in data units, positive
   */
  static Contender shiftedClipped(double resolution, Setting setting) {
    String method = "shiftedClipped";
    return new Contender(
        PRIVATE_MEAN,
        method,
        false,
        column ->
            estimator(method, setting).setResolution(resolution).fit(column).mean().toArray());
  }

  /** The private mean where only public calls of Spark may be used. */
  static Contender privateMeanByPublicCalls(String method, Setting setting) {
    return new Contender(
        PRIVATE_MEAN,
        method + "-public",
        false,
        column -> {
          column.sparkSession().conf().set(PUBLIC_ONLY, "true");
          try {
            return estimator(method, setting).fit(column).mean().toArray();
          } finally {
            column.sparkSession().conf().unset(PUBLIC_ONLY);
          }
        });
  }

  private static PrivateMean estimator(String method, Setting setting) {
    PrivateMean estimator =
        new PrivateMean().setInputCol(Frame.COLUMN).setDimension(setting.dimension()).setRho(RHO);
    return switch (method) {
      case RECENTRED -> estimator;
      case UNSCALED -> estimator.setScaling("none");
      case ALL_ROWS -> estimator.setScaling("none").setRegions("none").setSampling("none");
      default -> estimator.setMethod(method).setCoordinateBound(setting.data().coordinateBound());
    };
  }

  private static double[] summarizerMean(Dataset<Row> column) {
    Row mean = column.select(Summarizer.mean(functions.col(Frame.COLUMN))).first();
    return mean.<org.apache.spark.ml.linalg.Vector>getAs(0).toArray();
  }

  private static double[] colStats(Dataset<Row> column) {
    JavaRDD<org.apache.spark.mllib.linalg.Vector> vectors =
        column.javaRDD().map(row -> Vectors.fromML(row.getAs(0)));
    return Statistics.colStats(vectors.rdd()).mean().toArray();
  }

  private static double[] scaler(Dataset<Row> column) {
    return new StandardScaler()
        .setInputCol(Frame.COLUMN)
        .setOutputCol("scaled")
        .setWithMean(true)
        .setWithStd(true)
        .fit(column)
        .mean()
        .toArray();
  }
}
