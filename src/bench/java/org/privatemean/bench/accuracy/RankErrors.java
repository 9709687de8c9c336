package org.privatemean.bench.accuracy;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.DiscreteGaussian;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.Universe;
import org.privatemean.shuffle.message.InMemoryShuffler;
import org.privatemean.shuffle.range.DummyShares;
import org.privatemean.shuffle.range.ThresholdCounter;
import org.privatemean.shuffle.range.ThresholdCounts;
import org.privatemean.shuffle.range.ThresholdRound;
import org.privatemean.shuffle.range.ThresholdTally;

/**
 * Rank errors of medians by PrivQuant that spend a whole budget: with threshold counts of shuffled
 * messages, and with the counts of a curator of the same guarantee.
 */
final class RankErrors {
  /** Failure probability that tau is stated for. */
  static final double BETA = 0.001;

  /**
   * What is searched.
   *
   * @param law of the integers
   * @param users n
   * @param coordinates number of medians d
   * @param levels L: the universe has 2^L integers
   */
  record Search(RankSample.Law law, int users, int coordinates, int levels) {
    int counts() {
      return coordinates * levels;
    }
  }

  /** Who counts. */
  enum Way {
    /** Every message is made, shuffled and counted. */
    ALL_MESSAGES("all messages"),
    /** The number of messages is drawn from its law. */
    DRAWN("totals drawn"),
    /** Discrete Gaussian noise. */
    CURATOR("curator");

    private final String words;

    Way(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /**
   * What a number of searches came to.
   *
   * @param search what was searched
   * @param way who counted
   * @param searches their number
   * @param deviation of a count, by the formula
   * @param measured root mean square error of all counts
   * @param rms root mean square rank error of a median
   * @param largest of all rank errors
   * @param tau what the rank errors of one search stay within but for {@link #BETA}
   */
  record Outcome(
      Search search,
      Way way,
      int searches,
      double deviation,
      double measured,
      double rms,
      double largest,
      double tau) {}

  private final Search search;
  private final RankSample sample;
  private final ThresholdCounts plan;
  private final Variance variance;
  private final double rho;
  private final SplittableRandom random;
  private double countSquares;
  private double rankSquares;
  private double largest;

  private RankErrors(Search search, ApproxDp budget, long seed) {
    this.search = search;
    this.random = new SplittableRandom(seed);
    this.sample =
        RankSample.draw(
            search.law(), search.users(), search.coordinates(), search.levels(), random.split());
    this.plan =
        ThresholdCounts.of(
            0,
            search.coordinates(),
            search.levels(),
            DummyShares.forThresholds(
                search.coordinates(), search.levels(), budget, search.users(), 1));
    this.rho = Conversions.rhoDown(budget).rho();
    this.variance = Variance.forRho(BigInteger.valueOf(search.counts()), rho);
  }

  /** Searches again and again in one sample. */
  static Outcome measure(Search search, Way way, int searches, ApproxDp budget, long seed) {
    RankErrors errors = new RankErrors(search, budget, seed);
    for (int k = 0; k < searches; k++) {
      errors.search(way);
    }
    return errors.outcome(way, searches);
  }

  private void search(Way way) {
    RangeCounter counter =
        way == Way.CURATOR
            ? (level, mids) -> noted(mids, curatorsCounts(mids))
            : new ThresholdCounter(plan, round -> noted(round.mids(), counts(way, round)));
    Universe universe = new Universe(0, (1L << search.levels()) - 1);
    long[] found =
        QuantileSearch.search(counter, universe, search.coordinates(), search.users() / 2.0);
    for (int j = 0; j < found.length; j++) {
      double error = sample.rankError(j, found[j]);
      rankSquares += error * error;
      largest = Math.max(largest, error);
    }
  }

  private long[] curatorsCounts(long[] mids) {
    long[] counts = sample.countsUpTo(mids);
    BitSource bits = LocalContender.bits(random);
    for (int j = 0; j < counts.length; j++) {
      counts[j] += DiscreteGaussian.sample(variance, bits).longValueExact();
    }
    return counts;
  }

  private long[] counts(Way way, ThresholdRound round) {
    BitSource bits = LocalContender.bits(random);
    if (way == Way.DRAWN) {
      return round.drawCounts(sample.countsUpTo(round.mids()), bits);
    }
    InMemoryShuffler shuffler = InMemoryShuffler.of(LocalContender.bits(random.split()));
    for (long[] values : sample.values()) {
      round.randomize(values, bits, shuffler);
    }
    ThresholdTally tally = round.newTally();
    shuffler.drainTo(tally);
    return tally.counts();
  }

  private long[] noted(long[] mids, long[] noisy) {
    long[] exact = sample.countsUpTo(mids);
    for (int j = 0; j < exact.length; j++) {
      countSquares += Math.pow((double) (noisy[j] - exact[j]), 2);
    }
    return noisy;
  }

  private Outcome outcome(Way way, int searches) {
    double perLevel = rho / search.coordinates();
    boolean central = way == Way.CURATOR;
    return new Outcome(
        search,
        way,
        searches,
        Math.sqrt(central ? search.counts() / (2 * rho) : plan.dummies().expected()),
        Math.sqrt(countSquares / searches / search.counts()),
        Math.sqrt(rankSquares / searches / search.coordinates()),
        largest,
        central
            ? QuantileSearch.rankError(
                PrivacyUnit.row(Neighbours.REPLACE),
                search.levels(),
                perLevel,
                BETA / search.coordinates())
            : plan.rankError(BETA));
  }
}
