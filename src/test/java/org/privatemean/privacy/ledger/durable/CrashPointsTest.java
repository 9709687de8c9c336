package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.Promise;
import org.privatemean.privacy.ledger.durable.FitWorker.Mutant;
import org.privatemean.privacy.ledger.durable.FitWorker.Order;

@Promise("a fit that dies at any step costs budget at most, and its rerun draws no noise twice")
final class CrashPointsTest {
  private static final int POINTS = 25;
  private static final int AT_ONCE = 3;

  @TempDir private Path folder;

  /** What stands in the ledger after the crash: the lines of the table. */
  private enum Left {
    NOTHING,
    TICKET,
    DRAWN,
    STORED
  }

  @Tag("long")
  @Test
  void everyCrashPoint_thenARerun_keepsTheTable() throws IOException, InterruptedException {
    Set<Left> seen = EnumSet.noneOf(Left.class);
    int staged = 0;
    for (int first = 1; first <= POINTS; first += AT_ONCE) {
      crash(first);
      for (int k = first; k < Math.min(first + AT_ONCE, POINTS + 1); k++) {
        Path place = folder.resolve("k" + k);
        staged += staged(place);
        seen.add(checkRerun(place));
      }
    }
    assertEquals(EnumSet.allOf(Left.class), seen);
    assertTrue(staged > 0, "no staged file was ever left");
  }

  private void crash(int first) throws IOException, InterruptedException {
    List<Process> dying = new ArrayList<>();
    for (int k = first; k < Math.min(first + AT_ONCE, POINTS + 1); k++) {
      FitWorker.init(folder.resolve("k" + k), 3);
      dying.add(Workers.once(new Order(folder.resolve("k" + k), "n", Mutant.NONE, k, false)));
    }
    for (Process process : dying) {
      assertEquals("killed", Workers.outcome(process), "crash point from " + first);
    }
  }

  private static Left checkRerun(Path place) throws IOException {
    Left left = left(place);
    World before = World.of(place);
    assertEquals(List.of(), before.broken());
    String again = FitWorker.fit(order(place, false));
    assertEquals(left == Left.DRAWN ? "refused: drawn" : "released", again, left + " " + place);
    assertEquals(1, World.of(place).charges(), "paid once");
    if (left == Left.DRAWN) {
      assertEquals("released", FitWorker.fit(order(place, true)));
      assertEquals(2, World.of(place).charges(), "paid again");
    }
    // Whatever was released before and after is one value a charge, and a stored one.
    assertEquals(List.of(), World.of(place).broken(), left.toString());
    clean(place);
    return left;
  }

  private static Order order(Path place, boolean payAgain) {
    return new Order(place, "n", Mutant.NONE, 0, payAgain);
  }

  private static Left left(Path place) {
    try (DurableLedger ledger = open(place)) {
      List<LedgerView.ChargeLine> charges = ledger.view().charges();
      if (charges.isEmpty()) {
        return Left.NOTHING;
      }
      return switch (charges.get(0).state()) {
        case TICKET -> Left.TICKET;
        case DRAWN -> Left.DRAWN;
        default -> Left.STORED;
      };
    }
  }

  private static void clean(Path place) throws IOException {
    int left = staged(place);
    try (FileStore store = FileStore.open(FitWorker.ledgerIn(place))) {
      assertEquals(left, store.clean());
    }
    assertEquals(0, staged(place));
    open(place).close();
  }

  private static DurableLedger open(Path place) {
    return DurableLedger.open(FileStore.open(FitWorker.ledgerIn(place)), EntryAuthenticator.hash());
  }

  private static int staged(Path place) throws IOException {
    try (Stream<Path> files = Files.list(FitWorker.ledgerIn(place).resolve("staging"))) {
      return (int) files.count();
    }
  }
}
