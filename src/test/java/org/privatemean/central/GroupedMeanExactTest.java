package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.mean.GroupedMean;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.Scaling;

/** Grouped means without noise, which are what they say to the last lattice step. */
final class GroupedMeanExactTest {
  private static final MathContext DECIMALS = new MathContext(60);

  /** Remembers the last sum that was asked, which the means were made of. */
  private static final class LastSum implements GroupTrustModel {
    private GroupTrustModel curator;
    private double[] totals;
    private int[] groups;

    GroupTrustModel over(GroupTrustModel trust) {
      curator = trust;
      return this;
    }

    @Override
    public GroupLedger ledger() {
      return curator.ledger();
    }

    @Override
    public void setSizes(double[] counts) {
      curator.setSizes(counts);
    }

    @Override
    public double[] own(String step, GroupQuery question, int[] requested, double[] prices) {
      double[] answer = curator.own(step, question, requested, prices);
      if (step.equals("clipped sum")) {
        totals = answer.clone();
        groups = requested.clone();
      }
      return answer;
    }

    @Override
    public double[] pooledSum(String step, GroupQuery question, double price) {
      return curator.pooledSum(step, question, price);
    }

    @Override
    public ExactCounts counts(String description, GroupQuery question) {
      return curator.counts(description, question);
    }
  }

  @Test
  void chargeCount_thenNoKeyOrMany_isPaidByEach() {
    for (Neighbours neighbours : Neighbours.values()) {
      GroupedSpec spec = GroupFit.spec(1, Scaling.NONE, neighbours, 4);
      GroupLedger before = new GroupLedger(1, 1, 4, spec.unit(), Payment.IN_PROCESS);
      GroupedMean.chargeCount(spec, before);
      for (int groups : new int[] {0, 1, 3}) {
        GroupLedger ledger = before.forEach(groups);
        assertEquals(1, ledger.charges().size());
        assertEquals(0.02, ledger.charges().get(0).rho(), 1e-12);
        assertTrue(ledger.mostSpent() >= 0.02);
        assertEquals(
            before.remaining(0, GroupLedger.GroupQueryKind.SUM),
            ledger.remaining(Math.max(0, groups - 1), GroupLedger.GroupQueryKind.SUM));
        assertEquals(before.remainingCommon(), ledger.remainingCommon());
      }
    }
  }

  private static BigDecimal[] clippedMean(
      GroupLaw.Sample sample, int group, double[] centre, double[] scales, double norm) {
    BigDecimal[] sum = new BigDecimal[centre.length];
    Arrays.fill(sum, BigDecimal.ZERO);
    for (int i = 0; i < sample.rows().length; i++) {
      if (sample.groups()[i] != group) {
        continue;
      }
      BigDecimal[] seen = new BigDecimal[centre.length];
      BigDecimal square = BigDecimal.ZERO;
      for (int j = 0; j < seen.length; j++) {
        BigDecimal off = new BigDecimal(sample.rows()[i][j]).subtract(new BigDecimal(centre[j]));
        seen[j] = off.divide(new BigDecimal(scales[j]), DECIMALS);
        square = square.add(seen[j].pow(2));
      }
      BigDecimal length = square.sqrt(DECIMALS);
      BigDecimal most = new BigDecimal(norm);
      boolean cut = length.compareTo(most) > 0;
      for (int j = 0; j < seen.length; j++) {
        BigDecimal each = cut ? seen[j].multiply(most).divide(length, DECIMALS) : seen[j];
        sum[j] = sum[j].add(each);
      }
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"GAUSS, none", "STUDENT, none", "UNITS, standard", "UNITS, scales", "FAR, standard"})
  void release_withoutNoise_isTheClippedMeanInDecimals(GroupLaw law, String scaling) {
    int d = 5;
    GroupLaw.Sample sample = law.sample(new int[] {120, 80, 0, 200, 60, 100}, d, 2);
    double[] units = IntStream.range(0, d).mapToDouble(j -> Math.pow(10, j - 3)).toArray();
    GroupedSpec spec =
        GroupFit.spec(
            3,
            scaling.equals("scales") ? Scaling.by(units) : Scaling.of(scaling),
            Neighbours.ADD_REMOVE,
            1);
    LastSum last = new LastSum();
    GroupedRelease release = GroupFit.of(spec, GroupFit.NONE).release(sample, last::over);
    double[] ones = new double[d];
    Arrays.fill(ones, 1);
    double[] scales = release.scales().values().orElse(ones);
    for (int k = 0; k < last.groups.length; k++) {
      int group = last.groups[k];
      GroupMean mean = release.groups().get(group);
      assertEquals(sample.sizes()[group], mean.count());
      assertEquals(GroupStatus.OK, mean.status());
      double step = mean.clippingNorm() / (1 << 20);
      double[] centre = new double[d];
      for (int j = 0; j < d; j++) {
        double shift = last.totals[k * d + j] * step / mean.count();
        centre[j] = mean.mean()[j] - shift * scales[j];
      }
      BigDecimal[] sum = clippedMean(sample, group, centre, scales, mean.clippingNorm());
      for (int j = 0; j < d; j++) {
        double exact = centre[j] + sum[j].doubleValue() / mean.count() * scales[j];
        // Each row is rounded by a step and a half at most; the centre to a double.
        double rounding = 1.5 * step * scales[j] + 1e-13 * Math.abs(centre[j]);
        assertEquals(exact, mean.mean()[j], rounding, law + " " + group + " " + j);
      }
    }
    assertEquals(5, last.groups.length);
  }

  private static GroupLaw.Sample withEmptyKeys(GroupLaw.Sample sample) {
    int[] sizes = new int[2 * sample.sizes().length];
    for (int g = 0; g < sample.sizes().length; g++) {
      sizes[2 * g + 1] = sample.sizes()[g];
    }
    int[] groups = Arrays.stream(sample.groups()).map(g -> 2 * g + 1).toArray();
    return new GroupLaw.Sample(sample.rows(), groups, sizes, sample.dimension());
  }

  @ParameterizedTest
  @EnumSource(
      value = GroupLaw.class,
      names = {"GAUSS", "UNITS", "ZEROS", "RARE", "HUGE", "NOTHING"})
  void groups_withEmptyPublicKeys_areTheSameWithoutNoise(GroupLaw law) {
    int[] sizes = new int[50];
    Arrays.setAll(sizes, g -> g % 9 == 8 ? 4 : 40 + 7 * (g % 6));
    GroupLaw.Sample sample = law.sample(sizes, 9, 3);
    for (Neighbours neighbours : Neighbours.values()) {
      GroupedSpec spec = GroupFit.spec(2, Scaling.STANDARD, neighbours, 1);
      List<GroupMean> alone = GroupFit.of(spec, GroupFit.NONE).release(sample).groups();
      List<GroupMean> beside =
          GroupFit.of(spec, GroupFit.NONE).release(withEmptyKeys(sample)).groups();
      for (int g = 0; g < alone.size(); g++) {
        assertEquals(alone.get(g), beside.get(2 * g + 1), law + " " + g);
        GroupMean empty = beside.get(2 * g);
        assertEquals(GroupStatus.TOO_SMALL, empty.status());
        assertEquals(0, empty.count());
        assertEquals(null, empty.mean());
      }
    }
  }

  @Test
  void release_ofRowsInAnyOrder_hasTheSameBits() {
    GroupLaw.Sample sample = GroupLaw.UNITS.sample(12, 90, 6, 4);
    GroupedSpec spec = GroupFit.spec(1, Scaling.STANDARD, Neighbours.ADD_REMOVE, 1);
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, sample.rows().length).boxed().toList());
    Collections.shuffle(order, new Random(1));
    GroupLaw.Sample shuffled =
        new GroupLaw.Sample(
            order.stream().map(i -> sample.rows()[i]).toArray(double[][]::new),
            order.stream().mapToInt(i -> sample.groups()[i]).toArray(),
            sample.sizes(),
            sample.dimension());
    GroupedRelease release = GroupFit.seeded(spec, 5).release(sample);
    assertEquals(release.groups(), GroupFit.seeded(spec, 5).release(shuffled).groups());
    assertEquals(release.charges(), GroupFit.seeded(spec, 5).release(shuffled).charges());
    assertNotEquals(release.groups(), GroupFit.seeded(spec, 6).release(sample).groups());
  }

  @Test
  void noise_ofGroupsAtOneAddress_differs() {
    NoiseSource noise = GroupFit.secure(1);
    Variance variance = Variance.forRho(BigInteger.ONE.shiftLeft(80), 1);
    List<BigInteger> drawn =
        IntStream.range(0, 1000)
            .mapToObj(g -> noise.discreteGaussian(variance, 3, 2, 1, g))
            .toList();
    assertEquals(1000, drawn.stream().distinct().count());
    double mean = drawn.stream().mapToDouble(BigInteger::doubleValue).sum() / 1000;
    assertEquals(0, mean / variance.standardDeviation(), 5.2 / Math.sqrt(1000));
    double square = drawn.stream().mapToDouble(x -> x.doubleValue() * x.doubleValue()).sum();
    assertEquals(1, square / 1000 / variance.doubleValue(), 5.2 * Math.sqrt(2.0 / 1000));
    // Group 0 has the address that there was before there were groups.
    assertEquals(noise.discreteGaussian(variance, 3, 2, 1), drawn.get(0));
  }

  @Test
  void release_withoutLiveGroup_takesOnlyTheCounts() {
    GroupLaw.Sample sample = GroupLaw.GAUSS.sample(new int[] {0, 3, 0, 5}, 4, 1);
    for (Scaling scaling : List.of(Scaling.NONE, Scaling.STANDARD)) {
      GroupedSpec spec = GroupFit.spec(1, scaling, Neighbours.ADD_REMOVE, 1);
      GroupedRelease release = GroupFit.seeded(spec, 1).release(sample);
      assertEquals(1, release.charges().size());
      for (GroupMean group : release.groups()) {
        assertEquals(GroupStatus.TOO_SMALL, group.status());
        assertEquals(0.02, group.rho(), 1e-12);
      }
    }
  }

  @Test
  void release_ofNoGroups_isEmpty() {
    GroupedSpec spec = GroupFit.spec(1, Scaling.STANDARD, Neighbours.ADD_REMOVE, 1);
    GroupLaw.Sample none = new GroupLaw.Sample(new double[0][3], new int[0], new int[0], 3);
    assertEquals(List.of(), GroupFit.seeded(spec, 1).release(none).groups());
  }

  @ParameterizedTest
  @EnumSource(
      value = GroupLaw.class,
      names = {"EQUAL", "NOTHING", "HUGE", "TINY", "DUPLICATES"})
  void release_ofOddRows_isNearTheirMeans(GroupLaw law) {
    for (int d : new int[] {1, 9}) {
      GroupLaw.Sample sample = law.sample(20, 150, d, 6);
      double[][] means = sample.means();
      double size = law == GroupLaw.HUGE ? 0x1p497 : law == GroupLaw.TINY ? 0x1p-500 : 1;
      for (Scaling scaling : List.of(Scaling.NONE, Scaling.STANDARD)) {
        GroupedSpec spec = GroupFit.spec(1, scaling, Neighbours.ADD_REMOVE, 1);
        GroupedRelease release = GroupFit.seeded(spec, 2).release(sample);
        int found = 0;
        double[] offs = new double[20];
        for (int g = 0; g < 20; g++) {
          GroupMean mean = release.groups().get(g);
          offs[g] = Double.POSITIVE_INFINITY;
          if (mean.status() == GroupStatus.OK) {
            found++;
            double square = 0;
            for (int j = 0; j < d; j++) {
              double off = (mean.mean()[j] - means[g][j]) / size;
              square += off * off;
            }
            offs[g] = Math.sqrt(square);
          }
        }
        Arrays.sort(offs);
        String what = law + " d = " + d + " " + scaling + " " + Arrays.toString(offs);
        assertTrue(found >= 18, what);
        double room = law == GroupLaw.EQUAL ? 1e-3 : law == GroupLaw.NOTHING ? 1e-30 : 0.2;
        // Rows of the largest norms are cut, each by itself; rows of the least count as the least.
        room = law == GroupLaw.HUGE ? 30 : law == GroupLaw.TINY ? 3 : room;
        assertTrue(offs[10] < room, what);
      }
    }
  }
}
