package org.privatemean.shuffle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.privatemean.mean.clipped.MeanGeometry;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Conversions;
import org.privatemean.query.MedianAccuracyCheck;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.InfeasiblePlanPolicy;
import org.privatemean.shuffle.SearchGrids.RoundSplit;

/**
 * The choice of the rounds of a shuffle mean, by forecasts from public values, which cost nothing
 * (shuffle-mean.md, "Rounds"). They assume Gaussian tails of the distances, rows on one side, and
 * Gaussian counts; the plan then computes the actual noise.
 */
final class RoundChoice {
  /** Ways of more than this times the fewest messages are left out. */
  private static final double MESSAGES = 2;

  private static final double ERROR = 1.2;
  private static final long MAX_CELLS = 1 << 22;

  /** Excess of Poisson noise over Gaussian noise of the same guarantee. */
  private static final double POISSON_EXCESS = 22;

  /** Approximate number of messages per coordinate of the sum. */
  private static final int SUM_MESSAGES = 8;

  private final ShuffleMeanSpec spec;
  private final MeanGeometry geometry;
  private final SearchGrids grids;
  private final double rho;
  private final double sumNorm;

  RoundChoice(ShuffleMeanSpec spec, MeanGeometry geometry, SearchGrids grids) {
    this.spec = spec;
    this.geometry = geometry;
    this.grids = grids;
    this.rho = Conversions.rhoDown(spec.budget()).rho();
    double variance = 2.0 * spec.batches() / (rho * ShuffleNoise.SUM * spec.honestFraction());
    this.sumNorm = Math.sqrt(geometry.columns() * variance);
  }

  /**
   * One way, as forecast: a median's rank error as a fraction of n, the users above the clipping
   * norm, messages per user, and the error in units of that for a known norm around the mean.
   */
  private record RoundForecast(
      RoundSplit split, double rank, double margin, double messages, double error) {
    int rounds() {
      return split.rounds();
    }
  }

  /** Returns the rounds of a request; a refusal of too few states a sufficient number. */
  RoundSplit choose() {
    int medianLevels = grids.medians().levels();
    int normLevels = grids.norms().universe().levels();
    List<RoundForecast> all = feasible(medianLevels, normLevels);
    int most = spec.rounds().orElse(medianLevels + normLevels + 1);
    List<RoundForecast> within = all.stream().filter(each -> each.rounds() <= most).toList();
    List<RoundForecast> hopeful = within.stream().filter(this::isHopeful).toList();
    if (!hopeful.isEmpty()) {
      return best(hopeful).split();
    }
    Optional<RoundForecast> enough = fewest(all.stream().filter(this::isHopeful));
    Optional<RoundForecast> left =
        within.stream().min(Comparator.comparingDouble(RoundForecast::rank));
    boolean refused = enough.isPresent() && spec.ifHopeless() == InfeasiblePlanPolicy.REFUSE;
    if (refused || (left.isEmpty() && !all.isEmpty())) {
      throw tooFew(most, left, enough.or(() -> fewest(all.stream())).get());
    }
    // The plan reports or warns about the problem.
    return left.map(RoundForecast::split).orElseGet(() -> grids.split(medianLevels, normLevels));
  }

  private static Optional<RoundForecast> fewest(Stream<RoundForecast> all) {
    return all.min(Comparator.comparingInt(RoundForecast::rounds));
  }

  private ParamException tooFew(int most, Optional<RoundForecast> left, RoundForecast enough) {
    String why =
        left.map(
                best ->
                    NumberFormat.format(
                        "the noise of a median's count is %.0f %% of n, and the clipping norm's hides"
                            + " %s users",
                        100 * best.rank(), NumberFormat.number(best.margin(), 3)))
            .orElse("a round would have too many cells or dummies");
    return ParamException.of(
        "rounds",
        String.format(
            "{rounds} = %d is too few for n = %d users of %d coordinates with epsilon = %s and delta"
                + " = %s: %s. {rounds} = %d would do",
            most,
            geometry.rows(),
            geometry.dimension(),
            spec.budget().epsilon(),
            spec.budget().delta(),
            why,
            enough.rounds()));
  }

  private RoundForecast best(List<RoundForecast> hopeful) {
    double fewest = hopeful.stream().mapToDouble(RoundForecast::messages).min().orElseThrow();
    List<RoundForecast> sensible =
        hopeful.stream().filter(each -> each.messages() <= MESSAGES * fewest).toList();
    double least = sensible.stream().mapToDouble(RoundForecast::error).min().orElseThrow();
    Comparator<RoundForecast> byError =
        Comparator.comparingDouble(RoundForecast::error)
            .thenComparingDouble(RoundForecast::messages);
    if (spec.rounds().isPresent()) {
      return sensible.stream().min(byError).orElseThrow();
    }
    return sensible.stream()
        .filter(each -> each.error() <= ERROR * least)
        .min(Comparator.comparingInt(RoundForecast::rounds).thenComparing(byError))
        .orElseThrow();
  }

  private boolean isHopeful(RoundForecast forecast) {
    return !new MedianAccuracyCheck(MedianAccuracyCheck.Measure.COUNT, forecast.rank()).isHopeless()
        && forecast.margin() < geometry.rows();
  }

  private List<RoundForecast> feasible(int medianLevels, int normLevels) {
    List<RoundForecast> all = new ArrayList<>();
    for (int m = SearchRounds.leastRounds(medianLevels); m <= medianLevels; m++) {
      for (int k = SearchRounds.leastRounds(normLevels); k <= normLevels; k++) {
        forecast(grids.split(m, k)).ifPresent(all::add);
      }
    }
    return all;
  }

  private double dummies(double changes, double share) {
    return (changes / (2 * rho * share) + POISSON_EXCESS) / spec.honestFraction();
  }

  private Optional<RoundForecast> forecast(RoundSplit split) {
    double users = geometry.rows();
    int columns = geometry.columns();
    SearchRounds medians = split.medians();
    SearchRounds norm = split.norm();
    double centre = dummies((double) columns * medians.changes(), ShuffleNoise.MEDIANS);
    double length = dummies(norm.changes(), ShuffleNoise.NORM);
    double cells = Math.max((double) columns * medians.cells(0), norm.cells(0));
    double most = Math.max(columns * centre * medians.cells(0), length * norm.cells(0)) / users;
    if (cells > MAX_CELLS || 2 * most > Poisson.LARGEST) {
      return Optional.empty();
    }
    double rank = Math.sqrt(medians.variance() * centre) / users;
    double x = StrictMath.log(norm.answers() / spec.beta());
    double rankError = Math.sqrt(2 * norm.variance() * length * x) + x / 3;
    double margin = Math.max(sumNorm, rankError);
    double messages =
        columns * (medians.cells() ? medians.rounds() : medians.levels() / 2.0)
            + norm.rounds()
            + (split.rounds() - 1)
            + (columns * centre * medians.allCells() + length * norm.allCells()) / users
            + columns * (double) SUM_MESSAGES;
    return Optional.of(new RoundForecast(split, rank, margin, messages, error(rank, margin)));
  }

  private double error(double rank, double margin) {
    double share = Math.min(0.5, margin / geometry.rows());
    double tail = Math.sqrt(2 * StrictMath.log(1 / share));
    // Deviation of the distances divided by their mean, as in AccuracyForecast.
    double spread = 0.75 / Math.sqrt(2.0 * geometry.dimension());
    double noise = sumNorm * (1 + tail * spread);
    double excess = spread / tail;
    double lost = margin * excess;
    // A rank error of r n moves a Gaussian median by sqrt(2 pi) r standard deviations. Clipped rows
    // are biased towards it: fully in one coordinate; by 1 / d if rows lie in all directions.
    double moved = Math.sqrt(2 * Math.PI) * rank;
    double drawn = margin * moved * (1.0 / geometry.dimension() + excess);
    double error = Math.sqrt(noise * noise + lost * lost + drawn * drawn);
    return Math.sqrt(1 + moved * moved) * error / sumNorm;
  }
}
