package org.privatemean.bench.groups;

import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Normal rows of groups and persons, as a DataFrame. A row is a function of the seed and of its
 * number alone: its group's mean is drawn from N(0, 16 I), itself from N(mean, I).
 *
 * @param rows how many
 * @param dimension number of coordinates
 * @param groups number of groups
 * @param inFirst share of the rows that are in group 0; the others are spread evenly
 * @param persons number of persons, whose numbers of rows are in proportion to 1, 1/2, 1/3 and so
 *     on; 0 for none
 * @param partitions of the DataFrame
 */
record KeyedRows(long rows, int dimension, int groups, double inFirst, int persons, int partitions)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Name of the column of groups, whole numbers from 0 on. */
  static final String GROUP = "g";

  /** Name of the column of persons, whole numbers from 0 on. */
  static final String PERSON = "person";

  /** Name of the column of vectors. */
  static final String VECTOR = "features";

  private static final long SEED = 0x5EEDL << 40;
  private static final double SPREAD_OF_MEANS = 4;
  private static final int PARTITIONS = 8;

  /** Groups of one size. */
  static KeyedRows even(long rows, int dimension, int groups) {
    return new KeyedRows(rows, dimension, groups, 0, 0, PARTITIONS);
  }

  /** The same rows, nearly all of them in one group. */
  KeyedRows withFirst(double share) {
    return new KeyedRows(rows, dimension, groups, share, persons, partitions);
  }

  /** The same rows of so many persons. */
  KeyedRows withPersons(int count) {
    return new KeyedRows(rows, dimension, groups, inFirst, count, partitions);
  }

  /** The rows, generated whenever they are read. */
  Dataset<Row> generated(SparkSession spark) {
    StructType schema =
        new StructType()
            .add(GROUP, DataTypes.IntegerType, false)
            .add(PERSON, DataTypes.LongType, false)
            .add(DataTypes.createStructField(VECTOR, SQLDataTypes.VectorType(), false));
    double[] shares = shares();
    MapFunction<Long, Row> row = index -> row(index, shares);
    return spark.range(0, rows, 1, partitions).map(row, Encoders.row(schema));
  }

  private Row row(long index, double[] shares) {
    SplittableRandom random = new SplittableRandom(SEED + index);
    int group = random.nextDouble() < inFirst ? 0 : (int) (index % groups);
    int found = Arrays.binarySearch(shares, random.nextDouble());
    long person = Math.min(found < 0 ? -found - 1 : found, Math.max(0, persons - 1));
    SplittableRandom means = new SplittableRandom(group);
    double[] values = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      values[j] = SPREAD_OF_MEANS * means.nextGaussian() + random.nextGaussian();
    }
    return RowFactory.create(group, person, Vectors.dense(values));
  }

  /** The probability of a person or one before. */
  private double[] shares() {
    double[] shares = new double[persons];
    double sum = 0;
    for (int k = 0; k < persons; k++) {
      sum += 1.0 / (k + 1);
      shares[k] = sum;
    }
    for (int k = 0; k < persons; k++) {
      shares[k] /= sum;
    }
    return shares;
  }

  /** Makes a table of the public keys, and says its name. */
  String keys(SparkSession spark) {
    String name = "keys_of_" + groups;
    spark.range(groups).selectExpr("cast(id as int) as " + GROUP).createOrReplaceTempView(name);
    return name;
  }
}
