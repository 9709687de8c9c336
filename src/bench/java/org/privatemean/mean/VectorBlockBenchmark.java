package org.privatemean.mean;

import java.util.Arrays;
import java.util.List;
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
import org.privatemean.geometry.NormRange;

/** Nanoseconds a coordinate of the passes of the recentred mean. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SampleRows.COORDINATES)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class VectorBlockBenchmark {
  /** Coordinates of a row. */
  @Param({"16", "128", "1024"})
  public int d;

  private double[][] rows;
  private VectorEncoder encoder;
  private List<VectorBlock> blocks;
  private CentredTransform view;
  private CentredTransform[] views;
  private int turn;
  private AnchoredSum mostWithin;
  private AnchoredSum noneWithin;

  /** Encodes Gaussian rows. */
  @Setup
  public void setUp() {
    rows = SampleRows.gaussian(d);
    encoder = new VectorEncoder(d, NormRange.WIDEST);
    blocks = SampleRows.encode(encoder, rows);
    double[] centre = new double[d];
    Arrays.setAll(centre, j -> 3 + j % 8);
    view = new CentredTransform(centre);
    centre[0]++;
    views = new CentredTransform[] {view, new CentredTransform(centre)};
    mostWithin = AnchoredSum.of(view, normOf(0.999));
    noneWithin = AnchoredSum.of(view, normOf(0) / 2);
  }

  /** The norm around the centre that a share of the rows is within. */
  private double normOf(double share) {
    double[] squares =
        blocks.stream()
            .flatMapToDouble(block -> Arrays.stream(view.squaredNorms(block)))
            .sorted()
            .toArray();
    return Math.sqrt(squares[(int) (share * (squares.length - 1))]);
  }

  /** Scale into the range of norms, store by column. */
  @Benchmark
  public void encode(Blackhole blackhole) {
    blackhole.consume(SampleRows.encode(encoder, rows));
  }

  /** Squared norms around a new centre. */
  @Benchmark
  public void norm(Blackhole blackhole) {
    // Blocks remember the norms around their last centre.
    CentredTransform next = views[turn++ & 1];
    for (VectorBlock block : blocks) {
      blackhole.consume(next.squaredNorms(block));
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

  private long[] sum(AnchoredSum sum) {
    long[] totals = new long[d];
    for (VectorBlock block : blocks) {
      sum.add(block, totals);
    }
    return totals;
  }
}
