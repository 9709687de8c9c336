package org.privatemean.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.privatemean.local.LocalMeanForecast;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanState;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.loss.ShuffleCharge;
import org.privatemean.protocol.Received;
import org.privatemean.release.ErrorReport;
import org.privatemean.release.MeanRelease;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.spark.param.Guarantee;
import org.privatemean.spark.param.PrivateMeanParams;

/**
 * What a release cost and how far it may be off: released and public values only.
 *
 * @since 0.1.0
 */
public final class PrivateMeanSummary implements Serializable {
  /** Version of the JSON report and of the saved form. */
  static final int FORMAT_VERSION = 3;

  private static final long serialVersionUID = 1L;

  private final Values values;
  private final int dimension;

  /**
   * The values, in the shape they are saved in.
   *
   * @param trustModel central, local or shuffle
   * @param epsilon not positive where the budget was given as rho
   * @param delta not positive where epsilon stands alone
   * @param honestFraction share of the users that the guarantee counts on; 0 but in the shuffle
   *     model
   * @param droppedReports malformed reports or messages of all rounds; 0 in the central model
   * @param noiseStdDevs a single value where all coordinates have the same noise
   * @param clippingBiasBound infinite where no public bounds were given
   * @param seeded null where the reports came from devices: their bits are not seen
   * @param messagesPerUser messages of all rounds over n; 0 but in the shuffle model
   * @param bytesPerUser in the local model, expected length of all reports of a user; in the
   *     shuffle model, bytes of all messages over n; 0 in the central model
   */
  record Values(
      String method,
      String trustModel,
      List<Double> mean,
      long rows,
      long droppedReports,
      double clippingNorm,
      double rho,
      double epsilon,
      double delta,
      double honestFraction,
      String neighbours,
      List<Spent> charges,
      List<Double> noiseStdDevs,
      double noiseStdDev,
      double countStdDev,
      double expectedL2Error,
      double confidence,
      double l2Radius,
      double clippingBiasBound,
      Boolean seeded,
      double messagesPerUser,
      double bytesPerUser,
      List<String> warnings)
      implements Serializable {}

  /**
   * What one step cost.
   *
   * @param step the step's name
   * @param rho what it cost, in rho-zCDP; in the shuffle model what Gaussian noise of its variance
   *     would cost: its share of the whole, which is (epsilon, delta)
   * @param delta probability that it hides nothing, which adds to delta; 0 but in the shuffle model
   */
  public record Spent(String step, double rho, double delta) implements Serializable {}

  PrivateMeanSummary(Values values) {
    this(values, values.mean().size());
  }

  private PrivateMeanSummary(Values values, int dimension) {
    this.values = values;
    this.dimension = dimension;
  }

  static PrivateMeanSummary of(
      MeanRelease release, Guarantee guarantee, String neighbours, boolean seeded) {
    return new PrivateMeanSummary(
        values(release, release.coordinates(), guarantee, neighbours, seeded));
  }

  /** A release that has not taken place: all but its mean. */
  static PrivateMeanSummary ofForecast(
      MeanRelease forecast, Guarantee guarantee, String neighbours) {
    return new PrivateMeanSummary(
        values(forecast, List.of(), guarantee, neighbours, false), forecast.coordinates().size());
  }

  /** A run of the local mean that the rows of users were read for, and their reports made. */
  static PrivateMeanSummary ofLocal(LocalMeanState state, boolean seeded) {
    return new PrivateMeanSummary(finished(state, seeded));
  }

  /** A run of the local mean whose reports came from devices: their bits are not seen. */
  static PrivateMeanSummary ofDevices(LocalMeanState state) {
    return new PrivateMeanSummary(finished(state, null));
  }

  private static Values finished(LocalMeanState state, Boolean seeded) {
    LocalMeanPlan plan = state.plan();
    double noise = state.noiseStdDev();
    return local(
        plan,
        Arrays.stream(state.mean()).boxed().toList(),
        state.received().stream().mapToLong(Received::dropped).sum(),
        state.clippingNorm(),
        plan.charges(),
        noise,
        noise * Math.sqrt(plan.dimension()),
        seeded);
  }

  /** What a run of the local mean is likely to report on Gaussian rows. */
  static PrivateMeanSummary ofLocalForecast(LocalMeanPlan plan, LocalMeanForecast forecast) {
    return new PrivateMeanSummary(
        local(
            plan,
            List.of(),
            0,
            forecast.clippingNorm(),
            List.of(),
            forecast.noiseStdDev(),
            forecast.error(),
            false),
        plan.dimension());
  }

  private static Values local(
      LocalMeanPlan plan,
      List<Double> mean,
      long dropped,
      double clippingNorm,
      List<Charge> charges,
      double noise,
      double error,
      Boolean seeded) {
    Guarantee guarantee = Guarantee.of(plan);
    return new Values(
        plan.recentres() ? RecentredSpec.NAME : Method.SHIFTED_CLIPPED.label(),
        PrivateMeanParams.LOCAL,
        mean,
        plan.users(),
        dropped,
        clippingNorm,
        guarantee.zcdp().rho(),
        guarantee.asked().map(ApproxDp::epsilon).orElse(0.0),
        0,
        0,
        Neighbours.REPLACE.label(),
        charges.stream().map(PrivateMeanSummary::spent).toList(),
        List.of(noise),
        noise,
        0,
        error,
        ErrorReport.CONFIDENCE,
        ErrorReport.l2Radius(List.of(noise), 0, plan.dimension(), ErrorReport.CONFIDENCE),
        Double.POSITIVE_INFINITY,
        seeded,
        0,
        plan.bytesPerUser(),
        plan.warnings());
  }

  /** A finished run of the shuffle mean. */
  static PrivateMeanSummary ofShuffle(ShuffleMeanState state, boolean seeded) {
    double users = (double) state.plan().users();
    long messages = 0;
    long dropped = 0;
    double bytes = 0;
    for (ShuffleMeanState.RoundMessages round : state.messages()) {
      messages += round.accepted();
      bytes += round.bytes();
      dropped += round.dropped();
    }
    List<Double> mean = Arrays.stream(state.mean()).boxed().toList();
    return new PrivateMeanSummary(
        shuffled(
            state.plan(),
            mean,
            dropped,
            messages / users,
            bytes / users,
            state.clippingNorm(),
            state.plan().charges().stream().map(PrivateMeanSummary::spent).toList(),
            state.error(),
            seeded));
  }

  /** A run of the shuffle mean that has not taken place: all but its mean and its charges. */
  static PrivateMeanSummary ofShuffleForecast(ShuffleMeanPlan plan, double spread) {
    Values values =
        shuffled(
            plan,
            List.of(),
            0,
            plan.messagesPerUser(),
            plan.bytesPerUser(),
            plan.expectedNorm(spread),
            List.of(),
            plan.forecast(spread),
            false);
    return new PrivateMeanSummary(values, plan.dimension());
  }

  private static Values shuffled(
      ShuffleMeanPlan plan,
      List<Double> mean,
      long dropped,
      double messagesPerUser,
      double bytesPerUser,
      double clippingNorm,
      List<Spent> charges,
      ErrorReport error,
      boolean seeded) {
    return new Values(
        Method.SHIFTED_CLIPPED.label(),
        PrivateMeanParams.SHUFFLE,
        mean,
        plan.users(),
        dropped,
        clippingNorm,
        plan.noise().rho(),
        plan.spec().budget().epsilon(),
        plan.spec().budget().delta(),
        plan.spec().honestFraction(),
        Neighbours.REPLACE.label(),
        charges,
        error.deviations(),
        error.noiseStdDev(),
        error.countStdDev(),
        error.expectedL2Error(),
        error.confidence(),
        error.radius(),
        error.clippingBiasBound(),
        seeded,
        messagesPerUser,
        bytesPerUser,
        plan.warnings());
  }

  private static Spent spent(ShuffleCharge charge) {
    return new Spent(charge.step(), charge.rho(), charge.delta());
  }

  private static Values values(
      MeanRelease release,
      List<Double> mean,
      Guarantee guarantee,
      String neighbours,
      boolean seeded) {
    return new Values(
        release.method(),
        PrivateMeanParams.CENTRAL,
        mean,
        release.rows(),
        0,
        release.clippingNorm().orElse(MeanRelease.NO_NORM),
        guarantee.zcdp().rho(),
        guarantee.asked().map(ApproxDp::epsilon).orElse(0.0),
        guarantee.asked().map(ApproxDp::delta).orElse(0.0),
        0,
        neighbours,
        release.charges().stream().map(PrivateMeanSummary::spent).toList(),
        release.error().deviations(),
        release.error().noiseStdDev(),
        release.error().countStdDev(),
        release.error().expectedL2Error(),
        release.error().confidence(),
        release.error().radius(),
        release.error().clippingBiasBound(),
        seeded,
        0,
        0,
        release.warnings());
  }

  private static Spent spent(Charge charge) {
    return new Spent(charge.step(), charge.rho(), 0);
  }

  static PrivateMeanSummary empty() {
    return new PrivateMeanSummary(
        new Values(
            "",
            "",
            List.of(),
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            "",
            List.of(),
            List.of(0.0),
            0,
            0,
            0,
            0,
            0,
            0,
            false,
            0,
            0,
            List.of()));
  }

  Values values() {
    return values;
  }

  /**
   * Who is trusted with the rows: central (one curator), local (nobody) or shuffle (a shuffler).
   */
  public String trustModel() {
    return values.trustModel();
  }

  /** Reports or messages that were malformed and dropped, in all rounds; 0 in the central model. */
  public long droppedReports() {
    return values.droppedReports();
  }

  /** Messages of all rounds over n, expected ones in a forecast; 0 but in the shuffle model. */
  public double messagesPerUser() {
    return values.messagesPerUser();
  }

  /**
   * The method that ran: recentred, shiftedClipped or clipped; in the local model shiftedClipped
   * around medians, or recentred around a first mean; in the shuffle model shiftedClipped.
   */
  public String method() {
    return values.method();
  }

  /** The private mean, in data units; empty in a forecast, which has none. */
  public double[] mean() {
    return values.mean().stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Whom the guarantee protects: replace or addRemove. */
  public String neighbours() {
    return values.neighbours();
  }

  /** Number of rows n: public under neighbours replace, and noisy under addRemove. */
  public long rows() {
    return values.rows();
  }

  /** Number of coordinates. */
  public int dimension() {
    return dimension;
  }

  /**
   * Budget of the release in rho-zCDP: at least what was spent. In the shuffle model, whose budget
   * is (epsilon, delta), what Gaussian noise of the same variances would cost.
   */
  public double rho() {
    return values.rho();
  }

  /** The epsilon asked for; empty where the budget was given as rho. */
  public OptionalDouble epsilon() {
    return present(values.epsilon());
  }

  /** The delta asked for; empty where the budget was given as rho, or as epsilon alone. */
  public OptionalDouble delta() {
    return present(values.delta());
  }

  /** Share of the users that the guarantee counts on, in (0, 1]; empty but in the shuffle model. */
  public OptionalDouble honestFraction() {
    return present(values.honestFraction());
  }

  /** What was spent, step by step; nothing for a zero vector. */
  public List<Spent> charges() {
    return values.charges();
  }

  /** The clipping norm, in data units; empty for a zero vector. */
  public OptionalDouble clippingNorm() {
    return present(values.clippingNorm());
  }

  /** Standard deviation of the noise of each coordinate of the mean, in data units. */
  public double[] noiseStdDevs() {
    double[] deviations = new double[dimension];
    Arrays.setAll(
        deviations, j -> values.noiseStdDevs().get(values.noiseStdDevs().size() == 1 ? 0 : j));
    return deviations;
  }

  /** Root mean square of {@link #noiseStdDevs}, which are all the same without scaling. */
  public double noiseStdDev() {
    return values.noiseStdDev();
  }

  /**
   * Standard deviation of the l2 norm that the noise of a private number of rows adds, in data
   * units: it multiplies the mean of the clipped rows. 0 where n is public.
   */
  public double countStdDev() {
    return values.countStdDev();
  }

  /**
   * Root mean square l2 error to expect, in data units: the noise and, with method recentred, what
   * clipping below the first clipping norm was privately seen to add; for a zero vector, the public
   * bound. What the first norm itself takes off is not in it: in one dimension the error of
   * Gaussian rows is up to 1.6 times what is said here, and {@code forecast} tells it better. In
   * the local model it is the noise of the reports alone; in its forecast, with what clipping, the
   * centre and sampling are expected to add for Gaussian rows.
   */
  public double expectedL2Error() {
    return values.expectedL2Error();
  }

  /** Probability that {@link #l2Radius} holds with. */
  public double confidence() {
    return values.confidence();
  }

  /**
   * L2 radius that the noise stays within, all coordinates at once, in data units; in the local
   * model by the normal limit of the mean of the reports.
   */
  public double l2Radius() {
    return values.l2Radius();
  }

  /**
   * L2 radius that the noise stays within at another confidence, in data units.
   *
   * @param confidence probability that the radius holds with, in (0, 1)
   */
  public double l2Radius(double confidence) {
    return ErrorReport.l2Radius(
        values.noiseStdDevs(), values.countStdDev(), dimension(), confidence);
  }

  /**
   * The most that clipping can add to the error over all data within the public bounds, in data
   * units; holds up to the failure probability beta. Real data do far better. Infinite where no
   * public bounds were given, and in the local model.
   */
  public double clippingBiasBound() {
    return values.clippingBiasBound();
  }

  /**
   * Whether the noise is known to have come from a seed, so that the release is for tests only.
   * Where devices made the reports nobody sees what they drew them from: then this is false, and
   * {@code null} in {@link #toJson}.
   */
  public boolean seeded() {
    return Boolean.TRUE.equals(values.seeded());
  }

  /**
   * In the local model, the expected length of all reports that a user sends over all rounds, in
   * bytes, from public values; in the shuffle model the bytes of {@link #messagesPerUser}; 0 in the
   * central model.
   */
  public double bytesPerUser() {
    return values.bytesPerUser();
  }

  /** What to know about this release; from released and public values. */
  public List<String> warnings() {
    return values.warnings();
  }

  /**
   * The report as one JSON object. Doubles round-trip; none is NaN or infinite.
   *
   * <p>Keys: formatVersion, method, trustModel, neighbours, guarantee (rho, or epsilon and delta,
   * or epsilon alone, as it was asked for; in the shuffle model with the honestFraction it counts
   * on), charges (step and rho of each, and delta where it has one), mean (empty in a forecast), n,
   * dimension, droppedReports, clippingNorm (or null), noiseStdDev, noiseStdDevs (one value a
   * coordinate where they differ, or null), countStdDev, expectedL2Error, l2Radius (confidence and
   * radius), clippingBiasBound (or null where no public bounds were given), seeded, messagesPerUser
   * (null but in the shuffle model), bytesPerUser (null in the central model), warnings.
   */
  public String toJson() {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode report = mapper.createObjectNode();
    report.put("formatVersion", FORMAT_VERSION);
    report.put("method", method());
    report.put("trustModel", trustModel());
    report.put("neighbours", neighbours());
    ObjectNode guarantee = report.putObject("guarantee");
    if (epsilon().isPresent()) {
      guarantee.put("epsilon", values.epsilon());
      delta().ifPresent(delta -> guarantee.put("delta", delta));
      honestFraction().ifPresent(share -> guarantee.put("honestFraction", share));
    } else {
      guarantee.put("rho", rho());
    }
    ArrayNode charges = report.putArray("charges");
    for (Spent charge : charges()) {
      ObjectNode spent = charges.addObject().put("step", charge.step()).put("rho", charge.rho());
      if (charge.delta() > 0) {
        spent.put("delta", charge.delta());
      }
    }
    ArrayNode mean = report.putArray("mean");
    values.mean().forEach(mean::add);
    report.put("n", rows());
    report.put("dimension", dimension());
    report.put("droppedReports", droppedReports());
    report.put("clippingNorm", clippingNorm().isPresent() ? values.clippingNorm() : null);
    report.put("noiseStdDev", noiseStdDev());
    if (values.noiseStdDevs().size() == 1) {
      report.putNull("noiseStdDevs");
    } else {
      values.noiseStdDevs().forEach(report.putArray("noiseStdDevs")::add);
    }
    report.put("countStdDev", countStdDev());
    report.put("expectedL2Error", expectedL2Error());
    report.putObject("l2Radius").put("confidence", confidence()).put("radius", l2Radius());
    report.put(
        "clippingBiasBound",
        Double.isFinite(clippingBiasBound()) ? values.clippingBiasBound() : null);
    report.put("seeded", values.seeded());
    report.put("messagesPerUser", messagesPerUser() > 0 ? values.messagesPerUser() : null);
    report.put("bytesPerUser", bytesPerUser() > 0 ? values.bytesPerUser() : null);
    ArrayNode warnings = report.putArray("warnings");
    warnings().forEach(warnings::add);
    try {
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(report);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree of plain values could not be written", impossible);
    }
  }

  /** A few lines for people: budget spent line by line, noise and error. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s of n = %d rows%s, %d coordinates%n",
            values.mean().size() < dimension ? "forecast of the private mean" : "private mean",
            rows(),
            neighbours().equals(Neighbours.REPLACE.label()) ? "" : " (noisy)",
            dimension()));
    text.append(
        String.format(Locale.ROOT, "method             %s (%s model)%n", method(), trustModel()));
    text.append(String.format(Locale.ROOT, "guarantee          %s%n", guaranteeText()));
    charges()
        .forEach(
            charge ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "  %-16s %s%n",
                        charge.step(),
                        charge.delta() > 0
                            ? charge.delta() + " delta"
                            : charge.rho() + rhoText())));
    clippingNorm()
        .ifPresent(
            norm -> text.append(String.format(Locale.ROOT, "clipping norm      %.6g%n", norm)));
    text.append(
        String.format(
            Locale.ROOT,
            "noise std dev      %.6g a coordinate%s%n",
            noiseStdDev(),
            values.noiseStdDevs().size() == 1 ? "" : " (root mean square)"));
    if (countStdDev() > 0) {
      text.append(String.format(Locale.ROOT, "count std dev      %.6g in l2%n", countStdDev()));
    }
    text.append(String.format(Locale.ROOT, "expected l2 error  %.6g%n", expectedL2Error()));
    text.append(
        String.format(
            Locale.ROOT, "l2 radius          %.6g with confidence %s%n", l2Radius(), confidence()));
    text.append(
        Double.isFinite(clippingBiasBound())
            ? String.format(Locale.ROOT, "clipping bias      at most %.6g%n", clippingBiasBound())
            : String.format(Locale.ROOT, "clipping bias      not bounded%n"));
    if (messagesPerUser() > 0) {
      text.append(String.format(Locale.ROOT, "messages a user    %.1f%n", messagesPerUser()));
    }
    if (droppedReports() > 0) {
      text.append(String.format(Locale.ROOT, "dropped reports    %d%n", droppedReports()));
    }
    if (bytesPerUser() > 0) {
      text.append(String.format(Locale.ROOT, "bytes a user       %.1f%n", bytesPerUser()));
    }
    if (seeded()) {
      text.append(String.format(Locale.ROOT, "seeded             yes: for tests only%n"));
    }
    warnings()
        .forEach(
            warning -> text.append(String.format(Locale.ROOT, "warning            %s%n", warning)));
    return text.toString();
  }

  private boolean isShuffle() {
    return trustModel().equals(PrivateMeanParams.SHUFFLE);
  }

  private String rhoText() {
    return isShuffle() ? " rho, as Gaussian noise of its variance" : " rho";
  }

  private String guaranteeText() {
    if (isShuffle()) {
      return String.format(
          Locale.ROOT,
          "(%s, %s)-DP of the shuffled messages, neighbours replace one row, if a share of %s of the"
              + " users is honest",
          values.epsilon(),
          values.delta(),
          values.honestFraction());
    }
    String zcdp =
        String.format(
            Locale.ROOT,
            "%s-zCDP, neighbours %s one row",
            rho(),
            neighbours().equals(Neighbours.REPLACE.label()) ? "replace" : "add or remove");
    if (epsilon().isPresent() && delta().isEmpty()) {
      return String.format(Locale.ROOT, "%s-DP of every user's reports", values.epsilon());
    }
    return epsilon().isPresent()
        ? String.format(Locale.ROOT, "(%s, %s)-DP, by %s", values.epsilon(), values.delta(), zcdp)
        : zcdp;
  }

  private static OptionalDouble present(double value) {
    return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
