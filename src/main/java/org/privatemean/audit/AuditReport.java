package org.privatemean.audit;

import static org.privatemean.numeric.NumberFormat.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
          + " operating system, nor Spark with its logs, event logs and pages, files, run times,"
          + " the ledger's store or what stands before a fit, such as identifiers of persons.";

  private static final String CHANCE =
      "A build without a fault fails with probability below 1e-6: samplers are tested at 1e-8 per"
          + " case, a replay leaves nothing to chance, a leaked value must show twice, and a"
          + " black-box case fails if its bound exceeds the claim twice. All bounds hold together"
          + " with 99.9 % confidence.";

  /** Largest epsilon on the axis, whose scale is logarithmic, and the smallest. */
  private static final double MOST = 30;

  private static final double LEAST = 0.01;

  private static final int WIDTH = 900;
  private static final int LEFT = 360;
  private static final int LINE = 13;

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Privacy audit</title><style>
      :root { color-scheme: light dark; --text: #1f2933; --paper: #fff; --mark: #1d5a9e;
        --grid: #e4e7eb; --bad: #b42318; }
      @media (prefers-color-scheme: dark) { :root { --text: #e4e7eb; --paper: #16191d;
        --mark: #7db3ea; --grid: #3e4c59; --bad: #ff8a80; } }
      body { font: 15px/1.5 sans-serif; color: var(--text); background: var(--paper);
        max-width: 920px; margin: 2em auto; padding: 0 1em; }
      td, th { padding: 2px 12px 2px 0; text-align: left; }
      svg { width: 100%; } text { fill: var(--text); font-size: 10px; }
      .failed { color: var(--bad); } circle { fill: var(--mark); } circle.bad { fill: var(--bad); }
      .grid { stroke: var(--grid); } .claim { stroke: var(--text); stroke-width: 2; }
      </style></head><body><h1>Privacy audit</h1>
      """;

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

  /** Returns the report on a version as a page of HTML, with each bound next to its claim. */
  public String toHtml(String version) {
    return HEAD
        + format("<p>%s: %d cases, %d failed.</p>%n", version, cases(), failed())
        + "<table><tr><th>part</th><th>cases</th><th>failed</th><th>seconds</th></tr>"
        + parts.stream().map(AuditReport::line).collect(Collectors.joining())
        + "</table>"
        + parts.stream()
            .flatMap(part -> part.failures().stream())
            .map(AuditReport::describe)
            .collect(Collectors.joining())
        + "<h2>Bounds on epsilon</h2><p>A dot is the lower bound from released values, a bar the"
        + " claim. Dots at the left edge: no bound.</p>"
        + plot(parts.stream().flatMap(part -> part.bounded().stream()).toList())
        + format("<p>%s %s</p></body></html>%n", CHANCE, CANNOT_SHOW);
  }

  private static String line(AuditPart part) {
    return format(
        "<tr><td>%s</td><td>%d</td><td>%d</td><td>%.1f</td></tr>",
        part.name(), part.results().size(), part.failures().size(), part.seconds());
  }

  private static String describe(CaseResult result) {
    return format(
        "<p class=\"failed\">%s, seed %d: %s</p>",
        escape(result.description()),
        result.seed(),
        escape(String.join("; ", result.finding().faults())));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static double place(double epsilon) {
    double kept = Math.max(LEAST, Math.min(MOST, epsilon));
    return LEFT + (WIDTH - LEFT - 10) * Math.log(kept / LEAST) / Math.log(MOST / LEAST);
  }

  private static String plot(List<CaseResult> results) {
    int height = LINE * (results.size() + 2);
    StringBuilder svg = new StringBuilder(format("<svg viewBox=\"0 0 %d %d\">", WIDTH, height));
    for (double tick : new double[] {0.01, 0.1, 1, 10}) {
      double x = place(tick);
      svg.append(
          format("<path class=\"grid\" d=\"M%.1f %dV%d\"/>", x, LINE, height)
              + format("<text x=\"%.1f\" y=\"10\">%s</text>", x, tick));
    }
    for (int k = 0; k < results.size(); k++) {
      CaseResult result = results.get(k);
      EpsilonBound bound = result.finding().bound().orElseThrow();
      int y = LINE * (k + 2);
      double claim = place(bound.claim().epsilon());
      svg.append(format("<text x=\"0\" y=\"%d\">%s</text>", y + 3, escape(result.description())))
          .append(format("<path class=\"claim\" d=\"M%.1f %dv8\"/>", claim, y - 4))
          .append(
              format(
                  "<circle%s cx=\"%.1f\" cy=\"%d\" r=\"3\"/>%n",
                  result.isFailure() ? " class=\"bad\"" : "", place(bound.epsilon()), y));
    }
    return svg.append("</svg>").toString();
  }
}
