package org.privatemean.mean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.rows.Rows;

/**
 * Rows in partitions, each in blocks of a given size; the totals of the partitions are merged last
 * to first. By choice every block goes through its binary form.
 */
record SplitRows(List<double[]> rows, int dimension, int partitions, int blockSize, boolean written)
    implements Rows {

  @Override
  public long count() {
    return rows.size();
  }

  @Override
  public boolean dropsRows() {
    return false;
  }

  @Override
  public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
    List<List<B>> parts = new ArrayList<>();
    for (int part = 0; part < partitions; part++) {
      int from = (int) ((long) rows.size() * part / partitions);
      int to = (int) ((long) rows.size() * (part + 1) / partitions);
      parts.add(encode(encoder, from, to));
    }
    return new Partitions<>(parts);
  }

  private <B extends Block> List<B> encode(RowEncoder<B> encoder, int from, int to) {
    List<B> blocks = new ArrayList<>();
    BlockBuilder<B> builder = encoder.newBuilder();
    for (int i = from; i < to; i++) {
      builder.add(rows.get(i));
      if (builder.isFull() || (i - from) % blockSize == blockSize - 1 || i == to - 1) {
        B block = builder.build();
        blocks.add(written ? encoder.read(block.toBytes()) : block);
      }
    }
    return blocks;
  }

  private record Partitions<B extends Block>(List<List<B>> parts) implements Blocks<B> {
    @Override
    public long[] fold(Fold<B> fold, String description) {
      long[] totals = new long[fold.size()];
      for (int part = parts.size() - 1; part >= 0; part--) {
        long[] own = new long[fold.size()];
        parts.get(part).forEach(block -> fold.add(block, own));
        Arrays.setAll(totals, k -> Math.addExact(totals[k], own[k]));
      }
      return totals;
    }

    @Override
    public void close() {
      parts.clear();
    }
  }
}
