package org.privatemean.it;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.privatemean.privacy.ledger.durable.LedgerView.State;
import org.privatemean.spark.FileLedger;
import org.privatemean.spark.PrivateMean;

/** A driver of a fit under a ledger that waits for its end in a state of the ledger. */
public final class LedgerDriver {
  /** What it prints then. */
  static final String WAITS = "WAITS";

  private LedgerDriver() {}

  /**
   * Fits on the master and with the settings of the system properties {@code spark.*}.
   *
   * @param args folder of the ledger, and the state in which it waits
   */
  public static void main(String[] args) {
    FileLedger ledger = new FileLedger(Path.of(args[0]));
    List<State> awaited = List.of(State.valueOf(args[1]));
    SparkSession session = SparkSession.builder().appName("ledger").getOrCreate();
    PassKind.keepOnExecutors(session, true);
    BetweenJobs.run(
        session,
        () -> {
          if (ledger.states().equals(awaited)) {
            System.out.println(WAITS);
            while (true) {
              sleep();
            }
          }
        });
    stage(ledger).fit(DiamondsFit.features(session));
    session.stop();
  }

  private static void sleep() {
    try {
      TimeUnit.HOURS.sleep(1);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** The fit's request: the number of rows is noisy, and so charged for in the first pass. */
  static PrivateMean stage(FileLedger ledger) {
    return new PrivateMean()
        .setInputCol("features")
        .setRho(0.5)
        .setNeighbours("addRemove")
        .setLedger(ledger.uri())
        .setReleaseName("diamonds");
  }
}
