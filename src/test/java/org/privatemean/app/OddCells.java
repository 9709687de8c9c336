package org.privatemean.app;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Records of numbers, text and arrays, in a format that stores their types. */
final class OddCells extends OddStoredSource {
  private static final Verdict ROW = Verdict.of(1, 2, 3);
  private static final int LONG_ARRAY = 100_000;

  private final String worst;

  private OddCells(String format, String worst) {
    super(
        format,
        new StructType()
            .add("a", DataTypes.DoubleType)
            .add("b", DataTypes.StringType)
            .add("c", DataTypes.createDecimalType(12, 4))
            .add("doubles", array(DataTypes.DoubleType))
            .add("floats", array(DataTypes.FloatType))
            .add("texts", array(DataTypes.StringType)),
        List.of(
            List.of("--features", "a,b,c"),
            List.of("--vector-col", "doubles"),
            List.of("--vector-col", "floats"),
            List.of("--vector-col", "texts")));
    this.worst = worst;
  }

  static OddCells parquet() {
    return new OddCells("parquet", "text: abc");
  }

  static OddCells orc() {
    return new OddCells("orc", "no float in place 1");
  }

  private static DataType array(DataType element) {
    return DataTypes.createArrayType(element);
  }

  @Override
  public Row clean(double... row) {
    return RowFactory.create(
        row[0],
        String.valueOf(row[1]),
        BigDecimal.valueOf(row[2]),
        boxed(row),
        Arrays.stream(row).mapToObj(x -> (float) x).toList(),
        Arrays.stream(row).mapToObj(String::valueOf).toList());
  }

  private static List<Double> boxed(double... row) {
    return Arrays.stream(row).boxed().toList();
  }

  /** The row 1, 2, 3 under every shape. */
  private static Object[] cells() {
    return new Object[] {
      1.0, "2", BigDecimal.valueOf(3), boxed(1, 2, 3), List.of(1f, 2f, 3f), List.of("1", "2", "3")
    };
  }

  /** The row 1, 2, 3 with another value in one column. */
  private static void add(
      List<OddRecord<Row>> odd, String kind, int column, Object value, Verdict... verdicts) {
    Object[] cells = cells();
    cells[column] = value;
    odd.add(new OddRecord<>(kind, RowFactory.create(cells), List.of(verdicts)));
  }

  private static void invalid(List<OddRecord<Row>> odd, String kind, int column, Object value) {
    Verdict[] verdicts = {ROW, ROW, ROW, ROW};
    verdicts[column < 3 ? 0 : column - 2] = Verdict.INVALID;
    add(odd, kind, column, value, verdicts);
  }

  @Override
  public Row nothing() {
    return RowFactory.create(null, null, null, null, null, null);
  }

  @Override
  public String worst() {
    return worst;
  }

  @Override
  public List<OddRecord<Row>> odd() {
    List<OddRecord<Row>> odd = new ArrayList<>();
    for (int column = 0; column < 6; column++) {
      invalid(odd, "null in column " + column, column, null);
    }
    odd.add(
        new OddRecord<>(
            "nulls",
            RowFactory.create(null, null, null, null, null, null),
            Collections.nCopies(4, Verdict.INVALID)));
    double[] strange = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (double x : strange) {
      invalid(odd, "a double " + x, 0, x);
      invalid(odd, "a double in an array " + x, 3, boxed(1, x, 3));
      invalid(odd, "a float in an array " + x, 4, List.of(1f, 2f, (float) x));
    }
    add(odd, "a large double", 0, 1e300, Verdict.of(1e300, 2, 3), ROW, ROW, ROW);
    add(odd, "a small double", 0, Double.MIN_VALUE, Verdict.of(Double.MIN_VALUE, 2, 3));
    add(odd, "negative zero", 3, boxed(-0.0, 2, 3), ROW, Verdict.of(-0.0, 2, 3), ROW, ROW);
    addTexts(odd);
    addArrays(odd);
    return odd;
  }

  private static void addTexts(List<OddRecord<Row>> odd) {
    List<OddTexts.Field> fields =
        Stream.concat(
                OddTexts.fields().stream(),
                Stream.of("", " ", "\n", "\0", "\"", "1,5", "[2]", "{}", "\ufeff2", "2\n", "2\0")
                    .map(text -> new OddTexts.Field("text " + text, text, Verdict.ANY)))
            .toList();
    for (int i = 0; i < fields.size(); i++) {
      OddTexts.Field field = fields.get(i);
      List<String> texts = new ArrayList<>(List.of("1", "2", "3"));
      texts.set(i % DIMENSION, field.text());
      double[] others = {1, 2, 3};
      Object[] cells = cells();
      cells[1] = field.text();
      cells[5] = texts;
      List<Verdict> verdicts =
          List.of(field.rowOf(1, others), ROW, ROW, field.rowOf(i % DIMENSION, others));
      odd.add(new OddRecord<>(field.kind(), RowFactory.create(cells), verdicts));
    }
  }

  private static void addArrays(List<OddRecord<Row>> odd) {
    for (int length : new int[] {0, 1, 2, 4, 7, LONG_ARRAY}) {
      invalid(odd, length + " doubles", 3, Collections.nCopies(length, 9.0));
      invalid(odd, length + " floats", 4, Collections.nCopies(length, 9f));
      invalid(odd, length + " texts", 5, Collections.nCopies(length, "9"));
    }
    for (int place = 0; place < DIMENSION; place++) {
      invalid(odd, "no double in place " + place, 3, withNull(place, 1.0));
      invalid(odd, "no float in place " + place, 4, withNull(place, 1f));
      invalid(odd, "no text in place " + place, 5, withNull(place, "1"));
    }
    invalid(odd, "nulls for doubles", 3, Arrays.asList(null, null, null));
    invalid(odd, "nulls for texts", 5, Arrays.asList(null, null, null));
  }

  private static List<Object> withNull(int place, Object other) {
    List<Object> array = new ArrayList<>(Collections.nCopies(DIMENSION, other));
    array.set(place, null);
    return array;
  }
}
