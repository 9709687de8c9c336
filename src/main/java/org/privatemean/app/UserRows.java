package org.privatemean.app;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.ledger.LedgerSettings;

/** The rows of a simulation's users, with unique ids and, if known, names of coordinates. */
record UserRows(List<String> ids, List<double[]> rows, List<String> names) {
  /** More devices than this are not for one process. */
  static final int MAX_USERS = 200_000;

  /** Nor are more numbers than this, over all rows. */
  static final int MAX_NUMBERS = 20_000_000;

  static UserRows collect(Dataset<Row> read, PrivateMean stage) {
    LedgerSettings.checkUnpaid(read.sparkSession(), "simulate " + stage.getTrustModel());
    VectorColumn column = VectorColumn.find(read.schema(), stage.getInputCol());
    int dimension = dimension(read, stage);
    int most = Math.min(MAX_USERS, MAX_NUMBERS / dimension);
    boolean named = stage.isDefined(stage.idCol());
    Column id =
        (named ? VectorColumn.quote(stage.getIdCol()) : functions.lit(null))
            .cast(DataTypes.StringType);
    List<Row> collected =
        read.select(column.column().as("vector"), id.as("id")).limit(most + 1).collectAsList();
    if (collected.isEmpty() || collected.size() > most) {
      throw ParamException.of(
          "input",
          collected.isEmpty()
              ? "{input} has no rows, and each row is a user"
              : String.format(
                  "{input} has more than %d rows of %d coordinates: each is a device in this"
                      + " process, so simulate a part of them, or fit all by {trustModel}",
                  most, dimension));
    }
    // No List.of: an id may be null, and is then refused.
    List<String> ids = new ArrayList<>(collected.size());
    List<double[]> rows = new ArrayList<>(collected.size());
    for (int i = 0; i < collected.size(); i++) {
      double[] row = new double[dimension];
      column.read(collected.get(i), row, stage.invalidRows());
      rows.add(row);
      ids.add(named ? collected.get(i).getString(1) : "user " + i);
    }
    if (ids.contains(null) || new HashSet<>(ids).size() < ids.size()) {
      throw new ParamException(
          "idCol",
          String.format(
              "{idCol}: column %s holds nulls or an id twice", Refusal.literal(stage.getIdCol())),
          "every row must have its own id");
    }
    return new UserRows(ids, rows, VectorColumn.names(read.schema(), stage.getInputCol()));
  }

  private static int dimension(Dataset<Row> read, PrivateMean stage) {
    int declared = VectorColumn.declaredSize(read.schema(), stage.getInputCol());
    if (!stage.isDefined(stage.dimension()) && declared < 1) {
      throw new ParamException(
          "dimension",
          "{dimension} is not set and the metadata of the column does not state it",
          "set {dimension} to the number of coordinates");
    }
    return stage.isDefined(stage.dimension()) ? stage.getDimension() : declared;
  }

  int count() {
    return rows.size();
  }

  int dimension() {
    return rows.get(0).length;
  }
}
