package org.privatemean.spark.pass;

import java.util.OptionalLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.privatemean.local.gaussian.GaussianRelease;
import org.privatemean.local.gaussian.GaussianRound;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRows;

/**
 * The locally private Gaussian estimators on Spark: every round is one pass that makes and counts
 * the reports of the selected users. Each round takes a checksum over all users and rows, and the
 * run stops if it differs from that of the round before: a user could report twice.
 */
public final class GaussianRounds {
  private final Users users;
  private final InvalidRows invalidRows;
  private final ReportKey key;
  private OptionalLong checksum = OptionalLong.empty();

  private GaussianRounds(Users users, InvalidRows invalidRows, ReportKey key) {
    this.users = users;
    this.invalidRows = invalidRows;
    this.key = key;
  }

  /**
   * Creates the rounds of these users.
   *
   * @param users already counted
   */
  public static GaussianRounds create(Users users, InvalidRows invalidRows, ReportKey key) {
    return new GaussianRounds(users, invalidRows, key);
  }

  /**
   * The result of a run.
   *
   * @param finished the round after the last, with the answer
   * @param sent the users' communication cost
   */
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
      GaussianPartition.GaussianPart part = collect(round);
      least = Math.min(least, part.tally().acceptedReports());
      messages += part.messages();
      bytes += part.bytes();
      round = round.next(part.tally());
    }
    return new GaussianRun(round, new GaussianRelease.Sent(first.rounds(), least, messages, bytes));
  }

  private GaussianPartition.GaussianPart collect(GaussianRound round) {
    long one = round.tally().bytes();
    long most =
        PassMemory.measure(users.rows().sparkSession(), 1)
            .checkReports(parts -> (double) one * parts);
    Dataset<byte[]> parts =
        users
            .rows()
            .mapPartitions(
                new GaussianPartition(round, key, users.column(), invalidRows), Encoders.BINARY());
    Dataset<byte[]> returned =
        users.parts() > most
            ? parts
                .repartition(PassMemory.mergeTasks(most))
                .mapPartitions(new GaussianPartition.MergeGaussianParts(round), Encoders.BINARY())
            : parts;
    String task = String.format("reports, round %d of %d", round.number(), round.rounds());
    GaussianPartition.GaussianPart all =
        GaussianPartition.merge(users.jobs().pass(task, returned::collectAsList).iterator(), round);
    users.checkCounted(all.users());
    if (checksum.isPresent() && checksum.getAsLong() != all.checksum()) {
      throw users.rowsChanged("a user could report twice, or for two different rows");
    }
    checksum = OptionalLong.of(all.checksum());
    return all;
  }
}
