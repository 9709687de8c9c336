package org.privatemean.spark.pass;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Set;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.VectorColumn;

/**
 * An iterator over the reduced rows of a partition in which all rows of a person, and of each
 * person all rows of a key, are consecutive. It checks this: a person in two rows would not be
 * protected.
 */
final class PersonIterator implements Iterator<Row> {
  private static final int PERSON = 1;
  private static final int KEY = 2;

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

  PersonIterator(
      Iterator<Row> rows, VectorColumn vector, boolean text, boolean keyed, PersonRule rule) {
    this.rows = rows;
    this.vector = vector;
    this.text = text;
    this.keyed = keyed;
    this.rule = rule;
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
    byte[] key = keyed ? next.getAs(KEY) : null;
    byte[] nextPerson = person;
    while (next != null && Arrays.equals(nextPerson, person)) {
      if (keyed) {
        byte[] rowKey = next.getAs(KEY);
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
   * Reads the rows of a key. Under {@link InvalidRows#ERROR} an invalid row leaves its key without
   * a vector, to be reported if the rows of that key are queried: a private key that is not kept
   * must not end a fit.
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
        ? row.<byte[]>getAs(PERSON)
        : ByteBuffer.allocate(Long.BYTES).putLong(row.getLong(PERSON) ^ Long.MIN_VALUE).array();
  }

  private static void checkOrder(byte[] before, byte[] after) {
    if (Arrays.compareUnsigned(before, after) > 0) {
      throw new IllegalStateException("the rows of a person are not together: this is a defect");
    }
  }
}
