package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupQueries;
import org.privatemean.mean.GroupTrustModel.ExactCounts;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.rows.group.GroupedBlocks;
import org.privatemean.rows.group.GroupedBlocks.SlotFold;

/** Answers of the curator of groups to totals that are given, and what it charges. */
final class CentralGroupTrustTest {
  private static final int GROUPS = 3;
  private static final double PRICE = 0.0625;

  private final List<String> steps = new ArrayList<>();
  private GroupLedger ledger;

  private CentralGroupTrust trust(Neighbours neighbours, NoiseSource noise, long... totals) {
    PrivacyUnit unit = PrivacyUnit.row(neighbours);
    ledger = new GroupLedger(8, GROUPS, 1, unit, Payment.IN_PROCESS);
    return new CentralGroupTrust(
        given(totals),
        ledger,
        Calibration.ZCDP,
        noise,
        1,
        unit,
        (step, spent) -> steps.add(step + " " + (spent >= PRICE)));
  }

  private static GroupedBlocks<GroupBlock> given(long[] totals) {
    return new GroupedBlocks<>() {
      @Override
      public long[] fold(SlotFold<GroupBlock> fold, String description) {
        assertEquals(totals.length, fold.slots() * fold.width());
        return totals.clone();
      }

      @Override
      public void setSizes(double[] counts) {}

      @Override
      public void close() {}
    };
  }

  @Test
  void above_eachCell_countsFromItToTheLastOfItsSlot() {
    ExactCounts counts =
        trust(Neighbours.ADD_REMOVE, new ZeroNoise(), 1, 2, 3, 10, 20, 30)
            .counts("cells", GroupQueries.shaped(2, 3));
    int[] groups = {0, 0, 0, 0, 1, 1};
    int[] slots = {0, 0, 0, 0, 1, 1};
    int[] first = {0, 1, 2, 3, 0, 3};
    assertArrayEquals(
        new double[] {6, 5, 3, 0, 60, 0}, counts.above("above", groups, slots, first, PRICE));
  }

  @Test
  void search_eachBound_findsTheFirstCellWithAtMostThatManyAbove() {
    CentralGroupTrust trust =
        trust(Neighbours.ADD_REMOVE, new ZeroNoise(), 1, 2, 3, 1, 2, 3, 1, 2, 3);
    ExactCounts counts = trust.counts("cells", GroupQueries.shaped(3, 3));
    assertArrayEquals(new int[] {0, 1, 1}, counts.search("all", new double[] {6, 5.5, 5}, PRICE));
    assertArrayEquals(new int[] {2, 3, 3}, counts.search("all", new double[] {3, 2.9, 0}, PRICE));
  }

  /** Each entry has noise of its own: of its question, place and slot. */
  @Test
  void pooledSum_ofSeveralSlots_drawsAtAnAddressForEachEntry() {
    CentralGroupTrust trust =
        trust(
            Neighbours.ADD_REMOVE,
            (variance, step, level, coordinate, group) ->
                BigInteger.valueOf(1000 * step + 100 * level + 10 * coordinate + group),
            new long[6]);
    assertArrayEquals(
        new double[] {1000, 1010, 1001, 1011, 1002, 1012},
        trust.pooledSum("first", GroupQueries.shaped(3, 2), PRICE));
    assertEquals(2000, trust.pooledSum("second", GroupQueries.shaped(3, 2), PRICE)[0]);
    assertEquals(List.of("first true", "second true"), steps);
  }

  /** A row that is replaced may leave one slot and enter another, if there are several. */
  @Test
  void pooledSum_underReplace_isChargedTwiceIfThereAreSeveralSlots() {
    for (Neighbours neighbours : Neighbours.values()) {
      for (int slots = 1; slots <= 2; slots++) {
        trust(neighbours, new ZeroNoise(), new long[slots])
            .pooledSum("sum", GroupQueries.shaped(slots, 1), PRICE);
        double expected = neighbours == Neighbours.REPLACE && slots == 2 ? 2 * PRICE : PRICE;
        assertEquals(8 - expected, ledger.remainingCommon(), 1e-12, neighbours + " " + slots);
      }
    }
  }

  @Test
  void search_eachLevel_drawsNoiseOfItsOwnForThePriceOfAll() {
    List<String> draws = new ArrayList<>();
    CentralGroupTrust trust =
        trust(
            Neighbours.ADD_REMOVE,
            (variance, step, level, coordinate, group) -> {
              draws.add("level " + level + ", variance " + variance);
              return BigInteger.ZERO;
            },
            1,
            2,
            3);
    trust.counts("cells", GroupQueries.shaped(1, 3)).search("all", new double[1], PRICE);
    assertEquals(List.of("level 0, variance 16", "level 1, variance 16"), draws);
  }

  @Test
  void search_ofManyPrices_keepsTheirVariancesApart() {
    List<String> variances = new ArrayList<>();
    CentralGroupTrust trust =
        trust(
            Neighbours.ADD_REMOVE,
            (variance, step, level, coordinate, group) -> {
              variances.add(variance.toString());
              return BigInteger.ZERO;
            },
            0,
            0,
            0);
    for (double price : new double[] {PRICE, 2 * PRICE, PRICE}) {
      trust
          .counts("cells", GroupQueries.shaped(1, 3))
          .above("n", new int[1], new int[1], new int[1], price);
    }
    assertEquals(Arrays.asList("8", "4", "8"), variances);
  }
}
