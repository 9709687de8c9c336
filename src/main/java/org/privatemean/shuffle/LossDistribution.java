package org.privatemean.shuffle;

import java.util.Arrays;
import org.privatemean.numeric.Rounding;

/**
 * The privacy loss of one release between a fixed pair of neighbours, on the grid of the multiples
 * of {@code step}: an upper bound, whatever the step.
 *
 * <p>A loss is split between the grid points around it, so that its probabilities under both
 * neighbours are kept: the split pair dominates the pair (privacy-accounting.md, "The grid";
 * Doroshenko, Ghazi, Kamath, Kumar and Manurangsi 2022). Everything else is moved up: losses and
 * masses by more than their rounding errors, far tails to the window's end or to infinity.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record LossDistribution(double step, int first, double[] masses, double infinite) {

  /** Tails below e^-80 are not resolved. */
  private static final double TAIL = 80;

  /** A bound on the probability of each of the two tails. */
  private static final double WINDOW_TAIL = StrictMath.exp(-TAIL);

  /** Above the error of a loss that is a logarithm of a quotient, for losses of at most 2^6. */
  private static final double LOSS_ERROR = 0x1p-45;

  private static final double UNIT = 0x1p-53;

  /** Puts losses of size up to 64, errors up to 2^-46, with upper bounds of masses on the grid. */
  static LossDistribution of(double[] losses, double[] masses, double infinite, double step) {
    double low = Arrays.stream(losses).min().orElseThrow();
    double high = Arrays.stream(losses).max().orElseThrow();
    int first = (int) Math.floor(low / step) - 1;
    double[] grid = new double[(int) Math.ceil(high / step) - first + 2];
    double whole = StrictMath.expm1(step);
    for (int k = 0; k < losses.length; k++) {
      double loss = losses[k] + LOSS_ERROR;
      int below = (int) Math.floor(loss / step);
      double lower = masses[k] * (StrictMath.expm1((below + 1) * step - loss) / whole);
      lower = Math.max(0, Math.min(masses[k], lower));
      grid[below - first] += lower;
      grid[below + 1 - first] += masses[k] - lower;
    }
    return new LossDistribution(step, first, grid, infinite);
  }

  /** One message more among Poisson(mean) dummies: the losses ln((k + 1) / mean), k Poisson. */
  static LossDistribution forRemoval(PoissonWindow dummies, double step) {
    double[] masses = dummies.masses.clone();
    double[] losses = new double[masses.length];
    Arrays.setAll(losses, i -> StrictMath.log((dummies.first + i + 1) / dummies.mean));
    masses[0] += WINDOW_TAIL;
    return of(losses, masses, WINDOW_TAIL, step);
  }

  /** One message less: the losses ln(mean / k), k Poisson, infinite at 0. */
  static LossDistribution forAddition(PoissonWindow dummies, double step) {
    int skipped = dummies.first == 0 ? 1 : 0;
    double[] masses = Arrays.copyOfRange(dummies.masses, skipped, dummies.masses.length);
    double[] losses = new double[masses.length];
    Arrays.setAll(losses, i -> StrictMath.log(dummies.mean / (dummies.first + skipped + i)));
    masses[masses.length - 1] += WINDOW_TAIL;
    double none = skipped == 1 ? dummies.masses[0] : 0;
    return of(losses, masses, none + WINDOW_TAIL, step);
  }

  /** ln E[e^(theta loss); loss finite], up to rounding, for theta at least 0. */
  double logMoment(double theta) {
    double highest = theta * step * (first + masses.length - 1);
    double sum = 0;
    for (int i = 0; i < masses.length; i++) {
      sum += masses[i] * StrictMath.exp(theta * step * (first + i) - highest);
    }
    return highest + StrictMath.log(sum);
  }

  /** Adds the masses times e^(theta loss - logScale) to {@code target}, modulo its length. */
  void addTilted(double theta, double logScale, double[] target) {
    for (int i = 0; i < masses.length; i++) {
      double weight = StrictMath.exp(theta * step * (first + i) - logScale);
      target[Math.floorMod(first + i, target.length)] += masses[i] * weight;
    }
  }

  /** The Poisson law of the dummies of one count, except for tails of probability e^-80. */
  static final class PoissonWindow {
    private final double mean;
    private final int first;
    private final double[] masses;

    /** Tabulates upper bounds: the probabilities' sum over the window is below the whole sum. */
    PoissonWindow(double mean) {
      this.mean = mean;
      double reach = Math.sqrt(2 * TAIL * mean);
      this.first = (int) Math.max(0, Math.floor(mean - reach));
      // Bernstein: P[X >= mean + t] <= exp(-t^2 / (2 (mean + t / 3))).
      int last = (int) Math.ceil(mean + reach + TAIL);
      this.masses = new double[last - first + 1];
      int mode = (int) mean - first;
      masses[mode] = 1;
      for (int i = mode + 1; i < masses.length; i++) {
        masses[i] = masses[i - 1] * (mean / (first + i));
      }
      for (int i = mode - 1; i >= 0; i--) {
        masses[i] = masses[i + 1] * ((first + i + 1) / mean);
      }
      double sum = 0;
      for (double mass : masses) {
        sum += mass;
      }
      double error = 8.0 * masses.length * UNIT;
      for (int i = 0; i < masses.length; i++) {
        masses[i] = Rounding.up(masses[i] / sum, error);
      }
    }
  }
}
