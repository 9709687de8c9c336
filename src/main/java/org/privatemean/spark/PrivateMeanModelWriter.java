package org.privatemean.spark;

import java.util.List;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Saves a {@link PrivateMeanModel}: the params as Spark ML does under {@code metadata}, the release
 * as one parquet row under {@code data}.
 */
final class PrivateMeanModelWriter extends MLWriter {
  static final StructType CHARGE =
      new StructType()
          .add("step", DataTypes.StringType)
          .add("rho", DataTypes.DoubleType)
          .add("delta", DataTypes.DoubleType);

  static final StructType DATA =
      new StructType()
          .add("formatVersion", DataTypes.IntegerType)
          .add("method", DataTypes.StringType)
          .add("trustModel", DataTypes.StringType)
          .add("mean", DataTypes.createArrayType(DataTypes.DoubleType))
          .add("rows", DataTypes.LongType)
          .add("droppedReports", DataTypes.LongType)
          .add("clippingNorm", DataTypes.DoubleType)
          .add("rho", DataTypes.DoubleType)
          .add("epsilon", DataTypes.DoubleType)
          .add("delta", DataTypes.DoubleType)
          .add("honestFraction", DataTypes.DoubleType)
          .add("neighbours", DataTypes.StringType)
          .add("charges", DataTypes.createArrayType(CHARGE))
          .add("noiseStdDevs", DataTypes.createArrayType(DataTypes.DoubleType))
          .add("noiseStdDev", DataTypes.DoubleType)
          .add("countStdDev", DataTypes.DoubleType)
          .add("expectedL2Error", DataTypes.DoubleType)
          .add("confidence", DataTypes.DoubleType)
          .add("l2Radius", DataTypes.DoubleType)
          .add("clippingBiasBound", DataTypes.DoubleType)
          .add("seeded", DataTypes.BooleanType)
          .add("messagesPerUser", DataTypes.DoubleType)
          .add("bytesPerUser", DataTypes.DoubleType)
          .add("warnings", DataTypes.createArrayType(DataTypes.StringType));

  private final PrivateMeanModel model;

  PrivateMeanModelWriter(PrivateMeanModel model) {
    this.model = model;
  }

  @Override
  public void saveImpl(String path) {
    new DefaultParamsWriter(model).session(sparkSession()).saveImpl(path);
    sparkSession()
        .createDataFrame(List.of(row(model.summary().values())), DATA)
        .coalesce(1)
        .write()
        .parquet(path + "/data");
  }

  private static Row row(PrivateMeanSummary.Values values) {
    return RowFactory.create(
        PrivateMeanSummary.FORMAT_VERSION,
        values.method(),
        values.trustModel(),
        values.mean().toArray(),
        values.rows(),
        values.droppedReports(),
        values.clippingNorm(),
        values.rho(),
        values.epsilon(),
        values.delta(),
        values.honestFraction(),
        values.neighbours(),
        values.charges().stream()
            .map(charge -> RowFactory.create(charge.step(), charge.rho(), charge.delta()))
            .toArray(),
        values.noiseStdDevs().toArray(),
        values.noiseStdDev(),
        values.countStdDev(),
        values.expectedL2Error(),
        values.confidence(),
        values.l2Radius(),
        values.clippingBiasBound(),
        values.seeded(),
        values.messagesPerUser(),
        values.bytesPerUser(),
        values.warnings().toArray());
  }
}
