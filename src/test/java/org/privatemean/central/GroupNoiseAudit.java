package org.privatemean.central;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.privatemean.mean.GroupQueries;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;

/**
 * Keeps books of a grouped release from the noise that was drawn, and from nothing that the curator
 * says of it: what each question cost a row that stays and one that moves, and whether the ledger
 * knows.
 */
final class GroupNoiseAudit implements GroupTrustModel, NoiseSource {
  private static final double ROUNDING = 1e-9;
  private static final double LATTICE = 0x1p40;

  /**
   * One draw.
   *
   * @param number of the question
   */
  private record Draw(int number, int level, int coordinate, int group, double variance) {}

  private final NoiseSource noise;
  private final Neighbours neighbours;
  private final int persons;

  /** The square of the most that a row weighs. */
  private final double weight;

  /** A question of which a fifth less noise is reported than was drawn; null for none. */
  private final String cheap;

  private final Set<List<Integer>> addresses = new HashSet<>();
  private final Set<String> requested = new TreeSet<>();
  private final Set<String> violations = new TreeSet<>();
  private final List<Map<GroupQueryKind, Double>> own = new ArrayList<>();
  private List<Draw> draws = new ArrayList<>();
  private GroupTrustModel curator;
  private double common;

  GroupNoiseAudit(NoiseSource noise, PrivacyUnit unit, int persons, int groups, String cheap) {
    this.noise = noise;
    this.neighbours = unit.neighbours();
    this.weight = Math.pow(unit.mostWeight(), 2);
    this.persons = persons;
    this.cheap = cheap;
    for (int g = 0; g < groups; g++) {
      own.add(new EnumMap<>(GroupQueryKind.class));
    }
  }

  /** Looks on at a curator, which must draw its noise here. */
  GroupTrustModel over(GroupTrustModel watched) {
    curator = watched;
    return this;
  }

  /** The questions with something wrong. */
  Set<String> violations() {
    return violations;
  }

  Set<String> requested() {
    return requested;
  }

  @Override
  public synchronized BigInteger discreteGaussian(
      Variance variance, int step, int level, int coordinate, int group) {
    if (!addresses.add(List.of(step, level, coordinate, group))) {
      violations.add("an address was drawn twice");
    }
    draws.add(new Draw(step, level, coordinate, group, variance.doubleValue()));
    return noise.discreteGaussian(variance, step, level, coordinate, group);
  }

  private boolean isReplaced() {
    return neighbours == Neighbours.REPLACE;
  }

  /** From the definitions, for a row that is replaced inside its group, or is added or removed. */
  private double squaredSensitivity(String step, GroupQuery question) {
    int vectors = isReplaced() ? 2 : 1;
    return weight
        * switch (question.kind()) {
          case ROW_COUNT -> 1;
          case COUNT -> LATTICE;
          case HISTOGRAM -> vectors * GroupQueries.countedColumns(question);
          // Squares are not negative.
          case SUM -> LATTICE * vectors * (step.equals("variances") ? 1 : vectors);
        };
  }

  private void begin(String step) {
    requested.add(step);
    draws = new ArrayList<>();
  }

  /** Checks that all of some addresses were drawn with enough noise; the price that they imply. */
  private double implied(String step, int group, int count, double square, double price) {
    List<Draw> of = draws.stream().filter(draw -> draw.group == group).toList();
    Set<Integer> coordinates = new HashSet<>();
    of.forEach(draw -> coordinates.add(draw.coordinate));
    if (of.size() != count || coordinates.size() != count) {
      violations.add("not all of its values have noise: " + step);
    }
    double least = of.stream().mapToDouble(Draw::variance).min().orElse(0);
    least *= step.equals(cheap) ? 0.8 : 1;
    double implied = square / (2 * least);
    if (implied > price * (1 + ROUNDING)) {
      violations.add("too little noise: " + step);
    }
    return implied;
  }

  private void checkLedger(String step) {
    for (int g = 0; g < own.size(); g++) {
      Map<GroupQueryKind, Double> paid = own.get(g);
      double count = paid.getOrDefault(GroupQueryKind.COUNT, 0.0);
      double cells = paid.getOrDefault(GroupQueryKind.HISTOGRAM, 0.0);
      double sums = paid.getOrDefault(GroupQueryKind.SUM, 0.0);
      double rows = paid.getOrDefault(GroupQueryKind.ROW_COUNT, 0.0);
      double spent =
          isReplaced()
              ? Math.max(
                  // One that weighs may change its weight.
                  count + cells + sums + (weight > 1 ? rows : 0),
                  2 * (count + cells / 2 + sums / 4 + rows))
              : count + cells + sums + rows;
      double total = common + persons * spent;
      if (total > curator.ledger().spent(g) * (1 + ROUNDING)) {
        violations.add("not charged: " + step);
      }
    }
  }

  @Override
  public GroupLedger ledger() {
    return curator.ledger();
  }

  @Override
  public void setSizes(double[] counts) {
    curator.setSizes(counts);
  }

  @Override
  public double[] own(String step, GroupQuery question, int[] groups, double[] prices) {
    begin(step);
    double[] answer = curator.own(step, question, groups, prices);
    double square = squaredSensitivity(step, question);
    for (int k = 0; k < groups.length; k++) {
      own.get(groups[k])
          .merge(
              question.kind(),
              implied(step, groups[k], question.width(), square, prices[k]),
              Double::sum);
    }
    end(step, question.width() * groups.length);
    return answer;
  }

  private void end(String step, int count) {
    if (draws.size() != count) {
      violations.add("not all of its values have noise: " + step);
    }
    checkLedger(step);
  }

  private double moving(int slots) {
    return isReplaced() && slots > 1 ? 2 : 1;
  }

  @Override
  public double[] pooledSum(String step, GroupQuery question, double price) {
    begin(step);
    double[] answer = curator.pooledSum(step, question, price);
    double square = squaredSensitivity(step, question) * persons * persons;
    double most = 0;
    for (int k = 0; k < question.slots(); k++) {
      most = Math.max(most, implied(step, k, question.width(), square, price));
    }
    common += most * moving(question.slots());
    end(step, question.width() * question.slots());
    return answer;
  }

  @Override
  public ExactCounts counts(String description, GroupQuery question) {
    draws = new ArrayList<>();
    ExactCounts counts = curator.counts(description, question);
    if (!draws.isEmpty()) {
      violations.add("a look that draws: " + description);
    }
    int levels = Integer.SIZE - Integer.numberOfLeadingZeros(question.width());
    return new Audited(counts, levels);
  }

  private final class Audited implements ExactCounts {
    private final ExactCounts counts;
    private final int levels;

    Audited(ExactCounts counts, int levels) {
      this.counts = counts;
      this.levels = levels;
    }

    @Override
    public double[] above(String step, int[] groups, int[] slots, int[] first, double price) {
      begin(step);
      double[] answer = counts.above(step, groups, slots, first, price);
      for (int group : groups) {
        own.get(group)
            .merge(GroupQueryKind.COUNT, implied(step, group, 1, weight, price), Double::sum);
      }
      end(step, groups.length);
      return answer;
    }

    /** What the counts of one search cost that were made, each at an address of its own. */
    private double searched(String step, int group, double square, double price) {
      List<Draw> of = draws.stream().filter(draw -> draw.group == group).toList();
      double least = of.stream().mapToDouble(Draw::variance).min().orElse(0);
      least *= step.equals(cheap) ? 0.8 : 1;
      if (of.isEmpty() || of.size() > levels) {
        violations.add("not all of its values have noise: " + step);
      }
      if (levels * square / (2 * least) > price * (1 + ROUNDING)) {
        violations.add("too little noise: " + step);
      }
      return of.size() * square / (2 * least);
    }

    @Override
    public int[] search(String step, double[] most, double price) {
      begin(step);
      int[] answer = counts.search(step, most, price);
      double square = weight * persons * persons;
      common +=
          moving(most.length)
              * IntStream.range(0, most.length)
                  .mapToDouble(k -> searched(step, k, square, price))
                  .max()
                  .orElse(0);
      checkLedger(step);
      return answer;
    }

    @Override
    public int[] search(String step, int[] groups, double[] most, double price) {
      begin(step);
      int[] answer = counts.search(step, groups, most, price);
      for (int group : groups) {
        own.get(group)
            .merge(GroupQueryKind.COUNT, searched(step, group, weight, price), Double::sum);
      }
      checkLedger(step);
      return answer;
    }
  }
}
