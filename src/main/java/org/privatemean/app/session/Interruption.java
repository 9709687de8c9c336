package org.privatemean.app.session;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;
import org.privatemean.app.failure.FailedJobException;

/**
 * The end of a process from outside, by Ctrl-C, say: nothing is written then, or everything.
 *
 * <p>The JVM ends with {@link #EXIT_CODE} after SIGINT by itself. What is staged next to a target
 * is removed by Hadoop, which is asked to when it is made.
 */
public final class Interruption {
  /** That of a process ended by SIGINT. */
  public static final int EXIT_CODE = 130;

  /** Before Spark's hook, which stops the session, and Hadoop's, which closes file systems. */
  private static final int PRIORITY = 100;

  private static final long SECONDS_TO_WRITE = 60;

  private static final Object WRITING = new Object();

  private static boolean written;
  private static volatile boolean paying;
  private static boolean ended;
  private static volatile boolean come;

  private Interruption() {}

  /** Reports an interruption from now on. */
  public static void watch() {
    ShutdownHookManager.get()
        .addShutdownHook(Interruption::tell, PRIORITY, SECONDS_TO_WRITE, TimeUnit.SECONDS);
  }

  /** From now on a ledger may be charged. */
  public static void ledgerPays() {
    paying = true;
  }

  /** The run is over: the process ends by itself. */
  public static void end() {
    synchronized (WRITING) {
      ended = true;
    }
  }

  /** True if the run was interrupted, so that it must leave nothing. */
  public static boolean hasCome() {
    return come;
  }

  /**
   * Writes what a run leaves; an interruption waits until that is done.
   *
   * @throws FailedJobException if the run was interrupted before
   */
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
      // What fails while Spark is being stopped is of no use to anyone, and may show rows.
      System.err.close();
    }
  }
}
