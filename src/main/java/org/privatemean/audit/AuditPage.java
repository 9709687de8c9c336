package org.privatemean.audit;

import java.util.List;
import java.util.stream.Collectors;
import org.privatemean.audit.AuditCase.CaseResult;
import org.privatemean.audit.AuditCase.EpsilonBound;
import org.privatemean.audit.PrivacyAudit.AuditPart;
import org.privatemean.numeric.NumberFormat;

/** The report of an audit as one page of HTML: a table of parts, failures, bounds and claims. */
final class AuditPage {
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

  private AuditPage() {}

  static String format(List<AuditPart> parts, String title, String notes) {
    return HEAD
        + format("<p>%s</p>%n", title)
        + "<table><tr><th>part</th><th>cases</th><th>failed</th><th>seconds</th></tr>"
        + parts.stream().map(AuditPage::line).collect(Collectors.joining())
        + "</table>"
        + parts.stream()
            .flatMap(part -> part.failures().stream())
            .map(AuditPage::failure)
            .collect(Collectors.joining())
        + "<h2>Bounds on epsilon</h2><p>A dot is the lower bound from released values, a bar the"
        + " claim. Dots at the left edge: no bound.</p>"
        + plot(parts.stream().flatMap(part -> part.bounded().stream()).toList())
        + format("<p>%s</p></body></html>%n", notes);
  }

  private static String format(String format, Object... values) {
    return NumberFormat.format(format, values);
  }

  private static String line(AuditPart part) {
    return format(
        "<tr><td>%s</td><td>%d</td><td>%d</td><td>%.1f</td></tr>",
        part.name(), part.results().size(), part.failures().size(), part.seconds());
  }

  private static String failure(CaseResult result) {
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
