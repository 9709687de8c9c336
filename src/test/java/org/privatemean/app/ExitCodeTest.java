package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.privatemean.privacy.ledger.durable.DurableLedger.ConcurrentReleaseException;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;

/** The one table of exit codes. */
final class ExitCodeTest {
  @Test
  void exitCode_ofFailures_isThatOfTheTable() {
    assertEquals(1, Failure.exitCode(new IllegalStateException()));
    assertEquals(1, Failure.exitCode(new FailedJobException("damaged", null)));
    assertEquals(2, Failure.exitCode(new WrongInputException("no such column")));
    assertEquals(2, Failure.exitCode(new LedgerRefusedException("there is one", true)));
    assertEquals(3, Failure.exitCode(new LedgerRefusedException("too little")));
    assertEquals(3, Failure.exitCode(new ConcurrentReleaseException("drawn")));
    assertEquals(4, Failure.exitCode(new LedgerUnavailableException("damaged")));
  }

  /** Spark and the commands wrap what is thrown below them. */
  @Test
  void exitCode_ofWrappedFailures_isThatOfTheLedger() {
    LedgerRefusedException refusal = new LedgerRefusedException("too little");
    assertEquals(3, Failure.exitCode(new FailedJobException("too little", refusal)));
    assertEquals(3, Failure.exitCode(new WrongInputException("too little", refusal)));
    assertEquals(
        4,
        Failure.exitCode(
            new RuntimeException(
                new FailedJobException("down", new LedgerUnavailableException("down")))));
    assertEquals("private-mean fit: too little", Failure.line("private-mean fit", refusal));
    assertFalse(
        Failure.line("private-mean fit", new FailedJobException("too little", refusal))
            .contains("failed"));
  }
}
