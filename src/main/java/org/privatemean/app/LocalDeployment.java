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

  private LocalDeployment(
      UserRows users, Faults faults, LocalMeanState start, String runId, double[] falseRow) {
    super(users, faults);
    this.falseRow = falseRow;
    this.sessions =
        IntStream.range(0, users.count())
            .parallel()
            .mapToObj(user -> Device.inMemory().join(runId, start, users.ids().get(user)))
            .toList();
  }

  /**
   * Creates a deployment that all users join.
   *
   * @param falseRow the row of every forger
   */
  static LocalDeployment create(
      UserRows users, Faults faults, LocalMeanState start, String runId, double[] falseRow) {
    return new LocalDeployment(users, faults, start, runId, falseRow);
  }

  @Override
  byte[] answer(LocalMeanState state, int user) {
    double[] row = faults().isLying(user) ? falseRow : users().rows()[user];
    return sessions.get(user).answer(state, row);
  }

  @Override
  Intake<LocalMeanState> open(LocalMeanState state) {
    return new Collecting(state);
  }

  /** Server, which takes the first bundle of each sender. */
  private static final class Collecting implements Intake<LocalMeanState> {
    private final LocalMeanState state;
    private final LocalMeanTally tally;
    private final DuplicateFilter comers = DuplicateFilter.forOpenBundles();

    Collecting(LocalMeanState state) {
      this.state = state;
      this.tally = state.newTally();
    }

    @Override
    public boolean take(String sender, byte[] bundle) {
      if (comers.verdict(sender, bundle) != DuplicateFilter.IntakeOutcome.FIRST
          || !tally.take(bundle)) {
        return false;
      }
      comers.take(sender, bundle);
      return true;
    }

    @Override
    public LocalMeanState close() {
      return state.next(tally);
    }

    @Override
    public long messages() {
      return tally.acceptedReports();
    }
  }
}
