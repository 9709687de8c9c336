package org.privatemean.protocol;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.geometry.Lattice;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.Refusal;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.release.Warning;
import org.privatemean.request.InfeasiblePlanPolicy;

/** All that a mean in rounds decides from public values; the same for users and the server. */
public interface RoundPlan {
  /** Returns the public number of users n. */
  long users();

  /** Returns the number of coordinates per row. */
  int dimension();

  /** Returns the lattice that users round their rows to. */
  Lattice lattice();

  int roundCount();

  /** Returns the warnings, from public values. */
  List<Warning> warnings();

  /** Refuses a number of users that is not in [1, 2^31). */
  static void checkUsers(long users) {
    Checks.argument("users", users >= 1 && users < 1L << 31, "in [1, 2^31)", users);
  }

  /** Conclusions about a plan from public values: refusals, or warnings if the request says so. */
  final class PlanDiagnostics {
    private final InfeasiblePlanPolicy ifHopeless;
    private final List<Warning> found = new ArrayList<>();

    /** Creates empty diagnostics that refuse, or that only warn. */
    public PlanDiagnostics(InfeasiblePlanPolicy ifHopeless) {
      this.ifHopeless = ifHopeless;
    }

    /** Adds a warning about a plan that works. */
    public void warn(Warning.Code code, String message) {
      found.add(new Warning(code, message));
    }

    /**
     * Refuses a plan that cannot work, unless only warnings are requested; about {@code enough}
     * users would do. The message has names of params in braces.
     */
    public void refuse(String message, double enough) {
      if (ifHopeless == InfeasiblePlanPolicy.REFUSE) {
        throw new TooFewRowsException(message, enough);
      }
      found.add(new Warning(Warning.Code.FEW_ROWS, Refusal.plain(message)));
    }

    public List<Warning> warnings() {
      return List.copyOf(found);
    }
  }
}
