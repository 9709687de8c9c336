package org.privatemean.spark.pass;

import java.util.Iterator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.privatemean.rows.Block;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.spark.column.VectorColumn;
import scala.Tuple2;

/** Encodes the rows of a partition into blocks in binary form, each beside its fingerprint. */
final class EncodePartition<B extends Block>
    implements MapPartitionsFunction<Row, Tuple2<Long, byte[]>> {
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
  public Iterator<Tuple2<Long, byte[]>> call(Iterator<Row> rows) {
    BlockIterator<Row, B> blocks = new BlockIterator<>(rows, column, encoder, invalidRows);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return blocks.hasNext();
      }

      @Override
      public Tuple2<Long, byte[]> next() {
        FingerprintedBlock<B> next = blocks.next();
        return new Tuple2<>(next.fingerprint(), next.block().toBytes());
      }
    };
  }
}
