package org.privatemean.central;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupBlock.GroupEncoder;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.mean.GroupedMean;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.release.Guarantee;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.rows.group.GroupedBlocks;

/** Fits of rows in groups in plain Java, with any noise and with someone looking on. */
public final class GroupFit {
  /** No noise: what is released is exact. */
  public static final NoiseSource NONE = (variance, step, level, j, group) -> BigInteger.ZERO;

  private final GroupedSpec spec;
  private final NoiseSource noise;
  private GroupLedger ledger;

  private GroupFit(GroupedSpec spec, NoiseSource noise) {
    this.spec = spec;
    this.noise = noise;
  }

  /** A request of a row's, or of a person's with rows in several groups. */
  public static GroupedSpec spec(
      double rho, Scaling scaling, Neighbours neighbours, int groupsPerPerson) {
    return spec(rho, scaling, PrivacyUnit.row(neighbours), groupsPerPerson);
  }

  /** A request of any unit. */
  public static GroupedSpec spec(
      double rho, Scaling scaling, PrivacyUnit unit, int groupsPerPerson) {
    return new GroupedSpec(
        rho,
        OptionalDouble.empty(),
        scaling,
        true,
        ErrorBarCoverage.CONFIDENCE,
        groupsPerPerson,
        unit,
        RecentredSpec.RARE_UNIT);
  }

  public static GroupFit of(GroupedSpec spec, NoiseSource noise) {
    return new GroupFit(spec, noise);
  }

  public static GroupFit seeded(GroupedSpec spec, long seed) {
    return new GroupFit(spec, secure(seed));
  }

  static NoiseSource secure(long seed) {
    return new SecureNoise(NoiseKey.fromSeed(seed));
  }

  /** Rounded normal noise in a hurry: no privacy. */
  static NoiseSource quick(long seed) {
    return (variance, step, level, j, group) -> {
      long address = seed;
      for (int part : new int[] {step, level, j, group}) {
        address = (address ^ part) * 0x9E3779B97F4A7C15L;
        address ^= address >>> 29;
      }
      double value = new SplittableRandom(address).nextGaussian() * variance.standardDeviation();
      return BigInteger.valueOf(Math.round(value));
    };
  }

  /** The rows of a sample as blocks, with weights up to the most that one may have. */
  static GroupedBlocks<GroupBlock> blocks(GroupLaw.Sample sample, GroupedSpec spec) {
    int[] weights =
        new SplittableRandom(7)
            .ints(sample.rows().length, 1, spec.unit().mostWeight() + 1)
            .toArray();
    return held(
        sample.rows(),
        sample.groups(),
        weights,
        new GroupEncoder(sample.dimension(), spec.range()));
  }

  /** Rows in the memory of this process as blocks. */
  public static GroupedBlocks<GroupBlock> held(
      double[][] rows, int[] groups, int[] weights, GroupEncoder encoder) {
    List<GroupBlock> blocks = new ArrayList<>();
    BlockBuilder<GroupBlock> builder = encoder.newBuilder();
    for (int i = 0; i < rows.length; i++) {
      builder.add(rows[i], groups[i], weights[i]);
      if (builder.isFull()) {
        blocks.add(builder.build());
      }
    }
    if (!builder.isEmpty()) {
      blocks.add(builder.build());
    }
    return GroupedBlocks.held(blocks);
  }

  public GroupLedger ledger() {
    return ledger;
  }

  public GroupedRelease release(GroupLaw.Sample sample) {
    return release(sample, trust -> trust);
  }

  /** A release whose questions go through someone. */
  GroupedRelease release(GroupLaw.Sample sample, UnaryOperator<GroupTrustModel> through) {
    int groups = sample.sizes().length;
    ledger =
        new GroupLedger(
            spec.rho(), groups, spec.groupsPerPerson(), spec.unit(), Payment.IN_PROCESS);
    GroupTrustModel trust =
        through.apply(
            new CentralGroupTrust(
                blocks(sample, spec),
                ledger,
                Calibration.ZCDP,
                noise,
                spec.groupsPerPerson(),
                spec.unit(),
                (step, price) -> {}));
    double[] counts = GroupedMean.count(spec, groups, trust);
    Guarantee guarantee = Guarantee.inZcdp(new Zcdp(spec.rho()), spec.unit());
    return GroupedMean.release(spec, guarantee, sample.dimension(), counts, trust);
  }
}
