package org.privatemean.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.privatemean.annotation.Internal;
import org.privatemean.audit.AuditCase.CaseResult;
import org.privatemean.release.report.JsonText;

/** The result of an audit of this build. */
@Internal
public final class AuditReport {
  private static final String CANNOT_SHOW =
      "An audit finds broken guarantees and proves none. It sees the data sets, events and"
          + " parameters that it tries, and no others; bounds on epsilon rest on a limited number"
          + " of runs. It draws noise from seeds, so it does not see the random generator of the"
          + " operating system, nor Spark, files, logs, run times, the ledger's store or what"
          + " stands before a fit.";

  private static final String CHANCE =
      "A build without a fault fails with probability below 1e-6: samplers are tested at 1e-8 per"
          + " case, a replay leaves nothing to chance, and a black-box case fails if its bound"
          + " exceeds the claim twice. All bounds hold together with 99.9 % confidence.";

  private final double minutes;
  private final long seed;
  private final List<AuditPart> parts;

  private AuditReport(double minutes, long seed, List<AuditPart> parts) {
    this.minutes = minutes;
    this.seed = seed;
    this.parts = List.copyOf(parts);
  }

  /**
   * Runs an audit.
   *
   * @param minutes time to use, positive
   * @param seed determines all data and noise
   * @param progress receives a line now and then
   */
  public static AuditReport run(double minutes, long seed, Consumer<String> progress) {
    PrivacyAudit audit = new PrivacyAudit(new AuditedBuild(), minutes, seed, progress);
    return new AuditReport(minutes, seed, audit.run());
  }

  /** Returns the number of cases of all parts. */
  public int cases() {
    return parts.stream().mapToInt(part -> part.results().size()).sum();
  }

  /** Returns the number of cases that failed. */
  public int failed() {
    return parts.stream().mapToInt(part -> part.failures().size()).sum();
  }

  /**
   * Returns the report as JSON.
   *
   * @param version the audited version
   */
  public String toJson(String version) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("version", version);
    report.put("seed", seed);
    report.put("minutes", minutes);
    report.put("cases", cases());
    report.put("failed", failed());
    report.put("chance", CHANCE);
    report.put("cannotShow", CANNOT_SHOW);
    report.put("parts", parts.stream().map(AuditReport::keys).toList());
    return JsonText.format(report);
  }

  /**
   * Returns the report as one page of HTML, which shows each bound on epsilon next to its claim.
   *
   * @param version the audited version
   */
  public String toHtml(String version) {
    String title = String.format("%s: %d cases, %d failed.", version, cases(), failed());
    return AuditPage.format(parts, title, CHANCE + " " + CANNOT_SHOW);
  }

  private static Map<String, Object> keys(AuditPart part) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("name", part.name());
    keys.put("cases", part.results().size());
    keys.put("failed", part.failures().size());
    keys.put("seconds", Math.round(10 * part.seconds()) / 10.0);
    keys.put("failures", part.failures().stream().map(AuditReport::failure).toList());
    List<Map<String, Object>> bounds = new ArrayList<>();
    part.results()
        .forEach(
            result -> result.finding().bound().ifPresent(bound -> bounds.add(keys(result, bound))));
    if (!bounds.isEmpty()) {
      keys.put("bounds", bounds);
    }
    return keys;
  }

  private static Map<String, Object> failure(CaseResult result) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("case", result.description());
    keys.put("seed", result.seed());
    keys.put("faults", String.join("; ", result.finding().faults()));
    return keys;
  }

  private static Map<String, Object> keys(CaseResult result, EpsilonBound bound) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("case", result.description());
    keys.put("seed", result.seed());
    keys.put("epsilonAtLeast", bound.epsilon());
    keys.put("claimedEpsilon", bound.claim().epsilon());
    keys.put("delta", bound.claim().delta());
    keys.put("runs", bound.runs());
    return keys;
  }
}
