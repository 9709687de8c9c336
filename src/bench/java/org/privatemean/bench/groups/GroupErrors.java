package org.privatemean.bench.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.privatemean.central.CentralGroupTrust;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupBlock.GroupEncoder;
import org.privatemean.mean.GroupedMean;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.release.ConfidenceRegion;
import org.privatemean.release.Guarantee;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.rows.group.GroupedBlocks;

/** Errors of the groups of several fits, rows and noise drawn anew for each. */
final class GroupErrors {
  private final GroupLine line;
  private final Map<GroupStatus, Integer> statuses = new EnumMap<>(GroupStatus.class);
  private final List<Double> errors = new ArrayList<>();
  private final List<Double> inUnits = new ArrayList<>();
  private final List<Double> overExpected = new ArrayList<>();
  private int covered;
  private int halfWidths;
  private double mostSpent;

  GroupErrors(GroupLine line) {
    this.line = line;
  }

  /** Fits once, in memory. */
  void fit(Scaling scaling, long seed) {
    Drawn drawn = line.law().draw(line.rows(), line.dimension(), line.groups(), seed);
    PrivacyUnit unit = PrivacyUnit.row(line.neighbours());
    GroupedSpec spec = GroupedSpec.of(line.rho(), scaling, unit);
    GroupLedger ledger = new GroupLedger(line.rho(), drawn.groups(), 1, unit, Payment.IN_PROCESS);
    try (GroupedBlocks<GroupBlock> blocks =
        encode(drawn, new GroupEncoder(drawn.dimension(), spec.range()))) {
      SecureNoise noise = new SecureNoise(NoiseKey.fromSeed(seed));
      CentralGroupTrust curator =
          new CentralGroupTrust(
              blocks, ledger, Calibration.ZCDP, noise, 1, unit, (step, spent) -> {});
      double[] counts = GroupedMean.count(spec, drawn.groups(), curator);
      Guarantee guarantee = Guarantee.inZcdp(new Zcdp(line.rho()), unit);
      add(drawn, GroupedMean.release(spec, guarantee, drawn.dimension(), counts, curator));
    }
  }

  private static GroupedBlocks<GroupBlock> encode(Drawn drawn, GroupEncoder encoder) {
    List<GroupBlock> blocks = new ArrayList<>();
    BlockBuilder<GroupBlock> builder = encoder.newBuilder();
    for (int i = 0; i < drawn.rows().length; i++) {
      builder.add(drawn.rows()[i], drawn.groupOf()[i], 1);
      if (builder.isFull()) {
        blocks.add(builder.build());
      }
    }
    if (!builder.isEmpty()) {
      blocks.add(builder.build());
    }
    return GroupedBlocks.held(blocks);
  }

  private void add(Drawn drawn, GroupedRelease release) {
    double[][] means = drawn.means();
    double[] spreads = drawn.spreads(means);
    int[] sizes = drawn.sizes();
    for (int g = 0; g < drawn.groups(); g++) {
      GroupMean group = release.groups().get(g);
      statuses.merge(group.status(), 1, Integer::sum);
      mostSpent = Math.max(mostSpent, group.rho());
      if (group.status() == GroupStatus.OK) {
        double sensitivity = line.neighbours() == Neighbours.REPLACE ? 2 : 1;
        double unit =
            sensitivity * spreads[g] * Math.sqrt(line.dimension() / (2 * line.rho())) / sizes[g];
        add(group.mean(), means[g], unit, release.region(group));
        overExpected.add(errors.get(errors.size() - 1) / release.noise(group).expectedL2Error());
      }
    }
  }

  private void add(double[] released, double[] exact, double unit, ConfidenceRegion region) {
    double square = 0;
    double[] half = region.halfWidths(exact.length);
    for (int j = 0; j < exact.length; j++) {
      double apart = released[j] - exact[j];
      square += apart * apart;
      halfWidths += Math.abs(apart) <= half[j] ? 1 : 0;
    }
    double error = Math.sqrt(square);
    errors.add(error);
    inUnits.add(error / unit);
    covered += error <= region.radius() ? 1 : 0;
  }

  int count(GroupStatus status) {
    return statuses.getOrDefault(status, 0);
  }

  double median() {
    return quantile(errors, 0.5);
  }

  double unitMedian() {
    return quantile(inUnits, 0.5);
  }

  double unitQuantile() {
    return quantile(inUnits, 0.95);
  }

  double expectedMedian() {
    return quantile(overExpected, 0.5);
  }

  /** The share of the radii that cover the mean of the rows of their group. */
  double coverage() {
    return (double) covered / errors.size();
  }

  double intervalCoverage() {
    return (double) halfWidths / errors.size() / line.dimension();
  }

  /** The largest total that the ledger of a group came to. */
  double mostSpent() {
    return mostSpent;
  }

  /** What was reached over the goal; NaN where there is none. */
  double overGoal() {
    double reached = line.inUnits() ? unitMedian() : median();
    return reached / line.goal().orElse(Double.NaN);
  }

  private static double quantile(List<Double> values, double share) {
    double[] sorted = values.stream().mapToDouble(x -> x).toArray();
    Arrays.sort(sorted);
    return sorted.length == 0 ? Double.NaN : sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}
