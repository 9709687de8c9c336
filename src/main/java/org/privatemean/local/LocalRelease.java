package org.privatemean.local;

import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.local.LocalMeanSpec.Randomizer;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.protocol.ReceivedCounts;
import org.privatemean.release.CommunicationCost;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.TrustedParty;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;

/** The releases of the local mean, from public values only. */
@Internal
public final class LocalRelease {
  private LocalRelease() {}

  public static Release create(LocalMeanState state) {
    LocalMeanPlan plan = state.plan();
    long dropped = state.received().stream().mapToLong(ReceivedCounts::dropped).sum();
    Estimate estimate = Estimate.of(state.mean(), plan.users());
    CommunicationCost traffic =
        CommunicationCost.local(plan.bytesPerUser(), dropped, List.of(), randomizer(plan));
    return release(plan, estimate, noise(plan, state.noiseStdDev(), state.clippingNorm()), traffic)
        .withCharges(plan.charges());
  }

  /** Returns the likely report of a run on Gaussian rows of an rms spread. */
  public static Release forecast(LocalMeanPlan plan, double spread) {
    LocalMeanForecast forecast = plan.forecast(spread);
    Noise noise = noise(plan, forecast.noiseStdDev(), forecast.clippingNorm());
    Estimate estimate = Estimate.forecast(plan.dimension(), plan.users());
    CommunicationCost traffic =
        CommunicationCost.local(plan.bytesPerUser(), 0, plan.bundleBytes(), randomizer(plan));
    return release(plan, estimate, noise.withForecast(forecast.error()), traffic);
  }

  private static String randomizer(LocalMeanPlan plan) {
    if (!plan.splitsUsers()) {
      return "discreteGaussian";
    }
    Randomizer named = plan.randomizer();
    return named == Randomizer.AUTO ? "" : named.label();
  }

  private static Noise noise(LocalMeanPlan plan, double deviation, double norm) {
    return Noise.of(plan.dimension(), deviation, Double.POSITIVE_INFINITY).withClippingNorm(norm);
  }

  private static Release release(
      LocalMeanPlan plan, Estimate estimate, Noise noise, CommunicationCost traffic) {
    String method = plan.recentres() ? RecentredSpec.NAME : Method.SHIFTED_CLIPPED.label();
    return Release.of(method, TrustedParty.NOBODY, guarantee(plan), estimate, noise)
        .withCommunication(traffic)
        .withWarnings(plan.warnings());
  }

  private static Guarantee guarantee(LocalMeanPlan plan) {
    if (!plan.splitsUsers()) {
      return Guarantee.inZcdp(new Zcdp(plan.budget()), PrivacyUnit.row(Neighbours.REPLACE));
    }
    PureDp requested = new PureDp(plan.budget());
    return Guarantee.ofReports(requested, Conversions.rhoUp(requested));
  }
}
