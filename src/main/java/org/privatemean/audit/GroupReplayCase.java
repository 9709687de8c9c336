package org.privatemean.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.privatemean.central.CentralGroupTrust.KeyThreshold;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupBlock.GroupEncoder;
import org.privatemean.mean.GroupedMean;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource.ByteNoise;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.release.Guarantee;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.rows.group.GroupedBlocks;

/**
 * Two data sets of rows in groups that differ in one row, or in all rows of one person, and the
 * request made for both, drawn from a seed.
 *
 * @param keys the public list of keys; empty if keys are selected privately
 * @param keyDelta delta of that selection; 0 for a public list
 */
record GroupReplayCase(
    GroupedSpec spec,
    List<GroupKey> keys,
    double keyDelta,
    int dimension,
    List<KeyedRow> rows,
    List<KeyedRow> neighbour,
    NoiseKey key) {
  private static final int FEW_GROUPS = 7;

  /** Enough for two classes of groups, each asked together. */
  private static final int MANY_GROUPS = 100;

  private static final int MAX_DIMENSION = 8;
  private static final int MAX_GROUPS_PER_PERSON = 3;
  private static final int MAX_WEIGHT = 4;

  /** Probabilities beyond this number of deviations are below 1e-300. */
  private static final double DEVIATIONS = 38;

  /** A row, or what a person has in one group. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record KeyedRow(GroupKey key, double[] values, int weight) {}

  private boolean arePrivate() {
    return keyDelta > 0;
  }

  /** Returns all faults of the releases of both data sets. */
  List<String> faults(AuditedBuild build) {
    return faults(build, release -> {});
  }

  /** Returns them, and shows both releases. */
  List<String> faults(AuditedBuild build, Consumer<KeyedRelease> shown) {
    Map<GroupKey, Long> counts = counts(rows);
    Map<GroupKey, Long> others = counts(neighbour);
    List<String> faults = new ArrayList<>();
    Map<GroupKey, Double> selected = new LinkedHashMap<>();
    keys.forEach(each -> selected.put(each, 0.0));
    double lost = 0;
    if (arePrivate()) {
      int weight = spec.unit().mostWeight();
      KeyThreshold threshold =
          build.keyThreshold(keyPrice(), keyDelta, spec.groupsPerPerson(), weight);
      faults.addAll(faults(threshold, counts));
      selected.putAll(select(threshold, counts));
      if (!others.keySet().containsAll(selected.keySet())) {
        // The key of one person alone was kept: of probability delta.
        return faults;
      }
      lost = loss(threshold.variance(), counts, others);
    }
    GroupTranscript one = transcript(build, rows, selected.keySet(), null);
    KeyedRelease first = release(selected, one);
    GroupTranscript other = transcript(build, neighbour, selected.keySet(), one);
    KeyedRelease second = release(selected, other);
    shown.accept(first);
    shown.accept(second);
    faults.addAll(one.compare(other, lost));
    if (!first.equals(second)) {
      // All that leaves is a function of the released values.
      faults.add("equal answers about groups give another release");
    }
    faults.addAll(one.faults());
    faults.addAll(other.faults());
    return faults.stream().distinct().toList();
  }

  private static Map<GroupKey, Long> counts(List<KeyedRow> rows) {
    Map<GroupKey, Long> counts = new TreeMap<>();
    rows.forEach(row -> counts.merge(row.key, (long) row.weight, Long::sum));
    return counts;
  }

  /** Price of all counts by which keys are selected. */
  private double keyPrice() {
    return GroupedMean.countPrice(spec) * spec.groupsPerPerson();
  }

  /** Returns the kept keys with their noisy counts. */
  private Map<GroupKey, Double> select(KeyThreshold threshold, Map<GroupKey, Long> counts) {
    ByteNoise noise = ByteNoise.of(key, KeyThreshold.STEP.id());
    Map<GroupKey, Double> kept = new LinkedHashMap<>();
    counts.forEach(
        (each, count) -> {
          long noisy = threshold.noisyCount(noise, each.bytes(), count);
          if (noisy >= threshold.least()) {
            kept.put(each, (double) noisy / spec.unit().mostWeight());
          }
        });
    return kept;
  }

  private List<String> faults(KeyThreshold threshold, Map<GroupKey, Long> counts) {
    List<String> faults = new ArrayList<>();
    ByteNoise noise = ByteNoise.of(key, KeyThreshold.STEP.id());
    long weight = spec.unit().mostWeight();
    double spent = spec.groupsPerPerson() * weight * weight;
    if (!(spent / (2 * threshold.variance().doubleValue()) <= keyPrice())) {
      faults.add("the counts of keys have less noise than they are charged for");
    }
    counts.forEach(
        (each, count) -> {
          long drawn = noise.discreteGaussian(threshold.variance(), each.bytes()).longValueExact();
          if (threshold.noisyCount(noise, each.bytes(), count) != count + drawn) {
            faults.add("the count of a key is not the exact one with its noise");
          }
        });
    double revealed =
        spec.groupsPerPerson()
            * tail(threshold.variance().doubleValue(), threshold.least() - weight);
    if (!(revealed <= keyDelta * (1 + Transcript.ROUNDING))) {
      faults.add("a key of one person alone is released with a probability above delta");
    }
    return faults;
  }

  /** Returns the probability that discrete Gaussian noise is at least an integer, by its law. */
  private static double tail(double variance, long least) {
    int end = (int) Math.ceil(DEVIATIONS * Math.sqrt(variance)) + 1;
    return mass(Math.toIntExact(least), end, variance) / mass(-end, end, variance);
  }

  private static double mass(int from, int to, double variance) {
    return IntStream.rangeClosed(from, to)
        .mapToDouble(x -> Math.exp(-(double) x * x / (2 * variance)))
        .sum();
  }

  /** Returns the rho that the counts of the keys of both data sets cost. */
  private static double loss(
      Variance variance, Map<GroupKey, Long> counts, Map<GroupKey, Long> others) {
    return counts.entrySet().stream()
        .filter(each -> others.containsKey(each.getKey()))
        .mapToDouble(each -> each.getValue() - others.get(each.getKey()))
        .map(change -> change * change / (2 * variance.doubleValue()))
        .sum();
  }

  private GroupTranscript transcript(
      AuditedBuild build, List<KeyedRow> data, Set<GroupKey> kept, GroupTranscript earlier) {
    int groups = kept.size();
    return new GroupTranscript(
        build, spec, encode(data, List.copyOf(kept)), ledger(groups), ledger(groups), key, earlier);
  }

  private GroupLedger ledger(int groups) {
    if (!arePrivate()) {
      return GroupTranscript.ledger(spec, groups);
    }
    GroupLedger account = GroupTranscript.ledger(spec, 1);
    GroupedMean.chargeCount(spec, account);
    return account.forEach(groups);
  }

  /** The rows of the kept keys, which a fit encodes. */
  private GroupedBlocks<GroupBlock> encode(List<KeyedRow> data, List<GroupKey> kept) {
    BlockBuilder<GroupBlock> builder = new GroupEncoder(dimension, spec.range()).newBuilder();
    List<GroupBlock> blocks = new ArrayList<>();
    for (KeyedRow row : data) {
      if (builder.isFull()) {
        blocks.add(builder.build());
      }
      int group = kept.indexOf(row.key);
      double[] values = row.values.clone();
      if (group >= 0 && InvalidRows.ZERO.apply(values, "")) {
        builder.add(values, group, row.weight);
      }
    }
    blocks.add(builder.build());
    return GroupedBlocks.held(blocks);
  }

  private KeyedRelease release(Map<GroupKey, Double> selected, GroupTranscript trust) {
    double[] counts =
        arePrivate()
            ? selected.values().stream().mapToDouble(Double::doubleValue).toArray()
            : GroupedMean.count(spec, selected.size(), trust);
    Guarantee guarantee = Guarantee.inZcdp(new Zcdp(spec.rho()), spec.unit());
    return new KeyedRelease(
            GroupedMean.release(spec, guarantee, dimension, counts, trust),
            List.of("group"),
            List.copyOf(selected.keySet()),
            keyDelta,
            NoiseSeeding.YES,
            List.of(),
            null)
        .withPublicWarnings();
  }

  static GroupReplayCase draw(
      boolean arePrivate, Neighbours neighbours, double rho, SplittableRandom random) {
    boolean isRow = random.nextInt(3) == 0;
    int groupsPerPerson = isRow ? 1 : 1 + random.nextInt(MAX_GROUPS_PER_PERSON);
    int weight = isRow || random.nextBoolean() ? 1 : 1 + random.nextInt(MAX_WEIGHT);
    GroupedSpec spec =
        new GroupedSpec(
            rho,
            OptionalDouble.empty(),
            random.nextInt(3) == 0 ? Scaling.NONE : Scaling.STANDARD,
            random.nextInt(4) > 0,
            ErrorBarCoverage.CONFIDENCE,
            groupsPerPerson,
            isRow ? PrivacyUnit.row(neighbours) : PrivacyUnit.person(neighbours, weight),
            RecentredSpec.RARE_UNIT);
    boolean areMany = random.nextInt(4) == 0;
    int dimension =
        areMany || random.nextInt(4) == 0 ? 2 * MAX_DIMENSION : 1 + random.nextInt(MAX_DIMENSION);
    List<GroupKey> keys =
        IntStream.range(0, areMany ? MANY_GROUPS : 2 + random.nextInt(FEW_GROUPS - 1))
            .mapToObj(g -> GroupKey.of(String.format("group %02d", g)))
            .toList();
    List<KeyedRow> rows = rows(spec, keys, dimension, random);
    List<KeyedRow> neighbour = new ArrayList<>(rows);
    addPerson(rows, spec, keys, random);
    if (neighbours == Neighbours.REPLACE) {
      addPerson(neighbour, spec, keys, random);
    }
    boolean isSwapped = random.nextBoolean();
    return new GroupReplayCase(
        spec,
        arePrivate ? List.of() : keys,
        arePrivate ? 1e-6 : 0,
        dimension,
        isSwapped ? neighbour : rows,
        isSwapped ? rows : neighbour,
        NoiseKey.fromSeed(random.nextLong()));
  }

  /** Rows of all other persons; each fourth group has too few for a mean, and the last has none. */
  private static List<KeyedRow> rows(
      GroupedSpec spec, List<GroupKey> keys, int dimension, SplittableRandom random) {
    double own = spec.rho() / spec.groupsPerPerson();
    double least = Math.max(25 / Math.sqrt(own), 2 * Math.sqrt(8 * dimension / own));
    int unlike = random.nextInt(3);
    List<KeyedRow> rows = new ArrayList<>();
    int[] counts = new int[keys.size() - 1];
    for (int g = 0; g < counts.length; g++) {
      int ofClass = 12 * (1 + unlike % 2 * (g % 2));
      double share = counts.length > FEW_GROUPS ? ofClass : random.nextDouble(1.2, 4);
      counts[g] = (int) Math.ceil(least * (g % 4 == 3 ? 0.3 : share));
    }
    double[][] drawn =
        ReplayCase.rows(
            ReplayCase.Mechanism.RECENTRED, random, Arrays.stream(counts).sum(), dimension);
    for (int g = 0; g < counts.length; g++) {
      double size =
          switch (unlike) {
            case 0 -> 1;
            case 1 -> g % 2 == 0 ? 1 : 1e3;
            default -> Math.exp(random.nextDouble(-9, 9));
          };
      for (int i = 0; i < counts[g]; i++) {
        double[] values = Arrays.stream(drawn[rows.size()]).map(x -> size * x).toArray();
        rows.add(new KeyedRow(keys.get(g), values, weight(spec, random)));
      }
    }
    return rows;
  }

  private static int weight(GroupedSpec spec, SplittableRandom random) {
    int most = spec.unit().mostWeight();
    return random.nextBoolean() ? most : 1 + random.nextInt(most);
  }

  /** Adds the hostile rows of one person, in groups with rows, the empty one or a new key. */
  private static void addPerson(
      List<KeyedRow> rows, GroupedSpec spec, List<GroupKey> keys, SplittableRandom random) {
    double[] like = rows.get(random.nextInt(rows.size())).values;
    int most = spec.groupsPerPerson();
    int count = random.nextBoolean() ? most : 1 + random.nextInt(most);
    Set<GroupKey> touched = new TreeSet<>();
    for (int k = 0; k < count; k++) {
      touched.add(keys.get(random.nextInt(keys.size())));
    }
    double[] row = ReplayCase.extreme(random, like);
    for (GroupKey key : touched) {
      double[] another = random.nextBoolean() ? row : ReplayCase.extreme(random, like);
      rows.add(new KeyedRow(key, another, weight(spec, random)));
    }
  }
}
