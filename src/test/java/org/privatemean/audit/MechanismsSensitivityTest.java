package org.privatemean.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.Promise;
import org.privatemean.audit.ReplayCase.Mechanism;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.release.Release;
import org.privatemean.request.Bounds;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.RowPasses.RowFold;
import org.privatemean.rows.RowSample;
import org.privatemean.rows.Rows;

/**
 * Replaces, adds or removes one row and replays the release with all released values frozen: no
 * aggregate that noise is put on may change by more than the sensitivity its noise was made for,
 * compared as integers.
 */
@Promise(
    "no aggregate changes by more than its stated sensitivity when a row is replaced, added or removed")
final class MechanismsSensitivityTest {
  private static final int PAIRS = 300;
  private static final int LONG_PAIRS = 3_000;

  /** Share of its sensitivity that each sum reaches in {@link #LONG_PAIRS} pairs. */
  private static final double REACHED = 0.95;

  private static final double RHO = ReplayCase.LARGE_RHO;
  private static final AuditedBuild BUILD = new AuditedBuild();
  private static final NoiseKey KEY = NoiseKey.fromSeed(1);

  /**
   * Of a fit from a start or with deviations; too few pairs are tried for the others to reach their
   * bounds.
   */
  private static final Set<String> ALWAYS_ASKED =
      Set.of("radius", "recentring, a sum", "clipping norm", "clipped sum, a sum");

  /** Of a covariance matrix; the others are those of the recentred mean. */
  private static final Set<String> OF_THE_MATRIX =
      Set.of("covariance norm", "covariance excess, a sum", "covariance, a sum");

  /** Of correlated noise; the others are those of the recentred mean, some in another basis. */
  private static final Set<String> OF_THE_SHAPE =
      Set.of(
          "norm of directions",
          "moments of projections, a sum",
          "second moments, a sum",
          "clipping bias, a sum",
          "excess, a sum",
          "clipped sum, a sum");

  /** Both data sets' answers. */
  private record Pair(List<Transcript.Aggregate> one, List<Transcript.Aggregate> other) {}

  private static double[][] rows(SplittableRandom random, int count, int dimension) {
    double[] mean = random.doubles(dimension, -3, 3).toArray();
    double spread = Math.exp(random.nextDouble(-6, 2));
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> mean[j] + spread * random.nextGaussian());
    }
    return rows;
  }

  private static Release release(
      MeanRequest request, double[][] rows, int d, InvalidRows invalid, Transcript trust) {
    return Mechanisms.release(request, rows, d, invalid, trust);
  }

  private static Pair pair(Mechanism mechanism, Neighbours neighbours, int number) {
    ReplayCase.Replayed pair = ReplayCase.draw(mechanism, neighbours, RHO, number).replay(BUILD);
    assertEquals(List.of(), pair.faults());
    assertTrue(
        pair.first().orElseThrow().clippingNorm().orElseThrow() > 0,
        "n was too small to release anything");
    return new Pair(pair.one().aggregates(), pair.other().aggregates());
  }

  private static List<Pair> pairs(Mechanism method, Neighbours neighbours, int most) {
    // A release of the recentred mean asks several times as many questions as the others.
    int pairs =
        switch (method) {
          case RECENTRED, RECENTRED_SAMPLED, COVARIANCE, SHAPED -> most / 2;
          // The questions are those of the recentred mean, at other places.
          case RECENTRED_FROM_START, DEVIATIONS -> most / 8;
          default -> most;
        };
    return IntStream.range(0, pairs).parallel().mapToObj(k -> pair(method, neighbours, k)).toList();
  }

  private static double share(Transcript.Aggregate one, Transcript.Aggregate other) {
    double squares =
        one.squaredChange(other).doubleValue() / one.squaredSensitivity().doubleValue();
    return Math.sqrt(squares);
  }

  static Stream<Arguments> mechanisms() {
    return Arrays.stream(Mechanism.values())
        .flatMap(
            method ->
                Arrays.stream(Neighbours.values())
                    .map(neighbours -> arguments(method, neighbours)));
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void aggregates_ofNeighbours_changeWithinTheirSensitivity(
      Mechanism method, Neighbours neighbours) {
    Map<String, Double> unused = largestChanges(method, neighbours, PAIRS);
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  @Tag("long")
  void aggregates_ofManyNeighbours_reachTheirSensitivity(Mechanism method, Neighbours neighbours) {
    Map<String, Double> most = largestChanges(method, neighbours, LONG_PAIRS);
    // Few drawn tables ask it: replay_ofFewValuesFarOut_hasNoFault reaches its sensitivity.
    most.remove("values far out, a sum");
    // The bounds are reached, so a smaller sensitivity would have been found out.
    Set<String> own =
        switch (method) {
          case RECENTRED_FROM_START, DEVIATIONS -> ALWAYS_ASKED;
          case COVARIANCE -> OF_THE_MATRIX;
          case SHAPED -> OF_THE_SHAPE;
          default -> Set.of();
        };
    if (!own.isEmpty()) {
      most.keySet().retainAll(own);
      assertEquals(own, most.keySet());
    } else {
      assertEquals(steps(method, neighbours), most.keySet());
    }
    most.forEach(
        (step, share) ->
            assertTrue(
                share > (step.endsWith("sum") ? REACHED : 1 - 1e-15), step + " reached " + share));
  }

  /**
   * Checks all aggregates, and returns the largest change of those of each step, in units of the
   * sensitivity.
   */
  private static Map<String, Double> largestChanges(
      Mechanism method, Neighbours neighbours, int pairs) {
    Map<String, Double> most = new TreeMap<>();
    int changed = 0;
    for (Pair pair : pairs(method, neighbours, pairs)) {
      List<Transcript.Aggregate> ones = pair.one();
      List<Transcript.Aggregate> others = pair.other();
      assertEquals(ones.size(), others.size());
      for (int k = 0; k < ones.size(); k++) {
        Transcript.Aggregate one = ones.get(k);
        Transcript.Aggregate other = others.get(k);
        assertEquals(one.step(), other.step());
        assertEquals(one.squaredSensitivity(), other.squaredSensitivity());
        assertTrue(one.holds(other), () -> one.step() + " changed by more than declared");
        changed += one.exact().equals(other.exact()) ? 0 : 1;
        most.merge(one.step() + (one.counts() ? "" : ", a sum"), share(one, other), Math::max);
      }
    }
    assertTrue(changed > pairs / 2, "only " + changed + " aggregates changed");
    return most;
  }

  private static Set<String> steps(Mechanism method, Neighbours neighbours) {
    Set<String> steps = new TreeSet<>(Set.of("clipped sum, a sum", "clipping norm"));
    if (method == Mechanism.SHIFTED_CLIPPED) {
      steps.add("medians");
    }
    if (method.isRecentred()) {
      steps.addAll(
          Set.of(
              "radius",
              "recentring, a sum",
              "variance norm",
              "tighter norm",
              "clipping bias, a sum",
              "variances, a sum",
              "magnitudes, a sum",
              "spreads, a sum",
              "nearly constant columns, a sum",
              "norm of ordinary rows",
              "norm by weights",
              "excess, a sum"));
      steps.addAll(
          method == Mechanism.RECENTRED_SAMPLED
              ? Set.of("guide norm", "reaches, a sum")
              : Set.of("tail, a sum", "tail direction, a sum", "far rows, a sum"));
    }
    if (neighbours == Neighbours.ADD_REMOVE) {
      steps.add("row count");
    }
    return steps;
  }

  /** As if the sensitivity of a sum were C instead of 2C, or half of C. */
  @ParameterizedTest
  @MethodSource("mechanisms")
  void replay_sumsThatAreDeclaredTooSmall_isCaught(Mechanism method, Neighbours neighbours) {
    int caught = 0;
    for (int k = 0; k < 500 && caught <= 20; k++) {
      Pair pair = pair(method, neighbours, k);
      List<Transcript.Aggregate> ones = pair.one();
      Transcript.Aggregate one = ones.get(ones.size() - 1);
      Transcript.Aggregate other = pair.other().get(ones.size() - 1);
      BigInteger declared = one.squaredSensitivity().shiftRight(2);
      caught += one.squaredChange(other).compareTo(declared) > 0 ? 1 : 0;
    }
    assertTrue(caught > 20, "caught only " + caught);
  }

  /** Values of one column far out, too few for its counts: the question about them is asked. */
  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void replay_ofFewValuesFarOut_hasNoFault(Neighbours neighbours) {
    int asked = 0;
    BigInteger most = BigInteger.ZERO;
    for (int k = 0; k < 24; k++) {
      SplittableRandom random = new SplittableRandom(k);
      double[][] rows = new double[2000][16];
      for (int i = 0; i < rows.length; i++) {
        Arrays.setAll(rows[i], j -> random.nextGaussian());
        rows[i][0] = i < 80 ? -999 : rows[i][0];
      }
      int place = random.nextInt(160);
      double[][] neighbour = rows.clone();
      if (neighbours == Neighbours.REPLACE) {
        neighbour[place] = ReplayCase.extreme(random, rows[place]);
      } else {
        neighbour = ReplayCase.without(rows, place);
      }
      RecentredSpec spec =
          new RecentredSpec(
              0.7,
              OptionalDouble.empty(),
              Optional.empty(),
              Scaling.STANDARD,
              ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.SAMPLE),
              RecentredSpec.Moments.MEAN,
              PrivacyUnit.row(neighbours));
      ReplayCase.Replayed pair =
          new ReplayCase(spec, rows, neighbour, InvalidRows.ZERO, NoiseKey.fromSeed(k))
              .replay(BUILD);
      assertEquals(List.of(), pair.faults());
      for (int i = 0; i < pair.one().aggregates().size(); i++) {
        Transcript.Aggregate one = pair.one().aggregates().get(i);
        if (one.step().equals("values far out")) {
          asked++;
          BigInteger change = one.squaredChange(pair.other().aggregates().get(i));
          most = most.max(change);
          assertEquals(
              neighbours == Neighbours.REPLACE ? 2 : 1, one.squaredSensitivity().intValue());
        }
      }
    }
    assertTrue(asked > 12, "asked: " + asked);
    assertEquals(neighbours == Neighbours.REPLACE ? 2 : 1, most.intValue());
  }

  /** Replays 20 releases that are asked for in (epsilon, delta), with noise of a rule. */
  private static Set<String> faultsOfTheGaussianCurve(Calibration drawn) {
    AuditedBuild build =
        new AuditedBuild(Calibration.GAUSSIAN) {
          @Override
          TrustModel trust(PrivacyLedger ledger, NoiseKey key) {
            return CentralTrust.of(ledger, key, drawn);
          }
        };
    return IntStream.range(0, 20)
        .mapToObj(k -> ReplayCase.draw(Mechanism.RECENTRED, Neighbours.ADD_REMOVE, RHO, k))
        .flatMap(each -> each.replay(build).faults().stream())
        .collect(Collectors.toSet());
  }

  @Test
  void replay_ofTheGaussianCurve_hasTheNoiseOfThatRuleInEveryStep() {
    assertEquals(Set.of(), faultsOfTheGaussianCurve(Calibration.GAUSSIAN));
    Set<String> ofZcdp = faultsOfTheGaussianCurve(Calibration.ZCDP);
    assertTrue(
        ofZcdp.contains("'row count' is not the exact answer with the noise of its charge"),
        ofZcdp.toString());
  }

  static Stream<MeanRequest> requests() {
    return Stream.of(
        MeanSpec.of(Method.SHIFTED_CLIPPED, RHO, new Bounds.Ball(10, OptionalDouble.empty())),
        RecentredSpec.of(RHO));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void replay_rowsThatAreNotNeighbours_isCaught(MeanRequest request) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = rows(random, 10, 3);
    double[][] far = rows.clone();
    far[0] = new double[] {10, 0, 0};
    far[1] = far[0];
    Transcript one = new Transcript(BUILD, RHO, KEY, null);
    Transcript other = one.replaying();
    release(request, rows, 3, InvalidRows.ERROR, one);
    release(request, far, 3, InvalidRows.ERROR, other);
    List<Boolean> held =
        IntStream.range(0, one.aggregates().size())
            .mapToObj(k -> one.aggregates().get(k).holds(other.aggregates().get(k)))
            .toList();
    assertTrue(held.contains(false), "two rows were replaced, and no aggregate told");
  }

  /**
   * Dark columns, reaches and the norm of ordinary rows taken from the rows themselves: a release
   * that goes by them tells neighbours apart.
   */
  @ParameterizedTest
  @CsvSource({
    "spreads, NONE",
    "nearly constant columns, NONE",
    "norm of ordinary rows, NONE",
    "reaches, ALWAYS",
    "nearly constant columns, ALWAYS"
  })
  void replay_scalesThatFollowFromExactCounts_isCaught(String leaking, Sampling sampling) {
    RecentredSpec spec = RecentredSpec.of(RHO).withSampling(sampling);
    int caught = 0;
    for (int k = 0; k < 10; k++) {
      SplittableRandom random = new SplittableRandom(k);
      double[][] rows = new double[2000][3];
      for (int i = 0; i < rows.length; i++) {
        rows[i] =
            new double[] {random.nextGaussian(), 1e4 * random.nextGaussian(), i % 500 == 0 ? 1 : 0};
      }
      double[][] neighbour = rows.clone();
      neighbour[7] = new double[] {60, 3e5, 1};
      Transcript one = new Transcript(BUILD, RHO, NoiseKey.fromSeed(k), null);
      Release first = release(spec, rows, 3, InvalidRows.ERROR, one);
      assertEquals(first, release(spec, neighbour, 3, InvalidRows.ERROR, one.replaying()));
      caught += isCaught(spec, neighbour, leaking(one, k, leaking), first) ? 1 : 0;
    }
    assertTrue(caught > 0, "caught none of 10");
  }

  /** A wrong mechanism that goes by the exact answers to one question. */
  private static Transcript leaking(Transcript one, long seed, String leaking) {
    return new Transcript(BUILD, RHO, NoiseKey.fromSeed(seed), one) {
      @Override
      List<BigInteger> released(Step step, List<BigInteger> exact, List<BigInteger> noisy) {
        return step.name().equals(leaking) ? exact : super.released(step, exact, noisy);
      }
    };
  }

  /** A release that is another, or questions that are. */
  private static boolean isCaught(
      RecentredSpec spec, double[][] rows, Transcript leaking, Release first) {
    try {
      return !release(spec, rows, 3, InvalidRows.ERROR, leaking).equals(first);
    } catch (IndexOutOfBoundsException otherQuestions) {
      return true;
    }
  }

  /** Rows whose sample follows from what is in them: from whether any is long. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Following(InMemoryRows rows, double[][] values) implements Rows {
    private int partition() {
      double longest = Arrays.stream(values).flatMapToDouble(Arrays::stream).max().orElse(0);
      return longest > 5 ? 1 : 0;
    }

    @Override
    public long count() {
      return rows.count();
    }

    @Override
    public int dimension() {
      return rows.dimension();
    }

    @Override
    public boolean dropsRows() {
      return false;
    }

    @Override
    public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
      return rows.prepare(encoder);
    }

    @Override
    public Optional<RowPasses> passes() {
      RowPasses inner = rows.passes().orElseThrow();
      return Optional.of(
          new RowPasses() {
            @Override
            public <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample) {
              RowSample.Picks picks = sample.picks(partition());
              double[][] kept =
                  Arrays.stream(values).filter(row -> picks.next()).toArray(double[][]::new);
              InMemoryRows found = InMemoryRows.of(kept, dimension(), InvalidRows.ERROR);
              return new Sample<>(found.prepare(encoder), found.count());
            }

            @Override
            public long[] fold(RowFold fold, String description) {
              return inner.fold(fold, description);
            }

            @Override
            public void close() {
              inner.close();
            }
          });
    }
  }

  @Test
  void replay_sampleThatFollowsFromTheRows_isCaught() {
    RecentredSpec spec = RecentredSpec.of(RHO).withSampling(Sampling.ALWAYS);
    int caught = 0;
    for (int k = 0; k < 20; k++) {
      SplittableRandom random = new SplittableRandom(k);
      double[][] rows = new double[60][3];
      for (double[] row : rows) {
        Arrays.setAll(row, j -> random.nextDouble(-1, 1));
      }
      double[][] neighbour = rows.clone();
      neighbour[7] = new double[] {6, 0, 0};
      Transcript one = new Transcript(BUILD, RHO, KEY, null);
      Transcript other = one.replaying();
      Mechanisms.release(spec, following(rows), one);
      Mechanisms.release(spec, following(neighbour), other);
      List<Transcript.Aggregate> others = other.aggregates();
      caught +=
          IntStream.range(0, one.aggregates().size())
                  .allMatch(i -> one.aggregates().get(i).holds(others.get(i)))
              ? 0
              : 1;
    }
    assertEquals(20, caught);
  }

  private static Following following(double[][] rows) {
    return new Following(InMemoryRows.of(rows, 3, InvalidRows.ERROR), rows);
  }
}
