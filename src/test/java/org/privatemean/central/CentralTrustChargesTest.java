package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.privatemean.central.AuditedRelease.secure;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.Promise;
import org.privatemean.central.AuditedRelease.Curator;
import org.privatemean.mean.Mechanisms;
import org.privatemean.mean.Settings;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/**
 * Every draw of noise is paid for: its variance is at least the squared sensitivity over twice what
 * was charged for it, the values have that variance, and the charges add up to rho. The last tests
 * hand the same audit a faulty curator or source, and it finds each fault.
 */
@Promise("every draw has the variance that was charged for it; the audit finds planted faults")
final class CentralTrustChargesTest {
  private static final int DIMENSION = 64;

  static List<MeanRequest> requests() {
    return Settings.requests(0.7);
  }

  private static List<String> audit(MeanRequest request, NoiseSource noise, Curator curator) {
    double[][] rows = Settings.rows(new SplittableRandom(1), 2000, DIMENSION);
    return AuditedRelease.violations(request, rows, noise, curator);
  }

  @ParameterizedTest
  @MethodSource("requests")
  void release_everyDraw_isChargedInFull(MeanRequest request) {
    assertEquals(List.of(), audit(request, secure(11), AuditedRelease::sound));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("requests")
  void release_budgetThatDoesNotDivide_isNeverExceeded(MeanRequest request) {
    double[][] rows = Settings.rows(new SplittableRandom(2), 500, 3);
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < 20; k++) {
      double rho = Math.exp(random.nextDouble(-1, 2));
      PrivacyLedger ledger = new PrivacyLedger(new Zcdp(rho));
      Mechanisms.release(
          withRho(request, rho),
          InMemoryRows.of(rows, 3, InvalidRows.ERROR),
          Settings.with(ledger, secure(11), 1));
      assertEquals(rho, ledger.spent());
      assertEquals(0, ledger.remaining());
    }
  }

  @ParameterizedTest
  @MethodSource("requests")
  void release_twiceFromOneLedger_spendsTheWholeBudget(MeanRequest request) {
    double[][] rows = Settings.rows(new SplittableRandom(2), 2000, 3);
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(0.5));
    for (int release = 1; release <= 2; release++) {
      Mechanisms.release(
          withRho(request, 0.25),
          InMemoryRows.of(rows, 3, InvalidRows.ERROR),
          Settings.with(ledger, secure(release), release));
      assertEquals(0.25 * release, ledger.spent());
    }
    assertEquals(0, ledger.remaining());
    assertThrows(
        BudgetExceededException.class,
        () ->
            Mechanisms.release(
                withRho(request, 0.25),
                InMemoryRows.of(rows, 3, InvalidRows.ERROR),
                Settings.with(ledger, secure(3), 3)));
  }

  private static MeanRequest withRho(MeanRequest request, double rho) {
    if (request instanceof RecentredSpec recentred) {
      return Settings.recentred(rho, recentred.scaling(), recentred.neighbours());
    }
    MeanSpec spec = (MeanSpec) request;
    MeanSpec other =
        Settings.spec(spec.method(), rho, spec.bounds().get(), spec.clippingNorm(), spec.grid());
    return spec.neighbours() == Neighbours.REPLACE ? other : Settings.addRemove(other);
  }

  /** Data that take the recentred mean down as many of its paths as possible. */
  private static double[][] adversarialRows(SplittableRandom random) {
    int count = 1 + (int) Math.exp(random.nextDouble(7));
    int dimension = 1 + random.nextInt(12);
    double scale = Math.exp(random.nextDouble(-345, 345));
    double offset = random.nextBoolean() ? 0 : Math.exp(random.nextDouble(-5, 30));
    double tail = random.nextInt(3) * random.nextDouble(4);
    double equal = random.nextInt(3) == 0 ? random.nextDouble() : 0;
    double uneven = random.nextBoolean() ? 0 : random.nextDouble(4);
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      double length = scale * Math.exp(tail * random.nextGaussian());
      boolean same = random.nextDouble() < equal;
      for (int j = 0; j < dimension; j++) {
        double own = same ? 0 : length * random.nextGaussian() * Math.exp(-uneven * j);
        row[j] = scale * offset + own;
      }
    }
    return rows;
  }

  @Tag("long")
  @Test
  void release_adversarialData_isChargedInFullAndNeverOverspent() {
    List<Map<Step, Long>> paths =
        IntStream.range(0, 3000).parallel().mapToObj(CentralTrustChargesTest::auditedPath).toList();
    long released = paths.stream().filter(path -> !path.isEmpty()).count();
    assertTrue(released > 1000, "only " + released + " were not refused");
    // Long and short walks, with and without scaling.
    long longWalks = paths.stream().filter(path -> path.size() > 10).count();
    long scaled = paths.stream().filter(CentralTrustChargesTest::hasVariances).count();
    assertTrue(longWalks > 100, "only " + longWalks + " had more than ten sums");
    assertTrue(scaled > 100, "only " + scaled + " looked at variances");
  }

  private static boolean hasVariances(Map<Step, Long> path) {
    return path.keySet().stream().anyMatch(step -> step.name().equals("variances"));
  }

  /** The sums of one release. */
  private static Map<Step, Long> auditedPath(int number) {
    SplittableRandom random = new SplittableRandom(number);
    double rho = Math.exp(random.nextDouble(-4, 5.5));
    RecentredSpec spec = Settings.recentred(rho).get(random.nextInt(4));
    List<WatchedTrust> trusts = new ArrayList<>();
    Curator watched =
        (ledger, noise) -> {
          trusts.add(AuditedRelease.sound(ledger, noise));
          return trusts.get(0);
        };
    assertEquals(
        List.of(),
        AuditedRelease.violations(spec, adversarialRows(random), secure(number), watched),
        spec::toString);
    return trusts.get(0).norms();
  }

  private static MeanSpec shifted() {
    return MeanSpec.of(Method.SHIFTED_CLIPPED, 0.7, Settings.BALL);
  }

  private static void assertFound(String fault, List<String> found) {
    assertTrue(found.stream().anyMatch(line -> line.startsWith(fault)), found::toString);
  }

  /** Noise whose standard deviation is the given share of what was asked for. */
  private static NoiseSource weak(int percent) {
    return new NoiseSource() {
      @Override
      public BigInteger discreteGaussian(
          Variance requested, int step, int level, int coordinate, int group) {
        Variance less =
            Variance.roundUp(
                requested.numerator().multiply(BigInteger.valueOf((long) percent * percent)),
                BigInteger.valueOf(10_000).shiftLeft(requested.shift()));
        return secure(11).discreteGaussian(less, step, level, coordinate);
      }
    };
  }

  @Test
  void audit_noiseATenthTooSmall_isFound() {
    assertFound("the values drawn", audit(shifted(), weak(90), AuditedRelease::sound));
  }

  @Test
  void audit_noiseAFifthTooSmall_isFoundInTheRecentredMean() {
    for (RecentredSpec spec : Settings.recentred(0.7)) {
      double[][] rows = Settings.unevenRows(new SplittableRandom(1), 2000, 4 * DIMENSION);
      assertEquals(
          List.of(), AuditedRelease.violations(spec, rows, secure(11), AuditedRelease::sound));
      assertFound(
          "the values drawn",
          AuditedRelease.violations(spec, rows, weak(80), AuditedRelease::sound));
    }
  }

  @Test
  void audit_oneLevelNotCharged_isFound() {
    for (int free = 0; free < 5; free++) {
      List<String> found = audit(shifted(), secure(11), freeLevel(free));
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
            CentralTrust hidden = Settings.opened(1, noise, unit());
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
    Curator cheap = (ledger, noise) -> new CheapTrust(ledger, noise, "clipped sum");
    assertFound("too little noise asked for: [3, 0]", audit(shifted(), secure(11), cheap));
  }
}
