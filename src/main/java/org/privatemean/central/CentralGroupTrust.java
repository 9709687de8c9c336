package org.privatemean.central;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.ByteNoise;
import org.privatemean.noise.Variance;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.Normal;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;
import org.privatemean.query.Step;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.group.GroupedBlocks;

/**
 * The central trust model for many groups: a trusted party that holds the rows and adds the noise.
 *
 * <p><b>Privacy guarantee.</b> Each answer is an exact integer vector plus discrete Gaussian noise,
 * in empty cells too, whose price the {@link GroupLedger} accepted first: all answers together are
 * rho-zCDP with its budget. With L groups per person, a question about several groups, which sees
 * up to L rows of a person, has L times the noise. Where one row weighs up to k, noise is k times
 * as large and answers are divided by k. A question about classes is charged twice under replace: a
 * row may leave one and enter another.
 *
 * <p>Rows are folded before a question is charged. Each has its own number, so no address of noise
 * is drawn twice.
 */
@Internal
public final class CentralGroupTrust implements GroupTrustModel {
  private static final int MAX_VARIANCES = 1 << 14;

  private final GroupedBlocks<GroupBlock> blocks;
  private final GroupLedger ledger;
  private final Calibration calibration;
  private final NoiseSource noise;
  private final PrivacyUnit unit;
  private final int groupsPerPerson;
  private final long mostWeight;

  /** Receives each charge: the name of the step, and what the group that spent most has spent. */
  private final ObjDoubleConsumer<String> progress;

  /** Cached variances: computing the exact variance of a price takes longer than a draw. */
  private final Map<Map.Entry<BigInteger, Double>, Variance> variances = new ConcurrentHashMap<>();

  private int questions = 1;

  /** Creates a trust model of one release, with noise of a key that serves no other. */
  public CentralGroupTrust(
      GroupedBlocks<GroupBlock> blocks,
      GroupLedger ledger,
      Calibration calibration,
      NoiseSource noise,
      int groupsPerPerson,
      PrivacyUnit unit,
      ObjDoubleConsumer<String> progress) {
    this.blocks = blocks;
    this.ledger = ledger;
    this.calibration = calibration;
    this.noise = noise;
    this.groupsPerPerson = groupsPerPerson;
    this.unit = unit;
    this.mostWeight = unit.mostWeight();
    this.progress = progress;
  }

  @Override
  public GroupLedger ledger() {
    return ledger;
  }

  @Override
  public void setSizes(double[] counts) {
    blocks.setSizes(counts);
  }

  @Override
  public double[] own(String step, GroupQuery question, int[] groups, double[] prices) {
    long[] exact = blocks.fold(question, step);
    int number = charge(step, question.kind(), groups, prices);
    BigInteger sensitivity = weigh(question.squaredSensitivity(unit), 1);
    return noisy(
        exact, question.width(), k -> variance(sensitivity, prices[k]), number, k -> groups[k]);
  }

  @Override
  public double[] pooledSum(String step, GroupQuery question, double price) {
    long[] exact = blocks.fold(question, step);
    int number = charge(step, question.slots(), price);
    BigInteger sensitivity = weigh(question.squaredSensitivity(unit), groupsPerPerson);
    Variance all = variance(sensitivity, price);
    return noisy(exact, question.width(), k -> all, number, k -> k);
  }

  /** Charges all groups, twice where a row may change its slot; returns the question's number. */
  private int charge(String step, int slots, double price) {
    boolean moves = slots > 1 && unit.neighbours() == Neighbours.REPLACE;
    ledger.chargeCommon(step, moves ? 2 * price : price);
    return next(step);
  }

  private int charge(String step, GroupQueryKind kind, int[] groups, double[] prices) {
    ledger.charge(step, kind, groups, prices);
    return next(step);
  }

  private int next(String step) {
    progress.accept(step, ledger.mostSpent());
    return questions++;
  }

  private BigInteger weigh(BigInteger squaredSensitivity, long rows) {
    return squaredSensitivity.multiply(BigInteger.valueOf(rows * mostWeight).pow(2));
  }

  private Variance variance(BigInteger squaredSensitivity, double price) {
    if (variances.size() > MAX_VARIANCES) {
      variances.clear();
    }
    return variances.computeIfAbsent(
        Map.entry(squaredSensitivity, price),
        requested -> calibration.variance(squaredSensitivity, price));
  }

  private double[] noisy(
      long[] exact,
      int width,
      IntFunction<Variance> variances,
      int number,
      IntUnaryOperator groups) {
    double[] noisy = new double[exact.length];
    IntStream.range(0, exact.length / width)
        .parallel()
        .forEach(
            k -> {
              Variance variance = variances.apply(k);
              for (int j = 0; j < width; j++) {
                int i = k * width + j;
                BigInteger drawn =
                    noise.discreteGaussian(variance, number, 0, j, groups.applyAsInt(k));
                noisy[i] = sum(exact[i], drawn) / mostWeight;
              }
            });
    return noisy;
  }

  /** Adds noise before rounding, so that no bit of the exact total is seen without noise. */
  private static double sum(long exact, BigInteger noise) {
    return BigInteger.valueOf(exact).add(noise).doubleValue();
  }

  @Override
  public ExactCounts counts(String description, GroupQuery question) {
    return new SuffixCounts(blocks.fold(question, description), question.width());
  }

  /** Exact counts, each from its cell to the last. */
  private final class SuffixCounts implements ExactCounts {
    private final long[] above;
    private final int width;

    SuffixCounts(long[] cells, int width) {
      this.above = cells;
      this.width = width;
      for (int k = 0; k < cells.length; k += width) {
        for (int cell = width - 2; cell >= 0; cell--) {
          above[k + cell] += above[k + cell + 1];
        }
      }
    }

    private double count(int slot, int cell, Variance variance, int number, int level, int group) {
      long exact = cell < width ? above[slot * width + cell] : 0;
      return sum(exact, noise.discreteGaussian(variance, number, level, 0, group)) / mostWeight;
    }

    @Override
    public double[] above(String step, int[] groups, int[] slots, int[] first, double price) {
      int number = chargeCounts(step, groups, price);
      Variance variance = variance(weigh(BigInteger.ONE, 1), price);
      return IntStream.range(0, groups.length)
          .mapToDouble(k -> count(slots[k], first[k], variance, number, 0, groups[k]))
          .toArray();
    }

    private int chargeCounts(String step, int[] groups, double price) {
      double[] prices = DoubleStream.generate(() -> price).limit(groups.length).toArray();
      return charge(step, GroupQueryKind.COUNT, groups, prices);
    }

    @Override
    public int[] search(String step, double[] most, double price) {
      int number = charge(step, most.length, price);
      Variance variance = level(groupsPerPerson, price);
      return search(most, variance, number, k -> k);
    }

    @Override
    public int[] search(String step, int[] groups, double[] most, double price) {
      int number = chargeCounts(step, groups, price);
      Variance variance = level(1, price);
      return search(most, variance, number, k -> groups[k]);
    }

    private int[] search(double[] most, Variance variance, int number, IntUnaryOperator groups) {
      int[] found = new int[most.length];
      Arrays.setAll(found, k -> search(k, most[k], variance, number, groups.applyAsInt(k)));
      return found;
    }

    /** The variance of the noise of one count of a search; its counts share the price. */
    private Variance level(long rows, double price) {
      int levels = Integer.SIZE - Integer.numberOfLeadingZeros(width);
      return variance(weigh(BigInteger.valueOf(levels), rows), price);
    }

    private int search(int slot, double most, Variance variance, int number, int group) {
      int low = 0;
      int high = width;
      for (int level = 0; low < high; level++) {
        int middle = (low + high) >>> 1;
        if (count(slot, middle, variance, number, level, group) <= most) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }
  }

  /**
   * The noise and the threshold of the counts of private keys. A person, or a row, is in at most L
   * groups and adds at most k to the count of each. With discrete Gaussian noise N of variance s2 =
   * L k^2 / (2 price) the counts together are price-zCDP. A key of one person alone has a count of
   * at most k, so any of at most L such keys is kept with probability at most {@code L P[k + N >=
   * t]}. The threshold t keeps this bound within delta.
   *
   * <p>The tail is summed exactly, up to rounding that can only make t larger. If the sum is too
   * long, t is {@code 1 + k + ceil(sqrt(s2) z)}, with z the upper normal quantile of delta / L:
   * never too small, since {@code P[N >= m] <= P[N(0, s2) > m - 1]} (Canonne, Kamath and Steinke,
   * "The Discrete Gaussian for Differential Privacy", 2020).
   *
   * @param variance s2
   * @param least t: a key is kept if its noisy count is at least this
   */
  public record KeyThreshold(Variance variance, long least) implements Serializable {
    /** The step of this noise; no other step of a fit has its number. */
    public static final Step STEP = new Step(0xFFFF, "row count");

    private static final BigInteger MOST_COUNT = BigInteger.valueOf(Long.MAX_VALUE);

    /** The sum has more than 2^21 terms above it. */
    private static final double MAX_SUMMED = 0x1p32;

    /** The noise of a count may not fit a long above it. */
    private static final double MAX_VARIANCE = 0x1p100;

    /** The density is above 1e-298, a normal double, within this number of deviations. */
    private static final double REACH = 37;

    /** The smallest delta; the tail beyond 37 standard deviations is far below it. */
    private static final double MIN_DELTA = 1e-200;

    /** The price at which the variance of one draw is just above the smallest possible. */
    private static final double MAX_PRICE = 499;

    /**
     * Above the relative error of a tail: that of 2^22 sums of positive numbers, each {@code
     * exp(-x)} with an error of x 2^-52 and an ulp, x below 700, and of their quotient.
     */
    private static final double TAIL_ERROR = 0x1p-29;

    private static final int HALVINGS = 80;

    /**
     * Computes the noise and the threshold.
     *
     * @param price the rho charged for the counts of all groups, in (0, 499]
     * @param delta the probability, in [1e-200, 1), that a key of one person alone is released
     * @param groups L, the largest number of groups of a person, at least 1
     * @param weight k, the most that a person adds to a count, at least 1
     * @param calibration the rule for the variance of the noise
     */
    public static KeyThreshold compute(
        double price, double delta, int groups, int weight, Calibration calibration) {
      Checks.positive("price", price);
      if (price > MAX_PRICE) {
        throw new IllegalArgumentException("price must be at most 499, but was " + price);
      }
      Checks.param("keyDelta", delta >= MIN_DELTA && delta < 1, "in [1e-200, 1)", delta);
      Checks.param("maxGroupsPerPerson", groups >= 1, "at least 1", groups);
      Checks.param("maxRowsPerPerson", weight >= 1, "at least 1", weight);
      BigInteger squaredSensitivity = BigInteger.valueOf(weight).pow(2);
      Variance variance =
          calibration.variance(squaredSensitivity.multiply(BigInteger.valueOf(groups)), price);
      double s2 = variance.doubleValue();
      if (s2 > MAX_VARIANCE) {
        throw new ParamException(
            "rho", "{rho} is too small for the counts of private keys", "raise {rho}");
      }
      // The bound for each of at most L keys, rounded down.
      double each = Math.nextDown(delta / groups);
      long reach = s2 <= MAX_SUMMED ? sumTail(s2, each) : closed(s2, each);
      return new KeyThreshold(variance, weight + reach);
    }

    /**
     * Returns the least {@code m >= 1} with {@code P[N >= m] <= delta}, summed from the far end.
     */
    static long sumTail(double s2, double delta) {
      // The mass beyond the end is below 1e-293: far within the error.
      long end = (long) Math.ceil(REACH * Math.sqrt(s2));
      double half = 0;
      for (long m = end; m >= 1; m--) {
        half += weight(m, s2);
      }
      double most = delta * (1 + 2 * half) * (1 - TAIL_ERROR);
      double tail = 0;
      for (long m = end; m >= 1; m--) {
        tail += weight(m, s2);
        if (tail > most) {
          return m + 1;
        }
      }
      return 1;
    }

    /** Returns an upper bound on {@link #sumTail}: {@code 1 + ceil(sqrt(s2) z)}. */
    static long closed(double s2, double delta) {
      double z =
          MonotoneSearch.halve(
                  0, REACH, HALVINGS, x -> Normal.upperTail(x) > delta * (1 - TAIL_ERROR))
              .high();
      double reach = delta >= 0.5 ? 0 : Math.ceil(Math.nextUp(Math.sqrt(s2) * z));
      return 1 + (long) reach;
    }

    private static double weight(long m, double s2) {
      double x = m;
      return StrictMath.exp(-x * x / (2 * s2));
    }

    /** Returns the count of a key with the noise at the address of its bytes. */
    public long noisyCount(ByteNoise noise, byte[] key, long count) {
      // The noise fits a long: its standard deviation is at most 2^50.
      BigInteger noisy = noise.discreteGaussian(variance, key).add(BigInteger.valueOf(count));
      return noisy.max(MOST_COUNT.negate()).min(MOST_COUNT).longValueExact();
    }
  }
}
