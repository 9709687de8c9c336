package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;
import org.privatemean.spark.column.TypeKind;
import org.privatemean.spark.column.VectorColumn;

/**
 * One row per person, or per person and group: the mean of the person's rows.
 *
 * <p><b>The reduction is a map on persons.</b> The resulting rows of a person, with keys and
 * weights, are a function of the multiset of that person's rows, of public values and of the salt,
 * bit for bit, and of nothing else: not of other persons, partitions, order, retries or executors.
 * For
 *
 * <ul>
 *   <li>whether a row counts, and the replacement of an invalid one, depend on that row alone; a
 *       row without a person, or without a key if there are groups, is left out;
 *   <li>every row is scaled into the range of norms separately;
 *   <li>the kept groups of a person depend on the keys of the person's valid rows and on the salt
 *       ({@code PersonAggregator});
 *   <li>the rows of a kept group are summed exactly and rounded once ({@link
 *       org.privatemean.numeric.ExactSum}), so that their order does not matter, and the quotient
 *       by their number is rounded again: a function of exact values;
 *   <li>the weight is {@code min(m, k)}, where m is the number of these rows.
 * </ul>
 *
 * <p><b>Sensitivity.</b> Data sets that differ in all rows of one person become sets that differ in
 * at most L rows, in different groups, and in nothing else. Without groups they differ in one row,
 * and a mechanism's proof for neighbours that differ in a row holds for those that differ in a
 * person. If sums were rounded row by row, the order of the rows, which follows partitions and
 * hence other persons' rows, could change the last bit of a person's row and move it across the
 * edge of a cell: more than one row would differ and the proof would be void (Casacuberta et al.
 * 2022).
 *
 * <p><b>Cost.</b> One shuffle and sort of the input; a task holds the state of one person, at most
 * L sums, for any number of rows. All rows of a person go to one task.
 */
public final class PersonRows {
  /** The column of the means: ml Vectors. */
  public static final String VECTOR = "vector";

  /** The column of the weights: int, at least 1. */
  public static final String WEIGHT = "weight";

  /** The column of the keys' canonical bytes, if there are groups. */
  public static final String KEY = "key";

  private static final String PERSON = "person";

  private static final List<DataType> INTEGERS =
      List.of(DataTypes.LongType, DataTypes.IntegerType, DataTypes.ShortType, DataTypes.ByteType);

  private PersonRows() {}

  /**
   * Checks that a column can identify persons: distinct ids must stay distinct, and no id may be a
   * function of a row's vector.
   *
   * @throws IllegalArgumentException if it is missing, of another type than strings of binary
   *     collation and integers, or of fixed length
   */
  public static void check(StructType schema, String personCol) {
    int found = List.of(schema.fieldNames()).indexOf(personCol);
    if (found < 0) {
      throw new ParamException(
          "personCol",
          String.format("{personCol}: there is no column %s", Refusal.literal(personCol)),
          "name the column that says whose row it is");
    }
    StructField field = schema.fields()[found];
    boolean isText = field.dataType().equals(DataTypes.StringType);
    if (!(isText || INTEGERS.contains(field.dataType())) || TypeKind.isFixedLength(field)) {
      throw new ParamException(
          "personCol",
          String.format(
              "{personCol}: column %s must hold strings of binary collation or integers, but is %s",
              Refusal.literal(personCol), TypeKind.describe(field)),
          "cast it (binary ids with hex, other collations to string collate UTF8_BINARY, text of a"
              + " fixed length to string by rtrim)");
    }
  }

  /**
   * Reduces the rows of a DataFrame. Runs no job.
   *
   * @param dataset the rows, in any order and partitions
   * @param vector the column of vectors
   * @param personCol the column of the rows' persons; rows with a null are left out
   * @param keyCol the column of the canonical bytes of the keys of groups, binary; rows with a null
   *     are left out
   * @param rule how rows of a person become one
   * @return columns {@link #VECTOR}, {@link #WEIGHT}, and {@link #KEY} if a key was given; with
   *     keys and {@link InvalidRows#ERROR} a person's vector is null if a row was invalid
   * @throws IllegalArgumentException if the column cannot identify persons
   */
  public static Dataset<Row> reduce(
      Dataset<?> dataset,
      VectorColumn vector,
      String personCol,
      Optional<String> keyCol,
      PersonRule rule) {
    check(dataset.schema(), personCol);
    boolean text = isText(dataset, personCol);
    Column person = person(dataset, personCol);
    Column key = keyCol.map(VectorColumn::quote).orElse(functions.lit(new byte[0]));
    Dataset<Row> named =
        dataset
            .select(vector.column().as(VECTOR), person.as(PERSON), key.as(KEY))
            .filter(functions.col(PERSON).isNotNull().and(functions.col(KEY).isNotNull()));
    Dataset<Row> read =
        keyCol.isPresent()
            ? named
                .repartition(functions.col(PERSON))
                .sortWithinPartitions(functions.col(PERSON), functions.col(KEY))
            : named
                .drop(KEY)
                .repartition(functions.col(PERSON))
                .sortWithinPartitions(functions.col(PERSON));
    return read.mapPartitions(
        new Reduce(vector, text, keyCol.isPresent(), rule),
        Encoders.row(schema(keyCol.isPresent())));
  }

  private static boolean isText(Dataset<?> dataset, String personCol) {
    return dataset.schema().apply(personCol).dataType().equals(DataTypes.StringType);
  }

  /** Returns the person's id; a text as bytes, since malformed texts must stay distinct. */
  private static Column person(Dataset<?> dataset, String personCol) {
    return VectorColumn.quote(personCol)
        .cast(isText(dataset, personCol) ? DataTypes.BinaryType : DataTypes.LongType)
        .as(PERSON);
  }

  /** Returns the distinct persons of a DataFrame, from their column alone. */
  private static Dataset<Row> persons(Dataset<?> dataset, String personCol) {
    return dataset
        .select(person(dataset, personCol))
        .filter(functions.col(PERSON).isNotNull())
        .distinct();
  }

  /**
   * Returns the reduced rows without groups, for one mean. Runs no job.
   *
   * <p>Under {@link InvalidRows#ERROR} and {@link InvalidRows#ZERO} there is a row for each person
   * with any row, whatever its content: invalid rows are zeros, or end the fit. So the number of
   * persons follows from the ids alone; if it is public, only the ids are read to count, possibly
   * before a ledger is charged. Under {@link InvalidRows#SKIP} a person with only invalid rows does
   * not count: the number follows from vectors, and is never public.
   *
   * @param dataset the rows, in any order and partitions
   * @param vector the column of vectors
   * @param personCol the column of the rows' persons
   * @param rule how rows of a person become one
   * @param isCountPublic whether the number of persons is public; they must not be weighted then
   * @throws IllegalArgumentException if the column cannot identify persons
   */
  public static Rows reduce(
      Dataset<?> dataset,
      VectorColumn vector,
      String personCol,
      PersonRule rule,
      boolean isCountPublic) {
    Dataset<Row> reduced = reduce(dataset, vector, personCol, Optional.empty(), rule);
    VectorColumn means = VectorColumn.find(reduced.schema(), VECTOR);
    // Reduced rows are valid.
    if (isCountPublic) {
      if (rule.invalidRows() == InvalidRows.SKIP || rule.mostWeight() > 1) {
        throw new IllegalArgumentException(
            "the number of persons is private if rows are left out or weighted");
      }
      return SparkRows.countedBy(
          persons(dataset, personCol), reduced, means, rule.dimension(), InvalidRows.ERROR);
    }
    return rule.mostWeight() > 1
        ? SparkRows.createWeighted(reduced, means, WEIGHT, rule.dimension(), InvalidRows.ERROR)
        : SparkRows.create(reduced, means, rule.dimension(), InvalidRows.ERROR);
  }

  private static StructType schema(boolean keyed) {
    StructType schema =
        new StructType()
            .add(VECTOR, SQLDataTypes.VectorType(), keyed)
            .add(WEIGHT, DataTypes.IntegerType, false);
    return keyed ? schema.add(KEY, DataTypes.BinaryType, false) : schema;
  }

  private static final class Reduce implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1L;

    private final VectorColumn vector;
    private final boolean text;
    private final boolean keyed;
    private final PersonRule rule;

    Reduce(VectorColumn vector, boolean text, boolean keyed, PersonRule rule) {
      this.vector = vector;
      this.text = text;
      this.keyed = keyed;
      this.rule = rule;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
      return new PersonIterator(rows, vector, text, keyed, rule);
    }
  }
}
