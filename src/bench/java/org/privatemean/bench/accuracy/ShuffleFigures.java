package org.privatemean.bench.accuracy;

import java.util.List;
import org.privatemean.bench.accuracy.Figure.Plot;

/** The shuffle model against a curator at the same guarantee, on the rows of Figures 10 to 12. */
final class ShuffleFigures {
  private static final double EPSILON = 1;
  private static final double RADIUS = 20;
  private static final double REACH = 18;

  private final Extent extent;

  ShuffleFigures(Extent extent) {
    this.extent = extent;
  }

  List<Figure> figures() {
    return List.of(figure(8, 20, 4), figure(128, 10, 2));
  }

  /**
   * One figure.
   *
   * @param trials of those that are fast
   * @param slow trials of those that make all messages
   */
  private Figure figure(int dimension, int trials, int slow) {
    List<Setting> settings =
        List.of(
            setting("10000", 10_000, dimension),
            setting("100000", 100_000, dimension),
            setting("1000000", 1_000_000, dimension));
    return new Figure(
        "shuffle-" + dimension,
        String.format(
            "Shuffled messages: N(mu, I), d = %d, epsilon = 1, delta = 1e-9, R = 20 sqrt(d)",
            dimension),
        "users n",
        Plot.LOGARITHMIC,
        false,
        contenders(slow),
        settings,
        extent.trials() > 0 ? extent.trials() : trials);
  }

  private static Setting setting(String x, int users, int dimension) {
    Law law = new NormalLaw(users, dimension, REACH);
    return Setting.local(x, law, RADIUS * Math.sqrt(dimension), EPSILON);
  }

  private static List<Contender> contenders(int slow) {
    return List.of(
        new NonPrivateMean(),
        new Curator(),
        new ShuffledMean(ShuffledMean.Way.ALL_MESSAGES, slow),
        new ShuffledMean(ShuffledMean.Way.DRAWN, Integer.MAX_VALUE),
        LemmaRoute.withThresholds(slow),
        LemmaRoute.published(slow));
  }
}
