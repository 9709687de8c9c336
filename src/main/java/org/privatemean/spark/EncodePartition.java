package org.privatemean.spark;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.privatemean.rows.Block;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;

/** Encodes the rows of a partition into blocks, one block in memory at a time. */
final class EncodePartition<B extends Block> implements MapPartitionsFunction<Row, byte[]> {
  private static final long serialVersionUID = 1L;

  private final VectorColumn column;
  private final RowEncoder<B> encoder;
  private final InvalidRows invalidRows;

  EncodePartition(VectorColumn column, RowEncoder<B> encoder, InvalidRows invalidRows) {
    this.column = column;
    this.encoder = encoder;
    this.invalidRows = invalidRows;
  }

  @Override
  public Iterator<byte[]> call(Iterator<Row> rows) {
    return new BlockIterator(rows);
  }

  private final class BlockIterator implements Iterator<byte[]> {
    private final Iterator<Row> rows;
    private final BlockBuilder<B> builder = encoder.newBuilder();
    private final double[] buffer = new double[encoder.dimension()];

    BlockIterator(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      while (rows.hasNext() && !builder.isFull()) {
        boolean wellFormed = column.read(rows.next(), buffer);
        if (invalidRows.apply(buffer, wellFormed, "Input column " + column.name())) {
          builder.add(buffer);
        }
      }
      return !builder.isEmpty();
    }

    @Override
    public byte[] next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return builder.build().toBytes();
    }
  }
}
