package org.privatemean.it;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.release.Undated;
import org.privatemean.spark.PrivateMean;

/** The kinds of passes that a fit may run, each by a seeded fit of the diamonds that runs it. */
enum PassKind {
  ALL_ROWS("clipping norm.*|clipped sum") {
    @Override
    PrivateMean stage() {
      return seven().setMethod("shiftedClipped").setBound(BOUND);
    }
  },
  SAMPLE("one pass") {
    @Override
    PrivateMean stage() {
      return seven().setSampling("always");
    }
  },
  /** Enough groups that their rows are moved. */
  GROUPS("row count") {
    @Override
    PrivateMean stage() {
      return seven()
          .setGroupCols("thousands")
          .setPublicKeys(
              IntStream.range(0, MANY).mapToObj(Integer::toString).toArray(String[]::new))
          .setMaxGroups(MANY)
          .setScaling("none");
    }
  },
  PERSONS("medians, bits 1-8.*") {
    @Override
    PrivateMean stage() {
      return seven().setMethod("shiftedClipped").setBound(BOUND).setPersonCol("price");
    }
  },
  SHUFFLED_MESSAGES("clipped sum, shuffled") {
    @Override
    PrivateMean stage() {
      return new PrivateMean()
          .setInputCol("sizes")
          .setTrustModel("shuffle")
          .setEpsilon(6)
          .setDelta(1e-6)
          .setCoordinateBound(8)
          .setResolution(0.5)
          .setSeed(SEED);
    }

    @Override
    Dataset<Row> rows(SparkSession session, Path table) {
      return new VectorAssembler()
          .setInputCols(new String[] {"x", "y"})
          .setOutputCol("sizes")
          .transform(super.rows(session, table).filter("price < 500"));
    }
  };

  /** More than 2^21 totals of 64 cells each. */
  private static final int MANY = 33_000;

  private static final double BOUND = 20_000;
  private static final long SEED = 11;

  private final String pass;

  PassKind(String pass) {
    this.pass = pass;
  }

  /** The fit's request. */
  abstract PrivateMean stage();

  /** The fit's rows, of a table of diamonds. */
  Dataset<Row> rows(SparkSession session, Path table) {
    Column price = functions.col("price").cast(DataTypes.IntegerType);
    return DiamondsFit.features(session, table)
        .withColumn("thousands", price.divide(1000).cast(DataTypes.IntegerType))
        .withColumn("price", price);
  }

  /** The name of the pass that stands for the kind, as a pattern. */
  String pass() {
    return pass;
  }

  private static PrivateMean seven() {
    return new PrivateMean().setInputCol("features").setRho(0.5).setSeed(SEED);
  }

  /** All that the fit of the diamonds releases. */
  String release(SparkSession session) {
    return release(session, DiamondsFit.TABLE);
  }

  String release(SparkSession session, Path table) {
    return Undated.json(stage().fit(rows(session, table)).summary().toJson());
  }

  /** Keeps the rows of later fits on executors, however few there are. */
  static void keepOnExecutors(SparkSession session, boolean publicly) {
    session.conf().set("spark.privatemean.maxDriverValues", "0");
    session.conf().set("spark.privatemean.publicApiOnly", Boolean.toString(publicly));
  }
}
