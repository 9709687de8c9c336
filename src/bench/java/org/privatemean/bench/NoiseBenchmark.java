package org.privatemean.bench;

import java.math.BigDecimal;
import java.math.BigInteger;
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
import org.privatemean.noise.DiscreteGaussian;
import org.privatemean.noise.DiscreteLaplace;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance;

/** Nanoseconds a draw, from one long stream and from a substream for each draw. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class NoiseBenchmark {

  /** sigma^2 as a decimal: 1/2, 100, 2^20, 2^60 and 2^120. */
  @Param({"0.5", "100", "1048576", "1152921504606846976", "1329227995784915872903807060280344576"})
  public String variance;

  private Variance sigmaSquared;
  private BigInteger scale;
  private BitSource stream;
  private NoiseKey key;
  private NoiseSource noise;
  private int coordinate;

  /** Makes the key, the stream and the parameters. */
  @Setup
  public void setUp() {
    key = NoiseKey.fromOperatingSystem();
    noise = new SecureNoise(key);
    stream = key.substream(1, 0, 0);
    BigInteger doubled = new BigDecimal(variance).multiply(BigDecimal.valueOf(2)).toBigInteger();
    sigmaSquared = Variance.roundUp(doubled, BigInteger.TWO);
    scale = doubled.sqrt();
  }

  /** A discrete Gaussian from one long stream. */
  @Benchmark
  public BigInteger gaussianFromStream() {
    return DiscreteGaussian.sample(sigmaSquared, stream);
  }

  /** A discrete Gaussian from a substream of its own, as the mechanisms draw it. */
  @Benchmark
  public BigInteger gaussianFromSubstream() {
    return noise.discreteGaussian(sigmaSquared, 2, 0, nextCoordinate());
  }

  /** A discrete Laplace of scale floor(sqrt(2 sigma^2)) from one long stream. */
  @Benchmark
  public BigInteger laplaceFromStream() {
    return DiscreteLaplace.sample(scale.longValueExact(), 1, stream);
  }

  /** A substream and its first bits alone. */
  @Benchmark
  public long substream() {
    return key.substream(3, 0, nextCoordinate()).nextBits(63);
  }

  private int nextCoordinate() {
    coordinate = (coordinate + 1) & Integer.MAX_VALUE;
    return coordinate;
  }
}
