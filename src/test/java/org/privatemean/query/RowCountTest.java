package org.privatemean.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.Rows;

final class RowCountTest {
  private static final double RHO = 0.5;
  private static final PrivacyUnit PUBLIC = PrivacyUnit.row(Neighbours.REPLACE);
  private static final PrivacyUnit PRIVATE = PrivacyUnit.row(Neighbours.ADD_REMOVE);

  private static MeanRequest request(Neighbours neighbours) {
    return new RecentredSpec(
        RHO,
        OptionalDouble.empty(),
        Optional.empty(),
        Scaling.NONE,
        ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.NONE),
        RecentredSpec.Moments.MEAN,
        PrivacyUnit.row(neighbours));
  }

  private static Rows rows(int count) {
    return InMemoryRows.of(new double[count][2], 2, InvalidRows.ERROR);
  }

  private static CentralTrust trust(double rho, long seed) {
    return CentralTrust.of(new PrivacyLedger(new Zcdp(rho)), NoiseKey.fromSeed(seed));
  }

  private static CentralTrust opened(double rho, long seed) {
    CentralTrust trust = trust(rho, seed);
    trust.open("test", rho, PRIVATE);
    return trust;
  }

  @Test
  void of_replace_isTheCountAndFree() {
    CentralTrust trust = trust(RHO, 1);
    assertEquals(37, new RowCount(RHO, PUBLIC).ask(rows(37), trust));
    assertEquals(List.of(), trust.charges());
    assertEquals(RHO, new RowCount(RHO, PUBLIC).rhoLeft());
    assertEquals(0, new RowCount(RHO, PUBLIC).deviation());
    assertEquals(37, new RowCount(RHO, PUBLIC).most(37));
  }

  /** Rows that leave some out, or do not know, and a request of each kind. */
  @Test
  void release_droppedRowsOfAPublicNumber_isRefusedUnreadAndUncharged() {
    double[][] data = new double[2000][2];
    data[5] = null;
    Rows skipping = InMemoryRows.of(data, 2, InvalidRows.SKIP);
    Rows unknowing =
        new Rows() {
          @Override
          public long count() {
            throw new AssertionError("the rows were counted");
          }

          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
            throw new AssertionError("the rows were read");
          }
        };
    for (MeanRequest request : requests(Neighbours.REPLACE)) {
      for (Rows rows : List.of(skipping, unknowing)) {
        PrivacyLedger ledger = new PrivacyLedger(new Zcdp(RHO));
        CentralTrust trust = CentralTrust.of(ledger, NoiseKey.fromSeed(1));
        String message =
            assertThrows(
                    IllegalArgumentException.class, () -> Mechanisms.release(request, rows, trust))
                .getMessage();
        assertTrue(message.contains("ADD_REMOVE") && message.contains("ZERO"), message);
        assertEquals(List.of(), trust.charges());
        assertEquals(RHO, ledger.remaining());
      }
    }
    for (MeanRequest request : requests(Neighbours.ADD_REMOVE)) {
      assertEquals(2, Mechanisms.release(request, skipping, trust(RHO, 1)).mean().length);
    }
  }

  private static List<MeanRequest> requests(Neighbours neighbours) {
    return List.of(
        request(neighbours),
        clipped(Method.CLIPPED, neighbours),
        clipped(Method.SHIFTED_CLIPPED, neighbours));
  }

  private static MeanSpec clipped(Method method, Neighbours neighbours) {
    return new MeanSpec(
        method,
        RHO,
        Optional.of(new Bounds.Ball(10, OptionalDouble.empty())),
        OptionalDouble.empty(),
        MeanSpec.DEFAULT_BETA,
        MeanSpec.Grid.GEOMETRIC,
        BudgetSplit.paper(method, OptionalDouble.empty()),
        PrivacyUnit.row(neighbours));
  }

  @Test
  void of_addRemove_isNoisyAndChargedFirst() {
    RowCount count = new RowCount(RHO, PRIVATE);
    int runs = 2000;
    double[] off =
        IntStream.range(0, runs)
            .mapToDouble(
                seed -> {
                  CentralTrust trust = opened(RHO, seed);
                  long requested = count.ask(rows(1000), trust);
                  assertEquals(List.of(new Charge("row count", 0.02 * RHO)), trust.charges());
                  return requested - 1000;
                })
            .toArray();
    double variance = IntStream.range(0, runs).mapToDouble(k -> off[k] * off[k]).sum() / runs;
    // 1 / (2 * 0.01) is 50; its estimate has a standard deviation of 50 sqrt(2 / 2000).
    assertEquals(50, variance, 5 * 50 * Math.sqrt(2.0 / runs));
    assertEquals(Math.sqrt(50), count.deviation(), 1e-12);
    assertEquals(0.98 * RHO, count.rhoLeft());
    assertEquals(1071, count.most(1000));
  }

  @Test
  void of_addRemoveAndNoRows_isAtLeastOne() {
    boolean clamped = false;
    for (int seed = 0; seed < 50; seed++) {
      long count = new RowCount(RHO, PRIVATE).ask(rows(0), opened(RHO, seed));
      assertTrue(count >= 1);
      clamped |= count == 1;
    }
    assertTrue(clamped, "no seed gave a count below 1");
  }

  @Test
  void release_tooLittleBudget_isRefusedBeforeRowsAreCountedOrRead() {
    for (Neighbours neighbours : Neighbours.values()) {
      for (MeanRequest request :
          List.of(
              request(neighbours),
              MeanSpec.of(Method.CLIPPED, RHO, new Bounds.Ball(100, OptionalDouble.empty())))) {
        CentralTrust poor = trust(0.499, 1);
        Rows unread = unread(request.unit().isCountPublic());
        assertThrows(
            BudgetExceededException.class, () -> Mechanisms.release(request, unread, poor));
        assertEquals(List.of(), poor.charges());
      }
    }
  }

  /** Rows that are never read, and counted only where that is allowed. */
  private static Rows unread(boolean mayBeCounted) {
    return new Rows() {
      @Override
      public long count() {
        if (!mayBeCounted) {
          throw new AssertionError("rows were counted");
        }
        return 1000;
      }

      @Override
      public boolean dropsRows() {
        return false;
      }

      @Override
      public int dimension() {
        return 2;
      }

      @Override
      public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
        throw new AssertionError("rows were read");
      }
    };
  }
}
