package org.privatemean.it;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.spark.PausedFit;
import org.privatemean.spark.PrivateMean;

/** The fit that is run on several kinds of cluster: a seeded release of the diamonds' mean. */
public final class DiamondsFit {
  /** The diamonds, a line each below a header. */
  static final Path TABLE = Path.of("data-samples", "diamonds.csv");

  private static final String[] COLUMNS = {"carat", "depth", "table", "price", "x", "y", "z"};
  private static final String SCHEMA =
      "carat double, cut string, color string, clarity string, depth double, table double,"
          + " price double, x double, y double, z double";
  private static final String MEAN = "mean ";
  private static final double BOUND = 20_000;
  private static final double RHO = 0.5;
  private static final long SEED = 11;

  private DiamondsFit() {}

  /**
   * Fits on the master and with the settings of the system properties {@code spark.*}, and prints
   * the released mean.
   *
   * @param args none
   */
  public static void main(String[] args) {
    SparkSession session = SparkSession.builder().appName("diamonds").getOrCreate();
    System.out.println(MEAN + Arrays.toString(fit(session)));
    session.stop();
  }

  /** A session on a master, all of it on the loopback device. */
  static SparkSession.Builder session(String master) {
    return SparkSession.builder()
        .master(master)
        .appName("diamonds")
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", 6)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.warehouse.dir", "target/spark-warehouse");
  }

  /** Releases the mean of the seven measures, read in several partitions. */
  static double[] fit(SparkSession session) {
    return fit(features(session));
  }

  static double[] fit(Dataset<Row> features) {
    return new PrivateMean()
        .setInputCol("features")
        .setMethod("shiftedClipped")
        .setBound(BOUND)
        .setRho(RHO)
        .setSeed(SEED)
        .fit(features)
        .mean()
        .toArray();
  }

  /** As {@link #fit}, by the classic way and with a pause when the blocks are held. */
  static double[] fitPaused(Dataset<Row> features, Runnable pause) {
    MeanSpec spec =
        MeanSpec.of(Method.SHIFTED_CLIPPED, RHO, new Bounds.Ball(BOUND, OptionalDouble.empty()));
    return PausedFit.fit(features, COLUMNS.length, spec, SEED, pause);
  }

  static Dataset<Row> features(SparkSession session) {
    return features(session, TABLE);
  }

  static Dataset<Row> features(SparkSession session, Path table) {
    session.conf().set("spark.sql.files.maxPartitionBytes", "500k");
    Dataset<Row> rows = session.read().option("header", true).schema(SCHEMA).csv(table.toString());
    return new VectorAssembler().setInputCols(COLUMNS).setOutputCol("features").transform(rows);
  }

  /** The mean that {@link #main} printed: as printed, every double reads back to its own bits. */
  static double[] parse(String printed) {
    String line = printed.lines().filter(each -> each.startsWith(MEAN)).findFirst().orElseThrow();
    String values = line.substring(MEAN.length()).replaceAll("[\\[\\], ]+", " ").strip();
    return Arrays.stream(values.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
  }
}
