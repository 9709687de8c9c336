package org.privatemean.spark.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.privatemean.spark.column.MalformedVectors.DIMENSION;
import static org.privatemean.spark.column.MalformedVectors.KINDS;
import static org.privatemean.spark.column.MalformedVectors.dense;
import static org.privatemean.spark.column.MalformedVectors.doubles;
import static org.privatemean.spark.column.MalformedVectors.ints;
import static org.privatemean.spark.column.MalformedVectors.sparse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.rows.InvalidRows;

/** The reader of vectors where every null can be seen: it reads nothing that is not well formed. */
final class VectorReaderTest {
  private static final VectorColumn COLUMN =
      VectorColumn.find(MalformedVectors.AS_VECTOR, "features");

  private static final double[] LAST = {0, 0, 0, -0.5};

  /** Valid rows that leave something in every buffer, with each malformed one between two. */
  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int k = 0; k < KINDS.size(); k++) {
      rows.add(full(k));
      rows.add(KINDS.get(k).struct());
    }
    rows.add(full(KINDS.size()));
    rows.add(sparse(4, ints(3), doubles(-0.5)));
    rows.add(null);
    return rows;
  }

  private static Row full(int k) {
    return dense(1000.0 + k, 2000.0 + k, 3000.0 + k, 4000.0 + k);
  }

  private static void assertRead(List<double[]> found) {
    for (int k = 0; k < KINDS.size(); k++) {
      assertArrayEquals(valuesOf(k), found.get(2 * k), "before " + KINDS.get(k));
      assertNull(found.get(2 * k + 1), KINDS.get(k).name());
    }
    assertArrayEquals(valuesOf(KINDS.size()), found.get(2 * KINDS.size()));
    assertArrayEquals(LAST, found.get(2 * KINDS.size() + 1));
    assertNull(found.get(2 * KINDS.size() + 2));
    assertEquals(2 * KINDS.size() + 3, found.size());
  }

  private static double[] valuesOf(int k) {
    return new double[] {1000.0 + k, 2000.0 + k, 3000.0 + k, 4000.0 + k};
  }

  @ParameterizedTest
  @EnumSource(ReaderLaw.Form.class)
  void read_everyKindInternally_isInvalidAndDoesNotChangeItsNeighbours(ReaderLaw.Form form) {
    assertRead(ReaderLaw.decode(COLUMN.internal(), rows(), form));
  }

  @Test
  void of_vectorsOfMllib_namesTheConversion() {
    StructType old = new StructType().add("v", new org.apache.spark.mllib.linalg.VectorUDT());
    String message =
        assertThrows(IllegalArgumentException.class, () -> VectorColumn.find(old, "v"))
            .getMessage();
    assertTrue(message.contains("MLUtils.convertVectorColumnsToML"), message);
  }

  @Test
  void read_everyKindPublicly_isInvalidAndDoesNotChangeItsNeighbours() {
    Dataset<Row> frame = MalformedVectors.structs(rows());
    List<byte[]> read =
        frame
            .mapPartitions(new DecodedRows.Decode<Row>(COLUMN, DIMENSION), Encoders.BINARY())
            .collectAsList();
    assertRead(read.stream().map(DecodedRows::row).toList());
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(ReaderLaw.Form.class)
  void read_anyOrder_isAFunctionOfTheRowAlone(ReaderLaw.Form form) {
    List<Row> rows = rows();
    Random random = new Random(14);
    for (int order = 0; order < 50; order++) {
      Collections.shuffle(rows, random);
      assertEquals(List.of(), ReaderLaw.violations(COLUMN.internal(), rows, form));
    }
  }

  /** Vectors that a constructor would refuse, but whose meaning is plain. */
  @Test
  void read_unusualButValid_isRead() {
    List<double[]> read =
        ReaderLaw.decode(
            COLUMN.internal(),
            List.of(
                full(1),
                sparse(4, ints(), doubles()),
                sparse(4, ints(0, 1, 2, 3), doubles(0.0, -0.0, 1e308, Double.MIN_VALUE)),
                dense(-0.0, 0.0, Double.MAX_VALUE, Double.MIN_VALUE)),
            ReaderLaw.Form.UNSAFE);
    assertArrayEquals(new double[4], read.get(1));
    assertArrayEquals(new double[] {0.0, -0.0, 1e308, Double.MIN_VALUE}, read.get(2));
    assertArrayEquals(new double[] {-0.0, 0.0, Double.MAX_VALUE, Double.MIN_VALUE}, read.get(3));
  }

  /** Readers that break the law in one way each, which the law must see. */
  static Stream<Arguments> mutants() {
    return Stream.of(
        Arguments.of("buffer not cleared", new SparseMutant(false, true, true)),
        Arguments.of("lengths not compared", new SparseMutant(true, false, true)),
        Arguments.of("index not checked", new SparseMutant(true, true, false)),
        Arguments.of("one row copied from its neighbour", new OneCopied(31)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mutants")
  void violations_mutant_areDetected(String name, CellReader<InternalRow> mutant) {
    assertTrue(
        !ReaderLaw.violations(mutant, rows(), ReaderLaw.Form.UNSAFE).isEmpty(),
        name + " went unseen");
  }

  /** What is left out is what a mutant breaks: with all of it, the mutants hold the law. */
  @Test
  void violations_withoutMutant_areEmpty() {
    SparseMutant none = new SparseMutant(true, true, true);
    assertEquals(List.of(), ReaderLaw.violations(none, rows(), ReaderLaw.Form.UNSAFE));
    assertEquals(List.of(), ReaderLaw.violations(new OneCopied(-1), rows(), ReaderLaw.Form.UNSAFE));
  }

  /** Reads sparse vectors without one of the checks. */
  private record SparseMutant(boolean clears, boolean comparesLengths, boolean checksIndices)
      implements CellReader<InternalRow> {
    @Override
    public String source() {
      return COLUMN.source();
    }

    @Override
    public boolean read(InternalRow row, double[] buffer) {
      InternalRow vector = row.isNullAt(0) ? null : row.getStruct(0, VectorReader.FIELDS);
      boolean sparse = vector != null && !vector.isNullAt(0) && vector.getByte(0) == 0;
      if (!sparse || vector.isNullAt(1) || vector.isNullAt(2) || vector.isNullAt(3)) {
        return COLUMN.internal().read(row, buffer);
      }
      ArrayData indices = vector.getArray(2);
      ArrayData values = vector.getArray(3);
      if ((comparesLengths && indices.numElements() != values.numElements())
          || (checksIndices && !areInOrder(indices))
          || vector.getInt(1) != DIMENSION) {
        return false;
      }
      if (clears) {
        Arrays.fill(buffer, 0);
      }
      for (int k = 0; k < indices.numElements(); k++) {
        if (values instanceof UnsafeArrayData || !values.isNullAt(k)) {
          buffer[indices.getInt(k)] = values.getDouble(k);
        }
      }
      return !hasNull(values);
    }

    private static boolean areInOrder(ArrayData indices) {
      int last = -1;
      for (int k = 0; k < indices.numElements(); k++) {
        int index = indices.getInt(k);
        if (indices.isNullAt(k) || index <= last || index >= DIMENSION) {
          return false;
        }
        last = index;
      }
      return true;
    }

    private static boolean hasNull(ArrayData values) {
      return IntStream.range(0, values.numElements()).anyMatch(values::isNullAt);
    }
  }

  /** Takes the row before for one row of all that it reads. */
  private static final class OneCopied implements CellReader<InternalRow> {
    private static final long serialVersionUID = 1L;

    private final int place;
    private int read;

    OneCopied(int place) {
      this.place = place;
    }

    @Override
    public String source() {
      return COLUMN.source();
    }

    @Override
    public boolean read(InternalRow row, double[] buffer) {
      return read++ == place || COLUMN.internal().read(row, buffer);
    }
  }

  /** The fixed sentence, whatever is wrong with the row, and however it is read. */
  @Test
  void read_invalidUnderError_isOneSentence() {
    List<String> sentences = new ArrayList<>();
    for (MalformedVectors.Kind kind : KINDS) {
      for (ReaderLaw.Form form : ReaderLaw.Form.values()) {
        sentences.add(
            assertThrows(
                    InvalidRowException.class,
                    () ->
                        ReaderLaw.decode(
                            COLUMN.internal(), List.of(kind.struct()), form, InvalidRows.ERROR))
                .getMessage());
      }
    }
    assertEquals(
        List.of(
            "Input column features has a row that is null, holds a null, NaN or infinite"
                + " coordinate, or does not have 4 coordinates: mend the data or set handleInvalid"
                + " to \"zero\", which takes the zero vector for such a row"),
        sentences.stream().distinct().toList());
  }
}
