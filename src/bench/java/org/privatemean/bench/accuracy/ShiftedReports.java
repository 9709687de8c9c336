package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;
import java.util.function.Function;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.request.Bounds;

/**
 * The shifted clipped mean from local reports.
 *
 * @param name in tables
 * @param knowledge what it must be told
 * @param spec the request of a setting
 */
record ShiftedReports(String name, Knowledge knowledge, Function<Setting, LocalMeanSpec> spec)
    implements LocalContender {

  /** Theorem 5.2 with rho from {@code epsilon = rho + 2 sqrt(rho ln(1 / delta))}. */
  static LocalContender theorem() {
    return new ShiftedReports(
        "Theorem 5.2, paper's conversion",
        Knowledge.ANY,
        setting -> {
          double log = StrictMath.log(1 / DELTA);
          double root = Math.sqrt(log + setting.rho()) - Math.sqrt(log);
          return LocalMeanSpec.paper(new Zcdp(root * root), setting.bounds());
        });
  }

  /** Theorem 5.2 with the largest rho that the guarantee allows. */
  static LocalContender theoremTightly() {
    return new ShiftedReports(
        "Theorem 5.2, tight conversion",
        Knowledge.ANY,
        setting ->
            LocalMeanSpec.paper(
                Conversions.rhoDown(new ApproxDp(setting.rho(), DELTA)), setting.bounds()));
  }

  static LocalContender pure() {
    return new ShiftedReports(
        "LSCM-pure",
        Knowledge.ANY,
        setting -> LocalMeanSpec.pure(new PureDp(setting.rho()), setting.bounds()));
  }

  /** The same with vectors reported by a randomizer that is not the default. */
  static LocalContender pure(LocalMeanSpec.Randomizer randomizer) {
    return new ShiftedReports(
        "LSCM-pure, " + randomizer.label(),
        Knowledge.ANY,
        setting ->
            LocalMeanSpec.pure(new PureDp(setting.rho()), setting.bounds())
                .withRandomizer(randomizer));
  }

  /** The same, told sigma. */
  static LocalContender pureKnown() {
    return new ShiftedReports(
        "LSCM-pure, sigma known",
        Knowledge.KNOWN_SIGMA,
        setting -> {
          double sigma = setting.law().deviation();
          return LocalMeanSpec.pure(
              new PureDp(setting.rho()), new Bounds.Statistical(setting.radius(), sigma, sigma));
        });
  }

  private LocalMeanPlan planned(Setting setting) {
    return LocalMeanPlan.of(spec.apply(setting), setting.law().rows(), setting.law().dimension());
  }

  @Override
  public void plan(Setting setting) {
    LocalMeanPlan unused = planned(setting);
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    BitSource bits = LocalContender.bits(new SplittableRandom(seed));
    LocalMeanState state = LocalMeanState.start(planned(setting), seed);
    while (!state.isFinished()) {
      LocalMeanClient client = LocalMeanClient.of(state);
      LocalMeanTally tally = state.newTally();
      double[][] rows = sample.rows();
      for (int i = 0; i < rows.length; i++) {
        client.reports(Integer.toString(i), rows[i], bits).forEach(tally::add);
      }
      state = state.next(tally);
    }
    return state.mean();
  }
}
