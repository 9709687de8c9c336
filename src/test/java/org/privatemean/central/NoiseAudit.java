package org.privatemean.central;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.privatemean.mean.Settings;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Neighbours;
import org.privatemean.query.Step;

/**
 * Passes noise on and keeps its books: for every level what was charged since the level before,
 * what variance was asked for, and how large the values were that came.
 */
final class NoiseAudit implements NoiseSource {
  /** The discrete law has its parameter's variance, to a thousandth of a percent, from here. */
  private static final double LEAST_COMPARED = 1;

  /** Room for the roundings of a sum of some hundred charges. */
  private static final double ROUNDING = 1e-9;

  /** Standard normal quantile of 1 - 3e-7, for one side. */
  private static final double QUANTILE = 5;

  /** Counts by octave, of all columns or of some. */
  private static final Set<String> HISTOGRAMS =
      Set.of("magnitudes", "spreads", "reaches", "nearly constant columns");

  /** One vector of draws. */
  private static final class Level {
    private final int step;
    private final double charged;
    private final Set<Integer> coordinates = new HashSet<>();
    private double smallestVariance = Double.POSITIVE_INFINITY;

    Level(int step, double charged) {
      this.step = step;
      this.charged = charged;
    }
  }

  private final NoiseSource noise;
  private final DoubleSupplier spent;
  private final Map<List<Integer>, Level> levels = new LinkedHashMap<>();
  private final List<String> violations = new ArrayList<>();
  private double chargedBefore;
  private double sumOfSquares;
  private long draws;

  /**
   * An audit.
   *
   * @param spent what was charged for steps up to now
   */
  NoiseAudit(NoiseSource noise, DoubleSupplier spent) {
    this.noise = noise;
    this.spent = spent;
  }

  @Override
  public BigInteger discreteGaussian(
      Variance variance, int step, int level, int coordinate, int group) {
    Level drawn =
        levels.computeIfAbsent(
            List.of(step, level),
            address -> {
              double charged = spent.getAsDouble() - chargedBefore;
              chargedBefore = spent.getAsDouble();
              return new Level(step, charged);
            });
    if (!drawn.coordinates.add(coordinate)) {
      violations.add("an address was drawn twice");
    }
    drawn.smallestVariance = Math.min(drawn.smallestVariance, variance.doubleValue());
    BigInteger value = noise.discreteGaussian(variance, step, level, coordinate);
    if (variance.doubleValue() >= LEAST_COMPARED) {
      double scaled = value.doubleValue() / variance.standardDeviation();
      sumOfSquares += scaled * scaled;
      draws++;
    }
    return value;
  }

  int levels() {
    return levels.size();
  }

  /** Standard normal score of the values' size, by Wilson and Hilferty's cube root. */
  double score() {
    double spread = 2.0 / (9 * draws);
    return (Math.cbrt(sumOfSquares / draws) - (1 - spread)) / Math.sqrt(spread);
  }

  /**
   * From the definition: two vectors of the ball are up to 2C apart, two of its non-negative part
   * the root of two times C, and one is up to C away from none.
   */
  private static double squaredSensitivity(Step step, long norm, Neighbours neighbours) {
    double square = (double) norm * norm;
    if (neighbours == Neighbours.ADD_REMOVE) {
      return square;
    }
    return switch (step.name()) {
      // Of no negative coordinate, or of rows in one cell of a partition.
      case "variances", "tail", "far rows", "values far out" -> 2 * square;
      // From 0 to the norm.
      case "excess", "covariance excess" -> square;
      default -> 4 * square;
    };
  }

  /** The same of histograms of columns: a row is in one cell of each. */
  private static double squaredSensitivity(int coordinates, Neighbours neighbours) {
    double columns = (double) coordinates / Settings.CELLS_OF_A_COLUMN;
    return neighbours == Neighbours.ADD_REMOVE ? columns : 2 * columns;
  }

  /**
   * What is wrong with a release.
   *
   * @param norms the clipping norms of its sums, in steps
   * @param claims squared sensitivities of its sums of known totals
   * @param neighbours whom it should protect
   * @param rho what it should have cost
   */
  List<String> violations(
      Map<Step, Long> norms, Map<Step, Double> claims, Neighbours neighbours, double rho) {
    List<String> found = new ArrayList<>(violations);
    Map<Integer, Step> sums = new HashMap<>();
    norms.keySet().forEach(step -> sums.put(step.id(), step));
    claims.keySet().forEach(step -> sums.put(step.id(), step));
    levels.forEach(
        (address, level) -> {
          int coordinates = level.coordinates.size();
          Step sum = sums.get(level.step);
          double sensitivity;
          if (sum == null) {
            // A row is in all of some counts.
            sensitivity = coordinates;
          } else if (HISTOGRAMS.contains(sum.name())) {
            sensitivity = squaredSensitivity(coordinates, neighbours);
          } else if (norms.containsKey(sum)) {
            sensitivity = squaredSensitivity(sum, norms.get(sum), neighbours);
          } else {
            sensitivity = claims.get(sum);
          }
          if (!(level.charged > 0)) {
            found.add("not charged: " + address);
          } else if (level.smallestVariance < sensitivity / (2 * level.charged) * (1 - ROUNDING)) {
            found.add("too little noise asked for: " + address);
          }
        });
    double total = spent.getAsDouble();
    if (Math.abs(total - rho) > ROUNDING * rho || total > rho) {
      found.add("charges do not add up to rho");
    }
    if (Math.abs(score()) > QUANTILE) {
      found.add("the values drawn do not have their variance");
    }
    return found;
  }
}
