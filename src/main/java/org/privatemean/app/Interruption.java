package org.privatemean.app;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;

/** Interruption of a process, as by Ctrl-C: either nothing is written or everything. */
final class Interruption {
  public static final int EXIT_CODE = 130;

  /** Runs before Spark's hook, which stops the session, and Hadoop's, which closes file systems. */
  private static final int PRIORITY = 100;

  private static final long SECONDS_TO_WRITE = 60;

  private static final Object WRITING = new Object();

  private static boolean written;
  private static volatile boolean paying;
  private static boolean ended;
  private static volatile boolean come;

  private Interruption() {}

  public static void watch() {
    ShutdownHookManager.get()
        .addShutdownHook(Interruption::tell, PRIORITY, SECONDS_TO_WRITE, TimeUnit.SECONDS);
  }

  public static void ledgerPays() {
    paying = true;
  }

  public static void end() {
    synchronized (WRITING) {
      ended = true;
    }
  }

  /** True if the run was interrupted. It must then write nothing. */
  public static boolean hasCome() {
    return come;
  }

  /** Writes the outputs of a run. An interruption waits until that is done. */
  public static void whileWriting(Runnable write) {
    synchronized (WRITING) {
      if (come) {
        throw new FailedJobException("interrupted: nothing was written" + chargeNote(), null);
      }
      write.run();
      written = true;
    }
  }

  private static String chargeNote() {
    return paying
        ? "; what the ledger was charged until then stays charged: private-mean ledger show"
        : "";
  }

  private static void tell() {
    synchronized (WRITING) {
      if (ended) {
        return;
      }
      come = true;
      System.err.println(
          "private-mean: interrupted: "
              + (written ? "the release was written" : "nothing was written" + chargeNote()));
      // Later failures come from the stop of Spark. They are not useful and may contain values of
      // rows.
      System.err.close();
    }
  }
}
