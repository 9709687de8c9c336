package org.privatemean.central;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.BoundedSum;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * The central trust model: a trusted party that holds the rows and adds the noise.
 *
 * <p><b>Privacy guarantee.</b> Each answer is an exact integer aggregate plus discrete Gaussian
 * noise whose charge the {@link ZcdpGrant} of the release accepted first: all answers together are
 * zCDP with the ledger's budget, even if queries depend on earlier answers. The {@link PrivacyUnit}
 * of the release determines every sensitivity; only this class multiplies it by the largest weight
 * of a row ({@link PrivacyUnit#weighted}).
 *
 * <p>Rows are folded before a step is charged: a row that ends the release ends it before any noise
 * of that step is drawn.
 *
 * <p>An instance serves one release: its noise is keyed by step and level, and the same noise on
 * two values would reveal their difference. A second draw of a level is refused.
 *
 * @since 0.1.0
 */
public final class CentralTrust implements TrustModel {
  private static final int MANY_DRAWS = 1 << 12;

  /** Addresses the sample's bits; steps of mechanisms count from 1, and key selection is 65535. */
  private static final int SAMPLE_STEP = 0xFFFE;

  private final PrivacyLedger ledger;
  private final Calibration calibration;
  private final NoiseSource noise;
  private final BitSource publicBits;
  private final Supplier<BitSource> sampleBits;

  /** The (step, level) whose noise was drawn. */
  private final Set<Long> drawn = new HashSet<>();

  /** The budget and the protected unit of the open release; null before. */
  private ZcdpGrant grant;

  private PrivacyUnit unit;

  CentralTrust(
      PrivacyLedger ledger,
      Calibration calibration,
      NoiseSource noise,
      BitSource publicBits,
      Supplier<BitSource> sampleBits) {
    this.ledger = ledger;
    this.calibration = calibration;
    this.noise = noise;
    this.publicBits = publicBits;
    this.sampleBits = sampleBits;
  }

  /** Returns a trust model whose noise and rotation come from one secret key. */
  public static CentralTrust of(PrivacyLedger ledger, NoiseKey key) {
    return of(ledger, key, Calibration.ZCDP);
  }

  /** Returns a trust model with the rule for the variances of its noise. */
  public static CentralTrust of(PrivacyLedger ledger, NoiseKey key, Calibration calibration) {
    return new CentralTrust(
        ledger,
        calibration,
        new SecureNoise(key),
        key.substream(0, 0, 0),
        () -> key.substream(SAMPLE_STEP, 0, 0));
  }

  @Override
  public <B extends Block> RangeCounter rangeCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
    return new HistogramCounter<>(blocks, statistic, this::addCountNoise, rho, step);
  }

  /** Charges a level whose noise was not drawn before. */
  private void charge(Step step, int level, double rho) {
    if (step.id() == SAMPLE_STEP) {
      throw new IllegalArgumentException("the bits of a sample are not noise: step " + step.id());
    }
    long address = (long) step.id() << Integer.SIZE | level;
    if (drawn.contains(address)) {
      throw new IllegalStateException(
          String.format(
              "the noise of step '%s', level %d, was drawn before: an instance serves one "
                  + "release",
              step.name(), level));
    }
    checkOpen();
    grant.charge(step.name(), new Zcdp(rho));
    drawn.add(address);
  }

  long[] addCountNoise(long[] counts, double rho, Step step, int level) {
    charge(step, level, rho);
    Variance variance = variance(unit().squaredSensitivityOfCounts(counts.length), rho);
    return Arrays.stream(withNoise(counts, variance, step, level))
        .mapToLong(BigInteger::longValueExact)
        .toArray();
  }

  /**
   * {@inheritDoc}
   *
   * <p><b>Privacy guarantee.</b> With discrete Gaussian noise of variance {@code s^2 / (2 rho)} on
   * each coordinate, s the l2 sensitivity of the exact sum, the vector is rho-zCDP (Canonne, Kamath
   * and Steinke 2020, Theorem 14).
   */
  @Override
  public <B extends Block> BigInteger[] clippedSum(
      Blocks<B> blocks, ClippedSum<B> sum, double rho, Step step) {
    long[] exact = blocks.fold(sum, step.name());
    charge(step, 0, rho);
    Variance variance = variance(sum.squaredSensitivity(unit()), rho);
    return withNoise(exact, variance, step, 0);
  }

  /** {@inheritDoc} <b>Privacy guarantee:</b> that of {@link #clippedSum}. */
  @Override
  public BigInteger[] wideSum(WideSum sum, double rho, Step step) {
    charge(step, 0, rho);
    BigInteger[] exact = sum.total();
    Variance variance = variance(sum.squaredSensitivity(unit()), rho);
    return withNoise(exact.length, j -> exact[j], variance, step, 0);
  }

  private BigInteger[] withNoise(long[] exact, Variance variance, Step step, int level) {
    return withNoise(exact.length, j -> BigInteger.valueOf(exact[j]), variance, step, level);
  }

  private BigInteger[] withNoise(
      int size, IntFunction<BigInteger> exact, Variance variance, Step step, int level) {
    IntStream all = IntStream.range(0, size);
    return (size < MANY_DRAWS ? all : all.parallel())
        .mapToObj(j -> exact.apply(j).add(noise.discreteGaussian(variance, step.id(), level, j)))
        .toArray(BigInteger[]::new);
  }

  /** Returns the variance for a budget and a sensitivity to rows of weight 1. */
  private Variance variance(BigInteger squaredSensitivity, double rho) {
    return calibration.variance(unit().weighted(squaredSensitivity), rho);
  }

  @Override
  public double clippedSumDeviation(BoundedSum sum, double rho) {
    return variance(sum.squaredSensitivity(unit()), rho).standardDeviation();
  }

  /** {@inheritDoc} Its noise is for {@link PrivacyUnit#squaredSensitivityOfRowCount}. */
  @Override
  public long noisyCount(Rows rows, double rho, Step step) {
    long[] count = {rows.totalWeight()};
    charge(step, 0, rho);
    Variance variance = variance(unit().squaredSensitivityOfRowCount(), rho);
    return withNoise(count, variance, step, 0)[0].longValueExact();
  }

  @Override
  public BitSource publicBits() {
    return publicBits;
  }

  @Override
  public BitSource sampleBits() {
    return sampleBits.get();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if a release was opened before: the noise is for one
   */
  @Override
  public ZcdpGrant open(String release, double rho, PrivacyUnit unit) {
    Objects.requireNonNull(unit, "unit");
    if (grant != null) {
      throw new IllegalStateException(
          "an instance serves one release: create another, with another key, for the next");
    }
    grant = ledger.grant(release, new Zcdp(rho));
    this.unit = unit;
    return grant;
  }

  private void checkOpen() {
    if (grant == null) {
      throw new IllegalStateException("open a release before its first step");
    }
  }

  private PrivacyUnit unit() {
    checkOpen();
    return unit;
  }

  @Override
  public List<Charge> charges() {
    return grant == null ? List.of() : grant.charges();
  }
}
