package org.privatemean.geometry;

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

/**
 * Nanoseconds a coordinate of the Walsh-Hadamard transform, all log2(d) rounds of butterflies, of
 * 2^18 of them (a fit transforms 128 rows at a time). Should the compiler stop making vector
 * instructions of the columns, they take as long as the rows.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(WalshHadamardBenchmark.COORDINATES)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class WalshHadamardBenchmark {
  /** Coordinates of a tile. */
  static final int COORDINATES = 1 << 18;

  /** Coordinates of a vector. */
  @Param({"16", "128", "1024", "8192"})
  public int d;

  private int[][] ints;
  private long[][] longs;
  private double[][] rows;

  /** Makes the tiles. Integers may overflow, which takes no time; zeros stay zeros. */
  @Setup
  public void setUp() {
    ints = new int[d][COORDINATES / d];
    longs = new long[d][COORDINATES / d];
    rows = new double[COORDINATES / d][d];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < ints[j].length; i++) {
        ints[j][i] = 31 * i + j;
        longs[j][i] = ints[j][i];
      }
    }
  }

  /** Stored by column, 32 bits a coordinate. */
  @Benchmark
  public int[][] columnsOfInts() {
    WalshHadamard.transformColumns(ints, COORDINATES / d);
    return ints;
  }

  /** Stored by column, 64 bits a coordinate. */
  @Benchmark
  public long[][] columnsOfLongs() {
    WalshHadamard.transformColumns(longs, COORDINATES / d);
    return longs;
  }

  /** Vector after vector. */
  @Benchmark
  public double[][] rowsOfDoubles() {
    for (double[] row : rows) {
      WalshHadamard.transform(row);
    }
    return rows;
  }
}
