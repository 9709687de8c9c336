package org.privatemean.spark.pass;

import org.apache.spark.sql.Dataset;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.local.Report;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;

/**
 * A simulation of the users of the local model: every round is one pass that makes the users'
 * reports, collects them and takes the checksum.
 */
public final class SimulatedRounds extends Rounds {
  private final long mostParts;

  private SimulatedRounds(Users users, InvalidRows invalidRows, ReportKey key, long mostParts) {
    super(users, invalidRows, key);
    this.mostParts = mostParts;
  }

  /**
   * Creates the rounds of these users.
   *
   * @param users already counted
   * @param mostParts maximum number of tallies for which the driver has room
   */
  public static SimulatedRounds create(
      Users users, InvalidRows invalidRows, ReportKey key, long mostParts) {
    return new SimulatedRounds(users, invalidRows, key, mostParts);
  }

  /**
   * Runs the next round.
   *
   * @throws IllegalStateException if the rows are not those of the round before
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and that is an error
   */
  public LocalMeanState next(LocalMeanState state) {
    return state.next(collect(new LocalReportRound(state), mostParts).tally());
  }

  /** Runs all remaining rounds: see {@link #next}. */
  public LocalMeanState finish(LocalMeanState start, Progress progress) {
    return finish(start, progress, this::next);
  }

  /**
   * Collects the reports of a round that are in parts already.
   *
   * @param parts each a {@link RoundPart} in binary form
   * @param count number of parts
   * @param most maximum number of parts for which the driver has room
   */
  public static LocalMeanTally collect(
      Dataset<byte[]> parts, LocalMeanState state, JobNames jobs, long count, long most) {
    return RoundPart.collect(parts, new LocalReportRound(state), jobs, count, most).tally();
  }

  private record LocalReportRound(LocalMeanState state)
      implements RoundPart.ReportRound<LocalMeanTally> {
    @Override
    public String task() {
      return state.task();
    }

    @Override
    public int dimension() {
      return state.plan().dimension();
    }

    @Override
    public LocalMeanTally newTally() {
      return state.newTally();
    }

    @Override
    public RoundPart.Reporter reporter(ReportKey key, RoundPart<LocalMeanTally> part) {
      LocalMeanClient client = LocalMeanClient.of(state);
      return (id, row) -> {
        for (Report report : client.reports(id, row, key.bits(state, id))) {
          part.tally().add(report);
        }
      };
    }
  }
}
