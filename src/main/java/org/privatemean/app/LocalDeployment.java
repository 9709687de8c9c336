package org.privatemean.app;

import java.util.List;
import java.util.stream.IntStream;
import org.privatemean.device.Device;
import org.privatemean.device.LocalMeanSession;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.protocol.DuplicateFilter;

/** Deployment of the local mean: a device session for each user, and the server. */
final class LocalDeployment extends Deployment<LocalMeanState> {
  private final List<LocalMeanSession> sessions;
  private final double[] falseRow;

  private LocalMeanState state;
  private LocalMeanTally tally;
  private DuplicateFilter comers;

  /** Creates a deployment that all users join. */
  LocalDeployment(
      UserRows users, Faults faults, LocalMeanState start, String runId, double[] falseRow) {
    super(users, faults);
    this.falseRow = falseRow;
    this.sessions =
        IntStream.range(0, users.count())
            .parallel()
            .mapToObj(user -> Device.inMemory().join(runId, start, users.ids().get(user)))
            .toList();
  }

  @Override
  byte[] answer(LocalMeanState asked, int user) {
    double[] row = faults().isLying(user) ? falseRow : users().rows().get(user);
    return sessions.get(user).answer(asked, row);
  }

  @Override
  void open(LocalMeanState next) {
    state = next;
    tally = next.newTally();
    comers = DuplicateFilter.forOpenBundles();
  }

  /** Takes the first bundle of each sender. */
  @Override
  boolean take(String sender, byte[] bundle) {
    if (comers.verdict(sender, bundle) != DuplicateFilter.IntakeOutcome.FIRST
        || !tally.take(bundle)) {
      return false;
    }
    comers.take(sender, bundle);
    return true;
  }

  @Override
  LocalMeanState close() {
    return state.next(tally);
  }

  @Override
  long messages() {
    return tally.acceptedReports();
  }
}
