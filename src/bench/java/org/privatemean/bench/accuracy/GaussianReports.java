package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;
import java.util.function.Function;
import org.privatemean.local.gaussian.GaussianSpec;
import org.privatemean.local.gaussian.GaussianSpec.PerUser;
import org.privatemean.local.gaussian.coordinate.RecommendedSpec;
import org.privatemean.local.gaussian.round.GaussianRandomizer;
import org.privatemean.local.gaussian.round.GaussianRound;
import org.privatemean.local.gaussian.round.GaussianTally;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.ApproxDp;

/**
 * The protocols for Gaussian rows, coordinate by coordinate.
 *
 * @param name in tables
 * @param knowledge what it must be told
 * @param spec the request of a setting
 * @param mostTrials in how many trials it takes part at most
 */
record GaussianReports(
    String name, Knowledge knowledge, Function<Setting, GaussianSpec> spec, int mostTrials)
    implements LocalContender {
  /** Of the baselines, whose trials take longest and whose errors are farthest from the others. */
  private static final int FEW = 3;

  /** KV: two rounds, users split among the coordinates. */
  static LocalContender knownSigma() {
    return new GaussianReports(
        "KV, two rounds", Knowledge.KNOWN_SIGMA, GaussianReports::kv, Integer.MAX_VALUE);
  }

  static LocalContender knownSigmaOneRound() {
    return new GaussianReports(
        "KV, one round",
        Knowledge.KNOWN_SIGMA,
        setting -> kv(setting).inOneRound(),
        Integer.MAX_VALUE);
  }

  /** UV: two rounds, users split among the coordinates. */
  static LocalContender unknownSigma() {
    return new GaussianReports(
        "UV, two rounds", Knowledge.GAUSSIAN, GaussianReports::uv, Integer.MAX_VALUE);
  }

  static LocalContender unknownSigmaOneRound() {
    return new GaussianReports(
        "UV, one round",
        Knowledge.GAUSSIAN,
        setting -> uv(setting).inOneRound(),
        Integer.MAX_VALUE);
  }

  /** KnownVar as tuned: a tenth of the users in its first phase. */
  static LocalContender knownVar(PerUser perUser) {
    return new GaussianReports(
        "KnownVar, " + words(perUser),
        Knowledge.KNOWN_SIGMA,
        setting -> knownVar(setting).with(perUser),
        FEW);
  }

  /** UnkVar as tuned: a fifth of the users in each of its searches. */
  static LocalContender unkVar(PerUser perUser) {
    return new GaussianReports(
        "UnkVar, " + words(perUser),
        Knowledge.GAUSSIAN,
        setting -> unkVar(setting).with(perUser),
        FEW);
  }

  static LocalContender knownVarAsPrescribed() {
    return new GaussianReports(
        "KnownVar, sizes as prescribed",
        Knowledge.KNOWN_SIGMA,
        setting -> knownVar(setting).withFirstShare(GaussianSpec.PRESCRIBED),
        FEW);
  }

  static LocalContender unkVarAsPrescribed() {
    return new GaussianReports(
        "UnkVar, sizes as prescribed",
        Knowledge.GAUSSIAN,
        setting -> unkVar(setting).withFirstShare(GaussianSpec.PRESCRIBED),
        FEW);
  }

  private static String words(PerUser perUser) {
    return perUser == PerUser.ONE_COORDINATE ? "users split" : "composed";
  }

  private static GaussianSpec kv(Setting setting) {
    Law law = setting.law();
    return RecommendedSpec.knownSigma(
        setting.rho(),
        law.rows(),
        law.dimension(),
        LocalContender.coordinateRadius(setting),
        law.deviation());
  }

  private static GaussianSpec uv(Setting setting) {
    Law law = setting.law();
    return RecommendedSpec.unknownSigma(
        setting.rho(),
        law.rows(),
        law.dimension(),
        LocalContender.coordinateRadius(setting),
        Setting.SIGMA_MIN,
        setting.sigmaMax());
  }

  private static GaussianSpec knownVar(Setting setting) {
    Law law = setting.law();
    return GaussianSpec.knownVar(
        new ApproxDp(setting.rho(), DELTA),
        law.rows(),
        law.dimension(),
        LocalContender.coordinateRadius(setting),
        law.deviation());
  }

  private static GaussianSpec unkVar(Setting setting) {
    Law law = setting.law();
    return GaussianSpec.unkVar(
        new ApproxDp(setting.rho(), DELTA),
        law.rows(),
        law.dimension(),
        LocalContender.coordinateRadius(setting),
        Setting.SIGMA_MIN,
        setting.sigmaMax());
  }

  @Override
  public int trials(Setting setting, int ofFigure) {
    return Math.min(ofFigure, mostTrials);
  }

  @Override
  public void plan(Setting setting) {
    GaussianRound unused = GaussianRound.first(spec.apply(setting));
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    BitSource bits = LocalContender.bits(new SplittableRandom(seed));
    GaussianRound round = GaussianRound.first(spec.apply(setting).withAssignmentSeed(seed));
    while (!round.isFinished()) {
      GaussianRandomizer randomizer = round.randomizer();
      GaussianTally tally = round.tally();
      double[][] rows = sample.rows();
      for (int i = 0; i < rows.length; i++) {
        randomizer.randomize(i, rows[i], bits).forEach(tally::add);
      }
      round = round.next(tally);
    }
    return round.estimate().mean();
  }
}
