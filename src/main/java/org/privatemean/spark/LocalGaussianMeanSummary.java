package org.privatemean.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import org.privatemean.local.GaussianEstimator;
import org.privatemean.local.GaussianRelease;
import org.privatemean.local.GaussianRequest;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.report.JsonText;

/**
 * The cost of a mean of {@link LocalGaussianMean} per user, and its error. It depends on randomized
 * reports and public values only.
 *
 * @since 0.1.0
 */
public final class LocalGaussianMeanSummary implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int FORMAT_VERSION = 1;

  private final GaussianRelease release;

  LocalGaussianMeanSummary(GaussianRelease release) {
    this.release = release;
  }

  /** Returns the private mean, in data units. */
  public double mean() {
    return release.mean();
  }

  /**
   * Returns the standard deviation of the values, in data units: the given one, or the estimate,
   * rough for unkVar.
   */
  public double sigma() {
    return release.sigma();
  }

  /** Returns the estimator of the fit: kv, kv1, uv, uv1, knownVar or unkVar. */
  public String estimator() {
    return release.estimator().label();
  }

  /** Returns the standard error of the mean, in data units, from sampling of users and noise. */
  public double standardError() {
    return release.standardError();
  }

  /** Returns the confidence of the error bar, in (0, 1). */
  public double confidence() {
    return release.request().confidence();
  }

  /** Returns half the width of the error bar of the mean, in data units. */
  public double halfWidth() {
    return release.halfWidth();
  }

  /** Returns the forecast standard error, in data units, from public values. */
  public double forecastError() {
    return release.forecastError();
  }

  /**
   * Returns the forecast standard errors of all estimators that suit the params, by name; NaN if
   * one cannot work with this number of users.
   */
  public Map<String, Double> forecastErrors() {
    Map<String, Double> errors = new LinkedHashMap<>();
    release.forecasts().forEach((each, error) -> errors.put(each.label(), error));
    return errors;
  }

  /** Returns epsilon of each user's guarantee. */
  public double epsilon() {
    return release.request().epsilon();
  }

  /** Returns delta of each user's guarantee: 0 except for the baselines. */
  public double delta() {
    return release.delta();
  }

  /** Returns the number of users, which is the number of rows. */
  public long users() {
    return release.users();
  }

  /** Returns the least number of users who answered in a round; each takes part in one round. */
  public long participants() {
    return release.sent().participants();
  }

  /** Returns the number of rounds. */
  public int rounds() {
    return release.sent().rounds();
  }

  /** Returns the average number of reports per user, over all rounds. */
  public double messagesPerUser() {
    return release.sent().messages() / (double) release.users();
  }

  /** Returns the average number of bytes per user, over all rounds. */
  public double bytesPerUser() {
    return release.sent().bytes() / (double) release.users();
  }

  /** Returns true if the reports were drawn from a seed. */
  public boolean seeded() {
    return release.seeded();
  }

  /** Returns the warnings. */
  public List<String> warnings() {
    return warnings(UnaryOperator.identity());
  }

  /** Returns the warnings, with params named by a function. */
  public List<String> warnings(UnaryOperator<String> terms) {
    return release.warnings().stream().map(text -> Refusal.inTerms(text, terms)).toList();
  }

  /** Returns the report as JSON, with null for numbers that are not finite. */
  public String toJson() {
    return toJson(UnaryOperator.identity());
  }

  /** Returns the report as JSON, with params in the warnings named by a function. */
  public String toJson(UnaryOperator<String> terms) {
    GaussianRequest request = release.request();
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("version", FORMAT_VERSION);
    report.put("mean", new double[] {mean()});
    report.put("sigma", sigma());
    report.put("sigmaKnown", request.isSigmaKnown());
    report.put("estimator", estimator());
    report.put("asked", request.estimator());
    report.put("standardError", standardError());
    report.put("confidence", confidence());
    report.put("halfWidth", halfWidth());
    report.put("epsilon", epsilon());
    report.put("delta", delta());
    report.put("users", users());
    report.put("rounds", rounds());
    report.put("participants", participants());
    report.put("messages", release.sent().messages());
    report.put("messagesPerUser", messagesPerUser());
    report.put("bytes", release.sent().bytes());
    report.put("bytesPerUser", bytesPerUser());
    report.put("meanBound", request.meanBound());
    report.put("sigmaMin", request.sigmaMin());
    report.put("sigmaMax", request.sigmaMax());
    report.put("beta", request.beta());
    report.put("forecastErrors", forecastErrors());
    report.put("seeded", seeded());
    report.put("warnings", warnings(terms));
    return JsonText.format(report);
  }

  /** Reads a report of the format of this version; refuses any other text. */
  static LocalGaussianMeanSummary fromJson(String text) {
    try {
      return summary(new ObjectMapper().readTree(text));
    } catch (JsonProcessingException
        | IllegalArgumentException
        | NoSuchElementException malformed) {
      throw unknown();
    }
  }

  private static LocalGaussianMeanSummary summary(JsonNode report) {
    if (report.path("version").asInt(0) != FORMAT_VERSION) {
      throw unknown();
    }
    double delta = report.path("delta").asDouble();
    GaussianRequest request =
        new GaussianRequest(
            report.path("asked").asText(),
            report.path("epsilon").asDouble(),
            delta > 0 ? delta : Double.NaN,
            report.path("meanBound").asDouble(),
            report.path("sigmaMin").asDouble(),
            report.path("sigmaMax").asDouble(),
            report.path("sigmaKnown").asBoolean(),
            report.path("beta").asDouble(),
            report.path("confidence").asDouble());
    Map<GaussianEstimator, Double> forecasts = new EnumMap<>(GaussianEstimator.class);
    JsonNode errors = report.path("forecastErrors");
    for (Iterator<String> names = errors.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      forecasts.put(
          GaussianEstimator.fromLabel(name).orElseThrow(), errors.path(name).asDouble(Double.NaN));
    }
    LocalGaussianMeanSummary read =
        new LocalGaussianMeanSummary(
            new GaussianRelease(
                request,
                GaussianEstimator.fromLabel(report.path("estimator").asText()).orElseThrow(),
                report.path("users").asLong(),
                new GaussianRelease.Sent(
                    report.path("rounds").asInt(),
                    report.path("participants").asLong(),
                    report.path("messages").asLong(),
                    report.path("bytes").asLong()),
                report.path("mean").path(0).asDouble(),
                report.path("sigma").asDouble(),
                report.path("standardError").asDouble(),
                forecasts,
                report.path("seeded").asBoolean()));
    // Refuses numbers that no run has.
    List<String> unused = read.warnings();
    return read;
  }

  private static ParamException unknown() {
    return new ParamException(
        "report",
        "the model's {report} has a format that this version of spark-private-mean "
            + "does not support",
        "load the model with the release that saved it");
  }

  /** Returns the report as text. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    line(text, "mean", NumberFormat.format("%.6g +- %.2g", mean(), halfWidth()));
    String origin = release.request().isSigmaKnown() ? "given" : "found";
    line(text, "sigma", NumberFormat.format("%.4g (%s)", sigma(), origin));
    line(
        text,
        "estimator",
        String.format("%s in %d %s", estimator(), rounds(), rounds() == 1 ? "round" : "rounds"));
    line(
        text,
        "guarantee",
        String.format(
            "epsilon %s%s for each of %d users",
            epsilon(), delta() > 0 ? ", delta " + delta() : "", users()));
    line(text, "error bar", "at confidence " + confidence());
    warnings().forEach(warning -> line(text, "warning", warning));
    return text.toString();
  }

  private static void line(StringBuilder text, String label, String value) {
    text.append(String.format("%-10s %s%n", label, value));
  }
}
