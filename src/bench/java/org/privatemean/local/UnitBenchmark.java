package org.privatemean.local;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

/**
 * Local reports of vectors of bounded norm per second on one core, next to filling a vector with
 * normal draws from the same bits. Epsilon is 4.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class UnitBenchmark {

  private static final double EPSILON = 4;

  /** Coordinates of a vector. */
  @Param({"8", "128", "1024", "100000"})
  public int dimension;

  private BitSource bits;
  private double[] filled;
  private long norm;
  private long[] vector;
  private BallRandomizer privUnit;
  private BallRandomizer privUnitG;

  /** Makes the vector and the randomizers. */
  @Setup
  public void setUp() {
    bits = NoiseKey.fromOperatingSystem().substream(0, 0, 0);
    filled = new double[dimension];
    vector = new long[dimension];
    Ziggurat.fillNormal(filled, 0, dimension, bits, new long[512]);
    for (int j = 0; j < dimension; j++) {
      vector[j] = Math.round(0x1p20 * filled[j]);
    }
    norm = (long) Math.ceil(0x1p21 * Math.sqrt(dimension));
    privUnit = UnitBall.create(ReportLaw.SPHERE, dimension, EPSILON);
    privUnitG = UnitBall.create(ReportLaw.GAUSSIAN, dimension, EPSILON);
  }

  /** Normal draws alone. */
  @Benchmark
  public double[] gaussianFill() {
    Ziggurat.fillNormal(filled, 0, dimension, bits, new long[512]);
    return filled;
  }

  /** A report of PrivUnit. */
  @Benchmark
  public byte[] privUnit() {
    return report(privUnit);
  }

  /** A report of PrivUnitG. */
  @Benchmark
  public byte[] privUnitG() {
    return report(privUnitG);
  }

  private byte[] report(BallRandomizer ball) {
    ReportWriter out = new ReportWriter(ReportWriter.VECTOR, 0);
    ball.write(vector, norm, bits, out);
    return out.toBytes();
  }
}
