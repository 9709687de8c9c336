package org.privatemean.bench.groups;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.stat.Summarizer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.privatemean.spark.PrivateMean;

/**
 * A way to means of groups, or to one of persons.
 *
 * @param name in tables
 * @param run what is timed: all of it, up to the means on the driver
 */
record Way(String name, Run run) {
  static final double RHO = 1;

  private static final double KEY_DELTA = 1e-6;

  /** What is timed. */
  interface Run {
    /** Finds the means of these rows. */
    void on(Dataset<Row> rows);
  }

  /** Spark's own exact means of groups, without any protection. */
  static Way summarizer(String column) {
    return new Way(
        "groupBy(" + column + ").agg(Summarizer.mean)",
        rows -> {
          List<Row> unused =
              rows.groupBy(column)
                  .agg(Summarizer.mean(functions.col(KeyedRows.VECTOR)))
                  .collectAsList();
        });
  }

  /** Private means of public keys. */
  static Way publicKeys(int dimension, String scaling, String keys) {
    return new Way(
        "public keys, scaling " + scaling,
        rows -> fit(grouped(dimension, scaling).setPublicKeysTable(keys), rows));
  }

  /** Private means of keys that are selected privately. */
  static Way privateKeys(int dimension, String scaling) {
    return new Way(
        "private keys, scaling " + scaling,
        rows ->
            fit(
                grouped(dimension, scaling).setKeySelection("private").setKeyDelta(KEY_DELTA),
                rows));
  }

  /** One private mean of persons, each of whom is one voice. */
  static Way persons(int dimension, String scaling) {
    return new Way(
        "persons, scaling " + scaling,
        rows ->
            fit(
                mean(dimension, scaling).setNeighbours("addRemove").setPersonCol(KeyedRows.PERSON),
                rows));
  }

  /** Public keys, and persons of several groups. */
  static Way personsOfGroups(int dimension, String scaling, String keys, int most) {
    return new Way(
        "public keys, persons in " + most + ", scaling " + scaling,
        rows ->
            fit(
                grouped(dimension, scaling)
                    .setPublicKeysTable(keys)
                    .setPersonCol(KeyedRows.PERSON)
                    .setMaxGroupsPerPerson(most),
                rows));
  }

  /** All that fits of public keys are measured with. */
  static List<Way> ofPublicKeys(int dimension, String keys) {
    return Stream.of("none", "standard")
        .map(scaling -> publicKeys(dimension, scaling, keys))
        .toList();
  }

  private static PrivateMean grouped(int dimension, String scaling) {
    return mean(dimension, scaling).setGroupCols(KeyedRows.GROUP);
  }

  private static PrivateMean mean(int dimension, String scaling) {
    return new PrivateMean()
        .setInputCol(KeyedRows.VECTOR)
        .setDimension(dimension)
        .setRho(RHO)
        .setScaling(scaling)
        .setSeed(1);
  }

  private static void fit(PrivateMean estimator, Dataset<Row> rows) {
    Object unused = estimator.fit(rows);
  }
}
