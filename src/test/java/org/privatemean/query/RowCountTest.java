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
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;

final class RowCountTest {
  private static final double RHO = 0.5;

  private static RecentredSpec request(Neighbours neighbours) {
    return new RecentredSpec(
        RHO, OptionalDouble.empty(), Optional.empty(), RecentredSpec.Scaling.NONE, neighbours);
  }

  private static Rows rows(int count) {
    return InMemoryRows.of(new double[count][2], 2, InvalidRows.ERROR);
  }

  private static CentralTrust trust(double rho, long seed) {
    return CentralTrust.of(new PrivacyLedger(new Zcdp(rho)), NoiseKey.fromSeed(seed));
  }

  @Test
  void of_replace_isTheCountAndFree() {
    CentralTrust trust = trust(RHO, 1);
    assertEquals(37, RowCount.of(request(Neighbours.REPLACE), rows(37), trust, Step.COUNT));
    assertEquals(List.of(), trust.charges());
    assertEquals(RHO, RowCount.rhoLeft(request(Neighbours.REPLACE)));
    assertEquals(0, RowCount.deviation(request(Neighbours.REPLACE)));
    assertEquals(37, RowCount.most(request(Neighbours.REPLACE), 37));
  }

  @Test
  void of_addRemove_isNoisyAndChargedFirst() {
    MeanRequest request = request(Neighbours.ADD_REMOVE);
    int runs = 2000;
    double[] off =
        IntStream.range(0, runs)
            .mapToDouble(
                seed -> {
                  CentralTrust trust = trust(RHO, seed);
                  long count = RowCount.of(request, rows(1000), trust, Step.COUNT);
                  assertEquals(List.of(new Charge("row count", 0.02 * RHO)), trust.charges());
                  return count - 1000;
                })
            .toArray();
    double variance = IntStream.range(0, runs).mapToDouble(k -> off[k] * off[k]).sum() / runs;
    // 1 / (2 * 0.01) is 50; its estimate has a standard deviation of 50 sqrt(2 / 2000).
    assertEquals(50, variance, 5 * 50 * Math.sqrt(2.0 / runs));
    assertEquals(Math.sqrt(50), RowCount.deviation(request), 1e-12);
    assertEquals(0.98 * RHO, RowCount.rhoLeft(request));
    assertEquals(1071, RowCount.most(request, 1000));
  }

  @Test
  void of_addRemoveAndNoRows_isAtLeastOne() {
    boolean clamped = false;
    for (int seed = 0; seed < 50; seed++) {
      long count =
          RowCount.of(request(Neighbours.ADD_REMOVE), rows(0), trust(RHO, seed), Step.COUNT);
      assertTrue(count >= 1);
      clamped |= count == 1;
    }
    assertTrue(clamped, "no seed gave a count below 1");
  }

  @Test
  void of_tooLittleBudget_isRefusedBeforeTheCountIsDrawn() {
    for (Neighbours neighbours : Neighbours.values()) {
      CentralTrust poor = trust(0.499, 1);
      assertThrows(
          BudgetExceededException.class,
          () -> RowCount.of(request(neighbours), rows(10), poor, Step.COUNT));
      assertEquals(List.of(), poor.charges());
    }
  }
}
