package org.privatemean.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.privatemean.release.PublicWarnings;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.release.report.JsonText;
import org.privatemean.request.ErrorBarCoverage;

/** Report of a simulated deployment. It contains only values known to the receiver. */
final class DeploymentReport {
  private DeploymentReport() {}

  /**
   * Returns the report.
   *
   * @param released the release of the run
   * @param run the deployment, whose rounds are over
   * @param rounds number of rounds
   * @param more further entries of the report
   * @param warnings warnings in addition to those of the release
   */
  static Simulation.SimulationReport create(
      Release released, Deployment<?> run, int rounds, Map<String, ?> more, List<String> warnings) {
    Release whole =
        PublicWarnings.addTo(
            released.named(run.users().names()), ErrorBarCoverage.CoverageKind.NONE);
    List<String> all =
        Stream.concat(whole.warnings().stream().map(Warning::text), warnings.stream()).toList();
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("mean", whole.mean());
    report.put("expectedL2Error", whole.noise().reportedL2Error());
    report.put("users", run.users().count());
    report.put("rounds", rounds);
    report.put("participants", run.participants());
    report.put("messagesPerUser", run.messagesPerUser());
    report.put("bytesPerUser", run.bytesPerUser());
    report.put("repeatedBundles", run.duplicates());
    report.putAll(more);
    report.put("warnings", all);
    return new Simulation.SimulationReport(JsonText.format(report), all);
  }
}
