package org.privatemean.spark;

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
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;
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
final class PersonRows {
  /** The column of the means: ml Vectors. */
  public static final String VECTOR = "vector";

  private static final String PERSON = "person";
  private static final int PERSON_FIELD = 1;
  private static final int KEY_FIELD = 2;

  private PersonRows() {}

  /** Checks that a column can identify persons: distinct ids must stay distinct. */
  public static void check(StructType schema, String personCol) {
    int found = List.of(schema.fieldNames()).indexOf(personCol);
    if (found < 0) {
      throw new ParamException(
          "personCol",
          String.format("{personCol}: there is no column %s", Refusal.literal(personCol)),
          "name the column that says whose row it is");
    }
    VectorColumn.checkIds(
        schema.fields()[found],
        "personCol",
        "cast it (binary ids with hex, other collations to string collate UTF8_BINARY, text of a"
            + " fixed length to string by rtrim)");
  }

  /**
   * Reduces the rows of a DataFrame, except those with a null person or key.
   *
   * @param keyCol the column of the canonical bytes of the keys of groups
   * @return columns {@link #VECTOR}, {@link KeyColumns#WEIGHT}, and {@link KeyColumns#KEY} if a key
   *     was given; with keys and {@link InvalidRows#ERROR} a person's vector is null if a row was
   *     invalid
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
            .select(vector.column().as(VECTOR), person.as(PERSON), key.as(KeyColumns.KEY))
            .filter(
                functions.col(PERSON).isNotNull().and(functions.col(KeyColumns.KEY).isNotNull()));
    boolean keyed = keyCol.isPresent();
    Dataset<Row> read = keyed ? named : named.drop(KeyColumns.KEY);
    Column[] order =
        Arrays.stream(read.columns()).skip(1).map(functions::col).toArray(Column[]::new);
    return read.repartition(order[0])
        .sortWithinPartitions(order)
        .mapPartitions(new Reduce(vector, text, keyed, rule), Encoders.row(schema(keyed)));
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

  private static Dataset<Row> persons(Dataset<?> dataset, String personCol) {
    return dataset
        .select(person(dataset, personCol))
        .filter(functions.col(PERSON).isNotNull())
        .distinct();
  }

  /**
   * Returns the reduced rows without groups, for one mean.
   *
   * <p>Except under {@link InvalidRows#SKIP} there is a row for each person with any row, so the
   * number of persons follows from the ids alone: if it is public, only ids are read to count, and
   * persons must not be weighted.
   */
  public static Rows reduce(
      Dataset<?> dataset,
      VectorColumn vector,
      String personCol,
      PersonRule rule,
      boolean isCountPublic) {
    Dataset<Row> reduced = reduce(dataset, vector, personCol, Optional.empty(), rule);
    VectorColumn means = VectorColumn.find(reduced.schema(), VECTOR);
    boolean weighted = rule.mostWeight() > 1;
    if (isCountPublic && (rule.invalidRows() == InvalidRows.SKIP || weighted)) {
      throw new IllegalArgumentException(
          "the number of persons is private if rows are left out or weighted");
    }
    // Reduced rows are valid.
    return SparkRows.create(
        reduced,
        means,
        rule.dimension(),
        InvalidRows.ERROR,
        isCountPublic ? Optional.of(persons(dataset, personCol)) : Optional.empty(),
        weighted);
  }

  private static StructType schema(boolean keyed) {
    StructType schema =
        new StructType()
            .add(VECTOR, SQLDataTypes.VectorType(), keyed)
            .add(KeyColumns.WEIGHT, DataTypes.IntegerType, false);
    return keyed ? schema.add(KeyColumns.KEY, DataTypes.BinaryType, false) : schema;
  }

  private record Reduce(VectorColumn vector, boolean text, boolean keyed, PersonRule rule)
      implements MapPartitionsFunction<Row, Row> {
    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
      return new PersonIterator(rows);
    }

    /**
     * An iterator over the reduced rows of a partition. It checks that the rows of a person, and of
     * each key of a person, are consecutive: a person in two rows would not be protected.
     */
    private final class PersonIterator implements Iterator<Row> {
      private final Iterator<Row> rows;
      private final PersonAggregator state = new PersonAggregator(rule);
      private final double[] buffer = new double[rule.dimension()];
      private final Queue<Row> reduced = new ArrayDeque<>();

      /** The keys of this person with an invalid row that is an error. */
      private final Set<ByteBuffer> invalid = new HashSet<>();

      /** The last row read, of the next person; null at the end. */
      private Row next;

      PersonIterator(Iterator<Row> rows) {
        this.rows = rows;
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
        byte[] key = null;
        byte[] nextPerson = person;
        while (next != null && Arrays.equals(nextPerson, person)) {
          if (keyed) {
            byte[] rowKey = next.getAs(KEY_FIELD);
            checkOrder(key == null ? rowKey : key, rowKey);
            key = rowKey;
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
          throw new IllegalStateException(
              "the rows of a person are not together: this is a defect");
        }
      }
    }
  }
}
