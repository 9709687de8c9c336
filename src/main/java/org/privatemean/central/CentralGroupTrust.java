package org.privatemean.central;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.Variance;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;
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
      double[] counts = new double[groups.length];
      for (int k = 0; k < counts.length; k++) {
        counts[k] = count(slots[k], first[k], variance, number, 0, groups[k]);
      }
      return counts;
    }

    private int chargeCounts(String step, int[] groups, double price) {
      double[] prices = new double[groups.length];
      Arrays.fill(prices, price);
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
}
