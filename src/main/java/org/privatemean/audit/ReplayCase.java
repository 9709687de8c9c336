package org.privatemean.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.release.Release;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.ErrorBarCoverage.CoverageKind;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.RecentredSpec.CovarianceType;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;
import org.privatemean.request.WarmStart;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** Two data sets that differ in one row, and the request made for both, drawn from a seed. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ReplayCase(
    MeanRequest request,
    double[][] rows,
    double[][] neighbour,
    InvalidRows invalidRows,
    NoiseKey key) {
  /** With this budget a dozen rows are enough for every mechanism. */
  static final double LARGE_RHO = 400;

  private static final CoverageKind[] KINDS = CoverageKind.values();

  /** Mechanisms, each with what changes its questions. */
  enum Mechanism {
    CLIPPED,
    SHIFTED_CLIPPED,
    RECENTRED,
    /** From an earlier release, which is the same for both data sets. */
    RECENTRED_FROM_START,
    /** Located on a sample, whose bits are those of the rows' places in both data sets. */
    RECENTRED_SAMPLED,
    DEVIATIONS,
    /** With the covariance matrix as the last question. */
    COVARIANCE,
    /** With correlated noise, on all rows or on a sample and one pass. */
    SHAPED;

    boolean isRecentred() {
      return this != CLIPPED && this != SHIFTED_CLIPPED;
    }

    /** True if half of the rows must be enough, or if there are more questions. */
    private boolean isLarge() {
      return this == RECENTRED_SAMPLED
          || this == DEVIATIONS
          || this == COVARIANCE
          || this == SHAPED;
    }

    /** True if a missing row keeps its bit of the sample, so that all others have theirs. */
    private boolean maySample() {
      return this == RECENTRED_SAMPLED || this == SHAPED;
    }
  }

  /** The transcripts of both data sets, and their releases; empty if n was too small. */
  record Replayed(
      Transcript one, Transcript other, Optional<Release> first, Optional<Release> second) {
    List<String> faults() {
      int questions = one.aggregates().size();
      Stream<String> found =
          questions != other.aggregates().size()
              ? Stream.of("neighbouring data are asked other questions")
              : IntStream.range(0, questions)
                  .filter(k -> !one.aggregates().get(k).holds(other.aggregates().get(k)))
                  .mapToObj(
                      k -> "'" + one.aggregates().get(k).step() + "' exceeds its sensitivity");
      // All that leaves is a function of the released values.
      Stream<String> leak =
          first.equals(second) ? Stream.of() : Stream.of("equal answers give another release");
      return Stream.of(found, leak, one.faults().stream(), other.faults().stream())
          .flatMap(each -> each)
          .distinct()
          .toList();
    }
  }

  Replayed replay(AuditedBuild build) {
    Transcript one = new Transcript(build, request.rho(), key, null);
    Optional<Release> first = release(build, rows, one);
    Transcript other = one.replaying();
    return new Replayed(one, other, first, release(build, neighbour, other));
  }

  private Optional<Release> release(AuditedBuild build, double[][] data, Transcript trust) {
    int dimension = rows[0].length;
    try {
      return Optional.of(
          build.release(request, InMemoryRows.of(data, dimension, invalidRows), trust));
    } catch (TooFewRowsException tooFew) {
      return Optional.empty();
    }
  }

  static ReplayCase draw(Mechanism mechanism, Neighbours neighbours, double rho, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    MeanRequest request = request(mechanism, PrivacyUnit.row(neighbours), rho, random);
    boolean replace = neighbours == Neighbours.REPLACE;
    int dimension = 1 + random.nextInt(mechanism.isRecentred() ? 12 : 6);
    boolean isShaped = mechanism == Mechanism.SHAPED;
    dimension = isShaped ? Math.max(8, dimension) : dimension;
    int least = mechanism.isRecentred() ? 12 : 5;
    int count = (replace ? least : 8) + random.nextInt(8) + (mechanism.isLarge() ? 32 : 0);
    count *= (int) Math.ceil(Math.sqrt(LARGE_RHO / rho));
    double[][] rows = rows(mechanism, random, count, dimension);
    if (mechanism == Mechanism.RECENTRED_FROM_START || (isShaped && random.nextBoolean())) {
      request = ((RecentredSpec) request).withStart(start(random, rows));
    }
    int place = random.nextInt(count);
    double[][] neighbour = rows.clone();
    InvalidRows invalid = InvalidRows.ZERO;
    if (replace) {
      neighbour[place] = extreme(random, rows[place]);
      if (random.nextInt(4) == 0) {
        rows = rows.clone();
        rows[place] =
            random.nextBoolean()
                ? Arrays.stream(neighbour[place]).map(x -> -x).toArray()
                : extreme(random, rows[place]);
      }
    } else {
      rows[place] = random.nextInt(3) == 0 ? rows[place] : extreme(random, rows[place]);
      // A skipped invalid row does not count. It has a bit, so that the others keep theirs.
      if (random.nextBoolean() || mechanism.maySample()) {
        invalid = InvalidRows.SKIP;
        neighbour[place] = null;
      } else {
        neighbour = without(rows, place);
      }
    }
    return new ReplayCase(request, rows, neighbour, invalid, NoiseKey.fromSeed(seed));
  }

  /** Returns the case with more rows in both data sets, and a rule for invalid ones. */
  ReplayCase plus(InvalidRows rule, double[]... more) {
    return new ReplayCase(request, with(rows, more), with(neighbour, more), rule, key);
  }

  static double[][] with(double[][] rows, double[]... more) {
    return Stream.of(rows, more).flatMap(Arrays::stream).toArray(double[][]::new);
  }

  static double[][] without(double[][] rows, int place) {
    double[][] fewer = new double[rows.length - 1][];
    Arrays.setAll(fewer, i -> rows[i < place ? i : i + 1]);
    return fewer;
  }

  private static MeanRequest request(
      Mechanism mechanism, PrivacyUnit unit, double rho, SplittableRandom random) {
    return switch (mechanism) {
      case CLIPPED, SHIFTED_CLIPPED -> clipped(mechanism, unit, rho, random);
      case RECENTRED_SAMPLED -> sampled(recentred(unit, rho, random), random);
      case DEVIATIONS -> {
        RecentredSpec spec = recentred(unit, rho, random);
        yield spec.with(Scaling.STANDARD, spec.regions()).with(RecentredSpec.Moments.DEVIATIONS);
      }
      case COVARIANCE -> recentred(unit, rho, random).with(RecentredSpec.Moments.COVARIANCE);
      case SHAPED -> {
        RecentredSpec spec = recentred(unit, rho, random);
        yield (random.nextBoolean() ? spec : sampled(spec, random))
            .with(random.nextInt(4) == 0 ? CovarianceType.AUTO : CovarianceType.FULL);
      }
      default -> recentred(unit, rho, random);
    };
  }

  private static RecentredSpec recentred(PrivacyUnit unit, double rho, SplittableRandom random) {
    return new RecentredSpec(
        rho,
        random.nextInt(3) == 0 ? OptionalDouble.of(1e-20) : OptionalDouble.empty(),
        random.nextInt(3) == 0
            ? Optional.of(new Bounds.Ball(10, OptionalDouble.empty()))
            : Optional.empty(),
        Scaling.named().get(random.nextInt(Scaling.named().size())),
        ErrorBarCoverage.of(KINDS[random.nextInt(KINDS.length)]),
        RecentredSpec.Moments.MEAN,
        unit);
  }

  private static RecentredSpec sampled(RecentredSpec spec, SplittableRandom random) {
    ErrorBarCoverage regions =
        ErrorBarCoverage.of(random.nextBoolean() ? CoverageKind.NONE : CoverageKind.SAMPLE);
    return spec.with(spec.scaling(), regions).withSampling(Sampling.ALWAYS);
  }

  private static MeanSpec clipped(
      Mechanism mechanism, PrivacyUnit unit, double rho, SplittableRandom random) {
    OptionalDouble resolution =
        switch (random.nextInt(4)) {
          case 0 -> OptionalDouble.of(3);
          case 1 -> OptionalDouble.of(1e-12);
          default -> OptionalDouble.empty();
        };
    Bounds bounds =
        switch (random.nextInt(3)) {
          case 0 -> new Bounds.Statistical(2, 0.5, 1);
          case 1 -> new Bounds.Ball(10, resolution);
          default -> new Bounds.Box(10, resolution);
        };
    boolean coarse = resolution.isEmpty() || resolution.getAsDouble() > 1;
    MeanSpec.Grid grid =
        coarse && random.nextInt(3) == 0 ? MeanSpec.Grid.SQUARED : MeanSpec.Grid.GEOMETRIC;
    OptionalDouble norm =
        random.nextInt(3) == 0
            ? OptionalDouble.of(Math.exp(random.nextDouble(-3, 3)))
            : OptionalDouble.empty();
    Method method = Method.valueOf(mechanism.name());
    BudgetSplit split = BudgetSplit.paper(method, norm);
    return new MeanSpec(
        method, rho, Optional.of(bounds), norm, MeanSpec.DEFAULT_BETA, grid, split, unit);
  }

  /** Rows around a mean; for the recentred one of any size, and often of very unequal spread. */
  static double[][] rows(Mechanism mechanism, SplittableRandom random, int count, int dimension) {
    double[] mean = random.doubles(dimension, -3, 3).toArray();
    double spread = Math.exp(random.nextDouble(-6, 2));
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> mean[j] + spread * random.nextGaussian());
    }
    if (mechanism.isRecentred()) {
      double scale = random.nextInt(3) == 0 ? Math.exp(random.nextDouble(-300, 300)) : 1;
      double uneven = random.nextBoolean() ? 0 : 2;
      double centred = random.nextBoolean() ? 0 : 1;
      for (double[] row : rows) {
        Arrays.setAll(
            row, j -> scale * Math.exp(-uneven * j) * (row[j] - centred * Math.rint(row[j])));
      }
    }
    return rows;
  }

  /** Returns a hostile row: as {@link #replacement}, or along one axis. */
  static double[] extreme(SplittableRandom random, double[] replaced) {
    double[] row = replacement(random, replaced);
    if (random.nextInt(4) == 0) {
      int kept = random.nextInt(row.length);
      double largest = Arrays.stream(replaced).map(Math::abs).max().orElseThrow();
      row = new double[row.length];
      row[kept] = 1e3 * largest;
    }
    return row;
  }

  /** Returns a row that does the most it can: on a border, opposite to another, or invalid. */
  private static double[] replacement(SplittableRandom random, double[] replaced) {
    int dimension = replaced.length;
    double[] direction = random.doubles(dimension, -1, 1).toArray();
    double length = Math.sqrt(Arrays.stream(direction).map(x -> x * x).sum());
    return switch (random.nextInt(9)) {
      case 0 -> new double[dimension];
      case 1 -> Arrays.stream(direction).map(x -> 1.7e308 * Math.signum(x)).toArray();
      case 2 -> Arrays.stream(direction).map(x -> 1e-315 * x).toArray();
      // On the ball of radius 10, to a double, and a hair beyond.
      case 3 -> Arrays.stream(direction).map(x -> 10 * x / length).toArray();
      case 4 -> Arrays.stream(direction).map(x -> Math.nextUp(10.0) * x / length).toArray();
      case 5 -> Arrays.stream(direction).map(x -> 10 * Math.signum(x)).toArray();
      case 6 -> Arrays.stream(replaced).map(x -> -1e9 * x).toArray();
      case 7 -> Arrays.stream(direction).map(x -> x > 0 ? Double.NaN : x).toArray();
      default -> Arrays.stream(direction).map(x -> 4 * x).toArray();
    };
  }

  /** Returns an earlier release of such rows: near them mostly, with scales or without. */
  private static WarmStart start(SplittableRandom random, double[][] rows) {
    int dimension = rows[0].length;
    double[] mean = new double[dimension];
    double[] spreads = new double[dimension];
    for (double[] row : rows) {
      Arrays.setAll(mean, j -> mean[j] + row[j] / rows.length);
      Arrays.setAll(spreads, j -> Math.max(spreads[j], Math.abs(row[j] - rows[0][j])));
    }
    Arrays.setAll(spreads, j -> Math.max(1e-300, spreads[j] / 2));
    boolean away = random.nextInt(5) == 0;
    Arrays.setAll(mean, j -> mean[j] + (away ? 100 : 0.3) * spreads[j] * random.nextDouble(-1, 1));
    if (random.nextBoolean()) {
      double norm = 1.3 * Math.sqrt(dimension);
      WarmStart scaled =
          WarmStart.of(mean, norm)
              .withScales(spreads)
              .withDeviations(spreads, random.nextInt(4) > 0);
      return random.nextBoolean() ? scaled : scaled.withNoiseCovariance(oneFactor(spreads));
    }
    return WarmStart.of(mean, 1.3 * Math.sqrt(Arrays.stream(spreads).map(s -> s * s).sum()));
  }

  /** Returns the covariance of columns that share one factor, up to a factor. */
  private static double[] oneFactor(double[] deviations) {
    int d = deviations.length;
    double largest = Arrays.stream(deviations).max().orElseThrow();
    double[] covariance = new double[d * d];
    for (int k = 0; k < covariance.length; k++) {
      double product = deviations[k / d] / largest * (deviations[k % d] / largest);
      covariance[k] = k % (d + 1) == 0 ? 5 * product : product;
    }
    return covariance;
  }
}
