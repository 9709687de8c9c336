package org.privatemean.local;

import java.util.List;
import java.util.OptionalDouble;
import org.privatemean.local.LocalGeometry.MedianGrid;
import org.privatemean.local.LocalRound.RoundTask;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.Method;

/**
 * Theorem 5.2 of Huang, Liang and Yi (2021) literally: three rounds, one each for the steps centre,
 * threshold and average. Every user reports in each.
 *
 * <p><b>Privacy guarantee.</b> rho-zCDP for everything that one user sends: a quarter of rho for
 * the medians, 3/16 for the clipping norm and 9/16 for the mean (page
 * local-shifted-clipped-mean.md).
 */
final class PaperProtocol extends LocalProtocol {
  private static final BudgetSplit SPLIT =
      BudgetSplit.paper(Method.SHIFTED_CLIPPED, OptionalDouble.empty());

  PaperProtocol(LocalGeometry geometry) {
    this(geometry, geometry.spec().budget());
  }

  private PaperProtocol(LocalGeometry geometry, double rho) {
    super(
        geometry,
        coinFor(rho * SPLIT.medians() / geometry.columns()),
        coinFor(rho * SPLIT.threshold()),
        new GaussianBall(geometry.columns(), rho * SPLIT.average(), (double) geometry.users()));
  }

  /** Returns the coin with {@code epsilon tanh(epsilon / 2) <= rho}. */
  private static RandomizedResponse coinFor(double rho) {
    return RandomizedResponse.of(Conversions.epsilonDown(new Zcdp(rho)).epsilon());
  }

  @Override
  MedianGrid medianGrid() {
    return MedianGrid.covering(geometry().coordinateBound(), 1);
  }

  @Override
  List<LocalRound> rounds(MedianGrid medianGrid) {
    return List.of(
        new LocalRound(RoundTask.CENTRE, 1),
        new LocalRound(RoundTask.NORM, 1),
        new LocalRound(RoundTask.MEAN, 1));
  }

  @Override
  double reportsPerMedian(double share) {
    return geometry().users();
  }

  /** Returns {@code max(noise, tau / n)}, with the bound tau of the search (Theorem 5.2). */
  @Override
  double clippedShare(double noise, double reports) {
    double scale = response(RoundTask.NORM).scale();
    int levels = normGrid().universe().levels();
    return Math.max(noise, HaarTally.errorBound(scale, levels, reports, geometry().spec().beta()));
  }

  @Override
  List<Charge> charges() {
    double rho = geometry().spec().budget();
    try (ZcdpGrant grant = new PrivacyLedger(new Zcdp(rho)).grant("local mean", new Zcdp(rho))) {
      grant.charge(RoundTask.CENTRE.label(), new Zcdp(rho * SPLIT.medians()));
      grant.charge(RoundTask.NORM.label(), new Zcdp(rho * SPLIT.threshold()));
      grant.charge(
          RoundTask.MEAN.label(), new Zcdp(Math.min(rho * SPLIT.average(), grant.remaining())));
      return grant.charges();
    }
  }
}
