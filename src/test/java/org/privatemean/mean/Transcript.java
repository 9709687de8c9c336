package org.privatemean.mean;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.privatemean.central.AnyNoiseTrust;
import org.privatemean.central.WatchedTrust;
import org.privatemean.central.ZeroNoise;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * The exact aggregates of a release, in the order in which noise is put on them. Either the
 * released values are the aggregates plus frozen noise, or they are those of an earlier transcript:
 * then the aggregates are what this data set has to say to the same questions, which is what the
 * sensitivity of an adaptive release speaks of.
 */
final class Transcript extends WatchedTrust {
  /**
   * One vector that noise is put on, counts or a sum, and the square of the l2 sensitivity declared
   * for it.
   */
  record Aggregate(
      String step, boolean counts, List<BigInteger> exact, BigInteger squaredSensitivity) {
    BigInteger squaredChange(Aggregate other) {
      BigInteger sum = BigInteger.ZERO;
      for (int j = 0; j < exact.size(); j++) {
        sum = sum.add(exact.get(j).subtract(other.exact.get(j)).pow(2));
      }
      return sum;
    }

    BigInteger largestChange(Aggregate other) {
      BigInteger largest = BigInteger.ZERO;
      for (int j = 0; j < exact.size(); j++) {
        largest = largest.max(exact.get(j).subtract(other.exact.get(j)).abs());
      }
      return largest;
    }
  }

  private static final NoiseKey ROTATION = NoiseKey.fromSeed(1);

  private final SplittableRandom noise;
  private final Transcript earlier;
  private final List<Aggregate> aggregates = new ArrayList<>();
  private final List<List<BigInteger>> released = new ArrayList<>();

  /** The question whose answer is taken from the rows as it is; empty for none. */
  private final String leaking;

  private Transcript(double rho, SplittableRandom noise, Transcript earlier, String leaking) {
    super(
        AnyNoiseTrust.of(
            new PrivacyLedger(new Zcdp(rho)), new ZeroNoise(), ROTATION.substream(0, 0, 0)));
    this.noise = noise;
    this.earlier = earlier;
    this.leaking = leaking;
  }

  /** Records a release with noise of the right size. */
  static Transcript recording(double rho, SplittableRandom noise) {
    return new Transcript(rho, noise, null, "");
  }

  /** Records what another data set answers when all released values are those of this one. */
  Transcript replaying(double rho) {
    return new Transcript(rho, null, this, "");
  }

  /** The same of a wrong mechanism that goes by the exact answers to one question. */
  Transcript leaking(double rho, String step) {
    return new Transcript(rho, null, this, step);
  }

  List<Aggregate> aggregates() {
    return aggregates;
  }

  private List<BigInteger> answer(
      Step step,
      boolean counts,
      List<BigInteger> exact,
      BigInteger squaredSensitivity,
      double rho) {
    aggregates.add(new Aggregate(step.name(), counts, exact, squaredSensitivity));
    double deviation = Math.sqrt(squaredSensitivity.doubleValue() / (2 * rho));
    List<BigInteger> answer =
        earlier != null && step.name().equals(leaking)
            ? exact
            : earlier != null
                ? earlier.released.get(aggregates.size() - 1)
                : exact.stream()
                    .map(
                        x ->
                            x.add(BigInteger.valueOf(Math.round(deviation * noise.nextGaussian()))))
                    .toList();
    released.add(answer);
    return answer;
  }

  @Override
  public <B extends Block> RangeCounter rangeCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
    RangeCounter exact = super.rangeCounter(blocks, statistic, rho, step);
    BigInteger squaredSensitivity = unit().squaredSensitivityOfCounts(statistic.width());
    double share = rho / statistic.universe().levels();
    return (level, mids) -> {
      List<BigInteger> counts = new ArrayList<>();
      for (long count : exact.countsUpTo(level, mids)) {
        counts.add(BigInteger.valueOf(count));
      }
      return answer(step, true, counts, squaredSensitivity, share).stream()
          .mapToLong(BigInteger::longValueExact)
          .toArray();
    };
  }

  @Override
  public <B extends Block> BigInteger[] clippedSum(
      Blocks<B> blocks, ClippedSum<B> clipped, double rho, Step step) {
    List<BigInteger> exact = List.of(super.clippedSum(blocks, clipped, rho, step));
    return answer(step, false, exact, clipped.squaredSensitivity(unit()), rho)
        .toArray(BigInteger[]::new);
  }

  @Override
  public BigInteger[] wideSum(WideSum wide, double rho, Step step) {
    List<BigInteger> exact = List.of(super.wideSum(wide, rho, step));
    return answer(step, false, exact, wide.squaredSensitivity(unit()), rho)
        .toArray(BigInteger[]::new);
  }

  @Override
  public long noisyCount(Rows rows, double rho, Step step) {
    List<BigInteger> exact = List.of(BigInteger.valueOf(rows.count()));
    BigInteger squaredSensitivity = unit().squaredSensitivityOfRowCount();
    return answer(step, true, exact, squaredSensitivity, rho).get(0).longValueExact();
  }
}
