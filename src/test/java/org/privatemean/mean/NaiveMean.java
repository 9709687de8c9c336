package org.privatemean.mean;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;

/**
 * The clipped mean without noise, by its definition: sorting instead of searching, matrices instead
 * of butterflies, decimals of 60 digits instead of doubles.
 */
final class NaiveMean {
  private static final MathContext DIGITS = new MathContext(60);

  private final MeanSpec spec;
  private final Lattice lattice;
  private final int rows;
  private final int columns;
  private final RandomRotation rotation;
  private final List<BigInteger[]> vectors = new ArrayList<>();

  final BigInteger[] centre;
  final long norm;
  final BigInteger[] sum;

  /** Rows that were longer than the clipping norm. */
  int clippedRows;

  NaiveMean(MeanSpec spec, double[][] data, int dimension, RandomRotation rotation) {
    this.spec = spec;
    this.rows = data.length;
    this.rotation = rotation;
    this.columns = shifts() ? rotation.size() : dimension;
    this.lattice = spec.bounds().orElseThrow().lattice(rows, dimension, spec.rho(), spec.beta());
    for (double[] row : data) {
      vectors.add(rotate(quantise(row)));
    }
    this.centre = centre();
    vectors.replaceAll(this::centred);
    this.norm = spec.clippingNorm().isPresent() ? givenNorm() : searchedNorm();
    this.sum = clippedSum();
  }

  private boolean shifts() {
    return spec.method() == Method.SHIFTED_CLIPPED;
  }

  private BigInteger[] quantise(double[] row) {
    BigDecimal[] clipped = Arrays.stream(row).mapToObj(BigDecimal::new).toArray(BigDecimal[]::new);
    if (spec.bounds().orElseThrow() instanceof Bounds.Box box) {
      BigDecimal bound = new BigDecimal(box.bound());
      Arrays.setAll(clipped, j -> clipped[j].min(bound).max(bound.negate()));
    } else {
      BigDecimal length = BigDecimal.ZERO;
      for (BigDecimal x : clipped) {
        length = length.add(x.multiply(x));
      }
      BigDecimal norm = length.sqrt(DIGITS);
      BigDecimal radius = new BigDecimal(radius());
      if (norm.compareTo(radius) > 0) {
        Arrays.setAll(clipped, j -> clipped[j].multiply(radius).divide(norm, DIGITS));
      }
    }
    BigDecimal step = new BigDecimal(lattice.step());
    return Arrays.stream(clipped)
        .map(x -> x.divide(step, DIGITS).setScale(0, RoundingMode.HALF_EVEN).toBigIntegerExact())
        .toArray(BigInteger[]::new);
  }

  private double radius() {
    if (spec.bounds().orElseThrow() instanceof Bounds.Ball ball) {
      return ball.bound();
    }
    Bounds.Statistical known = (Bounds.Statistical) spec.bounds().orElseThrow();
    double spread = 2 * Math.sqrt(lattice.dimension()) + Math.log(4.0 * rows / spec.beta());
    return known.radius() + known.sigmaMax() * spread;
  }

  private BigInteger[] rotate(BigInteger[] x) {
    if (!shifts()) {
      return x;
    }
    BigInteger[] y = new BigInteger[columns];
    Arrays.fill(y, BigInteger.ZERO);
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j < x.length; j++) {
        boolean minus = Integer.bitCount(i & j) % 2 == 1 ^ rotation.sign(j) < 0;
        y[i] = minus ? y[i].subtract(x[j]) : y[i].add(x[j]);
      }
    }
    return y;
  }

  private BigInteger[] centre() {
    BigInteger[] medians = new BigInteger[columns];
    Arrays.fill(medians, BigInteger.ZERO);
    if (shifts()) {
      for (int j = 0; j < columns; j++) {
        int column = j;
        medians[j] = vectors.stream().map(v -> v[column]).sorted().toList().get(rows / 2);
      }
    }
    return medians;
  }

  private BigInteger[] centred(BigInteger[] vector) {
    BigInteger[] difference = new BigInteger[columns];
    Arrays.setAll(difference, j -> vector[j].subtract(centre[j]));
    return difference;
  }

  private static BigInteger square(BigInteger[] vector) {
    return Arrays.stream(vector).map(x -> x.multiply(x)).reduce(BigInteger.ZERO, BigInteger::add);
  }

  private double normBound() {
    double own = lattice.normBound();
    double centred = Math.sqrt(columns) * (own + lattice.absoluteSumBound()) * (1 + 1e-9);
    return shifts() ? centred : own;
  }

  private double unit() {
    return shifts() ? lattice.step() / Math.sqrt(columns) : lattice.step();
  }

  private long givenNorm() {
    double steps = Math.floor(spec.clippingNorm().getAsDouble() / unit());
    return (long) Math.max(1, Math.min(steps, Math.ceil(normBound())));
  }

  private long searchedNorm() {
    List<BigInteger> squares = vectors.stream().map(NaiveMean::square).sorted().toList();
    if (spec.grid() == MeanSpec.Grid.SQUARED) {
      int bits = BigInteger.valueOf((long) Math.ceil(normBound() * normBound())).bitLength();
      BigInteger square = squares.get(rank(bits));
      BigInteger root = square.sqrt();
      root = root.multiply(root).equals(square) ? root : root.add(BigInteger.ONE);
      return Math.max(1, root.longValueExact());
    }
    List<Double> norms = new ArrayList<>(List.of(1.0));
    while (norms.get(norms.size() - 1) < normBound()) {
      norms.add(norms.get(norms.size() - 1) * 1.01);
    }
    double square =
        squares.get(rank(BigInteger.valueOf(norms.size() - 1L).bitLength())).doubleValue();
    double found = norms.stream().filter(t -> t * t >= square).findFirst().orElseThrow();
    return (long) Math.ceil(found);
  }

  private int rank(int levels) {
    double average = spec.rho() * spec.split().average();
    double threshold = spec.rho() * spec.split().threshold();
    double tau = Math.sqrt(levels * Math.log(levels / spec.beta()) / threshold);
    double margin = Math.max(Math.sqrt(2 * columns / average), tau);
    return (int) Math.floor(Math.max(rows - margin, 1));
  }

  private BigInteger[] clippedSum() {
    BigInteger[] total = new BigInteger[columns];
    Arrays.fill(total, BigInteger.ZERO);
    BigInteger limit = BigInteger.valueOf(norm).pow(2);
    for (BigInteger[] vector : vectors) {
      BigInteger length = square(vector);
      boolean longer = length.compareTo(limit) > 0;
      clippedRows += longer ? 1 : 0;
      BigDecimal root = new BigDecimal(length).sqrt(DIGITS);
      for (int j = 0; j < columns; j++) {
        BigInteger y =
            longer
                ? new BigDecimal(vector[j].multiply(BigInteger.valueOf(norm)))
                    .divide(root, DIGITS)
                    .toBigInteger()
                : vector[j];
        total[j] = total[j].add(y);
      }
    }
    return total;
  }

  /** The mean in data units, un-rotated. */
  BigDecimal[] mean() {
    BigDecimal[] y = new BigDecimal[columns];
    BigDecimal step = new BigDecimal(lattice.step());
    for (int j = 0; j < columns; j++) {
      y[j] =
          new BigDecimal(sum[j])
              .divide(BigDecimal.valueOf(rows), DIGITS)
              .add(new BigDecimal(centre[j]))
              .multiply(step);
    }
    if (!shifts()) {
      return y;
    }
    BigDecimal[] x = new BigDecimal[lattice.dimension()];
    for (int j = 0; j < x.length; j++) {
      x[j] = BigDecimal.ZERO;
      for (int i = 0; i < columns; i++) {
        boolean minus = Integer.bitCount(i & j) % 2 == 1 ^ rotation.sign(j) < 0;
        x[j] = minus ? x[j].subtract(y[i]) : x[j].add(y[i]);
      }
      x[j] = x[j].divide(BigDecimal.valueOf(columns), DIGITS);
    }
    return x;
  }

  double normInDataUnits() {
    return norm * unit();
  }
}
