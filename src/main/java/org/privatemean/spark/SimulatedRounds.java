package org.privatemean.spark;

import java.util.OptionalInt;
import java.util.function.ToIntBiFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.privatemean.local.GaussianRandomizer;
import org.privatemean.local.GaussianRelease;
import org.privatemean.local.GaussianRequest;
import org.privatemean.local.GaussianRequest.GaussianChoice;
import org.privatemean.local.GaussianRound;
import org.privatemean.local.GaussianTally;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.protocol.ReportKey;
import org.privatemean.protocol.RoundTally;
import org.privatemean.rows.InvalidRows;

/** A simulation of the users of the local model: each round is one pass with the checksum. */
record SimulatedRounds(Users users, InvalidRows invalidRows, ReportKey key) {
  /** Runs the next round; the driver has room for a given number of tallies. */
  public LocalMeanState next(LocalMeanState state, long mostParts) {
    return state.next(collect(new LocalReportRound(state), mostParts).tally());
  }

  /** Runs all remaining rounds; the listener is notified of each before it runs. */
  public LocalMeanState finish(LocalMeanState start, long mostParts, Progress progress) {
    LocalMeanState state = start;
    while (!state.isFinished()) {
      progress.round(state.round() + 1, state.plan().roundCount());
      state = next(state, mostParts);
    }
    return state;
  }

  /** Makes and collects the reports of all users in one pass, and checks the rows. */
  private <T extends RoundTally<T>> RoundPart<T> collect(
      RoundPart.ReportRound<T> round, long most) {
    Dataset<byte[]> parts =
        users
            .rows()
            .mapPartitions(
                RoundPart.reportUsers(round, key, users.column(), invalidRows), Encoders.BINARY());
    RoundPart<T> all = RoundPart.collect(parts, round, users.jobs(), users.parts(), most);
    users.checkCounted(all.users());
    users.checkUnchanged(all.checksum(), "a user could report twice, or for two different rows");
    return all;
  }

  /** Collects the reports of a round from {@link RoundPart parts} in binary form. */
  public static LocalMeanTally collect(
      Dataset<byte[]> parts, LocalMeanState state, JobNames jobs, long count, long most) {
    return RoundPart.collect(parts, new LocalReportRound(state), jobs, count, most).tally();
  }

  private record LocalReportRound(LocalMeanState state, String task, int dimension)
      implements RoundPart.ReportRound<LocalMeanTally> {
    LocalReportRound(LocalMeanState state) {
      this(state, state.task(), state.plan().dimension());
    }

    @Override
    public LocalMeanTally newTally() {
      return state.newTally();
    }

    @Override
    public ToIntBiFunction<String, double[]> reporter(ReportKey key, LocalMeanTally tally) {
      LocalMeanClient client = LocalMeanClient.of(state);
      return (id, row) -> {
        client.reports(id, row, key.bits(state, id)).forEach(tally::add);
        return 0;
      };
    }
  }

  /** Runs all rounds; throws IllegalStateException if the rows differ between two. */
  public GaussianRelease release(GaussianRequest request, GaussianChoice choice) {
    GaussianRound round = GaussianRound.first(choice.spec());
    int rounds = round.rounds();
    long least = Long.MAX_VALUE;
    long messages = 0;
    long bytes = 0;
    while (!round.isFinished()) {
      long one = round.tally().bytes();
      long most =
          PassMemory.measure(users.rows().sparkSession(), 1)
              .checkReports(parts -> (double) one * parts);
      String task = String.format("reports, round %d of %d", round.number(), rounds);
      RoundPart<GaussianTally> part = collect(new GaussianReportRound(round, task, 1), most);
      least = Math.min(least, part.tally().acceptedReports());
      messages += part.tally().acceptedReports() + part.tally().droppedReports();
      bytes += part.bytes();
      round = round.next(part.tally());
    }
    GaussianRelease.Sent sent = new GaussianRelease.Sent(rounds, least, messages, bytes);
    return GaussianRelease.create(request, choice, round, sent, key.seeded());
  }

  private record GaussianReportRound(GaussianRound round, String task, int dimension)
      implements RoundPart.ReportRound<GaussianTally> {
    @Override
    public GaussianTally newTally() {
      return round.tally();
    }

    @Override
    public ToIntBiFunction<String, double[]> reporter(ReportKey key, GaussianTally tally) {
      GaussianRandomizer randomizer = round.randomizer();
      return (id, row) -> {
        OptionalInt group = randomizer.groupOf(GaussianRandomizer.userId(id));
        if (group.isEmpty()) {
          return 0;
        }
        byte[] report = randomizer.randomize(row[0], group.getAsInt(), key.bits(round, id));
        tally.add(report);
        return report.length;
      };
    }
  }
}
