package org.privatemean.query.block;

import org.privatemean.query.NormGrid;

/**
 * The participation ratio of a centred row z, {@code (sum z_j^2)^2 / sum z_j^4}: the number of
 * coordinates that carry its length, from 1 to d. Rows on the centre have the ratio 1.
 */
public final class Participation extends GridStatistic {
  private static final long serialVersionUID = 1L;

  private final CentredView centred;
  private final double perUnit;
  private final SquaredView squared;

  public Participation(double[] centre, double unit, NormGrid grid) {
    super(grid);
    this.centred = new CentredView(centre);
    this.perUnit = 1 / unit;
    this.squared = new SquaredView(centre, unit);
  }

  @Override
  double[] squares(VectorBlock block) {
    double[] second = centred.squaredNorms(block).clone();
    double[] fourth = squared.computeSquaredNorms(block);
    for (int i = 0; i < second.length; i++) {
      double square = second[i] * perUnit * perUnit;
      double ratio = square * square / fourth[i];
      // 0/0 and the far ends of the doubles: such a row is as good as one coordinate.
      boolean defined = ratio >= 1 && ratio < Double.POSITIVE_INFINITY;
      second[i] = defined ? ratio * ratio : 1;
    }
    return second;
  }
}
