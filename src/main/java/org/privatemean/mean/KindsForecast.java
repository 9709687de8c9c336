package org.privatemean.mean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.privatemean.mean.ColumnKind.ColumnLaw;
import org.privatemean.numeric.FourierTransform;
import org.privatemean.numeric.Normal;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;

/** The expected widths of the intervals of columns of known kinds, against normal columns. */
final class KindsForecast {
  private static final double LEFT = 0.7;

  /** The unit of a column without any known unit, not even a public one. */
  private static final double NO_UNIT = 0x1p-40;

  private static final double MIN_NORM = 0.25;

  /** A column shows one value only if one octave has less than this share of its deviation. */
  private static final double UNHEARD = 0.25;

  /** Clipping counts in an interval from this number of deviations of its noise on. */
  private static final double HEARD_BEYOND = 3;

  private final RecentredPlan plan;
  private final List<ColumnKind> kinds;
  private final int[] columns;
  private final ColumnModel[] seen;
  private final int[] kindOf;
  private double spent;

  private KindsForecast(RecentredPlan plan, List<ColumnKind> kinds) {
    this.plan = plan;
    this.kinds = kinds;
    this.columns = kinds.stream().mapToInt(ColumnKind::columns).toArray();
    this.seen = new ColumnModel[kinds.size()];
    this.kindOf =
        IntStream.range(0, columns.length)
            .flatMap(k -> IntStream.generate(() -> k).limit(columns[k]))
            .toArray();
  }

  /** The released deviation, 0 if none is seen; the reach; and what the octaves show. */
  private record ColumnModel(double deviation, double reach, boolean lone, boolean constant) {
    static final ColumnModel SILENT = new ColumnModel(0, 0, false, true);

    boolean isSilent() {
      return deviation == 0;
    }

    ColumnScales.ColumnClass kind() {
      if (isSilent()) {
        return ColumnScales.ColumnClass.SILENT;
      }
      if (lone) {
        return ColumnScales.ColumnClass.LONE;
      }
      return constant ? ColumnScales.ColumnClass.EQUAL : ColumnScales.ColumnClass.SEEN;
    }
  }

  /** Forecasts each kind, given the half-width of normal columns; refuses too few rows. */
  public static List<ColumnForecast> compute(
      RecentredSpec spec, long rows, List<ColumnKind> kinds, double normal, double confidence) {
    if (!spec.scaling().equals(Scaling.STANDARD)) {
      throw new ParamException(
          ColumnKind.ARGUMENT,
          "{columnsLike} states errors in deviations of the columns, which go with {scaling}"
              + " standard",
          "leave {scaling} and {scales} out, or leave {columnsLike} out");
    }
    int dimension = kinds.stream().mapToInt(ColumnKind::columns).sum();
    RecentredPlan plan = RecentredPlan.create(spec, rows, dimension);
    if (!plan.units().asksOctaves()) {
      throw new ParamException(
          ColumnKind.ARGUMENT,
          String.format(
              "n = %d rows are too few for queries about %d columns at this budget, whatever "
                  + "their kinds",
              rows, dimension),
          "use more rows or a larger budget, or leave {columnsLike} out");
    }
    return new KindsForecast(plan, kinds).lines(normal, confidence);
  }

  private List<ColumnForecast> lines(double normal, double confidence) {
    noisy();
    double[] deviations = Arrays.stream(kindOf).mapToDouble(k -> seen[k].deviation()).toArray();
    double[] reaches = Arrays.stream(kindOf).mapToDouble(k -> seen[k].reach()).toArray();
    ColumnScales.ColumnClass[] seenAs =
        Arrays.stream(kindOf)
            .mapToObj(k -> seen[k].kind())
            .toArray(ColumnScales.ColumnClass[]::new);
    ColumnScales scales = ColumnScales.of(deviations, reaches, seenAs);
    double rareUnit = Math.max(plan.spec().rareUnit(), NO_UNIT);
    scales = scales.withOrdinaryNorm(ordinaryNorm(scales), rareUnit);
    double norm = norm(scales);
    if (scales.shareRows(Double.POSITIVE_INFINITY)) {
      spent += plan.units().rareNormBudget();
    }
    if (scales.shareRows(norm)) {
      ColumnScales lower = scales.withSharedRows(norm);
      double retried = norm(lower);
      if (ColumnScales.shortens(retried, norm)) {
        scales = lower;
        norm = retried;
      }
      spent += plan.units().rareNormBudget();
    }
    double[] weights = scales.weights();
    double[] limits = scales.limits();
    SquaredNorm.EqualColumns all =
        new SquaredNorm.EqualColumns(ColumnLaw.normal(), x -> x * x, plan.dimension());
    double normals = new SquaredNorm(List.of(all)).quantile(normAbove());
    double budget = LEFT * plan.rho();
    double wider = norm / normals * Math.sqrt(budget / (budget - Math.min(spent, budget / 2)));
    double z = Normal.roughUpperQuantile((1 - confidence) / 2);
    List<ColumnForecast> lines = new ArrayList<>();
    for (int k = 0, j = 0; k < seen.length; j += columns[k], k++) {
      ColumnKind kind = kinds.get(k);
      double halfWidth = normal * wider / (weights[j] * kind.law().deviation());
      double kept = Math.min(limits[j], norm) / weights[j];
      double beyond = kind.law().mean(x -> Math.max(0, x - kept)) / kind.law().deviation();
      boolean tail = beyond > HEARD_BEYOND * halfWidth / z;
      halfWidth += tail ? 2 * beyond : 0;
      String shown = detect(k, scales.isRare(j), tail);
      lines.add(
          new ColumnForecast(kind.name(), kind.columns(), halfWidth, halfWidth / normal, shown));
    }
    return lines;
  }

  private String detect(int k, boolean rare, boolean tail) {
    if (seen[k].constant()) {
      return "nearlyConstant";
    }
    if (tail) {
      return "longTail";
    }
    return rare ? "rare" : "ordinary";
  }

  /** A look at all columns, and a second one at those that showed nothing. */
  private void noisy() {
    UnitsPlan units = plan.units();
    int d = plan.dimension();
    double deviation = units.octaveDeviation(d, units.octaveBudget());
    Arrays.setAll(seen, k -> detect(kinds.get(k).law(), deviation, UnitsPlan.OCTAVE_FAILURE / d));
    int dark = Arrays.stream(kindOf).map(k -> seen[k].isSilent() ? 1 : 0).sum();
    if (dark > 0) {
      spent = units.secondLookBudget(dark);
      double again = units.octaveDeviation(dark, spent);
      double failure = UnitsPlan.SECOND_LOOK_FAILURE / dark;
      Arrays.setAll(
          seen, k -> seen[k].isSilent() ? detect(kinds.get(k).law(), again, failure) : seen[k]);
    }
  }

  private ColumnModel detect(ColumnLaw law, double deviation, double failure) {
    double[] counts = Arrays.stream(law.octaves()).map(share -> share * plan.rows()).toArray();
    ColumnOctaves octaves = ColumnOctaves.of(counts, (double) plan.rows(), deviation, failure)[0];
    if (!octaves.isSeen()) {
      return ColumnModel.SILENT;
    }
    double cut = ColumnScales.MARGIN * octaves.reach();
    double rough = octaves.rms();
    double refined = law.mean(x -> Math.min(x, cut) * Math.min(x, cut));
    double s = ColumnScales.isRefined(refined / (rough * rough)) ? Math.sqrt(refined) : rough;
    boolean lone = octaves.isLone();
    boolean constant = (lone || octaves.isNarrow()) && s < UNHEARD * law.deviation();
    return new ColumnModel(s, octaves.reach(), lone, constant);
  }

  /** The norm of rows in units of the deviations, without rare values and silent columns. */
  private double ordinaryNorm(ColumnScales scales) {
    UnitsPlan units = plan.units();
    double rank = units.ordinaryNormRank(normAbove(), units.normBudget());
    double above = (plan.rows() - rank) / plan.rows();
    return Math.max(MIN_NORM, quantile(scales.ordinaryScales(), scales.ordinaryLimits(), above));
  }

  private double norm(ColumnScales scales) {
    return quantile(CoordinateWeights.inverse(scales.weights()), scales.limits(), normAbove());
  }

  /** The norm of rows, divided by scales and cut to limits, that a share of them is above. */
  private double quantile(double[] scales, double[] limits, double share) {
    List<SquaredNorm.EqualColumns> parts = new ArrayList<>();
    for (int k = 0, j = 0; k < seen.length; j += columns[k], k++) {
      double scale = scales[j];
      double limit = limits[j];
      if (limit > 0) {
        parts.add(
            new SquaredNorm.EqualColumns(
                kinds.get(k).law(),
                x -> Math.min(x / scale, limit) * Math.min(x / scale, limit),
                columns[k]));
      }
    }
    return parts.isEmpty() ? 0 : new SquaredNorm(parts).quantile(share);
  }

  private double normAbove() {
    double left = LEFT * plan.rho();
    return (plan.rows() - plan.thresholdRank(left)) / plan.rows();
  }

  /** The distribution of the squared norm of rows of independent columns, on a grid. */
  static final class SquaredNorm {
    private static final int SIZE = 1 << 14;

    /** Upper end of the grid above the mean, in standard deviations, and in largest squares. */
    private static final double DEVIATIONS = 20;

    private static final double LARGEST = 5;

    private final double step;
    private final double[] shares;

    /** Columns of one distribution; {@code square} maps a distance to the square of a value. */
    record EqualColumns(ColumnLaw law, DoubleUnaryOperator square, int columns) {}

    SquaredNorm(List<EqualColumns> parts) {
      step = highest(parts) / SIZE;
      FourierTransform transform = new FourierTransform(SIZE);
      double[] re = new double[SIZE];
      double[] im = new double[SIZE];
      Arrays.fill(re, 1);
      for (EqualColumns part : parts) {
        double[] partRe = onGrid(part);
        double[] partIm = new double[SIZE];
        transform.forward(partRe, partIm);
        for (int n = part.columns(); n > 0; n >>= 1) {
          if ((n & 1) == 1) {
            multiply(re, im, partRe, partIm);
          }
          multiply(partRe, partIm, partRe.clone(), partIm.clone());
        }
      }
      transform.inverse(re, im);
      shares = re;
    }

    private static void multiply(double[] re, double[] im, double[] byRe, double[] byIm) {
      for (int k = 0; k < re.length; k++) {
        double product = re[k] * byRe[k] - im[k] * byIm[k];
        im[k] = re[k] * byIm[k] + im[k] * byRe[k];
        re[k] = product;
      }
    }

    private static double highest(List<EqualColumns> parts) {
      double mean = 0;
      double variance = 0;
      double largest = 0;
      double all = 0;
      for (EqualColumns part : parts) {
        double first = part.law().mean(part.square());
        double second = part.law().mean(x -> Math.pow(part.square().applyAsDouble(x), 2));
        double most = 0;
        for (int k = 0; k < part.law().distances().length; k++) {
          double square = part.square().applyAsDouble(part.law().distances()[k]);
          most = part.law().shares()[k] > 0 ? Math.max(most, square) : most;
        }
        mean += part.columns() * first;
        variance += part.columns() * Math.max(0, second - first * first);
        largest = Math.max(largest, most);
        all += part.columns() * most;
      }
      return Math.min(1.01 * all, mean + DEVIATIONS * Math.sqrt(variance) + LARGEST * largest);
    }

    /** The shares of the squares of one column, each split over the two adjacent cells. */
    private double[] onGrid(EqualColumns part) {
      double[] grid = new double[SIZE];
      double rest = 1;
      for (int k = 0; k < part.law().distances().length; k++) {
        double share = part.law().shares()[k];
        double at = part.square().applyAsDouble(part.law().distances()[k]) / step;
        int cell = (int) Math.min(SIZE - 2.0, at);
        double over = Math.min(1, at - cell);
        grid[cell] += share * (1 - over);
        grid[cell + 1] += share * over;
        rest -= share;
      }
      grid[0] += rest;
      return grid;
    }

    double quantile(double share) {
      double above = 0;
      int cell = SIZE;
      while (cell > 0 && above < share) {
        above += shares[--cell];
      }
      return Math.sqrt(cell * step);
    }
  }
}
