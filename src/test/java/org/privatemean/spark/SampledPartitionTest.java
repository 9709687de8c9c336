package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.mean.Encodings;
import org.privatemean.noise.NoiseKey;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.rows.RowPasses.Sample;
import org.privatemean.rows.RowSample;
import org.privatemean.spark.column.CellReader;

/** The rows of a sample arrive as they were, by few of their coordinates or by all. */
final class SampledPartitionTest {
  /** Remembers what it is given. */
  private static final class Seen implements BlockBuilder<Block> {
    private final List<double[]> rows = new ArrayList<>();
    private final boolean sparse;
    private final int dimension;

    Seen(boolean sparse, int dimension) {
      this.sparse = sparse;
      this.dimension = dimension;
    }

    @Override
    public void add(double[] row) {
      rows.add(row.clone());
    }

    @Override
    public boolean addSparse(int[] indices, double[] values, int count, int weight) {
      if (sparse) {
        double[] row = new double[dimension];
        for (int k = 0; k < count; k++) {
          row[indices[k]] = values[k];
        }
        rows.add(row);
      }
      return sparse;
    }

    @Override
    public boolean isFull() {
      return false;
    }

    @Override
    public boolean isEmpty() {
      return true;
    }

    @Override
    public Block build() {
      throw new IllegalStateException("always empty");
    }
  }

  private record SeenEncoder(Seen seen) implements RowEncoder<Block> {
    @Override
    public int dimension() {
      return seen.dimension;
    }

    @Override
    public BlockBuilder<Block> newBuilder() {
      return seen;
    }

    @Override
    public Block read(byte[] bytes) {
      throw new UnsupportedOperationException("a sample is encoded by the driver");
    }
  }

  private static final CellReader<double[]> READER =
      new CellReader<>() {
        private static final long serialVersionUID = 1L;

        @Override
        public String source() {
          return "rows";
        }

        @Override
        public boolean read(double[] row, double[] buffer) {
          System.arraycopy(row, 0, buffer, 0, row.length);
          return true;
        }
      };

  private static double[][] rows(SplittableRandom random, int count, int dimension) {
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      double share = random.nextDouble() * random.nextDouble();
      Arrays.setAll(row, j -> random.nextDouble() < share ? random.nextGaussian() : 0);
    }
    return rows;
  }

  private static RowSample.Picks picks(int partition) {
    return RowSample.of(NoiseKey.fromSeed(1).substream(1, 2, 3), 1, 2000).picks(partition);
  }

  private static List<byte[]> pieces(double[][] rows, int dimension, int partition) {
    SampledPartition kept = new SampledPartition(dimension);
    RowReading<double[]> reading = new RowReading<>(READER, dimension, InvalidRows.ERROR);
    RowSample.Picks picks = picks(partition);
    for (double[] row : rows) {
      kept.read(row, reading, picks);
    }
    return kept.toPieces(partition);
  }

  /** Those rows that are in the sample. */
  private static List<double[]> kept(double[][] rows, int partition) {
    RowSample.Picks picks = picks(partition);
    return Arrays.stream(rows).filter(row -> picks.next()).toList();
  }

  @Test
  void sample_rowsWithAnyNumberOfZeros_areUnchangedAndInOrder() {
    SplittableRandom random = new SplittableRandom(1);
    for (int dimension : new int[] {1, 2, 3, 16, 300, 40_000}) {
      double[][] first = rows(random, dimension > 1000 ? 30 : 2000, dimension);
      double[][] second = rows(random, 7, dimension);
      List<byte[]> pieces = new ArrayList<>(pieces(second, dimension, 2));
      pieces.addAll(pieces(new double[0][], dimension, 1));
      pieces.addAll(pieces(first, dimension, 0));
      assertEquals(first.length + 7, SampledPartition.read(pieces));
      assertEquals(3, SampledPartition.partitions(pieces));
      for (boolean sparse : new boolean[] {false, true}) {
        Seen seen = new Seen(sparse, dimension);
        Sample<Block> sample = SampledPartition.sample(pieces, new SeenEncoder(seen));
        List<double[]> expected = new ArrayList<>(kept(first, 0));
        expected.addAll(kept(second, 2));
        assertEquals(expected.size(), sample.rows());
        assertArrayEquals(expected.toArray(), seen.rows.toArray());
      }
    }
  }

  /** Few coordinates take few bytes, and no row takes more than all of its coordinates do. */
  @Test
  void pieces_ofSparseRows_areShort() {
    double[][] one = new double[1000][1000];
    for (int i = 0; i < one.length; i++) {
      one[i][i] = 1;
    }
    long bytes = pieces(one, 1000, 0).stream().mapToLong(piece -> piece.length).sum();
    assertEquals(12 + kept(one, 0).size() * (4 + 12), bytes);
    SplittableRandom random = new SplittableRandom(2);
    double[][] full = new double[100][];
    Arrays.setAll(full, i -> random.doubles(1000).toArray());
    List<byte[]> pieces = pieces(full, 1000, 0);
    long all = pieces.stream().mapToLong(piece -> piece.length).sum();
    assertEquals(12L * pieces.size() + kept(full, 0).size() * (4 + 8000L), all);
  }

  @Test
  void sample_ofBothKinds_hasBlocksOfBoth() {
    double[][] rows = new double[20][64];
    for (int i = 0; i < 10; i++) {
      Arrays.fill(rows[i], i + 1);
    }
    Sample<Block> sample = SampledPartition.sample(pieces(rows, 64, 0), Encodings.ofBlocks(64));
    assertEquals(kept(rows, 0).size(), sample.rows());
    assertArrayEquals(new long[] {sample.rows(), 2}, sample.blocks().fold(new Counted(), "count"));
  }

  /** Rows and blocks. */
  private static final class Counted implements Fold<Block> {
    private static final long serialVersionUID = 1L;

    @Override
    public int size() {
      return 2;
    }

    @Override
    public void add(Block block, long[] totals) {
      totals[0] += block.rows();
      totals[1]++;
    }
  }
}
