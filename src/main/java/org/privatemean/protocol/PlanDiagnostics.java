package org.privatemean.protocol;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.refusal.Refusal;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.release.Warning;
import org.privatemean.request.InfeasiblePlanPolicy;

/**
 * Conclusions from public values about a plan. What makes it useless refuses it, unless the request
 * asks for warnings only.
 */
public final class PlanDiagnostics {
  private final InfeasiblePlanPolicy ifHopeless;
  private final List<Warning> found = new ArrayList<>();

  private PlanDiagnostics(InfeasiblePlanPolicy ifHopeless) {
    this.ifHopeless = ifHopeless;
  }

  /** A verdict with nothing found yet: one that refuses, or that only warns. */
  public static PlanDiagnostics withPolicy(InfeasiblePlanPolicy ifHopeless) {
    return new PlanDiagnostics(ifHopeless);
  }

  /** The plan works, with this reservation. */
  public void warn(Warning.Code code, String message) {
    found.add(new Warning(code, message));
  }

  /**
   * The plan cannot work.
   *
   * @param message what is wrong and what to do; names of params in braces
   * @param enough about how many users would do
   * @throws TooFewRowsException with the message, unless only warnings were asked for
   */
  public void refuse(String message, double enough) {
    if (ifHopeless == InfeasiblePlanPolicy.REFUSE) {
      throw new TooFewRowsException(message, enough);
    }
    found.add(new Warning(Warning.Code.FEW_ROWS, Refusal.plain(message)));
  }

  /** All that was found. */
  public List<Warning> warnings() {
    return List.copyOf(found);
  }
}
