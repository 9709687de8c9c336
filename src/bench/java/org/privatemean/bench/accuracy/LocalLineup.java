package org.privatemean.bench.accuracy;

import java.util.List;
import org.privatemean.bench.accuracy.LocalContender.Knowledge;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.gaussian.GaussianSpec.PerUser;

/** Who takes part where nobody is trusted. */
final class LocalLineup {
  static final LocalContender PURE = ShiftedReports.pure();
  static final LocalContender PURE_KNOWN = ShiftedReports.pureKnown();
  static final LocalContender KV = GaussianReports.knownSigma();
  static final LocalContender KV_ONE_ROUND = GaussianReports.knownSigmaOneRound();
  static final LocalContender UV = GaussianReports.unknownSigma();
  static final LocalContender UV_ONE_ROUND = GaussianReports.unknownSigmaOneRound();

  private LocalLineup() {}

  static List<Contender> all() {
    return List.of(
        new NonPrivateMean(),
        ShiftedReports.theorem(),
        ShiftedReports.theoremTightly(),
        PURE,
        PURE_KNOWN,
        GaussianReports.knownVarAsPrescribed(),
        GaussianReports.knownVar(PerUser.ALL_COORDINATES),
        GaussianReports.knownVar(PerUser.ONE_COORDINATE),
        GaussianReports.unkVarAsPrescribed(),
        GaussianReports.unkVar(PerUser.ALL_COORDINATES),
        GaussianReports.unkVar(PerUser.ONE_COORDINATE),
        KV,
        KV_ONE_ROUND,
        UV,
        UV_ONE_ROUND,
        new Default(Knowledge.ANY),
        new Default(Knowledge.GAUSSIAN),
        new Default(Knowledge.KNOWN_SIGMA),
        ShiftedReports.pure(LocalMeanSpec.Randomizer.PRIV_UNIT_G),
        ShiftedReports.pure(LocalMeanSpec.Randomizer.PROJ_UNIT));
  }
}
