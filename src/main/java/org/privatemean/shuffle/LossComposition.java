package org.privatemean.shuffle;

import java.util.List;
import java.util.stream.IntStream;
import org.privatemean.numeric.FourierTransform;
import org.privatemean.numeric.Rounding;
import org.privatemean.shuffle.DummyCounts.Split;
import org.privatemean.shuffle.LossDistribution.PoissonWindow;

/**
 * An upper bound on the delta, at one epsilon, of groups of counts with dummies followed by a
 * release with only a bound on its privacy profile.
 *
 * <p><b>Claim.</b> Let V_last(l) bound the last release's delta at epsilon - l, and going back
 * through the groups V(l) be the maximum over the group's splits of {@code E[V_next(l + losses)]},
 * under P and for independent losses. Then the delta of the whole is at most V(0) at the first
 * group. A split may depend on what was released before it. Proof: privacy-accounting.md, "Counts,
 * then a sum" (Zhu, Dong and Wang 2022).
 *
 * <p><b>Numerics.</b> Expectations are sums on a periodic grid by Fourier transform, tilted by
 * e^(theta loss) with the theta of the Chernoff bound on delta, so that rounding is relative to
 * delta. Bounds on rounding and on what is left out of a period are added.
 */
final class LossComposition {

  /** In standard deviations of one count's loss: 0.05^2 / 6 of its variance is added. */
  private static final double STEP = 0.05;

  private static final int MAX_STEPS = 1 << 18;

  /** The mass left out of a period is below e^-20 of the Chernoff bound. */
  private static final double LEFT_OUT = 20;

  /** ln of a delta that counts as 0. */
  private static final double SMALLEST = -100;

  /** The half width of the window on the loss, in standard deviations. */
  private static final double REACH = 20;

  /** The largest exponent of the tilt, so that nothing overflows. */
  private static final double MAX_TILT = 200;

  /** The error of a tilted mass, for each of the counts; exponents are below 2^10. */
  private static final double MARGIN = 0x1p-40;

  private static final double UNIT = 0x1p-53;

  private final List<CountGroup> groups;
  private final SumProfile last;
  private final double epsilon;
  private final double rho;
  private final double step;
  private final double theta;
  private final double[] orders = new double[8];
  private final double[] logMoments = new double[8];

  /** Prepares a composition; rho, about half the variance of all losses, sets the resolution. */
  LossComposition(
      List<CountGroup> groups, SumProfile last, double epsilon, double rho, double step) {
    this.groups = groups;
    this.last = last;
    this.epsilon = epsilon;
    this.rho = rho;
    this.step = step;
    this.theta = tilt();
    for (int i = 0; i < orders.length; i++) {
      orders[i] = i == 0 ? Math.max(theta, 0.5 / Math.sqrt(rho)) : 1.4 * orders[i - 1];
      logMoments[i] = logMoment(orders[i]);
    }
  }

  static LossComposition compute(List<DummyCounts> counts, SumProfile last, double epsilon) {
    double rho = last.rho() + counts.stream().mapToDouble(DummyCounts::rho).sum();
    double most = counts.stream().mapToDouble(DummyCounts::dummies).max().orElse(1);
    double step = Math.max(STEP / Math.sqrt(most), (epsilon + REACH * Math.sqrt(rho)) / MAX_STEPS);
    List<CountGroup> groups = counts.stream().map(group -> CountGroup.create(group, step)).toList();
    return new LossComposition(groups, last, epsilon, rho, step);
  }

  double deltaUp() {
    if (groups.isEmpty()) {
      return last.deltaUp(epsilon);
    }
    double negligible = Math.max(SMALLEST, chernoff(theta)) - LEFT_OUT;
    int first = lowest(negligible);
    double high = highest(negligible);
    FourierTransform transform = new FourierTransform(periodOf(high - first * step));
    int size = transform.size();
    double left =
        last.deltaUp(epsilon - first * step)
            + StrictMath.exp(logBeyond((first + size - 1.0) * step));
    for (CountGroup group : groups) {
      left += group.infinite();
    }
    double[] value = tiltedLast(first, size);
    double scale = 0;
    for (int i = groups.size() - 1; i > 0; i--) {
      value = groups.get(i).before(value, theta, transform);
      scale += groups.get(i).logScale(theta);
    }
    scale += groups.get(0).logScale(theta);
    double delta = groups.get(0).atZero(value, theta, transform) * StrictMath.exp(scale);
    double changes = groups.stream().mapToDouble(CountGroup::changes).sum();
    return Math.min(1, Rounding.up(delta + left, MARGIN * (1 + changes)));
  }

  /** ln of a bound on the moment e^(theta loss) of all counts, whatever the splits. */
  private double logMoment(double order) {
    return groups.stream().mapToDouble(group -> group.logScale(order)).sum();
  }

  /** ln of the Chernoff bound on delta, with Gaussian noise for the last release. */
  private double chernoff(double order) {
    return logMoment(order) + order * (order + 1) * last.rho() - order * epsilon;
  }

  /** About the order of the least Chernoff bound, by golden section: it is convex in the order. */
  private double tilt() {
    double ratio = (Math.sqrt(5) - 1) / 2;
    double low = 0;
    double most = MAX_TILT / (epsilon + REACH * Math.sqrt(rho));
    double high = Math.min(most, 1 + 2 * epsilon / rho);
    for (int i = 0; i < 30; i++) {
      double width = ratio * (high - low);
      if (chernoff(high - width) < chernoff(low + width)) {
        high = low + width;
      } else {
        low = high - width;
      }
    }
    return (low + high) / 2;
  }

  /** ln of a bound on the probability that the loss of the counts exceeds a value. */
  private double logBeyond(double loss) {
    return IntStream.range(0, orders.length)
        .mapToDouble(i -> logMoments[i] - orders[i] * loss)
        .reduce(0, Math::min);
  }

  private double highest(double negligible) {
    double high = epsilon + Math.sqrt(rho);
    while (logBeyond(high) > negligible && high < 1e3 * (1 + epsilon)) {
      high += Math.sqrt(rho);
    }
    return high;
  }

  /** The grid index under which the last release's delta is negligible, and not above 0. */
  private int lowest(double negligible) {
    double low = Math.min(0, epsilon - REACH * Math.sqrt(rho));
    double limit = Math.max(StrictMath.exp(negligible), Double.MIN_NORMAL);
    while (last.deltaUp(epsilon - low) > limit && low > -1e3 * (1 + epsilon)) {
      low -= Math.sqrt(rho);
    }
    return (int) Math.floor(low / step);
  }

  private int periodOf(double width) {
    int steps = (int) Math.min(1 << 21, Math.ceil(width / step) + 8);
    return Math.max(8, Integer.highestOneBit(2 * steps - 1));
  }

  /** V_last times e^(-theta loss), the loss k step at k modulo the size. */
  private double[] tiltedLast(int first, int size) {
    double[] value = new double[size];
    double delta = 1;
    for (int k = first + size - 1; k >= first; k--) {
      // The true profile is monotone, so a bound at a larger loss holds here too.
      delta = Math.min(delta, last.deltaUp(epsilon - k * step));
      value[Math.floorMod(k, size)] = delta * StrictMath.exp(-theta * (k * step));
    }
    return value;
  }

  /** One group of counts, on the grid; all splits have the same number of them. */
  record CountGroup(LossDistribution removal, LossDistribution addition, List<Split> splits) {
    static CountGroup create(DummyCounts counts, double step) {
      PoissonWindow dummies = new PoissonWindow(counts.dummies());
      return new CountGroup(
          LossDistribution.forRemoval(dummies, step),
          LossDistribution.forAddition(dummies, step),
          counts.splits());
    }

    int changes() {
      return splits.get(0).removals() + splits.get(0).additions();
    }

    double infinite() {
      return splits.stream()
          .mapToDouble(
              split ->
                  split.removals() * removal.infinite() + split.additions() * addition.infinite())
          .reduce(0, Math::max);
    }

    private double logMoment(double order) {
      return Math.max(removal.logMoment(order), addition.logMoment(order));
    }

    double logScale(double order) {
      return changes() * logMoment(order);
    }

    private PairSpectrum spectrum(double theta, FourierTransform transform) {
      double[] removed = new double[transform.size()];
      double[] added = new double[transform.size()];
      double scale = logMoment(theta);
      removal.addTilted(theta, scale, removed);
      addition.addTilted(theta, scale, added);
      return new PairSpectrum(removed, added, changes(), transform);
    }

    /** V at loss 0 of a group, from that of the next; both without the factor of the moments. */
    double atZero(double[] next, double theta, FourierTransform transform) {
      ValueSpectrum value = new ValueSpectrum(next, transform);
      PairSpectrum pair = spectrum(theta, transform);
      double best = splits.stream().mapToDouble(s -> pair.mean(s, value)).reduce(0, Math::max);
      return best + pair.error(value);
    }

    /** V before the group, from that of the next. */
    double[] before(double[] next, double theta, FourierTransform transform) {
      ValueSpectrum value = new ValueSpectrum(next, transform);
      PairSpectrum pair = spectrum(theta, transform);
      double[] best = new double[next.length];
      for (Split split : splits) {
        double[] means = pair.means(split, value);
        double error = pair.error(value) + transform.errorUp(norm(means));
        for (int k = 0; k < best.length; k++) {
          best[k] = Math.max(best[k], means[k] + error);
        }
      }
      return best;
    }
  }

  /** The transform of a real V, with a bound on the error of each entry. */
  private static final class ValueSpectrum {
    private final double[] re;
    private final double[] im;
    private final double error;

    ValueSpectrum(double[] value, FourierTransform transform) {
      this.re = value.clone();
      this.im = new double[value.length];
      transform.forward(re, im);
      this.error = transform.errorUp(norm(value) * Math.sqrt(value.length));
    }

    double modulus(int j) {
      return Math.sqrt(re[j] * re[j] + im[j] * im[j]);
    }
  }

  /** The conjugate transforms of both losses of one count, in polar form, half of the period. */
  private static final class PairSpectrum {
    /** A frequency whose power is below e^-100 counts as an error. */
    private static final double FAINT = -100;

    private final int count;
    private final double error;
    private final FourierTransform transform;
    private final double[] removedLog;
    private final double[] removedAngle;
    private final double[] addedLog;
    private final double[] addedAngle;
    private final int[] audible;
    private int audibles;

    PairSpectrum(double[] removed, double[] added, int count, FourierTransform transform) {
      this.count = count;
      this.transform = transform;
      int size = transform.size();
      double norm = StrictMath.hypot(norm(removed), norm(added));
      this.error = transform.errorUp(norm * Math.sqrt(size)) + 64 * UNIT;
      transform.forward(removed, added);
      int half = size / 2;
      this.removedLog = new double[half + 1];
      this.removedAngle = new double[half + 1];
      this.addedLog = new double[half + 1];
      this.addedAngle = new double[half + 1];
      this.audible = new int[half + 1];
      double faint = StrictMath.exp(2 * FAINT / count);
      for (int j = 0; j <= half; j++) {
        int mirror = (size - j) % size;
        // Two real sequences in one transform: its even part is the one's, its odd part the
        // other's.
        double re = (removed[j] + removed[mirror]) / 2;
        double im = (added[j] - added[mirror]) / 2;
        double otherRe = (added[j] + added[mirror]) / 2;
        double otherIm = (removed[mirror] - removed[j]) / 2;
        double square = re * re + im * im;
        double otherSquare = otherRe * otherRe + otherIm * otherIm;
        if (Math.max(square, otherSquare) >= faint) {
          audible[audibles++] = j;
          removedLog[j] = StrictMath.log(Math.max(square, Double.MIN_NORMAL)) / 2;
          removedAngle[j] = -StrictMath.atan2(im, re);
          addedLog[j] = StrictMath.log(Math.max(otherSquare, Double.MIN_NORMAL)) / 2;
          addedAngle[j] = -StrictMath.atan2(otherIm, otherRe);
        }
      }
    }

    private double modulus(Split split, int j) {
      return StrictMath.exp(split.removals() * removedLog[j] + split.additions() * addedLog[j]);
    }

    private double angle(Split split, int j) {
      return split.removals() * removedAngle[j] + split.additions() * addedAngle[j];
    }

    /** E[V(loss of the split)], except for {@link #error}. */
    double mean(Split split, ValueSpectrum value) {
      double sum = 0;
      for (int i = 0; i < audibles; i++) {
        int j = audible[i];
        double angle = angle(split, j);
        double term = StrictMath.cos(angle) * value.re[j] - StrictMath.sin(angle) * value.im[j];
        sum += (mirror(j) == j ? 1 : 2) * modulus(split, j) * term;
      }
      return sum / transform.size();
    }

    /** E[V(l + loss of the split)] for every l, except for {@link #error} and a transform's. */
    double[] means(Split split, ValueSpectrum value) {
      double[] re = new double[transform.size()];
      double[] im = new double[transform.size()];
      for (int i = 0; i < audibles; i++) {
        int j = audible[i];
        double cosine = modulus(split, j) * StrictMath.cos(angle(split, j));
        double sine = modulus(split, j) * StrictMath.sin(angle(split, j));
        re[mirror(j)] = cosine * value.re[j] - sine * value.im[j];
        im[mirror(j)] = -cosine * value.im[j] - sine * value.re[j];
        re[j] = re[mirror(j)];
        im[j] = -im[mirror(j)];
      }
      transform.inverse(re, im);
      return re;
    }

    private int mirror(int j) {
      return (transform.size() - j) % transform.size();
    }

    /**
     * A bound on the rounding error of every mean: if a loss's transform z errs by e, z^n errs by
     * at most n e (|z| + e)^(n - 1), and adding terms by their number times u of their sum without
     * signs.
     */
    double error(ValueSpectrum value) {
      double ofFaint = StrictMath.exp(FAINT) + powerError(StrictMath.exp(FAINT / count));
      double adding = audibles * UNIT;
      double sum = 0;
      int i = 0;
      for (int j = 0; j <= transform.size() / 2; j++) {
        double entry = value.modulus(j) + value.error;
        if (i < audibles && audible[i] == j) {
          double modulus = StrictMath.exp(Math.max(removedLog[j], addedLog[j])) + error;
          double power = StrictMath.pow(modulus, count);
          sum += powerError(modulus) * entry + power * (value.error + adding * entry);
          i++;
        } else {
          sum += ofFaint * entry;
        }
      }
      return 2.02 * sum / transform.size();
    }

    private double powerError(double modulus) {
      return count * error * StrictMath.pow(modulus + error, count - 1);
    }
  }

  private static double norm(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }
}
