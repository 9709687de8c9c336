package org.privatemean.spark;

import java.util.List;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Row;
import scala.Option;

/** Loads what {@link PrivateMeanModelWriter} saved. */
final class PrivateMeanModelReader extends MLReader<PrivateMeanModel> {
  @Override
  public PrivateMeanModel load(String path) {
    String json = sparkSession().read().text(path + "/metadata").first().getString(0);
    DefaultParamsReader.Metadata metadata =
        DefaultParamsReader.parseMetadata(json, PrivateMeanModel.class.getName());
    Row data = sparkSession().read().parquet(path + "/data").first();
    int version = data.getInt(data.fieldIndex("formatVersion"));
    if (version != PrivateMeanSummary.FORMAT_VERSION) {
      throw new IllegalArgumentException(
          String.format(
              "the model at %s has format version %d, and this spark-private-mean reads version %d:"
                  + " load it with the release that saved it",
              path, version, PrivateMeanSummary.FORMAT_VERSION));
    }
    PrivateMeanModel model = new PrivateMeanModel(metadata.uid(), summary(data));
    metadata.getAndSetParams(model, Option.empty());
    return model;
  }

  private static PrivateMeanSummary summary(Row data) {
    return new PrivateMeanSummary(
        new PrivateMeanSummary.Values(
            data.getAs("method"),
            data.getAs("trustModel"),
            List.copyOf(data.<Double>getList(data.fieldIndex("mean"))),
            data.<Long>getAs("rows"),
            data.<Long>getAs("droppedReports"),
            data.<Double>getAs("clippingNorm"),
            data.<Double>getAs("rho"),
            data.<Double>getAs("epsilon"),
            data.<Double>getAs("delta"),
            data.<Double>getAs("honestFraction"),
            data.getAs("neighbours"),
            data.<Row>getList(data.fieldIndex("charges")).stream()
                .map(PrivateMeanModelReader::spent)
                .toList(),
            List.copyOf(data.<Double>getList(data.fieldIndex("noiseStdDevs"))),
            data.<Double>getAs("noiseStdDev"),
            data.<Double>getAs("countStdDev"),
            data.<Double>getAs("expectedL2Error"),
            data.<Double>getAs("confidence"),
            data.<Double>getAs("l2Radius"),
            data.<Double>getAs("clippingBiasBound"),
            data.<Boolean>getAs("seeded"),
            data.<Double>getAs("messagesPerUser"),
            data.<Double>getAs("bytesPerUser"),
            List.copyOf(data.<String>getList(data.fieldIndex("warnings")))));
  }

  private static PrivateMeanSummary.Spent spent(Row row) {
    return new PrivateMeanSummary.Spent(row.getString(0), row.getDouble(1), row.getDouble(2));
  }
}
