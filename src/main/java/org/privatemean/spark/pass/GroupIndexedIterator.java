package org.privatemean.spark.pass;

import java.io.Serializable;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.privatemean.rows.Block;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.spark.column.CellReader;

/**
 * An iterator that encodes the rows of a partition, each with its group and weight, into blocks.
 */
final class GroupIndexedIterator<R, B extends Block> implements Iterator<FingerprintedBlock<B>> {
  private static final int GROUP = 1;
  private static final int WEIGHT = 2;

  /** Odd, so that distinct tags have distinct products. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Iterator<R> rows;
  private final Tags<R> tags;
  private final CellReader<R> reader;
  private final InvalidRows invalidRows;
  private final BlockBuilder<B> builder;
  private final double[] buffer;
  private long fingerprint;

  GroupIndexedIterator(
      Iterator<R> rows,
      Tags<R> tags,
      CellReader<R> reader,
      RowEncoder<B> encoder,
      InvalidRows invalidRows) {
    this.rows = rows;
    this.tags = tags;
    this.reader = reader;
    this.invalidRows = invalidRows;
    this.builder = encoder.newBuilder();
    this.buffer = new double[encoder.dimension()];
  }

  /** A reader of an integer field of a row of some form. */
  interface Tags<R> extends Serializable {
    int at(R row, int field);
  }

  /** A reader of tags from rows of Spark's public classes. */
  static final class OfRows implements Tags<Row> {
    private static final long serialVersionUID = 1L;

    @Override
    public int at(Row row, int field) {
      return row.getInt(field);
    }
  }

  @Override
  public boolean hasNext() {
    while (!builder.isFull() && rows.hasNext()) {
      R row = rows.next();
      if (reader.read(row, buffer, invalidRows)) {
        int group = tags.at(row, GROUP);
        int weight = tags.at(row, WEIGHT);
        fingerprint += (RowFingerprint.compute(buffer) ^ group * MIX) + weight;
        builder.add(buffer, group, weight);
      }
    }
    return !builder.isEmpty();
  }

  @Override
  public FingerprintedBlock<B> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    FingerprintedBlock<B> block = new FingerprintedBlock<>(builder.build(), fingerprint);
    fingerprint = 0;
    return block;
  }
}
