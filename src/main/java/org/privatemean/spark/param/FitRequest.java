package org.privatemean.spark.param;

import java.util.List;
import java.util.Optional;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.release.Guarantee;
import org.privatemean.request.ErrorBarCoverage.CoverageKind;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.PersonRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.spark.param.FitRequest.KeyRequest;

/** The request of a stage's params, parsed once per fit. */
public sealed interface FitRequest {
  record Central(MeanRequest request, Guarantee guarantee) implements FitRequest {
    @Override
    public CoverageKind errorBars() {
      return request instanceof RecentredSpec spec ? spec.regions().kind() : CoverageKind.NONE;
    }
  }

  /**
   * A request for the mean of each group in the central model.
   *
   * @param guarantee the requested guarantee; a private selection of keys has its own delta in
   *     addition, which is part of delta if (epsilon, delta) is requested
   * @param persons empty if the unit is a row
   */
  record Grouped(
      GroupedSpec spec, Guarantee guarantee, KeyRequest keys, Optional<PersonRequest> persons)
      implements FitRequest {
    @Override
    public CoverageKind errorBars() {
      return spec.excess() ? CoverageKind.SAMPLE : CoverageKind.NONE;
    }
  }

  record Local(LocalMeanSpec spec) implements FitRequest {}

  record Shuffle(ShuffleMeanSpec spec) implements FitRequest {}

  /** Returns the requested coverage of the error bars; the noise if the method offers no choice. */
  default CoverageKind errorBars() {
    return CoverageKind.NONE;
  }

  static FitRequest create(MeanParams<?, ?> params) {
    return create(params, Optional.empty());
  }

  /** Parses params, and an optional public list of keys that is not a param. */
  static FitRequest create(MeanParams<?, ?> params, Optional<KeyRequest.File> keys) {
    return new FitRequestParser(params).parse(keys);
  }

  /** The source of the keys of groups. */
  sealed interface KeyRequest {
    List<String> columns();

    /** Returns the maximum number of groups of a model. */
    int most();

    /** A public list of the values of the only group column, as text. */
    record ListedKeys(List<String> columns, List<String> values, int most) implements KeyRequest {}

    /** A public list of keys in a table or view that has exactly the group columns. */
    record TableKeys(List<String> columns, String table, int most) implements KeyRequest {}

    /** A public list of keys in a text file, which is passed separately from the params. */
    record FileKeys(List<String> columns, File file, int most) implements KeyRequest {}

    /** The names of the columns of a key file, and the lines below them. */
    record File(List<String> header, List<KeyLine> lines) {}

    /** A line of a key file, by its number from 1; null for a missing value. */
    record KeyLine(int number, List<String> values) {}

    /**
     * A private selection of keys from noisy counts, which shows a key of only one row or person
     * with probability delta, in (0, 1).
     */
    record PrivateKeys(List<String> columns, double delta, int most) implements KeyRequest {}
  }

  /**
   * The price of a fit, in the currency of ledgers, delta-approximate rho-zCDP (Bun and Steinke
   * 2016, definition 8.1): except for an event of probability delta on either side, the release is
   * rho-zCDP.
   *
   * <p><b>Proofs.</b>
   *
   * <ul>
   *   <li>Central model: the mechanisms are rho-zCDP, for the rho of the guarantee.
   *   <li>Groups, and persons in several groups: the same rho, for every unit ({@link
   *       org.privatemean.privacy.ledger.GroupLedger}). Keys that are selected privately fail with
   *       probability keyDelta, which is the delta ({@link org.privatemean.spark.KeySelection}).
   *       The delta of an (epsilon, delta) guarantee is not a failure: the noise costs only rho.
   *   <li>Local, by rho: each user's reports are rho-zCDP, and a user is a row.
   *   <li>Local, by epsilon alone: a user's single report is epsilon-DP, hence {@code epsilon
   *       tanh(epsilon / 2)}-zCDP ({@link Conversions#rhoUp(PureDp)}).
   *   <li>Shuffle: the messages of all rounds are (epsilon, delta)-DP. Such a pair of distributions
   *       is (1 - delta) times an epsilon-DP pair plus delta times an arbitrary one (Kairouz, Oh
   *       and Viswanath 2015; Murtagh and Vadhan 2016), so it costs the price of epsilon alone, and
   *       delta.
   * </ul>
   *
   * @param rho rounded up
   * @param delta as requested; 0 if nothing can fail
   * @param mayGetLess whether the mechanism keeps to a grant slightly below rho
   */
  record FitPrice(double rho, double delta, boolean mayGetLess) {
    public static FitPrice compute(FitRequest request) {
      if (request instanceof FitRequest.Local local) {
        double budget = local.spec().budget();
        boolean isPure = local.spec().protocol() == LocalMeanSpec.Protocol.PURE;
        return new FitPrice(isPure ? fromEpsilon(budget) : budget, 0, false);
      }
      if (request instanceof FitRequest.Shuffle shuffle) {
        ApproxDp budget = shuffle.spec().budget();
        return new FitPrice(fromEpsilon(budget.epsilon()), budget.delta(), false);
      }
      if (request instanceof FitRequest.Grouped grouped) {
        double keyDelta =
            grouped.keys() instanceof KeyRequest.PrivateKeys selected ? selected.delta() : 0;
        return new FitPrice(grouped.spec().rho(), keyDelta, true);
      }
      return new FitPrice(((FitRequest.Central) request).request().rho(), 0, true);
    }

    public Price toPay() {
      return Price.toPay(rho, delta);
    }

    private static double fromEpsilon(double epsilon) {
      return Conversions.rhoUp(new PureDp(epsilon)).rho();
    }
  }
}
