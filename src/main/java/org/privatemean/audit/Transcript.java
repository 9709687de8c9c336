package org.privatemean.audit;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.BoundedSum;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * The exact aggregates of a release, in the order in which noise is added to them. The released
 * values are the aggregates plus noise, or those of an earlier transcript: then the aggregates are
 * the answers of this data set to the same questions, to which the sensitivity of an adaptive
 * release refers.
 *
 * <p>It passes each question on to the audited party, computes the exact answer itself, and notes
 * as a fault any noise that is not, bit by bit, that of the answer's address and of the variance
 * that its charge pays for.
 */
class Transcript implements TrustModel {
  /** Charges are sums of rounded doubles. */
  static final double ROUNDING = 1e-9;

  /** A vector that noise is added to, and the square of the l2 sensitivity stated for it. */
  record Aggregate(
      String step, boolean counts, List<BigInteger> exact, BigInteger squaredSensitivity) {
    private Stream<BigInteger> squaredChanges(Aggregate other) {
      return IntStream.range(0, exact.size())
          .mapToObj(j -> exact.get(j).subtract(other.exact.get(j)).pow(2));
    }

    BigInteger squaredChange(Aggregate other) {
      return squaredChanges(other).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** True if neighbouring data may have these two answers to one question. */
    boolean holds(Aggregate other) {
      return step.equals(other.step)
          && squaredSensitivity.equals(other.squaredSensitivity)
          && (!counts || squaredChanges(other).allMatch(x -> x.compareTo(BigInteger.ONE) <= 0))
          && squaredChange(other).compareTo(squaredSensitivity) <= 0;
    }
  }

  /** The number of rows with a value up to a given one, for each coordinate: one wide cell. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record CountsUpTo<B extends Block>(RowStatistic<B> statistic, long[] mids)
      implements Blocks.Fold<B> {
    @Override
    public int size() {
      return statistic.width();
    }

    @Override
    public void add(B block, long[] totals) {
      int levels = statistic.universe().levels();
      long[] base = Arrays.stream(mids).map(mid -> mid + 1 - (1L << levels)).toArray();
      statistic.count(block, base, levels, 0, totals);
    }
  }

  private final AuditedBuild build;
  private final double budget;
  private final NoiseKey key;
  private final Transcript earlier;
  private final TrustModel audited;
  private final NoiseSource noise;
  private final List<Aggregate> aggregates = new ArrayList<>();
  private final List<List<BigInteger>> released = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private ZcdpGrant grant;
  private PrivacyUnit unit;

  /** Creates a transcript of a release, or, if an earlier one is given, of its questions. */
  Transcript(AuditedBuild build, double budget, NoiseKey key, Transcript earlier) {
    this.build = build;
    this.budget = budget;
    this.key = key;
    this.earlier = earlier;
    this.audited = build.trust(new PrivacyLedger(new Zcdp(budget)), key);
    this.noise = new SecureNoise(key);
  }

  /** Returns the transcript of another data set when all released values are those of this one. */
  Transcript replaying() {
    return new Transcript(build, budget, key, this);
  }

  List<Aggregate> aggregates() {
    return aggregates;
  }

  /** Returns what is wrong with the noise and its charges. */
  List<String> faults() {
    return faults;
  }

  /** Returns the values to release: those of the earlier transcript, if there is one. */
  List<BigInteger> released(Step step, List<BigInteger> exact, List<BigInteger> noisy) {
    return earlier == null ? noisy : earlier.released.get(aggregates.size() - 1);
  }

  private List<BigInteger> record(
      Step step, int level, Aggregate aggregate, List<BigInteger> noisy, Zcdp price, double paid) {
    Variance variance =
        build.calibration().variance(unit.weighted(aggregate.squaredSensitivity), price.rho());
    boolean isFound = true;
    for (int j = 0; j < noisy.size(); j++) {
      BigInteger due = noise.discreteGaussian(variance, step.id(), level, j);
      isFound &= aggregate.exact.get(j).add(due).equals(noisy.get(j));
    }
    if (!isFound) {
      faults.add("'" + step.name() + "' is not the exact answer with the noise of its charge");
    }
    if (!(grant.spent() - paid >= price.rho() * (1 - ROUNDING))) {
      faults.add("'" + step.name() + "' was not charged in full");
    }
    aggregates.add(aggregate);
    List<BigInteger> values = released(step, aggregate.exact, noisy);
    released.add(values);
    return values;
  }

  private static List<BigInteger> integers(long... values) {
    return Arrays.stream(values).mapToObj(BigInteger::valueOf).toList();
  }

  @Override
  public <B extends Block> RangeCounter rangeCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
    RangeCounter noisy = audited.rangeCounter(blocks, statistic, rho, step);
    Zcdp price = new Zcdp(rho / statistic.universe().levels());
    BigInteger squaredSensitivity = unit.squaredSensitivityOfCounts(statistic.width());
    return (level, mids) -> {
      double paid = grant.spent();
      List<BigInteger> answer = integers(noisy.countsUpTo(level, mids));
      List<BigInteger> exact =
          integers(blocks.fold(new CountsUpTo<>(statistic, mids), step.name()));
      Aggregate counts = new Aggregate(step.name(), true, exact, squaredSensitivity);
      return record(step, level, counts, answer, price, paid).stream()
          .mapToLong(BigInteger::longValueExact)
          .toArray();
    };
  }

  @Override
  public <B extends Block> BigInteger[] clippedSum(
      Blocks<B> blocks, ClippedSum<B> clipped, double rho, Step step) {
    double paid = grant.spent();
    BigInteger[] answer = audited.clippedSum(blocks, clipped, rho, step);
    List<BigInteger> exact = integers(blocks.fold(clipped, step.name()));
    return recordSum(step, clipped, exact, answer, rho, paid);
  }

  @Override
  public BigInteger[] wideSum(WideSum wide, double rho, Step step) {
    double paid = grant.spent();
    BigInteger[] answer = audited.wideSum(wide, rho, step);
    return recordSum(step, wide, List.of(wide.total()), answer, rho, paid);
  }

  private BigInteger[] recordSum(
      Step step,
      BoundedSum sum,
      List<BigInteger> exact,
      BigInteger[] noisy,
      double rho,
      double paid) {
    Aggregate total = new Aggregate(step.name(), false, exact, sum.squaredSensitivity(unit));
    return record(step, 0, total, List.of(noisy), new Zcdp(rho), paid).toArray(BigInteger[]::new);
  }

  @Override
  public long noisyCount(Rows rows, double rho, Step step) {
    double paid = grant.spent();
    List<BigInteger> noisy = integers(audited.noisyCount(rows, rho, step));
    List<BigInteger> exact = integers(rows.totalWeight());
    Aggregate count = new Aggregate(step.name(), true, exact, unit.squaredSensitivityOfRowCount());
    return record(step, 0, count, noisy, new Zcdp(rho), paid).get(0).longValueExact();
  }

  @Override
  public double clippedSumDeviation(BoundedSum sum, double rho) {
    return audited.clippedSumDeviation(sum, rho);
  }

  @Override
  public BitSource publicBits() {
    return audited.publicBits();
  }

  @Override
  public BitSource sampleBits() {
    return audited.sampleBits();
  }

  @Override
  public ZcdpGrant open(String release, double rho, PrivacyUnit protectedUnit) {
    unit = protectedUnit;
    grant = audited.open(release, rho, protectedUnit);
    return grant;
  }

  @Override
  public List<Charge> charges() {
    return audited.charges();
  }
}
