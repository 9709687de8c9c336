package org.privatemean.local;

import java.util.Collections;
import org.privatemean.protocol.PublicState.PublicRun;
import org.privatemean.protocol.ReceivedCounts;

/** States that no run has led to, as a hostile server makes them. */
public final class ForgedStates {
  private ForgedStates() {}

  /** Before the last round, around zero, with a clipping norm of the server's choice. */
  public static LocalMeanState ofLastRound(LocalMeanState start, long norm) {
    int rounds = start.plan().roundCount() - 1;
    return new LocalMeanState(
        start.plan(),
        new PublicRun(start.runId(), start.publicSeed()),
        new long[start.plan().columns()],
        norm,
        new double[0],
        Collections.nCopies(rounds, new ReceivedCounts(1, 0)));
  }
}
