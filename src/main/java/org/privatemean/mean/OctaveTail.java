package org.privatemean.mean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tail of one column, fitted to noisy counts of its values by octave. From the fullest octave on,
 * the expected counts are {@code A 2^(-b t - g t^2)}, t in octaves; b may be negative. Every pair
 * (b, g) of a grid is weighted by the quality of its fit with the best A.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record OctaveTail(int first, double[][] shapes, double[] weights) {
  private static final int ABOVE = 4;
  private static final int CONTINUED = 14;
  private static final double MODEL_ERROR = 0.15;

  /** Prior weight of shapes that hardly bend and fall slowly. */
  private static final double HEAVY = 0.1;

  private static final double NEGLIGIBLE = 1e-12;

  private static final int SLOPES = 17;
  private static final int BENDS = 12;
  private static final int GRID = 40;
  private static final List<OctaveShape> SHAPES = computeShapes();

  /** The mass beyond a limit, as a mean over the rows: the median, and the 80 percent quantile. */
  public record TailBias(double median, double high) {
    public TailBias times(double unit) {
      return new TailBias(median * unit, high * unit);
    }
  }

  public static final TailBias NOTHING = new TailBias(0, 0);

  /** Fits a tail after the fullest octave; {@code top} is the highest that exceeds the noise. */
  public static OctaveTail fit(double[] counts, int fullest, int top, double deviation) {
    // In skewed columns most values are as far from 0 as the centre is: no part of the tail.
    int first = top > fullest ? fullest + 1 : fullest;
    int last = Math.min(top + ABOVE, counts.length - 1);
    double[] inverse = new double[last + 1];
    Arrays.setAll(inverse, k -> weight(counts[k], deviation));
    double[][] shapes = new double[SHAPES.size()][];
    double[] fits = new double[shapes.length];
    for (int i = 0; i < shapes.length; i++) {
      OctaveShape shape = SHAPES.get(i);
      shapes[i] = shape.counts(last - first + CONTINUED);
      fits[i] = fit(shapes[i], counts, first, inverse) + shape.prior();
    }
    double best = Arrays.stream(fits).max().orElse(0);
    double[] weights = Arrays.stream(fits).map(f -> StrictMath.exp(f - best)).toArray();
    double sum = Arrays.stream(weights).sum();
    Arrays.setAll(weights, i -> weights[i] / sum);
    return new OctaveTail(first, shapes, weights);
  }

  /** A slope b and a bend g, with the first of their counts for A = 1, ascending in t. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record OctaveShape(double slope, double bend, double[] known) {
    OctaveShape(double slope, double bend) {
      this(slope, bend, compute(slope, bend, GRID));
    }

    private static double[] compute(double slope, double bend, int octaves) {
      double[] counts = new double[octaves];
      Arrays.setAll(counts, t -> StrictMath.pow(2, -slope * t - bend * t * t));
      return counts;
    }

    double[] counts(int octaves) {
      return octaves <= GRID ? Arrays.copyOf(known, octaves) : compute(slope, bend, octaves);
    }

    double prior() {
      return bend < 0.1 && slope < 1 ? StrictMath.log(HEAVY) : 0;
    }
  }

  private static List<OctaveShape> computeShapes() {
    List<OctaveShape> shapes = new ArrayList<>();
    for (int i = 0; i < SLOPES; i++) {
      double slope = -2 + 12.0 * i / (SLOPES - 1);
      for (int k = 0; k < BENDS; k++) {
        double bend = k == 0 ? 0 : 0.03 * StrictMath.pow(4 / 0.03, (k - 1) / (BENDS - 2.0));
        if (slope + bend > -0.3 && (bend > 0 || slope >= 0.8)) {
          shapes.add(new OctaveShape(slope, bend));
        }
      }
    }
    return shapes;
  }

  /** Scales a shape to the counts; returns the logarithm of how well it fits. */
  private static double fit(double[] shape, double[] counts, int first, double[] inverse) {
    double products = 0;
    double squares = 0;
    for (int k = first; k < inverse.length; k++) {
      products += inverse[k] * shape[k - first] * counts[k];
      squares += inverse[k] * shape[k - first] * shape[k - first];
    }
    double scale = Math.max(0, products / squares);
    double cost = 0;
    for (int k = first; k < inverse.length; k++) {
      double off = counts[k] - scale * shape[k - first];
      cost += inverse[k] * off * off;
    }
    for (int t = 0; t < shape.length; t++) {
      shape[t] *= scale;
    }
    return -cost / 2;
  }

  private static double weight(double count, double deviation) {
    double model = MODEL_ERROR * Math.max(0, count);
    return 1 / (deviation * deviation + model * model);
  }

  /** Returns the mass beyond a limit, over the middle of octave 0, as a mean over the rows. */
  public TailBias biasBeyond(double limit, double rows) {
    double[] lengths = new double[shapes[0].length];
    Arrays.setAll(lengths, t -> Math.scalb(1.0, first + t) - limit);
    double[] excess = new double[shapes.length];
    int[] order =
        IntStream.range(0, shapes.length)
            .filter(i -> weights[i] > NEGLIGIBLE)
            .peek(i -> excess[i] = biasBeyond(shapes[i], lengths) / rows)
            .boxed()
            .sorted((a, b) -> Double.compare(excess[a], excess[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    return new TailBias(quantile(excess, order, 0.5), quantile(excess, order, 0.8));
  }

  /** Returns the mass beyond a limit; octaves of less than half a row in and above are empty. */
  private static double biasBeyond(double[] shape, double[] lengths) {
    double excess = 0;
    double above = 0;
    for (int t = shape.length - 1; t >= 0; t--) {
      above += shape[t];
      excess += above >= 0.5 && lengths[t] > 0 ? shape[t] * lengths[t] : 0;
    }
    return excess;
  }

  private double quantile(double[] values, int[] order, double share) {
    double sum = 0;
    for (int i : order) {
      sum += weights[i];
      if (sum >= share) {
        return values[i];
      }
    }
    return values[order[order.length - 1]];
  }
}
