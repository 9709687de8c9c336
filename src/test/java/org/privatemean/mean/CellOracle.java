package org.privatemean.mean;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.privatemean.geometry.NormRange;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** What a pass over cells must give, row by row and in integers of any size; and rows to try. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record CellOracle(
    double[] centre, double[] weights, double[] limits, CellGrid grid, NormRange range) {
  static final MathContext DIGITS = new MathContext(60);

  private static final double UNIT = 0x1p20;

  /** A pass that clips no coordinate. */
  CellOracle(double[] centre, double[] weights, CellGrid grid, NormRange range) {
    this(centre, weights, new double[0], grid, range);
  }

  /**
   * A pass of any scale: most rows are scaled in one of four, coordinates clipped in one of three.
   */
  static CellOracle random(SplittableRandom random, int dimension, CellGrid grid) {
    double guide = grid.norm(0);
    double[] weights = new double[random.nextBoolean() ? dimension : 0];
    Arrays.setAll(weights, j -> random.nextDouble(0.25, 4));
    double spread = random.nextInt(3) * guide;
    double[] centre = new double[dimension];
    Arrays.setAll(centre, j -> spread * random.nextGaussian());
    double high = Math.scalb(1.0, Math.getExponent(guide) + random.nextInt(1, 6));
    NormRange range = random.nextInt(4) == 0 ? new NormRange(high / 4, high) : NormRange.WIDEST;
    double[] limits = new double[random.nextInt(3) == 0 ? dimension : 0];
    Arrays.setAll(limits, j -> Math.max(0, guide * random.nextDouble(-0.5, 4)));
    return new CellOracle(centre, weights, limits, grid, range);
  }

  /** A first norm of any size that leaves room for rows of others. */
  static double guide(SplittableRandom random) {
    return Math.scalb(random.nextDouble(1, 2), random.nextInt(-300, 300));
  }

  int dimension() {
    return centre.length;
  }

  CellFold fold() {
    return new CellFold(new CentredTransform(centre, weights, limits), grid, range);
  }

  /** The totals of all rows, invalid ones taken for zero. */
  CellTotals totals(double[]... rows) {
    CellFold fold = fold();
    try (var passes = InMemoryRows.of(rows, dimension(), InvalidRows.ZERO).passes().orElseThrow()) {
      return fold.totals(passes.fold(fold, "test"));
    }
  }

  /** The view of a row. */
  double[] view(double[] row) {
    boolean valid =
        row != null && row.length == dimension() && Arrays.stream(row).allMatch(Double::isFinite);
    double[] scaled = new double[dimension()];
    if (valid) {
      range.scale(row, scaled);
    }
    double[] view = new double[dimension()];
    Arrays.setAll(view, j -> (scaled[j] - centre[j]) * (weights.length == 0 ? 1 : weights[j]));
    for (int j = 0; j < limits.length; j++) {
      view[j] = Math.abs(view[j]) > limits[j] ? Math.copySign(limits[j], view[j]) : view[j];
    }
    return view;
  }

  /** A row whose view is about the given one. */
  double[] row(double[] view) {
    double[] row = new double[view.length];
    Arrays.setAll(row, j -> centre[j] + view[j] / (weights.length == 0 ? 1 : weights[j]));
    return row;
  }

  /** The square of a norm as a pass has it. */
  static double square(double[] view) {
    double[] sums = new double[8];
    int end = view.length / 8 * 8;
    for (int j = 0; j < view.length; j++) {
      sums[j < end ? j % 8 : 0] += view[j] * view[j];
    }
    return Arrays.stream(sums).reduce(0, Double::sum);
  }

  /** The exact norm, to 60 digits. */
  static BigDecimal norm(double[] view) {
    BigDecimal sum = BigDecimal.ZERO;
    for (double x : view) {
      sum = sum.add(new BigDecimal(x).pow(2));
    }
    return sum.sqrt(DIGITS);
  }

  /** The first norm of the grid that a view does not pass. */
  int cell(double[] view) {
    double square = square(view);
    return IntStream.range(0, grid.size())
        .filter(k -> square <= grid.norm(k) * grid.norm(k))
        .findFirst()
        .orElse(grid.size());
  }

  /** {@code floor(2^20 e_k / g)}, exactly. */
  long multiple(int k) {
    return new BigDecimal(grid.norm(k))
        .multiply(new BigDecimal(UNIT))
        .divide(new BigDecimal(grid.norm(0)), DIGITS)
        .toBigInteger()
        .longValueExact();
  }

  /** What a row adds to the sum that is clipped at norm k. */
  BigInteger[] summand(double[] row, int k) {
    double[] view = view(row);
    return cell(view) <= k
        ? multiples(view, UNIT / grid.norm(0), 1L << 20)
        : multiples(direction(view), 1, multiple(k));
  }

  private static BigInteger[] multiples(double[] view, double factor, long times) {
    return Arrays.stream(view)
        .mapToObj(x -> BigInteger.valueOf((long) Math.rint(x * factor) * times))
        .toArray(BigInteger[]::new);
  }

  /** A view scaled to just below 2^20; zero if it is infinite. */
  private double[] direction(double[] view) {
    double length = (UNIT - Math.sqrt(dimension()) / 2) * (1 - 1e-9);
    double square = square(view);
    double[] whole = view;
    if (square == Double.POSITIVE_INFINITY) {
      double largest = Arrays.stream(view).map(Math::abs).max().orElseThrow();
      whole = Arrays.stream(view).map(x -> x / largest).toArray();
      square = square(whole);
    }
    double factor = length / Math.sqrt(square);
    return square < Double.POSITIVE_INFINITY
        ? Arrays.stream(whole).map(x -> x * factor).toArray()
        : new double[view.length];
  }

  /** A row of any kind, most of them near a norm of the grid. */
  double[] wild(SplittableRandom random) {
    int d = dimension();
    double guide = grid.norm(0);
    double edge = grid.norm(random.nextInt(grid.size()));
    return switch (random.nextInt(16)) {
      case 0 -> null;
      case 1 -> new double[d + 1];
      case 2 -> with(random, new double[] {Double.NaN, 1 / 0.0, -1 / 0.0}[random.nextInt(3)]);
      case 3 -> with(random, random.nextBoolean() ? 1e300 : -1.7e308);
      case 4 -> with(random, -0.0);
      case 5 -> new double[d];
      case 6 -> filled(d, -0.0);
      case 7 -> filled(d, random.nextBoolean() ? Double.MIN_VALUE : -0x1p-1030);
      case 8 -> filled(d, 1.7e308);
      case 9 -> centre.clone();
      case 10 -> row(scaled(random, edge * Math.scalb(1.0, random.nextInt(0, 500))));
      case 11 -> row(scaled(random, edge));
      case 12 -> row(halves(random, edge));
      case 13 -> row(scaled(random, guide * random.nextDouble()));
      case 14 -> row(scaled(random, edge * random.nextDouble(0.9, 1.1)));
      default -> row(scaled(random, range.high() * random.nextDouble(0.5, 2)));
    };
  }

  private double[] with(SplittableRandom random, double value) {
    double[] row = row(scaled(random, grid.norm(0)));
    row[random.nextInt(row.length)] = value;
    return row;
  }

  private static double[] filled(int dimension, double value) {
    double[] row = new double[dimension];
    Arrays.fill(row, value);
    return row;
  }

  /** A view of a norm, off by some units in the last place, in a random direction. */
  double[] scaled(SplittableRandom random, double norm) {
    double[] view = new double[dimension()];
    Arrays.setAll(view, j -> random.nextGaussian());
    double length = Math.sqrt(square(view));
    double ulps = 1 + random.nextInt(-3, 4) * 0x1p-52;
    return Arrays.stream(view).map(x -> norm * (x / length) * ulps).toArray();
  }

  /**
   * A view within a norm and nearly as long, of which all coordinates but one are just more than
   * half steps, so that rounding makes it longer by half the root of the dimension.
   */
  double[] halves(SplittableRandom random, double norm) {
    double[] view = new double[dimension()];
    double step = grid.norm(0) / UNIT;
    double most = norm * (1 - 1e-12);
    double most1 = Math.max(0, Math.floor(most / step / Math.sqrt(view.length)) - 3);
    double square = 0;
    for (int j = 1; j < view.length; j++) {
      double steps = most1 + 0.5 + 0x1p-20;
      view[j] = steps * step * (random.nextBoolean() ? 1 : -1);
      square += (view[j] / norm) * (view[j] / norm);
    }
    view[0] = norm * Math.sqrt(Math.max(0, most / norm * (most / norm) - square));
    return view;
  }

  /** The length of a vector of integers, squared. */
  static BigInteger squared(BigInteger[] vector) {
    return Arrays.stream(vector).map(x -> x.multiply(x)).reduce(BigInteger.ZERO, BigInteger::add);
  }

  static BigInteger[] minus(BigInteger[] a, BigInteger[] b) {
    BigInteger[] difference = new BigInteger[a.length];
    Arrays.setAll(difference, j -> a[j].subtract(b[j]));
    return difference;
  }

  static BigInteger[] plus(BigInteger[] a, BigInteger[] b) {
    BigInteger[] sum = new BigInteger[a.length];
    Arrays.setAll(sum, j -> a[j].add(b[j]));
    return sum;
  }

  static BigInteger[] zero(int dimension) {
    BigInteger[] zero = new BigInteger[dimension];
    Arrays.fill(zero, BigInteger.ZERO);
    return zero;
  }
}
