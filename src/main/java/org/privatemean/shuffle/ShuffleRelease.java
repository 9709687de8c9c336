package org.privatemean.shuffle;

import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Zcdp;
import org.privatemean.release.CommunicationCost;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.TrustedParty;
import org.privatemean.request.Method;
import org.privatemean.shuffle.ShuffleMeanState.RoundMessages;

/** The releases of the shuffle mean, from public values only. */
@Internal
public final class ShuffleRelease {
  private ShuffleRelease() {}

  /** Returns the release of a finished run. The source of the messages' bits is unknown here. */
  public static Release create(ShuffleMeanState state) {
    ShuffleMeanPlan plan = state.plan();
    double users = (double) plan.users();
    List<RoundMessages> rounds = state.messages();
    long messages = rounds.stream().mapToLong(RoundMessages::accepted).sum();
    long dropped = rounds.stream().mapToLong(RoundMessages::dropped).sum();
    long bytes = rounds.stream().mapToLong(RoundMessages::bytes).sum();
    return release(
            plan,
            Estimate.of(state.mean(), plan.users()),
            state.error().withClippingNorm(state.clippingNorm()),
            CommunicationCost.shuffled(messages / users, bytes / users, dropped, List.of()))
        .withWarnings(state.warnings())
        .withCharges(plan.charges());
  }

  /** Returns the likely report of a run on Gaussian rows of an rms spread, in data units. */
  public static Release forecast(ShuffleMeanPlan plan, double spread) {
    return release(
        plan,
        Estimate.forecast(plan.dimension(), plan.users()),
        plan.forecast(spread).withClippingNorm(plan.expectedNorm(spread)),
        CommunicationCost.shuffled(
            plan.messagesPerUser(), plan.bytesPerUser(), 0, plan.bundleBytes()));
  }

  private static Release release(
      ShuffleMeanPlan plan, Estimate estimate, Noise noise, CommunicationCost traffic) {
    ShuffleMeanSpec spec = plan.spec();
    Guarantee guarantee =
        Guarantee.ofMessages(spec.budget(), spec.honestFraction(), new Zcdp(plan.noise().rho()));
    return Release.of(
            Method.SHIFTED_CLIPPED.label(), TrustedParty.SHUFFLER, guarantee, estimate, noise)
        .withCommunication(traffic)
        .withWarnings(plan.warnings());
  }
}
