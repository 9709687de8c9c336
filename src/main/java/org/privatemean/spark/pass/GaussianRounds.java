package org.privatemean.spark.pass;

import org.privatemean.local.gaussian.GaussianRandomizer;
import org.privatemean.local.gaussian.GaussianRelease;
import org.privatemean.local.gaussian.GaussianRound;
import org.privatemean.local.gaussian.GaussianTally;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;

/**
 * The locally private Gaussian estimators: every round is one pass that makes and counts the
 * reports of the selected users, with a checksum over all users and rows.
 */
public final class GaussianRounds extends Rounds {
  private GaussianRounds(Users users, InvalidRows invalidRows, ReportKey key) {
    super(users, invalidRows, key);
  }

  /**
   * Creates the rounds of these users.
   *
   * @param users already counted
   */
  public static GaussianRounds create(Users users, InvalidRows invalidRows, ReportKey key) {
    return new GaussianRounds(users, invalidRows, key);
  }

  /** The result of a run: the round after the last, with the answer, and what users sent. */
  public record GaussianRun(GaussianRound finished, GaussianRelease.Sent sent) {}

  /**
   * Runs all rounds.
   *
   * @throws IllegalStateException if the rows differ between rounds
   * @throws org.privatemean.rows.InvalidRowException if a row is invalid and that is an error
   */
  public GaussianRun finish(GaussianRound first) {
    GaussianRound round = first;
    long least = Long.MAX_VALUE;
    long messages = 0;
    long bytes = 0;
    while (!round.isFinished()) {
      long one = round.tally().bytes();
      long most =
          PassMemory.measure(users.rows().sparkSession(), 1)
              .checkReports(parts -> (double) one * parts);
      RoundPart<GaussianTally> part = collect(new GaussianReportRound(round), most);
      least = Math.min(least, part.tally().acceptedReports());
      messages += part.messages();
      bytes += part.bytes();
      round = round.next(part.tally());
    }
    return new GaussianRun(round, new GaussianRelease.Sent(first.rounds(), least, messages, bytes));
  }

  private record GaussianReportRound(GaussianRound round)
      implements RoundPart.ReportRound<GaussianTally> {
    @Override
    public String task() {
      return String.format("reports, round %d of %d", round.number(), round.rounds());
    }

    @Override
    public int dimension() {
      return 1;
    }

    @Override
    public GaussianTally newTally() {
      return round.tally();
    }

    @Override
    public RoundPart.Reporter reporter(ReportKey key, RoundPart<GaussianTally> part) {
      GaussianRandomizer randomizer = round.randomizer();
      return (id, row) -> {
        long number = GaussianRandomizer.userId(id);
        if (randomizer.taskOf(number).isPresent()) {
          for (byte[] report : randomizer.randomize(number, row, key.bits(round, id))) {
            part.tally().add(report);
            part.countMessage(report.length);
          }
        }
      };
    }
  }
}
