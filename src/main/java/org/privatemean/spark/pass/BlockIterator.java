package org.privatemean.spark.pass;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.privatemean.rows.Block;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.spark.column.CellReader;

/** Encodes the rows of a partition into blocks, one block in memory at a time. */
final class BlockIterator<R, B extends Block> implements Iterator<B> {
  private final Iterator<R> rows;
  private final CellReader<R> reader;
  private final InvalidRows invalidRows;
  private final String source;
  private final BlockBuilder<B> builder;
  private final double[] buffer;

  BlockIterator(
      Iterator<R> rows, CellReader<R> reader, RowEncoder<B> encoder, InvalidRows invalidRows) {
    this.rows = rows;
    this.reader = reader;
    this.invalidRows = invalidRows;
    this.source = "Input column " + reader.name();
    this.builder = encoder.newBuilder();
    this.buffer = new double[encoder.dimension()];
  }

  @Override
  public boolean hasNext() {
    while (!builder.isFull() && rows.hasNext()) {
      boolean wellFormed = reader.read(rows.next(), buffer);
      if (invalidRows.apply(buffer, wellFormed, source)) {
        builder.add(buffer);
      }
    }
    return !builder.isEmpty();
  }

  @Override
  public B next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return builder.build();
  }
}
