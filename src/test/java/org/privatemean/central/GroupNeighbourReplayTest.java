package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupQueries;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.mean.GroupTrustModel.GroupQuery;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.GroupLedger.GroupQueryKind;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.group.GroupedBlocks;

/**
 * Fits on tables that differ in a row, or in a person's rows, where all answers are those of the
 * first table, so that every question is the same: the exact totals of each must differ by no more
 * than its price is made for, and nowhere but in the groups of the rows that differ and where
 * groups are asked together.
 */
@Promise(
    "a row, or a person, moves the exact totals of its own groups and of common questions only,"
        + " by no more than is said")
final class GroupNeighbourReplayTest {
  private static final int FITS = 84;
  private static final int MANY_FITS = 680;
  private static final int PAIRS = 120;

  /** In what two tables differ. */
  private enum Change {
    ADDED,
    REMOVED,
    REPLACED,
    MOVED,
    NEW_KEY,
    PERSON
  }

  /**
   * A neighbour.
   *
   * @param blocks all of its rows
   * @param groups where rows differ
   */
  private record Neighbour(Change change, GroupedBlocks<GroupBlock> blocks, Set<Integer> groups) {}

  /** Asks a curator, and the neighbours behind its back. */
  private static final class Replay implements GroupTrustModel {
    private final GroupedSpec spec;
    private final GroupedBlocks<GroupBlock> blocks;
    private final List<Neighbour> neighbours;
    private final Map<Change, Long> moved = new EnumMap<>(Change.class);
    private final Set<String> shared = new TreeSet<>();
    private GroupTrustModel curator;

    /** Groups that were told that they are too small. */
    private boolean[] ended;

    Replay(GroupedSpec spec, GroupedBlocks<GroupBlock> blocks, List<Neighbour> neighbours) {
      this.spec = spec;
      this.blocks = blocks;
      this.neighbours = neighbours;
    }

    GroupTrustModel over(GroupTrustModel trust) {
      curator = trust;
      return this;
    }

    @Override
    public GroupLedger ledger() {
      return curator.ledger();
    }

    @Override
    public void setSizes(double[] counts) {
      curator.setSizes(counts);
    }

    /** What a row more changes, squared. */
    private static BigInteger row(GroupQuery question) {
      return switch (question.kind()) {
        case ROW_COUNT -> BigInteger.ONE;
        case HISTOGRAM -> BigInteger.valueOf(GroupQueries.countedColumns(question));
        case COUNT, SUM -> BigInteger.ONE.shiftLeft(40);
      };
    }

    /** What a row that is exchanged for another changes at most, squared. */
    private static BigInteger exchange(String step, GroupQuery question) {
      return switch (question.kind()) {
        case ROW_COUNT -> BigInteger.ZERO;
        case HISTOGRAM -> row(question).shiftLeft(1);
        case COUNT -> row(question);
        case SUM -> row(question).shiftLeft(step.equals("variances") ? 1 : 2);
      };
    }

    private static BigInteger[] squares(long[] before, long[] after, int width) {
      BigInteger[] squares = new BigInteger[before.length / width];
      Arrays.fill(squares, BigInteger.ZERO);
      for (int i = 0; i < before.length; i++) {
        BigInteger off = BigInteger.valueOf(after[i] - before[i]);
        squares[i / width] = squares[i / width].add(off.pow(2));
      }
      return squares;
    }

    private static boolean isWithin(BigInteger square, BigInteger most) {
      return square.compareTo(most) <= 0;
    }

    private void note(Neighbour neighbour, BigInteger[] squares) {
      long slots = Arrays.stream(squares).filter(square -> square.signum() > 0).count();
      moved.merge(neighbour.change, slots, Long::sum);
    }

    private boolean isEnded(Neighbour neighbour) {
      return ended != null && neighbour.groups.stream().allMatch(g -> ended[g]);
    }

    private void assertEnded(Neighbour neighbour, String step, BigInteger[] squares) {
      if (isEnded(neighbour)) {
        assertTrue(
            Arrays.stream(squares).allMatch(square -> square.signum() == 0),
            step + " saw rows of a group that is too small");
      }
    }

    @Override
    public double[] own(String step, GroupQuery question, int[] groups, double[] prices) {
      long[] before = blocks.fold(question, step);
      for (Neighbour neighbour : neighbours) {
        BigInteger[] squares =
            squares(before, neighbour.blocks.fold(question, step), question.width());
        note(neighbour, squares);
        assertEnded(neighbour, step, squares);
        BigInteger most =
            neighbour.change == Change.REPLACED ? exchange(step, question) : row(question);
        for (int k = 0; k < groups.length; k++) {
          BigInteger bound = neighbour.groups.contains(groups[k]) ? most : BigInteger.ZERO;
          assertTrue(isWithin(squares[k], bound), step + " " + neighbour.change);
          assertTrue(isWithin(squares[k], question.squaredSensitivity(spec.unit())), step);
        }
      }
      double[] answer = curator.own(step, question, groups, prices);
      if (question.kind() == GroupQueryKind.ROW_COUNT) {
        end(answer, question);
      }
      return answer;
    }

    /** Who is too small, by the page. */
    private void end(double[] counts, GroupQuery question) {
      double own = spec.rho() / spec.groupsPerPerson();
      double s = spec.unit().neighbours() == Neighbours.REPLACE ? 2 : 1;
      ended = new boolean[question.slots()];
      for (int g = 0; g < ended.length; g++) {
        double least = Math.max(25 / Math.sqrt(own), s * Math.sqrt(8 * dimension() / own));
        ended[g] = Math.max(1, counts[g]) < least;
      }
    }

    private int dimension;

    private double dimension() {
      return dimension;
    }

    /** Of all slots together, what L rows change that are in groups of their own. */
    private BigInteger together(Change change, String step, GroupQuery question) {
      BigInteger rows = BigInteger.valueOf(spec.groupsPerPerson()).pow(2);
      return switch (change) {
        case ADDED, REMOVED, NEW_KEY -> row(question);
        case PERSON -> row(question).multiply(rows);
        case REPLACED -> exchange(step, question);
        // Two classes see a row less and a row more; one class an exchange.
        case MOVED -> row(question).shiftLeft(1).max(exchange(step, question));
      };
    }

    @Override
    public double[] pooledSum(String step, GroupQuery question, double price) {
      shared.add(step);
      long[] before = blocks.fold(question, step);
      BigInteger noiseFor =
          question
              .squaredSensitivity(spec.unit())
              .multiply(BigInteger.valueOf(spec.groupsPerPerson()).pow(2));
      for (Neighbour neighbour : neighbours) {
        BigInteger[] squares =
            squares(before, neighbour.blocks.fold(question, step), question.width());
        note(neighbour, squares);
        assertEnded(neighbour, step, squares);
        BigInteger all = Arrays.stream(squares).reduce(BigInteger.ZERO, BigInteger::add);
        assertTrue(
            isWithin(all, together(neighbour.change, step, question)),
            step + " " + neighbour.change);
        boolean twice = spec.unit().neighbours() == Neighbours.REPLACE && question.slots() > 1;
        assertTrue(isWithin(all, twice ? noiseFor.shiftLeft(1) : noiseFor), step);
      }
      return curator.pooledSum(step, question, price);
    }

    private static long[] above(long[] cells, int width) {
      long[] above = cells.clone();
      for (int k = 0; k < cells.length; k += width) {
        for (int cell = width - 2; cell >= 0; cell--) {
          above[k + cell] += above[k + cell + 1];
        }
      }
      return above;
    }

    @Override
    public ExactCounts counts(String description, GroupQuery question) {
      int width = question.width();
      long[] before = above(blocks.fold(question, description), width);
      List<long[]> after = new ArrayList<>();
      for (Neighbour neighbour : neighbours) {
        long[] now = above(neighbour.blocks.fold(question, description), width);
        BigInteger[] squares = squares(before, now, width);
        assertEnded(neighbour, description, squares);
        note(neighbour, squares);
        after.add(now);
      }
      ExactCounts counts = curator.counts(description, question);
      return new ExactCounts() {
        private void check(String step, int group, int slot) {
          for (int i = 0; i < after.size(); i++) {
            Neighbour neighbour = neighbours.get(i);
            boolean ofIt = neighbour.groups.contains(group);
            for (int cell = slot * width; cell < (slot + 1) * width; cell++) {
              assertTrue(Math.abs(after.get(i)[cell] - before[cell]) <= (ofIt ? 1 : 0), step);
            }
          }
        }

        @Override
        public double[] above(String step, int[] groups, int[] slots, int[] first, double price) {
          for (int k = 0; k < groups.length; k++) {
            check(step, groups[k], slots[k]);
          }
          return counts.above(step, groups, slots, first, price);
        }

        @Override
        public int[] search(String step, double[] most, double price) {
          shared.add(step);
          for (int i = 0; i < after.size(); i++) {
            long rows = neighbours.get(i).change == Change.PERSON ? spec.groupsPerPerson() : 1;
            long[] now = after.get(i);
            long classes = 0;
            for (int k = 0; k < most.length; k++) {
              long largest = 0;
              for (int cell = k * width; cell < (k + 1) * width; cell++) {
                largest = Math.max(largest, Math.abs(now[cell] - before[cell]));
              }
              assertTrue(largest <= rows, step);
              classes += largest;
            }
            // A row that moves is in two classes.
            assertTrue(classes <= (neighbours.get(i).change == Change.MOVED ? 2 : rows), step);
          }
          return counts.search(step, most, price);
        }

        @Override
        public int[] search(String step, int[] groups, double[] most, double price) {
          for (int k = 0; k < groups.length; k++) {
            check(step, groups[k], k);
          }
          return counts.search(step, groups, most, price);
        }
      };
    }
  }

  /** A row that may be of any size. */
  private static double[] row(SplittableRandom random, double[] like) {
    double[] row = like.clone();
    double scale =
        switch (random.nextInt(6)) {
          case 0 -> 0;
          case 1 -> -1;
          case 2 -> Math.scalb(1.0, random.nextInt(-500, 490));
          case 3 -> 1 + 1e-9;
          default -> 1;
        };
    double off = random.nextInt(3) == 0 ? 50 : 1;
    Arrays.setAll(row, j -> scale * row[j] + (scale == 0 ? 0 : off * random.nextDouble(-1, 1)));
    return row;
  }

  private static Neighbour neighbour(
      GroupLaw.Sample sample, GroupedSpec spec, Change change, SplittableRandom random) {
    List<double[]> rows = new ArrayList<>(Arrays.asList(sample.rows()));
    List<Integer> groups = new ArrayList<>(Arrays.stream(sample.groups()).boxed().toList());
    Set<Integer> touched = new TreeSet<>();
    int at = random.nextInt(rows.size());
    int other = random.nextInt(sample.sizes().length);
    double[] another = row(random, rows.get(at));
    switch (change) {
      case ADDED -> {
        touched.add(groups.get(at));
        rows.add(another);
        groups.add(groups.get(at));
      }
      case NEW_KEY -> {
        // The last group has no rows.
        int last = sample.sizes().length - 1;
        touched.add(last);
        rows.add(another);
        groups.add(last);
      }
      case REMOVED -> {
        rows.remove(at);
        touched.add(groups.remove(at));
      }
      case REPLACED -> {
        touched.add(groups.get(at));
        rows.set(at, another);
      }
      case MOVED -> {
        touched.add(groups.get(at));
        touched.add(other);
        boolean stays = groups.get(at) == other;
        rows.set(at, stays ? rows.get(at) : another);
        groups.set(at, other);
      }
      case PERSON -> {
        while (touched.size() < Math.min(spec.groupsPerPerson(), sample.sizes().length)) {
          int group = random.nextInt(sample.sizes().length);
          if (touched.add(group)) {
            rows.add(row(random, another));
            groups.add(group);
          }
        }
      }
    }
    GroupLaw.Sample changed =
        new GroupLaw.Sample(
            rows.toArray(double[][]::new),
            groups.stream().mapToInt(Integer::intValue).toArray(),
            sample.sizes(),
            sample.dimension());
    return new Neighbour(change, GroupFit.blocks(changed, spec), touched);
  }

  private static Replay replay(int run) {
    SplittableRandom random = new SplittableRandom(run);
    Neighbours neighbours = run % 2 == 0 ? Neighbours.REPLACE : Neighbours.ADD_REMOVE;
    int persons = run % 3 == 0 ? 3 : 1;
    int dimension = random.nextInt(1, 11);
    Scaling scaling = random.nextInt(3) == 0 ? Scaling.NONE : Scaling.STANDARD;
    double rho = random.nextDouble(1, 8);
    GroupedSpec spec = GroupFit.spec(rho, scaling, neighbours, persons);
    int[] sizes = new int[random.nextInt(4, 12)];
    double least = 25 / Math.sqrt(rho / persons);
    Arrays.setAll(sizes, g -> (int) (least * (g % 4 == 3 ? 0.3 : random.nextDouble(1.5, 4))));
    sizes[sizes.length - 1] = 0;
    GroupLaw[] laws = GroupLaw.values();
    GroupLaw law = laws[random.nextInt(laws.length)];
    GroupLaw.Sample sample = law.sample(sizes, dimension, run);
    List<Neighbour> near = new ArrayList<>();
    Change[] changes =
        neighbours == Neighbours.REPLACE
            ? new Change[] {Change.REPLACED, Change.MOVED}
            : new Change[] {Change.ADDED, Change.REMOVED, Change.NEW_KEY, Change.PERSON};
    for (int k = 0; k < PAIRS; k++) {
      near.add(neighbour(sample, spec, changes[k % changes.length], random));
    }
    Replay replay = new Replay(spec, GroupFit.blocks(sample, spec), near);
    replay.dimension = dimension;
    GroupFit.of(spec, GroupFit.quick(run)).release(sample, replay::over);
    return replay;
  }

  @Test
  void totals_ofNeighbours_moveWithinTheStatedAmounts() {
    assertWithin(FITS, 1000);
  }

  @Test
  @Tag("long")
  void totals_ofTenThousandNeighboursOfEachKind_moveWithinTheStatedAmounts() {
    assertWithin(MANY_FITS, 10_000);
  }

  private static void assertWithin(int fits, int leastPairs) {
    Map<Change, Long> moved = new EnumMap<>(Change.class);
    Map<Change, Integer> pairs = new EnumMap<>(Change.class);
    Set<String> shared = new TreeSet<>();
    for (int run = 0; run < fits; run++) {
      Replay replay = replay(run);
      replay.neighbours.forEach(neighbour -> pairs.merge(neighbour.change(), 1, Integer::sum));
      replay.moved.forEach((change, slots) -> moved.merge(change, slots, Long::sum));
      shared.addAll(replay.shared);
    }
    assertEquals(Change.values().length, moved.size());
    pairs.forEach((change, count) -> assertTrue(count >= leastPairs, pairs.toString()));
    moved.forEach((change, slots) -> assertTrue(slots > 500, change + " moved nothing: " + moved));
    assertTrue(
        shared.containsAll(
            Set.of(
                "magnitudes",
                "shared centre",
                "magnitude counts",
                "spreads",
                "nearly constant columns",
                "norm of ordinary rows",
                "norm of all",
                "variances",
                "reach of classes")),
        shared.toString());
  }

  @Test
  void squaredSensitivity_ofRowsThatMove_isWithinTheLedgersPrices() {
    // What the ledger's second column takes for granted: see GroupLedger.
    PrivacyUnit replace = PrivacyUnit.row(Neighbours.REPLACE);
    PrivacyUnit add = PrivacyUnit.row(Neighbours.ADD_REMOVE);
    assertEquals(
        replace.squaredSensitivityOfPartitions(1),
        add.squaredSensitivityOfPartitions(1).shiftLeft(1));
    assertEquals(
        replace.squaredSensitivityOfSum(1 << 20),
        add.squaredSensitivityOfSum(1 << 20).shiftLeft(2));
  }
}
