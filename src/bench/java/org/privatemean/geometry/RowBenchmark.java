package org.privatemean.geometry;

import java.util.SplittableRandom;
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

/** Nanoseconds a coordinate of what is done to one row after another. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RowBenchmark.COORDINATES)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class RowBenchmark {
  /** Coordinates of all rows. */
  static final int COORDINATES = 1 << 16;

  private static final double BOUND = 64;

  /** Root mean square of the coordinates: half of the rows are longer than this says. */
  private static final double MIDDLE = Math.sqrt((9 + 16 + 25 + 36 + 49 + 64 + 81 + 100) / 8.0 + 1);

  private static final double STEP = 0x1p-16;

  /** Coordinates of a row. */
  @Param({"16", "128", "1024"})
  public int d;

  private Lattice box;
  private Lattice ball;
  private double[][] rows;
  private long[][] vectors;
  private double[] quantised;
  private long[] vector;
  private long norm;

  /** Makes Gaussian rows of mean 3 to 10, and integer vectors twice as long as their bound. */
  @Setup
  public void setUp() {
    box = Lattice.inBox(d, BOUND, STEP);
    ball = Lattice.inBall(d, MIDDLE * Math.sqrt(d), STEP);
    SplittableRandom random = new SplittableRandom(d);
    rows = new double[COORDINATES / d][d];
    vectors = new long[rows.length][d];
    quantised = new double[d];
    vector = new long[d];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < d; j++) {
        rows[i][j] = random.nextGaussian(3 + j % 8, 1);
        vectors[i][j] = Math.round(0x1p17 * random.nextGaussian());
      }
    }
    norm = Math.round(0x1p16 * Math.sqrt(d));
  }

  /** Onto a lattice, each coordinate cut to a bound. */
  @Benchmark
  public void quantiseInBox(Blackhole blackhole) {
    quantise(box, blackhole);
  }

  /** Onto a lattice, each row scaled to a bound on its norm. */
  @Benchmark
  public void quantiseInBall(Blackhole blackhole) {
    quantise(ball, blackhole);
  }

  private void quantise(Lattice lattice, Blackhole blackhole) {
    for (double[] row : rows) {
      lattice.quantise(row, quantised);
      blackhole.consume(quantised);
    }
  }

  /** An integer vector to half its norm. */
  @Benchmark
  public void clip(Blackhole blackhole) {
    for (long[] longer : vectors) {
      System.arraycopy(longer, 0, vector, 0, d);
      ExactClipping.clip(vector, norm);
      blackhole.consume(vector);
    }
  }
}
