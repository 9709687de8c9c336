package org.privatemean.audit;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.privatemean.audit.AuditCase.Finding;
import org.privatemean.audit.Experiment.BinomialBounds;
import org.privatemean.noise.Bernoulli;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DiscreteGaussian;
import org.privatemean.noise.DiscreteLaplace;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.ByteNoise;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance;
import org.privatemean.numeric.Normal;

/** The samplers of noise against their exact laws: draws are counted in cells, each cell tested. */
final class SamplerCases {
  /** A build without a fault fails one case with at most this probability. */
  static final double ALPHA = 1e-8;

  private static final int BATCH = 10_000;
  private static final int MAX_DRAWS = 500_000;

  private static final int SIDE = 16;

  /** Numbers of an address: those of neighbours, and of fields that are cut to bytes. */
  private static final int[] PLACES = {0, 1, 255, 256, 65535};

  /** From this deviation on, sums over integers are integrals of the normal density to 2^-40. */
  private static final double WIDE = 0x1p19;

  private static final double DEVIATIONS = 40;

  private final AuditedBuild build;
  private final List<AuditCase> cases = new ArrayList<>();

  private SamplerCases(AuditedBuild build) {
    this.build = build;
  }

  static List<AuditCase> create(AuditedBuild build) {
    SamplerCases samplers = new SamplerCases(build);
    samplers.addGaussians();
    samplers.addLaplaces();
    samplers.addBits();
    samplers.addAddresses();
    return samplers.cases;
  }

  private void addGaussians() {
    for (int[] ratio :
        new int[][] {{1, 20}, {1, 3}, {1, 1}, {2, 1}, {10, 1}, {300, 1}, {7000, 1}}) {
      addGaussian(BigInteger.valueOf(ratio[0]), BigInteger.valueOf(ratio[1]));
    }
    for (int exponent : new int[] {40, 70, 150}) {
      addGaussian(BigInteger.ONE.shiftLeft(exponent), BigInteger.ONE);
    }
    Variance three = Variance.roundUp(BigInteger.valueOf(3), BigInteger.ONE);
    addGaussian(
        "noise at addresses",
        three,
        key -> {
          SecureNoise noise = new SecureNoise(key);
          int[] address = {0};
          return bits -> noise.discreteGaussian(three, 1, 2, address[0]++).doubleValue();
        });
    addGaussian(
        "noise at addresses of bytes",
        three,
        key -> {
          ByteNoise noise = ByteNoise.of(key, 1);
          int[] address = {0};
          return bits -> {
            byte[] bytes = Integer.toString(address[0]++).getBytes(StandardCharsets.US_ASCII);
            return noise.discreteGaussian(three, bytes).doubleValue();
          };
        });
  }

  private void addGaussian(BigInteger numerator, BigInteger denominator) {
    Variance variance = Variance.roundUp(numerator, denominator);
    addGaussian(
        "discrete Gaussian",
        variance,
        key -> bits -> DiscreteGaussian.sample(variance, bits).doubleValue());
  }

  private void addGaussian(
      String name, Variance variance, Function<NoiseKey, ToDoubleFunction<BitSource>> sampler) {
    double sigma = variance.standardDeviation();
    double width = Math.max(1, Math.floor(sigma / 4));
    double[] law =
        sigma >= WIDE
            ? wideLaw(width / sigma)
            : law(x -> Math.exp(-x * x / (2 * variance.doubleValue())), sigma, width);
    add(name + " of variance " + variance, law, key -> inCells(sampler.apply(key), width));
  }

  private void addLaplaces() {
    for (int[] ratio : new int[][] {{1, 2}, {1, 1}, {2, 1}, {25, 2}, {1000, 3}}) {
      double scale = (double) ratio[0] / ratio[1];
      double width = Math.max(1, Math.floor(scale / 4));
      add(
          "discrete Laplace of scale " + scale,
          law(x -> Math.exp(-Math.abs(x) / scale), scale, width),
          key ->
              inCells(
                  bits -> DiscreteLaplace.sample(ratio[0], ratio[1], bits).doubleValue(), width));
    }
  }

  private void addBits() {
    for (double p : new double[] {0.5, 0.3, 1e-3}) {
      addCoin("coin of probability " + p, p, bits -> Bernoulli.sample(p, bits));
    }
    addCoin("coin of probability 1/3", 1.0 / 3, bits -> Bernoulli.ratio(1, 3, bits));
    for (int half : new int[] {1, 7}) {
      String name = "coin of probability exp(-" + half + "/2)";
      addCoin(name, Math.exp(-half / 2.0), bits -> Bernoulli.expMinus(half, 2, bits));
    }
    for (int sides : new int[] {2, 3, 10, 256}) {
      double[] law = new double[sides];
      Arrays.fill(law, 1.0 / sides);
      add("uniform below " + sides, law, key -> bits -> (int) bits.nextBelow(sides));
    }
    double[] pairs = {0.25, 0.25, 0.25, 0.25};
    add(
        "bits of neighbouring addresses",
        pairs,
        key -> {
          int[] level = {0};
          return bits -> {
            int at = level[0]++;
            BitSource one = key.substream(1 + at % 60_000, at / 60_000, 5);
            BitSource other = key.substream(1 + at % 60_000, at / 60_000, 6);
            return (int) (2 * one.nextBits(1) + other.nextBits(1));
          };
        });
  }

  /** Noise of 75 bits differs at any two addresses. */
  private void addAddresses() {
    Variance wide = Variance.roundUp(BigInteger.ONE.shiftLeft(150), BigInteger.ONE);
    cases.add(
        new AuditCase(
            "noise of groups at different addresses",
            1,
            (seed, nanoseconds) -> {
              NoiseSource noise = build.groupNoise(NoiseKey.fromSeed(seed));
              Set<BigInteger> drawn = new HashSet<>();
              int addresses = 0;
              for (int step : PLACES) {
                for (int level : PLACES) {
                  for (int coordinate : PLACES) {
                    for (int group : PLACES) {
                      drawn.add(noise.discreteGaussian(wide, step, level, coordinate, group));
                      addresses++;
                    }
                  }
                }
              }
              return Finding.create(
                  drawn.size() == addresses
                      ? List.of()
                      : List.of(drawn.size() + " values at " + addresses + " addresses"));
            }));
  }

  private void addCoin(String name, double p, Predicate<BitSource> coin) {
    add(name, new double[] {1 - p, p}, key -> bits -> coin.test(bits) ? 1 : 0);
  }

  private static int cell(double x, double width) {
    return SIDE + (int) Math.max(-SIDE, Math.min(SIDE, Math.floor(x / width + 0.5)));
  }

  private static ToIntFunction<BitSource> inCells(
      ToDoubleFunction<BitSource> sampler, double width) {
    return bits -> cell(sampler.applyAsDouble(bits), width);
  }

  /** Returns the probabilities of the cells, from weights of all integers. */
  private static double[] law(DoubleUnaryOperator weight, double spread, double width) {
    double[] law = new double[2 * SIDE + 1];
    int last = (int) Math.ceil(DEVIATIONS * Math.max(1, spread));
    for (int x = -last; x <= last; x++) {
      law[cell(x, width)] += weight.applyAsDouble(x);
    }
    double sum = Arrays.stream(law).sum();
    return Arrays.stream(law).map(p -> p / sum).toArray();
  }

  private static double[] wideLaw(double width) {
    return IntStream.rangeClosed(-SIDE, SIDE)
        .mapToDouble(
            k ->
                (k == SIDE ? 1 : Normal.cdf((k + 0.5) * width))
                    - (k == -SIDE ? 0 : Normal.cdf((k - 0.5) * width)))
        .toArray();
  }

  private void add(
      String name, double[] law, Function<NoiseKey, ToIntFunction<BitSource>> sampler) {
    cases.add(
        new AuditCase(
            name,
            1,
            (seed, nanoseconds) -> {
              NoiseKey key = NoiseKey.fromSeed(seed);
              return Finding.create(
                  faults(law, sampler.apply(key), build.bits(key, 0), nanoseconds));
            }));
  }

  private static List<String> faults(
      double[] law, ToIntFunction<BitSource> sampler, BitSource bits, long nanoseconds) {
    long end = System.nanoTime() + nanoseconds;
    long[] hits = new long[law.length];
    long draws = 0;
    do {
      for (int i = 0; i < BATCH; i++) {
        hits[sampler.applyAsInt(bits)]++;
      }
      draws += BATCH;
    } while (draws < MAX_DRAWS && System.nanoTime() < end);
    long all = draws;
    return IntStream.range(0, law.length)
        .filter(k -> BinomialBounds.tail(hits[k], all, law[k]) < ALPHA / (2 * law.length))
        .mapToObj(k -> String.format("cell %d: %d of %d, not %s", k, hits[k], all, law[k]))
        .toList();
  }
}
