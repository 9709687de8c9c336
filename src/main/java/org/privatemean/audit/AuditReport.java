package org.privatemean.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.privatemean.annotation.Internal;
import org.privatemean.audit.AuditCase.CaseResult;
import org.privatemean.audit.AuditCase.EpsilonBound;
import org.privatemean.audit.PrivacyAudit.AuditPart;
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

  /** Runs an audit, all of whose data and noise follow from a seed. */
  public static AuditReport run(double minutes, long seed, Consumer<String> progress) {
    PrivacyAudit audit = new PrivacyAudit(new AuditedBuild(), minutes, seed, progress);
    return new AuditReport(minutes, seed, audit.run());
  }

  public int cases() {
    return parts.stream().mapToInt(part -> part.results().size()).sum();
  }

  public int failed() {
    return parts.stream().mapToInt(part -> part.failures().size()).sum();
  }

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

  /** Returns the report on a version as a page of HTML, with each bound next to its claim. */
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
    if (!part.bounded().isEmpty()) {
      keys.put("bounds", part.bounded().stream().map(AuditReport::bound).toList());
    }
    return keys;
  }

  private static Map<String, Object> keys(CaseResult result) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("case", result.description());
    keys.put("seed", result.seed());
    return keys;
  }

  private static Map<String, Object> failure(CaseResult result) {
    Map<String, Object> keys = keys(result);
    keys.put("faults", String.join("; ", result.finding().faults()));
    return keys;
  }

  private static Map<String, Object> bound(CaseResult result) {
    EpsilonBound bound = result.finding().bound().orElseThrow();
    Map<String, Object> keys = keys(result);
    keys.put("epsilonAtLeast", bound.epsilon());
    keys.put("claimedEpsilon", bound.claim().epsilon());
    keys.put("delta", bound.claim().delta());
    keys.put("runs", bound.runs());
    return keys;
  }
}
