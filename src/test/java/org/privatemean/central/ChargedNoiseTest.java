package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.mean.ClippedMean;
import org.privatemean.mean.ClippedSum;
import org.privatemean.mean.MeanSpec;
import org.privatemean.mean.Method;
import org.privatemean.mean.RangeCounter;
import org.privatemean.mean.RowStatistic;
import org.privatemean.mean.Step;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.SecureNoise;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.PrivacyLedger;
import org.privatemean.privacy.Zcdp;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/**
 * Every draw of noise is paid for: its variance is at least the squared sensitivity over twice what
 * was charged for it, the values have that variance, and the charges add up to rho. The last tests
 * hand the same audit a faulty curator or source, and it finds each fault.
 */
final class ChargedNoiseTest {
  private static final int DIMENSION = 64;

  static List<MeanSpec> specs() {
    return Settings.specs(0.7);
  }

  private static NoiseSource secure() {
    return new SecureNoise(NoiseKey.fromSeed(11));
  }

  /** Makes the curator that is audited. */
  private interface Curator {
    WatchedTrust of(PrivacyLedger ledger, NoiseSource noise);
  }

  private static WatchedTrust sound(PrivacyLedger ledger, NoiseSource noise) {
    return new WatchedTrust(Settings.with(ledger, noise, 1));
  }

  private static List<String> audit(MeanSpec spec, NoiseSource noise, Curator curator) {
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(spec.rho()));
    NoiseAudit audit = new NoiseAudit(noise, ledger);
    WatchedTrust trust = curator.of(ledger, audit);
    double[][] rows = Settings.rows(new SplittableRandom(1), 2000, DIMENSION);
    ClippedMean.release(spec, InMemoryRows.of(rows, DIMENSION, InvalidRows.ERROR), trust);
    assertTrue(audit.levels() > 0);
    return audit.violations(trust.norm(), spec.rho());
  }

  @ParameterizedTest
  @MethodSource("specs")
  void release_everyDraw_isChargedInFull(MeanSpec spec) {
    assertEquals(List.of(), audit(spec, secure(), ChargedNoiseTest::sound));
  }

  @ParameterizedTest
  @MethodSource("specs")
  void release_budgetThatDoesNotDivide_isNeverOverspent(MeanSpec spec) {
    double[][] rows = Settings.rows(new SplittableRandom(2), 500, 3);
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < 20; k++) {
      double rho = Math.exp(random.nextDouble(-1, 2));
      MeanSpec odd =
          Settings.spec(spec.method(), rho, spec.bounds().get(), spec.clippingNorm(), spec.grid());
      PrivacyLedger ledger = new PrivacyLedger(new Zcdp(rho));
      ClippedMean.release(
          odd, InMemoryRows.of(rows, 3, InvalidRows.ERROR), Settings.with(ledger, secure(), 1));
      assertTrue(ledger.spent() <= rho);
      assertEquals(rho, ledger.spent(), 1e-12 * rho);
    }
  }

  private static MeanSpec shifted() {
    return MeanSpec.of(Method.SHIFTED_CLIPPED, 0.7, Settings.BALL);
  }

  private static void assertFound(String fault, List<String> found) {
    assertTrue(found.stream().anyMatch(line -> line.startsWith(fault)), found::toString);
  }

  @Test
  void audit_noiseATenthTooSmall_isFound() {
    // sigma 0.9 of what was asked for: the variance is 19 % short.
    NoiseSource weak =
        new NoiseSource() {
          @Override
          public BigInteger discreteGaussian(Variance asked, int step, int level, int coordinate) {
            Variance less =
                Variance.roundUp(
                    asked.numerator().multiply(BigInteger.valueOf(81)),
                    BigInteger.valueOf(100).shiftLeft(asked.shift()));
            return secure().discreteGaussian(less, step, level, coordinate);
          }

          @Override
          public boolean seeded() {
            return true;
          }
        };
    assertFound("the values drawn", audit(shifted(), weak, ChargedNoiseTest::sound));
  }

  @Test
  void audit_oneLevelNotCharged_isFound() {
    for (int free = 0; free < 5; free++) {
      List<String> found = audit(shifted(), secure(), freeLevel(free));
      assertFound("not charged: [2, " + free + "]", found);
      assertFound("charges do not add up", found);
    }
  }

  /** A curator that charges one level of the clipping norm to a ledger of its own. */
  private static Curator freeLevel(int free) {
    return (ledger, noise) ->
        new WatchedTrust(Settings.with(ledger, noise, 1)) {
          @Override
          public <B extends Block> RangeCounter rangeCounter(
              Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
            CentralTrust hidden = Settings.with(new PrivacyLedger(new Zcdp(1)), noise, 1);
            boolean threshold = step.id() == 2;
            return new OneLevelCounter<>(
                blocks,
                statistic,
                level -> threshold && level == free ? hidden : inner(),
                rho,
                step);
          }
        };
  }

  @Test
  void audit_sumWithAFifthTooLittleNoise_isFound() {
    Curator cheap =
        (ledger, noise) ->
            new WatchedTrust(Settings.with(ledger, noise, 1)) {
              @Override
              public <B extends Block> BigInteger[] clippedSum(
                  Blocks<B> blocks, ClippedSum<B> clipped, double rho, Step step) {
                ledger.charge(step.name(), rho);
                // Draws for 1 / 0.8^2 of the budget.
                WatchedTrust hidden = sound(new PrivacyLedger(new Zcdp(9)), noise);
                return record(clipped, hidden.clippedSum(blocks, clipped, rho / 0.64, step));
              }
            };
    assertFound("too little noise asked for: [3, 0]", audit(shifted(), secure(), cheap));
  }
}
