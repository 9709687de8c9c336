package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.Promise;
import org.privatemean.privacy.ledger.durable.FitWorker.Mutant;
import org.privatemean.privacy.ledger.durable.FitWorker.Order;

@Promise("processes that race, and die, on one ledger never overspend it or draw twice on a charge")
final class LedgerRaceTest {
  private static final int RIVALS = 12;
  private static final int AT_ONCE = 16;
  private static final int LAST_POINT = 25;
  private static final int FITS_OF_A_NAME = 5;

  private static Workers.Pool pool;

  @TempDir private Path folder;

  @BeforeAll
  static void startRivals() throws IOException {
    pool = new Workers.Pool(RIVALS);
  }

  @AfterAll
  static void stopRivals() {
    pool.close();
  }

  /** A process, and when it is to be killed from outside; 0 for never. */
  private record Running(Process process, long killAt) {}

  @Tag("long")
  @Test
  void race_of80ProcessesWith12Killed_keepsEveryInvariant() throws Exception {
    race(80, 12);
  }

  @Test
  @Tag("long")
  void race_of600ProcessesWith300Killed_keepsEveryInvariant() throws Exception {
    race(600, 300);
  }

  /** Each name is fitted by five processes on average; the budget is enough for half the names. */
  private void race(int processes, int killed) throws IOException, InterruptedException {
    int names = processes / FITS_OF_A_NAME;
    FitWorker.init(folder, names / 2);
    List<String> outcomes = run(orders(processes, killed, names), killed / 2);
    World world = World.of(folder);
    assertEquals(List.of(), world.broken());
    assertEquals(names / 2, world.charges(), "the budget is used up");
    assertTrue(world.released() >= names / 4, () -> world.released() + " released");
    assertTrue(Collections.frequency(outcomes, "killed") >= killed / 2, outcomes::toString);
    assertTrue(outcomes.contains("refused: budget"), outcomes::toString);
    assertEquals(
        List.of(), outcomes.stream().filter(said -> said.startsWith("unavailable")).toList());
  }

  /** Half of those to be killed die at a step of their own; the others are killed from outside. */
  private List<Order> orders(int processes, int killed, int names) {
    Random random = new Random(19);
    List<Order> orders = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      int haltAt = i < killed - killed / 2 ? -1 - random.nextInt(LAST_POINT) : 0;
      String name = "n" + random.nextInt(names);
      orders.add(new Order(folder, name, Mutant.NONE, haltAt, random.nextInt(10) == 0));
    }
    Collections.shuffle(orders, random);
    return orders;
  }

  private static List<String> run(List<Order> orders, int killedFromOutside)
      throws IOException, InterruptedException {
    Random random = new Random(20);
    Deque<Order> waiting = new ArrayDeque<>(orders);
    List<Running> live = new ArrayList<>();
    List<String> outcomes = new ArrayList<>();
    int toKill = killedFromOutside;
    while (!waiting.isEmpty() || !live.isEmpty()) {
      while (!waiting.isEmpty() && live.size() < AT_ONCE) {
        boolean kill = waiting.peek().haltAt() == 0 && toKill > 0;
        toKill -= kill ? 1 : 0;
        long after = TimeUnit.MILLISECONDS.toNanos(200 + random.nextInt(2000));
        Process process = Workers.once(waiting.remove());
        live.add(new Running(process, kill ? System.nanoTime() + after : 0));
      }
      for (Running running : List.copyOf(live)) {
        if (running.killAt() != 0 && System.nanoTime() > running.killAt()) {
          // Of a process itself it closes the streams too, from which one that has ended is read.
          running.process().toHandle().destroyForcibly();
        }
        if (!running.process().isAlive()) {
          live.remove(running);
          outcomes.add(Workers.outcome(running.process()));
        }
      }
      Thread.sleep(2);
    }
    return outcomes;
  }

  @Tag("long")
  @Test
  void lastOfTheBudget_50Rounds_hasOneWinnerEach() throws IOException {
    assertEquals(0, brokenRounds(50, Mutant.NONE));
  }

  @Test
  @Tag("long")
  void lastOfTheBudget_300Rounds_hasOneWinnerEach() throws IOException {
    assertEquals(0, brokenRounds(300, Mutant.NONE));
  }

  /** Rounds, behind a barrier, of twelve processes with room for one, that did not go well. */
  private int brokenRounds(int rounds, Mutant mutant) throws IOException {
    int broken = 0;
    for (int round = 0; round < rounds; round++) {
      Path place = folder.resolve("round" + round);
      FitWorker.init(place, 1);
      List<String> outcomes =
          pool.race(
              IntStream.range(0, RIVALS)
                  .mapToObj(i -> new Order(place, "n" + i, mutant, 0, false))
                  .toList());
      boolean oneWinner =
          Collections.frequency(outcomes, "released") == 1
              && Collections.frequency(outcomes, "refused: budget") == RIVALS - 1;
      World world = World.of(place);
      broken += oneWinner && world.reads() == 1 && world.broken().isEmpty() ? 0 : 1;
    }
    return broken;
  }

  @ParameterizedTest
  @EnumSource(
      value = Mutant.class,
      names = {"NONE", "CREATE_THEN_WRITE", "LOOK_THEN_RENAME", "NO_DRAW"})
  void race_ofAMutant_isCaught(Mutant mutant) throws IOException {
    assertEquals(mutant != Mutant.NONE, isCaughtByARace(mutant));
  }

  @Tag("long")
  @Test
  void lastOfTheBudget_checkedOnce_isCaught() throws IOException {
    assertTrue(brokenRounds(5, Mutant.BUDGET_CHECKED_ONCE) > 0);
  }

  /** Rounds of twins on one ledger, some of which die, until a promise is broken. */
  private boolean isCaughtByARace(Mutant mutant) throws IOException {
    Random random = new Random(21);
    int rounds = mutant == Mutant.NONE ? 4 : 12;
    FitWorker.init(folder, rounds * RIVALS);
    for (int round = 0; round < rounds; round++) {
      List<String> outcomes = pool.race(twins(mutant, round, random));
      boolean damaged = outcomes.stream().anyMatch(said -> said.startsWith("unavailable"));
      if (damaged || !World.of(folder).broken().isEmpty()) {
        return true;
      }
      assertFalse(outcomes.contains("refused: budget"));
    }
    return false;
  }

  private List<Order> twins(Mutant mutant, int round, Random random) {
    return IntStream.range(0, RIVALS)
        .mapToObj(
            i -> {
              int haltAt = random.nextInt(4) == 0 ? -1 - random.nextInt(LAST_POINT) : 0;
              return new Order(folder, "r" + round + "n" + i / 3, mutant, haltAt, false);
            })
        .toList();
  }
}
