package org.privatemean.bench.accuracy;

import java.util.Optional;
import java.util.SplittableRandom;
import org.privatemean.noise.BitSource;

/** An estimator from local reports, every one drawn by the client's own code. */
interface LocalContender extends Contender {
  /** What a contender must be told of the rows; the later ones include the earlier. */
  enum Knowledge {
    /** Bounds of the mean and of the deviations. */
    ANY("any rows"),
    /** That rows are Gaussian, too. */
    GAUSSIAN("Gaussian rows"),
    /** And what sigma is. */
    KNOWN_SIGMA("Gaussian rows of known sigma");

    private final String words;

    Knowledge(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** Of the paper's section 6.2, for those who spend (epsilon, delta). */
  double DELTA = 1e-9;

  /** What it must be told. */
  Knowledge knowledge();

  /** Makes what is asked, without asking. */
  void plan(Setting setting);

  @Override
  default Optional<String> refusal(Setting setting) {
    try {
      plan(setting);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** What section 6.2 lets R be taken for: a bound on every coordinate of the mean. */
  static double coordinateRadius(Setting setting) {
    return setting.radius() / Math.sqrt(setting.law().dimension());
  }

  /** Secret bits of all devices. */
  static BitSource bits(SplittableRandom random) {
    return k -> random.nextLong() >>> (Long.SIZE - k);
  }
}
