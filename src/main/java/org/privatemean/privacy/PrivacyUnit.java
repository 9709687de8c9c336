package org.privatemean.privacy;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.Objects;
import org.privatemean.refusal.ParamException;

/**
 * The unit that a guarantee protects: a row, or a person with all of their rows, as the neighbours
 * say. Here, and nowhere else, it is turned into the sensitivities that a trusted curator's noise
 * is made for; a plan that assumes that noise asks here too.
 *
 * <p><b>Sensitivity.</b> Of a query it is the largest l2 distance between its answers on two
 * neighbouring data sets; squared, it is an integer, since the answers are vectors of integers.
 * Every query adds up what a function of one row and of public or released values makes of each
 * row, so its answers on neighbours differ by what one row adds, or by the difference of what two
 * add: all other rows cancel, exactly.
 *
 * <p><b>Persons.</b> The rows of a person become one row before any query sees them, by a function
 * of the person's own rows alone. So data sets that differ in all rows of one person become sets
 * that differ in one row, and what is said here of a row holds of the row of a person, word for
 * word.
 *
 * <p><b>Weights.</b> Rows may count up to k times: a query then adds up w times what it makes of a
 * row, w from 1 to k. Every sensitivity below is that of rows of weight 1, and {@link #weighted}
 * makes it that of weights up to k. It is k times as large at most: with summands x and y of
 * weights v and w, {@code v |x| <= k |x|} where a row is added or removed; where one is replaced,
 * {@code |v x - w y|} is largest, the norm being convex, at an end of each weight: {@code k |x -
 * y|}, or {@code |v x|} or {@code |w y|} with the other weight at 0, which is the bound of a
 * removal and no larger than that of a replacement for any of the queries below.
 *
 * @param neighbours which two data sets differ in one row or person
 * @param subject what they differ in
 * @param mostWeight k: how often the row of a person may count at most, from 1 to {@link
 *     #MOST_WEIGHT}; 1 for rows
 * @since 0.1.0
 */
public record PrivacyUnit(Neighbours neighbours, Subject subject, int mostWeight)
    implements Serializable {
  /** The largest weight that exact sums have room for. */
  public static final int MOST_WEIGHT = 1 << 20;

  /** Two vectors of norm at most 1 are at most so far apart. */
  private static final int DIAMETER = 2;

  /** Protected units. */
  public enum Subject {
    /** One row: who has several of them is protected as a group. */
    ROW("row", "rows", "one row"),
    /** All rows of one person. */
    PERSON("person", "persons", "all rows of one person");

    private final String label;
    private final String plural;
    private final String whole;

    Subject(String label, String plural, String whole) {
      this.label = label;
      this.plural = plural;
      this.whole = whole;
    }

    /** The name in reports. */
    public String label() {
      return label;
    }

    /**
     * The constant of a label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Subject fromLabel(String label) {
      for (Subject subject : values()) {
        if (subject.label.equals(label)) {
          return subject;
        }
      }
      throw new IllegalArgumentException("unit must be row or person. Provided value: " + label);
    }
  }

  /** Checks that there are neighbours, and the weight. */
  public PrivacyUnit {
    Objects.requireNonNull(neighbours, "neighbours");
    Objects.requireNonNull(subject, "subject");
    if (mostWeight < 1 || mostWeight > MOST_WEIGHT) {
      throw ParamException.outOfRange("maxRowsPerPerson", "from 1 to 1048576", mostWeight);
    }
    if (subject == Subject.ROW && mostWeight > 1) {
      throw new IllegalArgumentException("rows have no weights: only persons have");
    }
  }

  /** One row: who has several of them is protected as a group. */
  public static PrivacyUnit row(Neighbours neighbours) {
    return new PrivacyUnit(neighbours, Subject.ROW, 1);
  }

  /**
   * One person with all of their rows.
   *
   * <p>Under replace all rows of a person are exchanged for others, at least one before and after:
   * a person of whose rows only some change is a person replaced. Under addRemove a person is there
   * with all rows or not at all, so that a change of some of their rows counts as two: four times
   * rho.
   *
   * @param mostWeight k: a person of m rows counts {@code min(m, k)} times; 1 where all persons
   *     count alike
   */
  public static PrivacyUnit person(Neighbours neighbours, int mostWeight) {
    return new PrivacyUnit(neighbours, Subject.PERSON, mostWeight);
  }

  /** Returns what is protected, by its name in reports. */
  public String label() {
    return subject.label;
  }

  /** The name of several. */
  public String plural() {
    return subject.plural;
  }

  /** In what neighbours differ, in words. */
  public String text() {
    return switch (neighbours) {
      case REPLACE -> "replace " + subject.whole;
      case ADD_REMOVE -> "add or remove " + subject.whole;
    };
  }

  /**
   * True if the number of rows, or the sum of their weights, is public: replacing a row leaves it
   * as it is unless the weight changes, adding or removing one does not.
   */
  public boolean isCountPublic() {
    return switch (neighbours) {
      case REPLACE -> mostWeight == 1;
      case ADD_REMOVE -> false;
    };
  }

  /**
   * A squared sensitivity for rows that count up to {@link #mostWeight} times.
   *
   * @param squaredSensitivity the same for rows that count once
   */
  public BigInteger weighted(BigInteger squaredSensitivity) {
    return squaredSensitivity.multiply(square(mostWeight));
  }

  /**
   * The square of the l2 sensitivity of the number of rows.
   *
   * <p>It is 1: adding or removing a row moves it by 1. Replacing one moves it by 1 at most, where
   * rows are left out for what is in them, and otherwise not at all: then it is public and needs no
   * noise. Of weights the sum moves by less than k.
   */
  public BigInteger squaredSensitivityOfRowCount() {
    return BigInteger.ONE;
  }

  /**
   * The square of the l2 sensitivity of a vector of counts, each of the rows with some property.
   *
   * <p>It is their number: a row adds 0 or 1 to each count, so each moves by at most 1 whether a
   * row is added, removed or replaced, and all of them may. That some properties exclude each other
   * is not made use of.
   *
   * @param counts their number, at least 0
   */
  public BigInteger squaredSensitivityOfCounts(int counts) {
    return BigInteger.valueOf(counts);
  }

  /**
   * The square of the l2 sensitivity of the counts of some partitions of the rows into cells, where
   * a row is in at most one cell of each partition.
   *
   * <p>Replacing a row takes 1 from one cell of a partition and adds 1 to another, so it moves the
   * square by at most 2 a partition; adding or removing one moves it by 1.
   *
   * @param partitions their number, at least 0
   */
  public BigInteger squaredSensitivityOfPartitions(int partitions) {
    BigInteger cells =
        switch (neighbours) {
          case REPLACE -> BigInteger.TWO;
          case ADD_REMOVE -> BigInteger.ONE;
        };
    return BigInteger.valueOf(partitions).multiply(cells);
  }

  /**
   * The square of the l2 sensitivity of a sum of integers, one per row, each from 0 to {@code
   * most}.
   *
   * <p>Replacing a row moves it by the difference of two such integers, at most {@code most};
   * adding or removing one by one of them.
   *
   * @param most at least 0
   */
  public BigInteger squaredSensitivityOfInterval(long most) {
    return square(most);
  }

  /**
   * The sensitivity of one count: the root of {@link #squaredSensitivityOfCounts} of 1. What a plan
   * says of the noise of a count is a multiple of it.
   */
  public int countSensitivity() {
    return 1;
  }

  /**
   * The square of the l2 sensitivity of a sum of vectors of integers, one per row, each of norm at
   * most {@code norm}: that of {@link #sumSensitivity} times the norm.
   *
   * @param norm the clipping norm, at least 0
   */
  public BigInteger squaredSensitivityOfSum(long norm) {
    return square(norm).multiply(square(sumSensitivity()));
  }

  /**
   * The same where no vector has a negative coordinate.
   *
   * <p>Two such vectors x and y have a non-negative inner product, so {@code |x - y|^2 <= |x|^2 +
   * |y|^2}: replacing a row moves the square by at most {@code 2 norm^2}, adding or removing one by
   * at most {@code norm^2}. Two orthogonal vectors reach the first.
   *
   * @param norm the clipping norm, at least 0
   */
  public BigInteger squaredSensitivityOfOrthantSum(long norm) {
    BigInteger vectors =
        switch (neighbours) {
          case REPLACE -> BigInteger.TWO;
          case ADD_REMOVE -> BigInteger.ONE;
        };
    return square(norm).multiply(vectors);
  }

  /**
   * The l2 sensitivity of a sum of vectors of norm at most 1.
   *
   * <p>Replacing a row moves the sum by the difference of two such vectors, which is at most 2 long
   * and reached by opposite ones; adding or removing one moves it by one vector, at most 1 long.
   */
  public int sumSensitivity() {
    return switch (neighbours) {
      case REPLACE -> DIAMETER;
      case ADD_REMOVE -> 1;
    };
  }

  /**
   * The same if a row were replaced, whatever the neighbours: removing it and adding another moves
   * the sum by at most the difference of their vectors. It is never below {@link #sumSensitivity},
   * and is for those rules of a plan that assume the larger noise under all neighbours; noise
   * itself is made for {@link #sumSensitivity}.
   */
  public int replacementSensitivity() {
    return DIAMETER;
  }

  private static BigInteger square(long factor) {
    return BigInteger.valueOf(factor).pow(2);
  }
}
