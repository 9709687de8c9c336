package org.privatemean.central;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.query.Step;

/**
 * Nanoseconds on the clock for one count's noise of a level of 131,072 medians, charge and addition
 * included: as many draws as a fit has coordinates, shared by the cores.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(LevelNoiseBenchmark.COORDINATES)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class LevelNoiseBenchmark {
  static final int COORDINATES = 1 << 17;

  /** One of 33 levels that share a quarter of rho = 0.5. */
  private static final double RHO = 0.5 / 4 / 33;

  private static final Step MEDIANS = new Step(1, "medians");

  /** By a curator of its own, since no level is drawn twice. */
  @Benchmark
  public long[] noiseOfALevel() {
    CentralTrust trust =
        CentralTrust.of(new PrivacyLedger(new Zcdp(2 * RHO)), NoiseKey.fromSeed(1));
    trust.open("benchmark", 2 * RHO, PrivacyUnit.row(Neighbours.REPLACE));
    return trust.addCountNoise(new long[COORDINATES], RHO, MEDIANS, 0);
  }
}
