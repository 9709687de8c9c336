package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.mean.Bounds;
import org.privatemean.mean.ClippedMean;
import org.privatemean.mean.MeanRelease;
import org.privatemean.mean.MeanSpec;
import org.privatemean.mean.Method;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/**
 * Replaces one row and replays the release with all released values frozen: no aggregate that noise
 * is put on may change by more than the sensitivity its noise was made for, compared as integers.
 */
final class NeighbourReplayTest {
  private static final int PAIRS = 10_000;
  private static final double RHO = 400;

  /** What the two data sets of a pair had to say. */
  private record Pair(List<Transcript.Aggregate> one, List<Transcript.Aggregate> other) {}

  private static MeanSpec spec(Method method, SplittableRandom random) {
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
    return Settings.spec(method, RHO, bounds, norm, grid);
  }

  private static double[][] rows(SplittableRandom random, int count, int dimension) {
    double[] mean = random.doubles(dimension, -3, 3).toArray();
    double spread = Math.exp(random.nextDouble(-6, 2));
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> mean[j] + spread * random.nextGaussian());
    }
    return rows;
  }

  /** A row that does the most it can: extreme, on a border, opposite to another, or invalid. */
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

  private static MeanRelease release(MeanSpec spec, double[][] rows, int d, Transcript trust) {
    return ClippedMean.release(spec, InMemoryRows.of(rows, d, InvalidRows.ZERO), trust);
  }

  private static Pair pair(Method method, int number) {
    SplittableRandom random = new SplittableRandom(number);
    MeanSpec spec = spec(method, random);
    int dimension = 1 + random.nextInt(6);
    int count = 5 + random.nextInt(8);
    double[][] rows = rows(random, count, dimension);
    int place = random.nextInt(count);
    double[][] neighbour = rows.clone();
    neighbour[place] = replacement(random, rows[place]);
    if (random.nextInt(4) == 0) {
      rows = rows.clone();
      rows[place] = Arrays.stream(neighbour[place]).map(x -> -x).toArray();
    }
    Transcript one = Transcript.recording(RHO, random.split());
    Transcript other = one.replaying(RHO);
    MeanRelease first = release(spec, rows, dimension, one);
    MeanRelease second = release(spec, neighbour, dimension, other);
    // All that leaves is a function of the released values: same values, same mean and report.
    assertEquals(first, second);
    assertTrue(first.norm() > 0, "n was too small to release anything");
    return new Pair(one.aggregates(), other.aggregates());
  }

  private static List<Pair> pairs(Method method) {
    return IntStream.range(0, PAIRS).parallel().mapToObj(k -> pair(method, k)).toList();
  }

  private static boolean isCount(Transcript.Aggregate aggregate) {
    return !aggregate.step().equals("clipped sum");
  }

  private static boolean holds(Transcript.Aggregate one, Transcript.Aggregate other) {
    boolean eachCount = !isCount(one) || one.largestChange(other).compareTo(BigInteger.ONE) <= 0;
    return eachCount && one.squaredChange(other).compareTo(one.squaredSensitivity()) <= 0;
  }

  private static double share(Transcript.Aggregate one, Transcript.Aggregate other) {
    double squares =
        one.squaredChange(other).doubleValue() / one.squaredSensitivity().doubleValue();
    return Math.sqrt(squares);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RECENTRED")
  void aggregates_oneRowReplaced_changeWithinTheirSensitivity(Method method) {
    double mostCounts = 0;
    double mostSum = 0;
    int changed = 0;
    for (Pair pair : pairs(method)) {
      List<Transcript.Aggregate> ones = pair.one();
      List<Transcript.Aggregate> others = pair.other();
      assertEquals(ones.size(), others.size());
      for (int k = 0; k < ones.size(); k++) {
        Transcript.Aggregate one = ones.get(k);
        Transcript.Aggregate other = others.get(k);
        assertEquals(one.step(), other.step());
        assertEquals(one.squaredSensitivity(), other.squaredSensitivity());
        assertTrue(holds(one, other), () -> one.step() + " changed by more than declared");
        changed += one.exact().equals(other.exact()) ? 0 : 1;
        if (isCount(one)) {
          mostCounts = Math.max(mostCounts, share(one, other));
        } else {
          mostSum = Math.max(mostSum, share(one, other));
        }
      }
    }
    // The bounds are reached, so a smaller sensitivity would have been found out.
    assertTrue(changed > PAIRS, "only " + changed + " aggregates changed");
    assertEquals(1, mostCounts);
    assertTrue(mostSum > 0.99, "sums changed by at most " + mostSum + " of their sensitivity");
  }

  @Test
  void replay_sumsThatAreDeclaredTooSmall_isCaught() {
    int caught = 0;
    for (int k = 0; k < 500; k++) {
      Pair pair = pair(Method.CLIPPED, k);
      List<Transcript.Aggregate> ones = pair.one();
      Transcript.Aggregate one = ones.get(ones.size() - 1);
      Transcript.Aggregate other = pair.other().get(ones.size() - 1);
      // As if the sensitivity of the sum were C instead of 2C.
      BigInteger declared = one.squaredSensitivity().shiftRight(2);
      caught += one.squaredChange(other).compareTo(declared) > 0 ? 1 : 0;
    }
    assertTrue(caught > 20, "caught only " + caught);
  }

  @Test
  void replay_rowsThatAreNotNeighbours_isCaught() {
    SplittableRandom random = new SplittableRandom(1);
    MeanSpec spec =
        MeanSpec.of(Method.SHIFTED_CLIPPED, RHO, new Bounds.Ball(10, OptionalDouble.empty()));
    double[][] rows = rows(random, 10, 3);
    double[][] far = rows.clone();
    far[0] = new double[] {10, 0, 0};
    far[1] = far[0];
    Transcript one = Transcript.recording(RHO, random);
    Transcript other = one.replaying(RHO);
    release(spec, rows, 3, one);
    release(spec, far, 3, other);
    List<Boolean> held =
        IntStream.range(0, one.aggregates().size())
            .mapToObj(k -> holds(one.aggregates().get(k), other.aggregates().get(k)))
            .toList();
    assertTrue(held.contains(false), "two rows were replaced, and no aggregate told");
  }
}
