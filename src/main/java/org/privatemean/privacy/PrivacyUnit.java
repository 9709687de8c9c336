package org.privatemean.privacy;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.Objects;
import org.privatemean.refusal.ParamException;

/**
 * The unit that a guarantee protects, with its neighbours: a row, or a person with all of their
 * rows, which become one row first. Only this class turns it into the sensitivities for which the
 * central model draws its noise: the largest l2 distances between the answers, vectors of integers,
 * on neighbouring data sets (table and proof: privacy-accounting.md, "Neighbours"). Every query
 * adds up a function of one row and of public or released values.
 *
 * <p><b>Weights.</b> Rows may count up to k times: a query then adds up w times the summand of a
 * row, w from 1 to k, and every sensitivity is at most k times as large ({@link #weighted}). With
 * summands x and y of weights v and w, {@code v |x| <= k |x|} if a row is added or removed. If one
 * is replaced, {@code |v x - w y|}, which is convex, is largest at an end of each weight: {@code k
 * |x - y|}, or the bound of a removal, which is no larger for any of the queries below.
 *
 * @param neighbours the relation between data sets that differ in one row or person
 * @param subject the protected subject
 * @param mostWeight k: the largest weight of the row of a person, from 1 to {@link #MOST_WEIGHT}; 1
 *     for rows
 * @since 0.1.0
 */
public record PrivacyUnit(Neighbours neighbours, Subject subject, int mostWeight)
    implements Serializable {
  /** The largest weight that exact sums support. */
  public static final int MOST_WEIGHT = 1 << 20;

  /** The largest distance between two vectors of norm at most 1. */
  private static final int DIAMETER = 2;

  /** Protected units. */
  public enum Subject {
    /** One row: anyone with several rows is protected as a group. */
    ROW("row", "rows", "one row"),
    PERSON("person", "persons", "all rows of one person");

    private final String label;
    private final String plural;
    private final String whole;

    Subject(String label, String plural, String whole) {
      this.label = label;
      this.plural = plural;
      this.whole = whole;
    }

    /** Returns the name in reports. */
    public String label() {
      return label;
    }

    /**
     * Returns the subject with the given name in reports.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Subject fromLabel(String label) {
      String refusal = "unit must be row or person. Provided value: " + label;
      return Checks.constant(values(), Subject::label, label, refusal);
    }
  }

  public PrivacyUnit {
    Objects.requireNonNull(neighbours, "neighbours");
    Objects.requireNonNull(subject, "subject");
    boolean isWeight = mostWeight >= 1 && mostWeight <= MOST_WEIGHT;
    Checks.param("maxRowsPerPerson", isWeight, "from 1 to 1048576", mostWeight);
    if (subject == Subject.ROW && mostWeight > 1) {
      throw new IllegalArgumentException("rows have no weights: only persons have");
    }
  }

  /** Returns the unit of one row: anyone with several rows is protected as a group. */
  public static PrivacyUnit row(Neighbours neighbours) {
    return new PrivacyUnit(neighbours, Subject.ROW, 1);
  }

  /**
   * Returns the unit of one person with all of their rows.
   *
   * <p>Under replace all or some rows of a person are exchanged for others. Under addRemove a
   * person is present with all rows or absent: a change of some rows counts as two, four times rho.
   *
   * @param mostWeight k, 1 to {@link #MOST_WEIGHT}: a person with m rows counts {@code min(m, k)}
   *     times; 1 if all persons count alike
   * @throws ParamException if it is out of its range
   */
  public static PrivacyUnit person(Neighbours neighbours, int mostWeight) {
    return new PrivacyUnit(neighbours, Subject.PERSON, mostWeight);
  }

  /** Returns the name of the subject in reports. */
  public String label() {
    return subject.label;
  }

  /** Returns the plural of the subject's name. */
  public String plural() {
    return subject.plural;
  }

  /** Returns the difference between neighbours, in words. */
  public String text() {
    return (neighbours == Neighbours.REPLACE ? "replace " : "add or remove ") + subject.whole;
  }

  /** Returns true if the number of rows, or the sum of their weights, is public. */
  public boolean isCountPublic() {
    return neighbours == Neighbours.REPLACE && mostWeight == 1;
  }

  /** Returns a squared sensitivity for rows that count up to k times, given that for k = 1. */
  public BigInteger weighted(BigInteger squaredSensitivity) {
    return squaredSensitivity.multiply(square(mostWeight));
  }

  /**
   * Returns the squared l2 sensitivity of the number of rows: 1, also if invalid ones are left out.
   */
  public BigInteger squaredSensitivityOfRowCount() {
    return BigInteger.ONE;
  }

  /**
   * Returns the squared l2 sensitivity of some counts, at least 0, of rows with some property, if
   * all may change.
   */
  public BigInteger squaredSensitivityOfCounts(int counts) {
    return BigInteger.valueOf(counts);
  }

  /**
   * Returns the squared l2 sensitivity of the counts of some partitions, at least 0, of the rows
   * into cells, if a row is in at most one cell of each: 2 per partition under replacement, else 1.
   */
  public BigInteger squaredSensitivityOfPartitions(int partitions) {
    return BigInteger.valueOf(partitions).multiply(rowsThatDiffer());
  }

  /** Returns the squared l2 sensitivity of a sum of integers, one per row, each from 0 to most. */
  public BigInteger squaredSensitivityOfInterval(long most) {
    return square(most);
  }

  /** Returns the sensitivity of one count. Plans state noise as a multiple of it. */
  public int countSensitivity() {
    return 1;
  }

  /**
   * Returns the squared l2 sensitivity of a sum of integer vectors, one per row, of a norm of at
   * most {@code norm}, at least 0: the square of {@link #sumSensitivity} times the norm.
   */
  public BigInteger squaredSensitivityOfSum(long norm) {
    return square(norm).multiply(square(sumSensitivity()));
  }

  /**
   * Returns the same if no two vectors have a negative inner product, as with squares or outer
   * products: {@code 2 norm^2} if a row is replaced, else {@code norm^2}.
   */
  public BigInteger squaredSensitivityOfOrthantSum(long norm) {
    return square(norm).multiply(rowsThatDiffer());
  }

  /** Returns the l2 sensitivity of a sum of vectors of norm 1: 2 under replacement, else 1. */
  public int sumSensitivity() {
    return switch (neighbours) {
      case REPLACE -> DIAMETER;
      case ADD_REMOVE -> 1;
    };
  }

  /**
   * Returns the same under replacement, which is never smaller, for rules of a plan; not for noise.
   */
  public int replacementSensitivity() {
    return DIAMETER;
  }

  private BigInteger rowsThatDiffer() {
    return switch (neighbours) {
      case REPLACE -> BigInteger.TWO;
      case ADD_REMOVE -> BigInteger.ONE;
    };
  }

  private static BigInteger square(long factor) {
    return BigInteger.valueOf(factor).pow(2);
  }
}
