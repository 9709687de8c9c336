package org.privatemean.spark;

import java.util.List;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Row;
import org.privatemean.privacy.Neighbours;
import org.privatemean.spark.param.PrivateMeanParams;
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
    if (version > PrivateMeanSummary.FORMAT_VERSION) {
      throw new IllegalArgumentException(
          String.format(
              "the model at %s has format version %d, and this version reads up to %d: use a newer"
                  + " spark-private-mean",
              path, version, PrivateMeanSummary.FORMAT_VERSION));
    }
    PrivateMeanModel model = new PrivateMeanModel(metadata.uid(), summary(data, version));
    metadata.getAndSetParams(model, Option.empty());
    return model;
  }

  /**
   * Version 1 knew one kind of neighbours, and one noise for all coordinates; versions up to 2 knew
   * the central model only.
   */
  private static PrivateMeanSummary summary(Row data, int version) {
    return new PrivateMeanSummary(
        new PrivateMeanSummary.Values(
            data.getAs("method"),
            version <= 2 ? PrivateMeanParams.CENTRAL : data.getAs("trustModel"),
            List.copyOf(data.<Double>getList(data.fieldIndex("mean"))),
            data.<Long>getAs("rows"),
            version <= 2 ? 0 : data.<Long>getAs("droppedReports"),
            data.<Double>getAs("clippingNorm"),
            data.<Double>getAs("rho"),
            data.<Double>getAs("epsilon"),
            data.<Double>getAs("delta"),
            version <= 2 ? 0 : data.<Double>getAs("honestFraction"),
            version == 1 ? Neighbours.REPLACE.label() : data.getAs("neighbours"),
            data.<Row>getList(data.fieldIndex("charges")).stream()
                .map(row -> spent(row, version))
                .toList(),
            version == 1
                ? List.of(data.<Double>getAs("noiseStdDev"))
                : List.copyOf(data.<Double>getList(data.fieldIndex("noiseStdDevs"))),
            data.<Double>getAs("noiseStdDev"),
            version == 1 ? 0 : data.<Double>getAs("countStdDev"),
            data.<Double>getAs("expectedL2Error"),
            data.<Double>getAs("confidence"),
            data.<Double>getAs("l2Radius"),
            data.<Double>getAs("clippingBiasBound"),
            data.<Boolean>getAs("seeded"),
            version <= 2 ? 0 : data.<Double>getAs("messagesPerUser"),
            version <= 2 ? 0 : data.<Double>getAs("bytesPerUser"),
            List.copyOf(data.<String>getList(data.fieldIndex("warnings")))));
  }

  private static PrivateMeanSummary.Spent spent(Row row, int version) {
    double delta = version <= 2 ? 0 : row.getDouble(2);
    return new PrivateMeanSummary.Spent(row.getString(0), row.getDouble(1), delta);
  }
}
