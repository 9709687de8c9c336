package org.privatemean.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * ml Vectors in Parquet, as a writer may have left them that did not check them: Spark reads what
 * is in a file under a schema of vectors.
 */
final class OddVectors extends OddStoredSource {
  private static final byte SPARSE = 0;
  private static final byte DENSE = 1;
  private static final int RANDOM = 150;

  OddVectors() {
    super("parquet", new StructType().add("v", form()), List.of(List.of("--vector-col", "v")));
  }

  @Override
  public String name() {
    return "vectors in parquet";
  }

  /** What an ml Vector is stored as. */
  private static StructType form() {
    return new StructType()
        .add("type", DataTypes.ByteType)
        .add("size", DataTypes.IntegerType)
        .add("indices", DataTypes.createArrayType(DataTypes.IntegerType))
        .add("values", DataTypes.createArrayType(DataTypes.DoubleType));
  }

  /** The same bytes under a schema of vectors, which Spark takes on trust. */
  @Override
  Dataset<Row> stored(Dataset<Row> rows, Path beside) {
    String structs = beside + "-structs";
    rows.write().parquet(structs);
    return Sample.session()
        .read()
        .schema(new StructType().add("v", SQLDataTypes.VectorType()))
        .parquet(structs)
        .coalesce(1);
  }

  @Override
  public Row clean(double... row) {
    // Dense and sparse in turn.
    return row[0] % 2 < 1
        ? vector(DENSE, null, null, boxed(row))
        : vector(SPARSE, DIMENSION, List.of(0, 1, 2), boxed(row));
  }

  private static List<Double> boxed(double... values) {
    return Arrays.stream(values).boxed().toList();
  }

  private static List<Integer> indices(int... indices) {
    return Arrays.stream(indices).boxed().toList();
  }

  private static Row vector(byte type, Integer size, List<Integer> indices, List<Double> values) {
    return RowFactory.create(RowFactory.create(type, size, indices, values));
  }

  /** What the rules say of a vector without nulls in its arrays. */
  private static Verdict verdict(
      byte type, Integer size, List<Integer> indices, List<Double> values) {
    if (values == null || !values.stream().allMatch(Double::isFinite)) {
      return Verdict.INVALID;
    }
    if (type == DENSE) {
      return values.size() == DIMENSION
          ? Verdict.of(values.stream().mapToDouble(Double::doubleValue).toArray())
          : Verdict.INVALID;
    }
    if (type != SPARSE || size == null || size != DIMENSION || indices == null) {
      return Verdict.INVALID;
    }
    double[] row = new double[DIMENSION];
    int last = -1;
    for (int k = 0; k < indices.size(); k++) {
      int index = indices.get(k);
      if (indices.size() != values.size() || index <= last || index >= DIMENSION) {
        return Verdict.INVALID;
      }
      row[index] = values.get(k);
      last = index;
    }
    return values.size() == indices.size() ? Verdict.of(row) : Verdict.INVALID;
  }

  private static void add(
      List<OddRecord<Row>> odd,
      String kind,
      int type,
      Integer size,
      List<Integer> indices,
      List<Double> values) {
    byte form = (byte) type;
    odd.add(
        new OddRecord<>(
            kind,
            vector(form, size, indices, values),
            List.of(verdict(form, size, indices, values))));
  }

  @Override
  public Row nothing() {
    return RowFactory.create((Object) null);
  }

  @Override
  public String worst() {
    return "more indices than values";
  }

  @Override
  public List<OddRecord<Row>> odd() {
    List<OddRecord<Row>> odd = new ArrayList<>();
    odd.add(new OddRecord<>("null", RowFactory.create((Object) null), List.of(Verdict.INVALID)));
    addDense(odd);
    addSparse(odd);
    for (int type : new int[] {-128, -1, 2, 3, 127}) {
      add(odd, "dense of type " + type, type, null, null, boxed(7, 8, 9));
      add(odd, "sparse of type " + type, type, 3, indices(0, 1, 2), boxed(7, 8, 9));
    }
    addRandom(odd);
    return odd;
  }

  private static void addDense(List<OddRecord<Row>> odd) {
    add(odd, "dense without values", DENSE, null, null, null);
    add(odd, "dense of length 0", DENSE, null, null, boxed());
    add(odd, "dense of length 2", DENSE, null, null, boxed(7, 8));
    add(odd, "dense of length 4", DENSE, null, null, boxed(7, 8, 9, 10));
    add(odd, "dense with NaN", DENSE, null, null, boxed(7, Double.NaN, 9));
    add(odd, "dense with infinity", DENSE, null, null, boxed(7, 8, Double.POSITIVE_INFINITY));
    add(odd, "dense with a size", DENSE, 3, null, boxed(7, 8, 9));
    add(odd, "dense with another size", DENSE, 5, null, boxed(7, 8, 9));
    add(odd, "dense with indices", DENSE, 3, indices(2, 1, 0), boxed(7, 8, 9));
  }

  private static void addSparse(List<OddRecord<Row>> odd) {
    add(odd, "no size", SPARSE, null, indices(0), boxed(7));
    add(odd, "size 2", SPARSE, 2, indices(0), boxed(7));
    add(odd, "size 4", SPARSE, 4, indices(0), boxed(7));
    add(odd, "size -1", SPARSE, -1, indices(0), boxed(7));
    add(odd, "size 2^31 - 1", SPARSE, Integer.MAX_VALUE, indices(0), boxed(7));
    add(odd, "no indices", SPARSE, 3, null, boxed(7, 8, 9));
    add(odd, "no values", SPARSE, 3, indices(0, 1), null);
    add(odd, "neither indices nor values", SPARSE, 3, null, null);
    add(odd, "more indices than values", SPARSE, 3, indices(0, 1, 2), boxed(7));
    add(odd, "indices and no values", SPARSE, 3, indices(0, 1, 2), boxed());
    add(odd, "more values than indices", SPARSE, 3, indices(0), boxed(7, 8, 9));
    add(odd, "values and no indices", SPARSE, 3, indices(), boxed(7));
    add(odd, "an empty vector", SPARSE, 3, indices(), boxed());
    add(odd, "an explicit zero", SPARSE, 3, indices(1), boxed(0));
    add(odd, "index 3", SPARSE, 3, indices(3), boxed(7));
    add(odd, "index -1", SPARSE, 3, indices(-1), boxed(7));
    add(odd, "index 2^31 - 1", SPARSE, 3, indices(0, Integer.MAX_VALUE), boxed(7, 8));
    add(odd, "index -2^31", SPARSE, 3, indices(Integer.MIN_VALUE, 0), boxed(7, 8));
    add(odd, "indices that fall", SPARSE, 3, indices(2, 0), boxed(7, 8));
    add(odd, "an index twice", SPARSE, 3, indices(1, 1), boxed(7, 8));
    add(odd, "NaN", SPARSE, 3, indices(0, 2), boxed(7, Double.NaN));
    add(odd, "infinity", SPARSE, 3, indices(0), boxed(Double.NEGATIVE_INFINITY));
    add(odd, "too many of both", SPARSE, 3, indices(0, 1, 2, 3), boxed(7, 8, 9, 10));
  }

  /** Any combination of forms, sizes, indices and values; the same at every call. */
  private static void addRandom(List<OddRecord<Row>> odd) {
    SplittableRandom random = new SplittableRandom(23);
    for (int i = 0; i < RANDOM; i++) {
      add(
          odd,
          "random vector " + i,
          random.nextInt(8) == 0 ? random.nextInt(-128, 128) : random.nextInt(2),
          random.nextInt(4) == 0 ? null : Integer.valueOf(random.nextInt(1, 5)),
          random.nextInt(8) == 0 ? null : random.ints(random.nextInt(5), -1, 4).boxed().toList(),
          random.nextInt(8) == 0
              ? null
              : random.doubles(random.nextInt(5), -9, 9).boxed().toList());
    }
  }
}
