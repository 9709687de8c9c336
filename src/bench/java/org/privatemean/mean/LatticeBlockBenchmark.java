package org.privatemean.mean;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.mean.ClippedMean.Coordinates;
import org.privatemean.mean.ClippedMean.ShiftedSum;
import org.privatemean.noise.NoiseKey;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;

/** Nanoseconds a coordinate of the passes of the shifted clipped mean, a fit of a million rows. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SampleRows.COORDINATES)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class LatticeBlockBenchmark {
  private static final int FIT_ROWS = 1_000_000;
  private static final int BITS = 8;

  // Of the second pass at most, and the logarithm of what it counts at most.
  private static final int NEXT_BITS = 12;
  private static final int CELLS_LOG = 19;

  /** Coordinates of a row, a power of two. */
  @Param({"16", "128", "1024"})
  public int d;

  private double[][] rows;
  private LatticeEncoder encoder;
  private List<LatticeBlock> blocks;
  private Coordinates statistic;
  private int levels;
  private int nextBits;
  private long[] base;
  private long[] medianCells;
  private long[] counts;
  private long[][] centres;
  private int turn;
  private ShiftedSum mostWithin;
  private ShiftedSum noneWithin;

  /** Encodes Gaussian rows as a fit with a coordinate bound of 64 and rho = 0.5 does. */
  @Setup
  public void setUp() {
    rows = SampleRows.gaussian(d);
    MeanSpec spec =
        MeanSpec.of(Method.SHIFTED_CLIPPED, 0.5, new Bounds.Box(64, OptionalDouble.empty()));
    MeanPlan plan = MeanPlan.create(spec, FIT_ROWS, d);
    RandomRotation rotation = RandomRotation.draw(d, NoiseKey.fromSeed(1).substream(0, 0, 0));
    encoder =
        new LatticeEncoder(
            plan.geometry().lattice(), rotation, (double) plan.geometry().coordinateBound());
    blocks = SampleRows.encode(encoder, rows);
    statistic = new Coordinates(d, plan.geometry().medianUniverse());
    levels = plan.geometry().medianUniverse().levels();
    nextBits = Math.min(NEXT_BITS, CELLS_LOG - Integer.numberOfTrailingZeros(d));
    counts = new long[d << nextBits];
    base = new long[d];
    Arrays.fill(base, plan.geometry().medianUniverse().low());
    medianCells = medianCells();
    centres = new long[][] {medianCells, medianCells.clone()};
    centres[1][0]++;
    mostWithin = new ShiftedSum(medianCells, normOf(0.999));
    noneWithin = new ShiftedSum(medianCells, normOf(0) / 2);
  }

  /** Where the cells of the first pass begin that hold the medians. */
  private long[] medianCells() {
    histogramOfAllRows();
    long[] cells = new long[d];
    for (int j = 0; j < d; j++) {
      int cell = 0;
      for (long below = counts[j << BITS]; 2 * below < rows.length; cell++) {
        below += counts[(j << BITS) + cell + 1];
      }
      cells[j] = base[j] + ((long) cell << (levels - BITS));
    }
    Arrays.fill(counts, 0);
    return cells;
  }

  /** The norm around the centre that a share of the rows is within. */
  private long normOf(double share) {
    double[] squares =
        blocks.stream()
            .flatMapToDouble(block -> Arrays.stream(block.squaredDistances(medianCells)))
            .sorted()
            .toArray();
    return (long) Math.sqrt(squares[(int) (share * (squares.length - 1))]);
  }

  /** Clip to the region, quantise, sign, store by column, transform. */
  @Benchmark
  public void encode(Blackhole blackhole) {
    blackhole.consume(SampleRows.encode(encoder, rows));
  }

  /** The first 8 levels of the medians: every row is counted. */
  @Benchmark
  public long[] histogramOfAllRows() {
    for (LatticeBlock block : blocks) {
      statistic.count(block, base, levels - BITS, BITS, counts);
    }
    return counts;
  }

  /** The next 12 or fewer: rows in the median's cell are counted. */
  @Benchmark
  public long[] histogramOfSomeRows() {
    for (LatticeBlock block : blocks) {
      statistic.count(block, medianCells, levels - BITS - nextBits, nextBits, counts);
    }
    return counts;
  }

  /** Squared distances to a new centre. */
  @Benchmark
  public void norm(Blackhole blackhole) {
    // Blocks remember the distances to their last centre.
    long[] centre = centres[turn++ & 1];
    for (LatticeBlock block : blocks) {
      blackhole.consume(block.squaredDistances(centre));
    }
  }

  /** The clipped sum after its norms, where one row in a thousand is clipped. */
  @Benchmark
  public long[] sumClippingFew() {
    return sum(mostWithin);
  }

  /** The clipped sum after its norms, where every row is clipped. */
  @Benchmark
  public long[] sumClippingAll() {
    return sum(noneWithin);
  }

  private long[] sum(ShiftedSum sum) {
    long[] totals = new long[d];
    for (LatticeBlock block : blocks) {
      sum.add(block, totals);
    }
    return totals;
  }
}
