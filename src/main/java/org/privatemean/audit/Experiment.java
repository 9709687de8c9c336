package org.privatemean.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.stat.StatUtils;
import org.privatemean.audit.AuditCase.EpsilonBound;
import org.privatemean.audit.AuditCase.Finding;
import org.privatemean.noise.NoiseKey;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;

/**
 * A mechanism on two neighbouring data sets, seen from outside: it is run many times on both. Half
 * of the results choose an event, the other half bound its two probabilities, and so epsilon, from
 * below.
 *
 * @param weight share of the time, relative to others
 * @param claims guarantees that all hold
 * @param trial returns released values of the neighbour if true, else of the other data set
 */
record Experiment(
    String name, int weight, List<ApproxDp> claims, BiFunction<Boolean, NoiseKey, double[]> trial) {
  private static final double[] DELTAS = {1e-6, 1e-3, 0.01, 0.05, 0.15};

  private static final int MIN_RUNS = 20;
  static final int MAX_RUNS = 20_000;
  private static final int BATCH = 20;

  /** Up to this number, values are also used one by one. */
  private static final int MAX_VALUES = 12;

  private static final int THRESHOLDS = 60;

  /** Smaller claims are compared in units of this epsilon, when an event is chosen. */
  private static final double LEAST_CLAIM = 0.1;

  /** An upper quantile of the normal law, for the choice of an event only. */
  private static final double DEVIATIONS = 4.5;

  /** An event: a linear combination of the values that is at least, or below, a threshold. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Event(
      double[] weights, double threshold, boolean isAbove, boolean isOfNeighbour, ApproxDp claim) {
    int count(List<double[]> results) {
      return (int) results.stream().filter(x -> (dot(weights, x) >= threshold) == isAbove).count();
    }
  }

  private record Results(List<double[]> one, List<double[]> other) {}

  static List<ApproxDp> claimsOf(Zcdp guarantee) {
    return Arrays.stream(DELTAS)
        .mapToObj(delta -> new ApproxDp(Conversions.epsilonUp(guarantee, delta), delta))
        .toList();
  }

  /** Returns the case, with a maximum number of runs in each half, on each of the two data sets. */
  AuditCase toCase(double alpha, int most) {
    return new AuditCase(
        name,
        weight,
        (seed, nanoseconds) -> {
          EpsilonBound bound = bound(seed, nanoseconds, alpha, most);
          // A true claim is exceeded twice with probability alpha squared.
          if (bound.exceeds()) {
            bound = bound(~seed, nanoseconds, alpha, most);
          }
          List<String> faults =
              bound.exceeds() ? List.of("epsilon is above the claim, twice") : List.of();
          return new Finding(faults, Optional.of(bound));
        });
  }

  private EpsilonBound bound(long seed, long nanoseconds, double alpha, int most) {
    long end = System.nanoTime() + nanoseconds;
    Results chosen = run(seed, 0, System.nanoTime() + nanoseconds / 2, most);
    int runs = chosen.one.size();
    Event event = choose(chosen);
    Results fresh = run(seed, runs, end, runs);
    List<double[]> likely = event.isOfNeighbour ? fresh.other : fresh.one;
    List<double[]> rare = event.isOfNeighbour ? fresh.one : fresh.other;
    int count = likely.size();
    // P[event] <= e^epsilon Q[event] + delta.
    double low = BinomialBounds.lower(event.count(likely), count, alpha / 2) - event.claim.delta();
    double high = BinomialBounds.upper(event.count(rare), count, alpha / 2);
    return new EpsilonBound(low > high ? Math.log(low / high) : 0, event.claim, count);
  }

  private Results run(long seed, int first, long end, int most) {
    Results results = new Results(new ArrayList<>(), new ArrayList<>());
    int count = 0;
    while (count < MIN_RUNS || (count < most && System.nanoTime() < end)) {
      for (int stop = count + BATCH; count < stop; count++) {
        long run = seed + 2L * (first + count);
        results.one.add(trial.apply(false, NoiseKey.fromSeed(run)));
        results.other.add(trial.apply(true, NoiseKey.fromSeed(run + 1)));
      }
    }
    return results;
  }

  private static double dot(double[] weights, double[] values) {
    double sum = 0;
    for (int j = 0; j < weights.length; j++) {
      sum += weights[j] == 0 ? 0 : weights[j] * values[j];
    }
    return sum;
  }

  /** Returns the event and the claim with the largest rough bound, relative to the claim. */
  private Event choose(Results results) {
    int values = results.one.get(0).length;
    List<double[]> candidates = new ArrayList<>(List.of(discriminant(results, values)));
    for (int j = 0; values <= MAX_VALUES && j < values; j++) {
      double[] weights = new double[values];
      weights[j] = 1;
      candidates.add(weights);
    }
    Event best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (double[] weights : candidates) {
      double[] one = results.one.stream().mapToDouble(x -> dot(weights, x)).sorted().toArray();
      double[] other = results.other.stream().mapToDouble(x -> dot(weights, x)).sorted().toArray();
      for (double threshold : thresholds(one, other)) {
        double p = shareFrom(one, threshold);
        double q = shareFrom(other, threshold);
        for (int side = 0; side < 4; side++) {
          boolean isAbove = (side & 1) == 0;
          boolean isOfNeighbour = (side & 2) == 0;
          double onOne = isAbove ? p : 1 - p;
          double onOther = isAbove ? q : 1 - q;
          double likely = isOfNeighbour ? onOther : onOne;
          double rare = isOfNeighbour ? onOne : onOther;
          for (ApproxDp claim : claims) {
            double low = wilson(likely, one.length) - claim.delta();
            double high = 1 - wilson(1 - rare, one.length);
            double epsilon = low > high ? Math.log(low / high) : 0;
            double margin = (epsilon - claim.epsilon()) / Math.max(LEAST_CLAIM, claim.epsilon());
            if (margin > most) {
              most = margin;
              best = new Event(weights, threshold, isAbove, isOfNeighbour, claim);
            }
          }
        }
      }
    }
    return best;
  }

  /** Returns Fisher's linear discriminant for values that are taken as independent. */
  private static double[] discriminant(Results results, int values) {
    double[] weights = new double[values];
    for (int j = 0; j < values; j++) {
      int value = j;
      double[] one = results.one.stream().mapToDouble(x -> x[value]).toArray();
      double[] other = results.other.stream().mapToDouble(x -> x[value]).toArray();
      double gap = StatUtils.mean(other) - StatUtils.mean(one);
      double spread = StatUtils.populationVariance(one) + StatUtils.populationVariance(other);
      double weight = gap / (spread + gap * gap * 1e-6);
      weights[j] = Double.isFinite(weight) ? weight : 0;
    }
    return weights;
  }

  private static double[] thresholds(double[] one, double[] other) {
    double[] all = DoubleStream.concat(Arrays.stream(one), Arrays.stream(other)).sorted().toArray();
    return IntStream.range(0, THRESHOLDS)
        .mapToDouble(k -> all[(int) ((k + 0.5) / THRESHOLDS * all.length)])
        .distinct()
        .toArray();
  }

  private static double shareFrom(double[] sorted, double threshold) {
    long last = MonotoneSearch.lastInteger(-1, sorted.length, k -> !(sorted[(int) k] >= threshold));
    return (double) (sorted.length - 1 - last) / sorted.length;
  }

  /** Returns Wilson's lower bound on a probability, which is quick to compute. */
  private static double wilson(double share, int runs) {
    double z = DEVIATIONS * DEVIATIONS / runs;
    return (share + z / 2 - Math.sqrt(z * (share * (1 - share) + z / 4))) / (1 + z);
  }

  /** Exact bounds on a probability from a number of hits (Clopper and Pearson 1934). */
  static final class BinomialBounds {
    /** Halvings of an interval of probabilities; its ends are then about 2^-60 apart. */
    private static final int HALVINGS = 60;

    private BinomialBounds() {}

    /** Returns a probability that is exceeded by the true one with confidence 1 - alpha. */
    static double lower(long hits, long draws, double alpha) {
      double share = (double) hits / draws;
      return MonotoneSearch.halve(0, share, HALVINGS, p -> atLeast(hits, draws, p) <= alpha).low();
    }

    /** Returns a probability that exceeds the true one with confidence 1 - alpha. */
    static double upper(long hits, long draws, double alpha) {
      return 1 - lower(draws - hits, draws, alpha);
    }

    /** Returns the probability of at least as many hits or of at most as many, the smaller one. */
    static double tail(long hits, long draws, double p) {
      return Math.min(atLeast(hits, draws, p), atLeast(draws - hits, draws, 1 - p));
    }

    private static double atLeast(long hits, long draws, double p) {
      return hits == 0 ? 1 : Beta.regularizedBeta(p, (double) hits, draws - hits + 1.0);
    }
  }
}
