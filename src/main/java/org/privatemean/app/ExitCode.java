package org.privatemean.app;

import java.util.stream.Stream;
import org.privatemean.privacy.ledger.durable.ConcurrentReleaseException;
import org.privatemean.privacy.ledger.durable.LedgerExistsException;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;

/**
 * Exit codes of the process, for every command:
 *
 * <pre>
 *   0    done
 *   1    the data or the cluster failed
 *   2    the request is wrong; decided from public values only
 *   3    refused by the ledger: a retry of the same request is refused again
 *   4    the ledger is unreachable or damaged: a retry may succeed
 *   130  interrupted</pre>
 */
final class ExitCode {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int WRONG = 2;
  static final int REFUSED_BY_LEDGER = 3;
  static final int LEDGER_UNAVAILABLE = 4;

  private ExitCode() {}

  /** Returns the exit code of a failure, also if the failure is wrapped in others. */
  static int forFailure(Throwable failure) {
    return causes(failure)
        .map(ExitCode::forLedgerFailure)
        .filter(code -> code != DONE)
        .findFirst()
        .orElse(failure instanceof WrongInputException ? WRONG : FAILED);
  }

  /** True if a failure is caused by a ledger. Its message is then complete without a prefix. */
  static boolean isOfLedger(Throwable failure) {
    return causes(failure).anyMatch(cause -> forLedgerFailure(cause) != DONE);
  }

  /** Returns a failure, its cause, the cause of that and so on. */
  static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
  }

  private static int forLedgerFailure(Throwable cause) {
    if (cause instanceof LedgerExistsException) {
      return WRONG;
    }
    if (cause instanceof LedgerRefusedException || cause instanceof ConcurrentReleaseException) {
      return REFUSED_BY_LEDGER;
    }
    return cause instanceof LedgerUnavailableException ? LEDGER_UNAVAILABLE : DONE;
  }
}
