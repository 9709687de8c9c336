package org.privatemean.audit;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;
import org.privatemean.privacy.ledger.Payment;
import org.privatemean.request.GroupedSpec;
import org.privatemean.rows.group.GroupedBlocks;

/**
 * The exact answers of a release about groups, as {@link Transcript} for one mean: it passes each
 * question on to the audited curator, computes the exact answer itself, and notes as a fault any
 * noise that is not, bit by bit, that of the answer's address and price. A second ledger is charged
 * what is due.
 */
final class GroupTranscript implements GroupTrustModel {
  /**
   * Exact answers about slots, each a vector, with the variance of its noise.
   *
   * @param mostEach the largest squared change of one slot's vector
   * @param mostAll the largest squared change of all vectors together
   */
  private record Answer(
      String step,
      List<long[]> exact,
      List<Variance> variances,
      BigInteger mostEach,
      BigInteger mostAll) {
    private Stream<BigInteger> squaredChanges(Answer other) {
      return IntStream.range(0, exact.size())
          .mapToObj(k -> squaredChange(exact.get(k), other.exact.get(k)));
    }

    private static BigInteger squaredChange(long[] one, long[] other) {
      return IntStream.range(0, one.length)
          .mapToObj(j -> BigInteger.valueOf(one[j] - other[j]).pow(2))
          .reduce(BigInteger.ZERO, BigInteger::add);
    }

    private boolean isSameQuestion(Answer other) {
      return step.equals(other.step) && variances.equals(other.variances);
    }

    /** True if neighbouring data may have these two answers to one question. */
    private boolean holds(Answer other) {
      BigInteger all = squaredChanges(other).reduce(BigInteger.ZERO, BigInteger::add);
      return all.compareTo(mostAll) <= 0
          && squaredChanges(other).allMatch(each -> each.compareTo(mostEach) <= 0);
    }

    /** Returns the privacy loss of this question on the two data sets, in rho. */
    private double loss(Answer other) {
      List<BigInteger> changes = squaredChanges(other).toList();
      return IntStream.range(0, changes.size())
          .mapToDouble(k -> changes.get(k).doubleValue() / (2 * variances.get(k).doubleValue()))
          .sum();
    }
  }

  private final AuditedBuild build;
  private final GroupedSpec spec;
  private final GroupedBlocks<GroupBlock> blocks;
  private final GroupTranscript earlier;
  private final GroupTrustModel audited;
  private final GroupLedger due;
  private final NoiseSource noise;
  private final long weight;
  private final List<Answer> answers = new ArrayList<>();

  /** The released values: an array of doubles or, of a search, of cells. */
  private final List<Object> released = new ArrayList<>();

  /** The cells that the searches counted, by the number of the question and the slot. */
  private final List<List<int[]>> visited = new ArrayList<>();

  private final List<String> faults = new ArrayList<>();

  /**
   * Creates a transcript of a release or, if an earlier one is given, of its questions.
   *
   * @param ledger pays for the release
   * @param due a ledger that has paid the same
   */
  GroupTranscript(
      AuditedBuild build,
      GroupedSpec spec,
      GroupedBlocks<GroupBlock> blocks,
      GroupLedger ledger,
      GroupLedger due,
      NoiseKey key,
      GroupTranscript earlier) {
    this.build = build;
    this.spec = spec;
    this.blocks = blocks;
    this.due = due;
    this.noise = new SecureNoise(key);
    this.earlier = earlier;
    this.weight = spec.unit().mostWeight();
    this.audited = build.groupTrust(blocks, ledger, key, spec);
  }

  static GroupLedger ledger(GroupedSpec spec, int groups) {
    return new GroupLedger(
        spec.rho(), groups, spec.groupsPerPerson(), spec.unit(), Payment.IN_PROCESS);
  }

  /** Returns what is wrong with the noise and its charges. */
  List<String> faults() {
    List<String> found = new ArrayList<>(faults);
    if (!audited.ledger().charges().equals(due.charges())
        || audited.ledger().mostSpent() != due.mostSpent()) {
      found.add("not all questions about groups were charged in full");
    }
    return found;
  }

  /** Returns the faults of the answers of neighbouring data, which lost some rho already. */
  List<String> compare(GroupTranscript other, double lost) {
    if (answers.size() != other.answers.size()
        || !IntStream.range(0, answers.size())
            .allMatch(k -> answers.get(k).isSameQuestion(other.answers.get(k)))) {
      return List.of("neighbouring data are asked other questions about groups");
    }
    List<String> found = new ArrayList<>();
    double loss = lost;
    for (int k = 0; k < answers.size(); k++) {
      Answer one = answers.get(k);
      loss += one.loss(other.answers.get(k));
      if (!one.holds(other.answers.get(k))) {
        found.add("'" + one.step + "' of groups exceeds its sensitivity");
      }
    }
    if (!(loss <= spec.rho() * (1 + Transcript.ROUNDING))) {
      found.add("all questions about groups together cost more than the budget");
    }
    return found;
  }

  private boolean replaces() {
    return spec.unit().neighbours() == Neighbours.REPLACE;
  }

  private static BigInteger times(BigInteger squared, long factor) {
    return squared.multiply(BigInteger.valueOf(factor));
  }

  /** The squared sensitivity of some rows of one person together. */
  private BigInteger ofRows(BigInteger squaredSensitivity, long rows) {
    return times(squaredSensitivity, rows * weight * rows * weight);
  }

  private Variance variance(BigInteger squaredSensitivity, double price) {
    return build.calibration().variance(squaredSensitivity, price);
  }

  private int number() {
    // The curator numbers its questions from 1 on.
    return answers.size() + 1;
  }

  /**
   * Records answers. A person changes up to {@code groupsPerPerson} slots if each is of a group,
   * which {@code groups} then has; only one slot if they are classes, and {@code groups} is null.
   */
  private void record(
      String step, List<long[]> exact, List<Variance> variances, BigInteger each, int[] groups) {
    long slots = groups == null ? 1 : spec.groupsPerPerson();
    boolean moves = replaces() && exact.size() > 1;
    answers.add(new Answer(step, exact, variances, each, times(each, moves ? 2 * slots : slots)));
  }

  private void fault(String step) {
    faults.add("'" + step + "' of groups is not the exact answer with the noise of its price");
  }

  /** Returns the group at whose address the noise of a slot is: its place, if slots are classes. */
  private static int address(int[] groups, int slot) {
    return groups == null ? slot : groups[slot];
  }

  /**
   * Checks and records noisy vectors; returns those to release; for classes, {@code groups} is
   * null.
   */
  private double[] record(
      String step,
      List<long[]> exact,
      IntFunction<Variance> variances,
      BigInteger each,
      int[] groups,
      double[] noisy) {
    int number = number();
    List<Variance> all = IntStream.range(0, exact.size()).mapToObj(variances).toList();
    double[] expected =
        IntStream.range(0, exact.size())
            .boxed()
            .flatMapToDouble(
                k ->
                    IntStream.range(0, exact.get(k).length)
                        .mapToDouble(
                            j ->
                                noisy(
                                    exact.get(k)[j],
                                    noise.discreteGaussian(
                                        all.get(k), number, 0, j, address(groups, k)))))
            .toArray();
    if (!Arrays.equals(expected, noisy)) {
      fault(step);
    }
    visited.add(List.of());
    record(step, exact, all, each, groups);
    return (double[]) release(noisy);
  }

  private double noisy(long exact, BigInteger drawn) {
    return BigInteger.valueOf(exact).add(drawn).doubleValue() / weight;
  }

  /** Returns the values to release: those of the earlier transcript, if there is one. */
  private Object release(Object answer) {
    Object value = earlier == null ? answer : earlier.released.get(released.size());
    released.add(value);
    return value;
  }

  private static List<long[]> vectors(long[] totals, int width) {
    return IntStream.range(0, totals.length / width)
        .mapToObj(k -> Arrays.copyOfRange(totals, k * width, (k + 1) * width))
        .toList();
  }

  @Override
  public GroupLedger ledger() {
    return audited.ledger();
  }

  @Override
  public void setSizes(double[] counts) {
    audited.setSizes(counts);
  }

  @Override
  public double[] own(String step, GroupQuery question, int[] groups, double[] prices) {
    double[] noisy = audited.own(step, question, groups, prices);
    due.charge(step, question.kind(), groups, prices);
    BigInteger each = ofRows(question.squaredSensitivity(spec.unit()), 1);
    return record(
        step,
        vectors(blocks.fold(question, step), question.width()),
        k -> variance(each, prices[k]),
        each,
        groups,
        noisy);
  }

  @Override
  public double[] pooledSum(String step, GroupQuery question, double price) {
    double[] noisy = audited.pooledSum(step, question, price);
    chargeAll(step, question.slots(), price);
    BigInteger each = ofRows(question.squaredSensitivity(spec.unit()), spec.groupsPerPerson());
    return record(
        step,
        vectors(blocks.fold(question, step), question.width()),
        k -> variance(each, price),
        each,
        null,
        noisy);
  }

  /** A person may leave one class and enter another. */
  private void chargeAll(String step, int slots, double price) {
    due.chargeCommon(step, slots > 1 && replaces() ? 2 * price : price);
  }

  @Override
  public ExactCounts counts(String description, GroupQuery question) {
    List<long[]> above = vectors(blocks.fold(question, description), question.width());
    for (long[] cells : above) {
      for (int cell = cells.length - 2; cell >= 0; cell--) {
        cells[cell] += cells[cell + 1];
      }
    }
    return new Counts(audited.counts(description, question), above, question.width());
  }

  private final class Counts implements ExactCounts {
    private final ExactCounts counts;
    private final List<long[]> above;
    private final int width;

    Counts(ExactCounts counts, List<long[]> above, int width) {
      this.counts = counts;
      this.above = above;
      this.width = width;
    }

    private long exact(int slot, int cell) {
      return cell < width ? above.get(slot)[cell] : 0;
    }

    private void charge(String step, int[] groups, double price) {
      double[] prices = DoubleStream.generate(() -> price).limit(groups.length).toArray();
      due.charge(step, GroupQueryKind.COUNT, groups, prices);
    }

    @Override
    public double[] above(String step, int[] groups, int[] slots, int[] first, double price) {
      double[] noisy = counts.above(step, groups, slots, first, price);
      charge(step, groups, price);
      BigInteger each = ofRows(BigInteger.ONE, 1);
      List<long[]> exact =
          IntStream.range(0, groups.length)
              .mapToObj(k -> new long[] {exact(slots[k], first[k])})
              .toList();
      return record(step, exact, k -> variance(each, price), each, groups, noisy);
    }

    @Override
    public int[] search(String step, double[] most, double price) {
      int[] found = counts.search(step, most, price);
      chargeAll(step, most.length, price);
      return recordSearch(step, most, price, null, found);
    }

    @Override
    public int[] search(String step, int[] groups, double[] most, double price) {
      int[] found = counts.search(step, groups, most, price);
      charge(step, groups, price);
      return recordSearch(step, most, price, groups, found);
    }

    private int[] recordSearch(
        String step, double[] most, double price, int[] groups, int[] found) {
      // The counts of a search share its price, and each is changed by all rows of a person.
      int levels = Integer.SIZE - Integer.numberOfLeadingZeros(width);
      BigInteger each =
          times(ofRows(BigInteger.ONE, groups == null ? spec.groupsPerPerson() : 1), levels);
      Variance variance = variance(each, price);
      int question = answers.size();
      List<int[]> cells = new ArrayList<>();
      for (int k = 0; k < most.length; k++) {
        int[] searched = cells(k, most[k], variance, address(groups, k));
        if (searched[searched.length - 1] != found[k]) {
          fault(step);
        }
        cells.add(Arrays.copyOf(searched, searched.length - 1));
      }
      visited.add(earlier == null ? cells : earlier.visited.get(question));
      List<long[]> exact = new ArrayList<>();
      for (int k = 0; k < most.length; k++) {
        int slot = k;
        int[] counted = visited.get(question).get(k);
        exact.add(Arrays.stream(counted).mapToLong(cell -> exact(slot, cell)).toArray());
      }
      List<Variance> variances = Stream.generate(() -> variance).limit(most.length).toList();
      GroupTranscript.this.record(step, exact, variances, each, groups);
      return (int[]) release(found);
    }

    /** Returns the cells that a search counts, and the one that it finds. */
    private int[] cells(int slot, double most, Variance variance, int address) {
      int number = number();
      IntStream.Builder cells = IntStream.builder();
      int low = 0;
      int high = width;
      for (int level = 0; low < high; level++) {
        int middle = (low + high) >>> 1;
        cells.add(middle);
        BigInteger drawn = noise.discreteGaussian(variance, number, level, 0, address);
        if (noisy(exact(slot, middle), drawn) <= most) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return cells.add(low).build().toArray();
    }
  }
}
