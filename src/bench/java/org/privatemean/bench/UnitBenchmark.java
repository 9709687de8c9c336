package org.privatemean.bench;

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
import org.privatemean.local.unit.GaussianDraws;
import org.privatemean.local.unit.PrivUnitParameters;
import org.privatemean.local.unit.PrivUnitRandomizer;
import org.privatemean.local.unit.PrivUnitReport;
import org.privatemean.local.unit.ReportLaw;
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
  private double[] vector;
  private PrivUnitRandomizer privUnit;
  private PrivUnitRandomizer privUnitG;

  /** Makes the vector, the parameters and a report of each kind. */
  @Setup
  public void setUp() {
    bits = NoiseKey.fromOperatingSystem().substream(0, 0, 0);
    filled = new double[dimension];
    vector = new double[dimension];
    GaussianDraws.fill(vector, 0, dimension, bits);
    double bound = 2 * Math.sqrt(dimension);
    PrivUnitParameters parameters = PrivUnitParameters.inBall(dimension, bound, EPSILON);
    privUnit = PrivUnitRandomizer.create(parameters);
    privUnitG = PrivUnitRandomizer.create(parameters.withLaw(ReportLaw.GAUSSIAN));
  }

  /** Normal draws alone. */
  @Benchmark
  public double[] gaussianFill() {
    GaussianDraws.fill(filled, 0, dimension, bits);
    return filled;
  }

  /** A report of PrivUnit. */
  @Benchmark
  public PrivUnitReport privUnit() {
    return privUnit.randomize(vector, bits);
  }

  /** A report of PrivUnitG. */
  @Benchmark
  public PrivUnitReport privUnitG() {
    return privUnitG.randomize(vector, bits);
  }
}
