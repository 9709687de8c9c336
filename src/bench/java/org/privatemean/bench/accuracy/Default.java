package org.privatemean.bench.accuracy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.privatemean.local.LocalMeanChoice;
import org.privatemean.local.LocalMeanRequest;

/**
 * Ours by default: whoever {@link LocalMeanChoice} says. It gives the very answers of the contender
 * chosen, so that the two compare without noise of their own.
 */
final class Default implements LocalContender {
  private final Knowledge knowledge;
  private final Map<Setting, LocalMeanChoice> made = new ConcurrentHashMap<>();

  /**
   * A default.
   *
   * @param knowledge what it is told
   */
  Default(Knowledge knowledge) {
    this.knowledge = knowledge;
  }

  @Override
  public Knowledge knowledge() {
    return knowledge;
  }

  @Override
  public String name() {
    return "default, " + knowledge.words();
  }

  /** Forecasts take a while: each setting's are made once. */
  LocalMeanChoice choice(Setting setting) {
    return made.computeIfAbsent(setting, this::choose);
  }

  private LocalMeanChoice choose(Setting setting) {
    Law law = setting.law();
    boolean known = knowledge == Knowledge.KNOWN_SIGMA;
    return LocalMeanChoice.choose(
        new LocalMeanRequest(
            setting.rho(),
            law.rows(),
            law.dimension(),
            LocalContender.coordinateRadius(setting),
            known ? law.deviation() : Setting.SIGMA_MIN,
            known ? law.deviation() : setting.sigmaMax(),
            knowledge == Knowledge.ANY
                ? LocalMeanRequest.RowLaw.ANY
                : LocalMeanRequest.RowLaw.GAUSSIAN));
  }

  @Override
  public void plan(Setting setting) {
    LocalMeanChoice unused = choice(setting);
  }

  @Override
  public Contender standsFor(Setting setting) {
    if (refusal(setting).isPresent()) {
      return this;
    }
    boolean known = knowledge == Knowledge.KNOWN_SIGMA;
    return switch (choice(setting).mechanism()) {
      case SHIFTED_CLIPPED -> known ? LocalLineup.PURE_KNOWN : LocalLineup.PURE;
      case KNOWN_SIGMA -> LocalLineup.KV;
      case KNOWN_SIGMA_ONE_ROUND -> LocalLineup.KV_ONE_ROUND;
      case UNKNOWN_SIGMA -> LocalLineup.UV;
      case UNKNOWN_SIGMA_ONE_ROUND -> LocalLineup.UV_ONE_ROUND;
    };
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    return standsFor(setting).estimate(sample, setting, seed);
  }
}
