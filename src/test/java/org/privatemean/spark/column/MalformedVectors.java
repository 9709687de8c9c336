package org.privatemean.spark.column;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.spark.LocalSpark;

/** Kinds of ml Vectors that no constructor makes, as the structs that files hold. */
final class MalformedVectors {
  /** The declared number of coordinates of the tests' rows. */
  static final int DIMENSION = 4;

  /** A number that only a malformed row holds. */
  static final double CANARY = 7731.25;

  /** What VectorUDT stores, all of it nullable, as a file's schema is. */
  static final StructType STRUCT =
      new StructType()
          .add("type", DataTypes.ByteType)
          .add("size", DataTypes.IntegerType)
          .add("indices", DataTypes.createArrayType(DataTypes.IntegerType))
          .add("values", DataTypes.createArrayType(DataTypes.DoubleType));

  /** The schema that takes such a struct for a vector. */
  static final StructType AS_VECTOR = new StructType().add("features", SQLDataTypes.VectorType());

  private MalformedVectors() {}

  /** One kind of them. */
  record Kind(String name, Row struct) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** All kinds. */
  static final List<Kind> KINDS =
      List.of(
          new Kind("dense without values", dense((Double[]) null)),
          new Kind("dense empty", dense()),
          new Kind("dense short", dense(CANARY, 1.0, 2.0)),
          new Kind("dense long", dense(CANARY, 1.0, 2.0, 3.0, 4.0)),
          new Kind("dense null element", dense(CANARY, null, 2.0, 3.0)),
          new Kind("dense nan", dense(CANARY, Double.NaN, 2.0, 3.0)),
          new Kind("dense infinite", dense(CANARY, 1.0, Double.NEGATIVE_INFINITY, 3.0)),
          new Kind("sparse without size", sparse(null, ints(0, 2), doubles(CANARY, 1.0))),
          new Kind("sparse smaller", sparse(3, ints(0, 2), doubles(CANARY, 1.0))),
          new Kind("sparse larger", sparse(5, ints(0, 2), doubles(CANARY, 1.0))),
          new Kind("sparse without indices", sparse(4, null, doubles(CANARY, 1.0))),
          new Kind("sparse without values", sparse(4, ints(0, 2), null)),
          new Kind("sparse without either", sparse(4, null, null)),
          new Kind("sparse more indices", sparse(4, ints(0, 1, 2, 3), doubles(CANARY, 1.0))),
          new Kind("sparse more values", sparse(4, ints(0, 2), doubles(CANARY, 1.0, 2.0))),
          new Kind("sparse indices without values", sparse(4, ints(1), doubles())),
          new Kind("sparse null index", sparse(4, ints(null, 2), doubles(CANARY, 1.0))),
          new Kind("sparse index negative", sparse(4, ints(-1, 2), doubles(CANARY, 1.0))),
          new Kind("sparse index of size", sparse(4, ints(0, 4), doubles(CANARY, 1.0))),
          new Kind("sparse index far", sparse(4, ints(0, Integer.MAX_VALUE), doubles(CANARY, 1.0))),
          new Kind("sparse index twice", sparse(4, ints(2, 2), doubles(CANARY, 1.0))),
          new Kind("sparse indices descending", sparse(4, ints(2, 0), doubles(CANARY, 1.0))),
          new Kind("sparse null value", sparse(4, ints(0, 2), doubles(CANARY, null))),
          new Kind("sparse nan", sparse(4, ints(0, 2), doubles(CANARY, Double.NaN))),
          new Kind(
              "sparse infinite", sparse(4, ints(0, 2), doubles(CANARY, Double.POSITIVE_INFINITY))),
          new Kind("without type", vector(null, null, null, doubles(CANARY, 1.0, 2.0, 3.0))),
          new Kind("type two", vector((byte) 2, null, null, doubles(CANARY, 1.0, 2.0, 3.0))),
          new Kind("type negative", vector((byte) -1, 4, ints(0, 2), doubles(CANARY, 1.0))));

  /**
   * Kinds of which a query may lose sight before the row is read: VectorUDT declares that arrays
   * hold no null and that the type is there, so generated code drops the bit that says otherwise.
   */
  static final Set<String> NULLS_LOST =
      Set.of("dense null element", "sparse null index", "sparse null value", "without type");

  /** The kinds that are seen in every source. */
  static List<Kind> seen() {
    return KINDS.stream().filter(kind -> !NULLS_LOST.contains(kind.name())).toList();
  }

  /** A dense vector of these values. */
  static Row dense(Double... values) {
    return vector((byte) 1, null, null, values);
  }

  /** A sparse vector. */
  static Row sparse(Integer size, Integer[] indices, Double[] values) {
    return vector((byte) 0, size, indices, values);
  }

  private static Row vector(Byte type, Integer size, Integer[] indices, Double[] values) {
    return RowFactory.create(type, size, indices, values);
  }

  static Integer[] ints(Integer... indices) {
    return indices;
  }

  static Double[] doubles(Double... values) {
    return values;
  }

  /** A frame of structs in column {@code features}, in this order; null makes a null row. */
  static Dataset<Row> structs(List<Row> vectors) {
    List<Row> rows = new ArrayList<>();
    for (Row vector : vectors) {
      rows.add(RowFactory.create(vector));
    }
    return LocalSpark.session()
        .createDataFrame(rows, new StructType().add("features", STRUCT))
        .coalesce(1);
  }

  /** Where a column of vectors comes from. */
  enum Source {
    PARQUET,
    ORC,
    JSON,
    CACHED,
    IN_MEMORY;

    /**
     * A frame of these vectors in this order.
     *
     * @param folder not there yet
     */
    Dataset<Row> frame(List<Row> vectors, Path folder) {
      Dataset<Row> structs = structs(vectors);
      if (this == IN_MEMORY) {
        List<String> lines = structs.toJSON().collectAsList();
        return LocalSpark.session()
            .read()
            .schema(AS_VECTOR)
            .json(LocalSpark.session().createDataset(lines, Encoders.STRING()).coalesce(1));
      }
      String format = this == CACHED ? "parquet" : name().toLowerCase(Locale.ROOT);
      structs.write().format(format).save(folder.toString());
      Dataset<Row> read =
          LocalSpark.session().read().schema(AS_VECTOR).format(format).load(folder.toString());
      return this == CACHED ? read.persist() : read;
    }
  }

  /** In which order and in how many partitions rows are read. */
  enum Order {
    AS_WRITTEN(1),
    REVERSED(2),
    MIXED(7);

    private final int partitions;

    Order(int partitions) {
      this.partitions = partitions;
    }

    List<Row> of(List<Row> vectors) {
      List<Row> ordered = new ArrayList<>(vectors);
      if (this == REVERSED) {
        Collections.reverse(ordered);
      } else if (this == MIXED) {
        Collections.shuffle(ordered, new Random(7));
      }
      return ordered;
    }

    Dataset<Row> split(Dataset<Row> frame) {
      return partitions == 1 ? frame : frame.repartition(partitions);
    }
  }
}
