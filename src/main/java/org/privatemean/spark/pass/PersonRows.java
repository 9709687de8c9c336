package org.privatemean.spark.pass;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
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
 * <p><b>Sensitivity.</b> The rows that result for a person are a function, bit for bit, of the
 * multiset of that person's rows, of public values and of the salt: inputs that differ in all rows
 * of a person become sets that differ in at most L rows, in different groups. The page on grouped
 * means has the proof.
 *
 * <p>It costs one shuffle and sort of the input. A task holds at most L sums of one person.
 */
public final class PersonRows {
  /** The column of the means: ml Vectors. */
  public static final String VECTOR = "vector";

  /** The column of the weights: int, at least 1. */
  public static final String WEIGHT = "weight";

  /** The column of the keys' canonical bytes, if there are groups. */
  public static final String KEY = "key";

  private static final String PERSON = "person";
  private static final int PERSON_FIELD = 1;
  private static final int KEY_FIELD = 2;

  private static final List<DataType> INTEGERS =
      List.of(DataTypes.LongType, DataTypes.IntegerType, DataTypes.ShortType, DataTypes.ByteType);

  private PersonRows() {}

  /**
   * Checks that a column can identify persons: distinct ids must stay distinct, and no id may be a
   * function of a row's vector.
   *
   * @throws IllegalArgumentException if it cannot
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
   * Reduces the rows of a DataFrame, except those with a null person or key. Runs no job.
   *
   * @param keyCol the column of the canonical bytes of the keys of groups
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
   * <p>Except under {@link InvalidRows#SKIP} there is a row for each person with any row, so the
   * number of persons follows from the ids alone: if it is public, only ids are read to count.
   *
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

  private record Reduce(VectorColumn vector, boolean text, boolean keyed, PersonRule rule)
      implements MapPartitionsFunction<Row, Row> {
    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
      return new PersonIterator(rows, this);
    }
  }

  /**
   * An iterator over the reduced rows of a partition in which all rows of a person, and of each
   * person all rows of a key, are consecutive. It checks this: a person in two rows would not be
   * protected.
   */
  private static final class PersonIterator implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final VectorColumn vector;
    private final boolean text;
    private final boolean keyed;
    private final PersonRule rule;
    private final PersonAggregator state;
    private final double[] buffer;
    private final Queue<Row> reduced = new ArrayDeque<>();

    /** The keys of this person with an invalid row that is an error. */
    private final Set<ByteBuffer> invalid = new HashSet<>();

    /** The last row read, of the next person; null at the end. */
    private Row next;

    PersonIterator(Iterator<Row> rows, Reduce how) {
      this.rows = rows;
      this.vector = how.vector;
      this.text = how.text;
      this.keyed = how.keyed;
      this.rule = how.rule;
      this.state = new PersonAggregator(rule);
      this.buffer = new double[rule.dimension()];
      this.next = rows.hasNext() ? rows.next() : null;
    }

    @Override
    public boolean hasNext() {
      while (reduced.isEmpty() && next != null) {
        readPerson();
      }
      return !reduced.isEmpty();
    }

    @Override
    public Row next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return reduced.remove();
    }

    private void readPerson() {
      byte[] person = person(next);
      state.start(person);
      invalid.clear();
      byte[] key = keyed ? next.getAs(KEY_FIELD) : null;
      byte[] nextPerson = person;
      while (next != null && Arrays.equals(nextPerson, person)) {
        if (keyed) {
          byte[] rowKey = next.getAs(KEY_FIELD);
          checkOrder(key, rowKey);
          key = rowKey;
        }
        if (keyed) {
          readKeyed(key);
        } else if (vector.read(next, buffer, rule.invalidRows())) {
          state.add(buffer);
        }
        next = rows.hasNext() ? rows.next() : null;
        nextPerson = next == null ? null : person(next);
      }
      if (next != null) {
        checkOrder(person, nextPerson);
      }
      for (int i = 0; i < state.kept(); i++) {
        reduced.add(row(i));
      }
    }

    /**
     * Reads the rows of a key. Under {@link InvalidRows#ERROR} an invalid row leaves its key
     * without a vector, an error only if that key is queried: a private key that is not kept must
     * not end a fit.
     */
    private void readKeyed(byte[] key) {
      boolean error = rule.invalidRows() == InvalidRows.ERROR;
      if (vector.read(next, buffer, error ? InvalidRows.SKIP : rule.invalidRows())) {
        state.add(key, buffer);
      } else if (error) {
        Arrays.fill(buffer, 0);
        state.add(key, buffer);
        invalid.add(ByteBuffer.wrap(key));
      }
    }

    private Row row(int i) {
      if (!keyed) {
        return RowFactory.create(Vectors.dense(state.mean(i)), state.weight(i));
      }
      byte[] key = state.key(i);
      Vector mean = invalid.contains(ByteBuffer.wrap(key)) ? null : Vectors.dense(state.mean(i));
      return RowFactory.create(mean, state.weight(i), key);
    }

    /** Returns the bytes of a person, in sort order: the sign bit of an integer is inverted. */
    private byte[] person(Row row) {
      return text
          ? row.<byte[]>getAs(PERSON_FIELD)
          : ByteBuffer.allocate(Long.BYTES)
              .putLong(row.getLong(PERSON_FIELD) ^ Long.MIN_VALUE)
              .array();
    }

    private static void checkOrder(byte[] before, byte[] after) {
      if (Arrays.compareUnsigned(before, after) > 0) {
        throw new IllegalStateException("the rows of a person are not together: this is a defect");
      }
    }
  }
}
