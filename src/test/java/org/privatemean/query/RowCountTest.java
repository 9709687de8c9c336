package org.privatemean.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.privatemean.central.CentralTrust;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.Rows;

final class RowCountTest {
  private static final double RHO = 0.5;

  private static Rows rows(int count) {
    return InMemoryRows.of(new double[count][2], 2, InvalidRows.ERROR);
  }

  private static CentralTrust trust(double rho, long seed) {
    return CentralTrust.of(new PrivacyLedger(new Zcdp(rho)), NoiseKey.fromSeed(seed));
  }

  @Test
  void of_replace_isTheCountAndFree() {
    CentralTrust trust = trust(RHO, 1);
    assertEquals(37, new RowCount(RHO, Neighbours.REPLACE).ask("a release", rows(37), trust));
    assertEquals(List.of(), trust.charges());
    assertEquals(RHO, new RowCount(RHO, Neighbours.REPLACE).rhoLeft());
    assertEquals(0, new RowCount(RHO, Neighbours.REPLACE).deviation());
    assertEquals(37, new RowCount(RHO, Neighbours.REPLACE).most(37));
  }

  @Test
  void of_addRemove_isNoisyAndChargedFirst() {
    RowCount count = new RowCount(RHO, Neighbours.ADD_REMOVE);
    int runs = 2000;
    double[] off =
        IntStream.range(0, runs)
            .mapToDouble(
                seed -> {
                  CentralTrust trust = trust(RHO, seed);
                  long asked = count.ask("a release", rows(1000), trust);
                  assertEquals(List.of(new Charge("row count", 0.02 * RHO)), trust.charges());
                  return asked - 1000;
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
      long count =
          new RowCount(RHO, Neighbours.ADD_REMOVE).ask("a release", rows(0), trust(RHO, seed));
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
          () -> new RowCount(RHO, neighbours).ask("a release", rows(10), poor));
      assertEquals(List.of(), poor.charges());
    }
  }
}
