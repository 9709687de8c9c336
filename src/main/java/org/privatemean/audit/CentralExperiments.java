package org.privatemean.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupBlock.GroupEncoder;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.mean.GroupedMean;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Release;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.RecentredSpec.Moments;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;
import org.privatemean.request.WarmStart;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.rows.group.GroupedBlocks;

/** Black-box experiments on the central mechanisms: released values of few rows. */
final class CentralExperiments {
  private static final double[] RHOS = {0.05, 0.5, 2};
  private static final double RECENTRED_RHO = 0.2;
  private static final int GROUPS = 4;

  /** Weight of releases that take tens of milliseconds. */
  private static final int SLOW = 8;

  /** The rows that all data sets share, and the two rows in which they differ. */
  private enum Signal {
    /** Opposite rows far from equal ones. */
    OPPOSITE(0, 100, -100),
    /** A far row, and one like all others. */
    FAR(0, 1e6, 0),
    /** Opposite rows among spread ones. */
    SPREAD(1, 4, -4),
    /** The largest row, and an invalid one. */
    HOSTILE(1, 1e300, Double.NaN);

    private final double spread;
    private final double one;
    private final double other;

    Signal(double spread, double one, double other) {
      this.spread = spread;
      this.one = one;
      this.other = other;
    }

    double[][] rows(int count, int dimension, Neighbours neighbours, boolean isNeighbour) {
      SplittableRandom random = new SplittableRandom(1);
      double[][] rows = new double[count][dimension];
      for (double[] row : rows) {
        Arrays.setAll(row, j -> spread * random.nextGaussian());
      }
      rows[0] = new double[dimension];
      rows[0][0] = isNeighbour ? other : one;
      boolean isRemoved = isNeighbour && neighbours == Neighbours.ADD_REMOVE;
      return isRemoved ? ReplayCase.without(rows, 0) : rows;
    }
  }

  private final AuditedBuild build;
  private final List<Experiment> experiments = new ArrayList<>();

  private CentralExperiments(AuditedBuild build) {
    this.build = build;
  }

  static List<Experiment> create(AuditedBuild build) {
    CentralExperiments central = new CentralExperiments(build);
    for (Neighbours neighbours : Neighbours.values()) {
      for (Signal signal : Signal.values()) {
        for (double rho : RHOS) {
          central.addClipped(neighbours, signal, rho);
        }
        RecentredSpec sampled = recentred(neighbours, RECENTRED_RHO).withSampling(Sampling.ALWAYS);
        central.add("sampled", sampled, signal, 2);
        central.addGroups(neighbours, signal, Scaling.NONE, 3);
      }
      central.addRecentred(neighbours);
      central.addGroups(neighbours, Signal.OPPOSITE, Scaling.STANDARD, SLOW);
    }
    return central.experiments;
  }

  private void addClipped(Neighbours neighbours, Signal signal, double rho) {
    PrivacyUnit unit = PrivacyUnit.row(neighbours);
    for (Method method : List.of(Method.CLIPPED, Method.SHIFTED_CLIPPED)) {
      for (OptionalDouble norm : List.of(OptionalDouble.of(1), OptionalDouble.empty())) {
        MeanSpec request =
            new MeanSpec(
                method,
                rho,
                Optional.of(new Bounds.Ball(10, OptionalDouble.empty())),
                norm,
                MeanSpec.DEFAULT_BETA,
                MeanSpec.Grid.GEOMETRIC,
                BudgetSplit.paper(method, norm),
                unit);
        add(norm.isPresent() ? "public norm" : "searched norm", request, signal, 1);
      }
    }
  }

  private static RecentredSpec recentred(Neighbours neighbours, double rho) {
    return new RecentredSpec(
        rho,
        OptionalDouble.of(1e-3),
        Optional.of(new Bounds.Ball(1e3, OptionalDouble.empty())),
        Scaling.NONE,
        ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.NONE),
        Moments.MEAN,
        PrivacyUnit.row(neighbours));
  }

  private void addRecentred(Neighbours neighbours) {
    RecentredSpec plain = recentred(neighbours, RECENTRED_RHO);
    RecentredSpec standard = plain.with(Scaling.STANDARD, plain.regions());
    for (Signal signal : List.of(Signal.OPPOSITE, Signal.SPREAD)) {
      add("scaling none", plain, signal, SLOW);
      add("scaling none", recentred(neighbours, RECENTRED_RHO / 4), signal, SLOW);
    }
    add("scaling auto", plain.with(Scaling.AUTO, plain.regions()), Signal.OPPOSITE, SLOW);
    add("scaling standard", standard, Signal.OPPOSITE, SLOW);
    add("deviations", standard.with(Moments.DEVIATIONS), Signal.FAR, SLOW);
    add("covariance", plain.with(Moments.COVARIANCE), Signal.OPPOSITE, SLOW);
    add("a start", plain.withStart(WarmStart.of(new double[1], 1)), Signal.OPPOSITE, SLOW);
  }

  private void add(String variant, MeanRequest request, Signal signal, int weight) {
    int count = request instanceof RecentredSpec ? 10 + (int) (300 / Math.sqrt(request.rho())) : 10;
    int dimension = weight == SLOW ? 1 : 2;
    double[][] one = signal.rows(count, dimension, request.neighbours(), false);
    double[][] other = signal.rows(count, dimension, request.neighbours(), true);
    add(
        String.format("%s, %s, %s, %s", request.name(), variant, request.neighbours(), signal),
        weight,
        request.rho(),
        (isNeighbour, key) -> values(request, isNeighbour ? other : one, key));
  }

  private void add(
      String name, int weight, double rho, BiFunction<Boolean, NoiseKey, double[]> trial) {
    List<ApproxDp> claims = Experiment.claimsOf(new Zcdp(rho));
    experiments.add(new Experiment(name + ", rho " + rho, weight, claims, trial));
  }

  private double[] values(MeanRequest request, double[][] rows, NoiseKey key) {
    Release release =
        build.release(
            request,
            InMemoryRows.of(rows, rows[1].length, InvalidRows.ZERO),
            build.trust(new PrivacyLedger(new Zcdp(request.rho())), key));
    return Stream.of(
            release.mean(),
            new double[] {release.rows(), release.clippingNorm().orElse(0)},
            release.deviations().map(found -> found.values()).orElse(new double[0]),
            release.covariance().map(found -> found.noisy()).orElse(new double[0]))
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  private void addGroups(Neighbours neighbours, Signal signal, Scaling scaling, int weight) {
    GroupedSpec spec = GroupedSpec.of(8, scaling, PrivacyUnit.row(neighbours));
    int count = 5 * GROUPS * (int) Math.ceil(10 / Math.sqrt(spec.rho()));
    double[][] one = signal.rows(count, 1, neighbours, false);
    double[][] other = signal.rows(count, 1, neighbours, true);
    add(
        String.format("groups, scaling %s, %s, %s", scaling, neighbours, signal),
        weight,
        spec.rho(),
        (isNeighbour, key) -> groupValues(spec, isNeighbour ? other : one, count, key));
  }

  private double[] groupValues(GroupedSpec spec, double[][] rows, int count, NoiseKey key) {
    BlockBuilder<GroupBlock> builder = new GroupEncoder(1, spec.range()).newBuilder();
    for (int i = 0; i < rows.length; i++) {
      // A row that is not there leaves the groups of all others.
      int group = (i + count - rows.length) * GROUPS / count;
      builder.add(Double.isNaN(rows[i][0]) ? new double[1] : rows[i], group, 1);
    }
    GroupLedger ledger = GroupTranscript.ledger(spec, GROUPS);
    GroupedBlocks<GroupBlock> blocks = GroupedBlocks.held(List.of(builder.build()));
    GroupTrustModel trust = build.groupTrust(blocks, ledger, key, spec);
    double[] counts = GroupedMean.count(spec, GROUPS, trust);
    Guarantee guarantee = Guarantee.inZcdp(new Zcdp(spec.rho()), spec.unit());
    GroupMean group = GroupedMean.release(spec, guarantee, 1, counts, trust).groups().get(0);
    return group.mean() == null
        ? new double[] {counts[0], 0, 0}
        : new double[] {counts[0], group.mean()[0], group.clippingNorm()};
  }
}
