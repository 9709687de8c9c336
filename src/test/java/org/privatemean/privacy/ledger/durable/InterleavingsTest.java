package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.privatemean.Promise;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.DurableLedger.ConcurrentReleaseException;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;

/**
 * All orders in which three writers can read and put on one log, each of which may die before any
 * of its steps, and so also between a put and its answer.
 *
 * <p>A writer is made to stop before a step by running it anew: it gets the answers that it had,
 * and an exception where they end. So the state of a writer is the list of its answers, and two
 * orders that lead to the same answers and the same store are one state. Who is dead takes no more
 * steps: the states of every crash are those that are met on the way.
 */
@Promise("in every order of reads, puts and crashes a ledger keeps its budget and draws once")
final class InterleavingsTest {
  /** Characters of a hash in hex. */
  private static final int HASH = 64;

  /** Says that the known answers have come to their end. */
  private static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedException() {
      super(null, null, false, false);
    }
  }

  /** The end of a fit. */
  private enum End {
    RUNNING,
    RELEASED,
    REPLAYED,
    REFUSED,
    LOST
  }

  /** A writer after some steps: the answers it has, how it stands, and if it has noise. */
  private record Writer(
      String name, ChargeRequest.PayAgain payAgain, List<Object> answers, End end, boolean noisy) {
    /** One that has opened the ledger: had it done so later, it would have read the rest next. */
    static Writer of(String name, ChargeRequest.PayAgain payAgain, InMemoryStore store) {
      return new Writer(name, payAgain, List.of(store.entriesFrom(0)), End.RUNNING, false);
    }
  }

  /** Answers what is known, does one step more on the real store, and stops. */
  private static final class OneStepStore extends ForwardingStore {
    private final List<Object> answers;
    private int used;
    private boolean stepped;

    OneStepStore(InMemoryStore store, List<Object> answers) {
      super(store);
      this.answers = new ArrayList<>(answers);
    }

    private boolean knows() {
      if (used == answers.size() && stepped) {
        throw new StoppedException();
      }
      return used++ < answers.size();
    }

    @SuppressWarnings("unchecked") // Each was put by the same call.
    private <T> T answer(T fresh) {
      if (fresh == null) {
        return (T) answers.get(used - 1);
      }
      stepped = true;
      answers.add(fresh);
      return fresh;
    }

    @Override
    public boolean putIfAbsent(Area area, long number, byte[] bytes) {
      return this.<Boolean>answer(knows() ? null : super.putIfAbsent(area, number, bytes));
    }

    @Override
    public Optional<byte[]> get(Area area, long number) {
      return this.<Optional<byte[]>>answer(knows() ? null : super.get(area, number));
    }

    @Override
    public List<Long> numbers(Area area) {
      return this.<List<Long>>answer(knows() ? null : super.numbers(area));
    }

    @Override
    public boolean removeBeat(long number) {
      return this.<Boolean>answer(knows() ? null : super.removeBeat(number));
    }

    @Override
    public List<byte[]> entriesFrom(long first) {
      return this.<List<byte[]>>answer(knows() ? null : super.entriesFrom(first));
    }
  }

  /** The store and its writers, in one moment. */
  private record State(InMemoryStore store, List<Writer> writers) {
    /** The same for two orders that cannot be told apart from here on. */
    String key() {
      return ofStore()
          + writers.stream()
              .map(w -> w.end() + w.answers().stream().map(State::digest).toList().toString())
              .collect(Collectors.joining("|"));
    }

    /** The same for two stores that hold the same. */
    String ofStore() {
      String results =
          store.numbers(Area.RESULTS).stream()
              .map(n -> store.get(Area.RESULTS, n).orElseThrow())
              .map(State::digest)
              .toList()
              .toString();
      return digest(store.entriesFrom(0)) + results;
    }

    /** By the hashes that end what is stored. */
    private static String digest(Object answer) {
      if (answer instanceof List<?> entries) {
        return entries.stream().map(State::digest).toList().toString();
      }
      if (answer instanceof Optional<?> value) {
        return value.map(State::digest).orElse("-");
      }
      return answer instanceof byte[] bytes
          ? new String(bytes, bytes.length - HASH - 1, HASH, StandardCharsets.US_ASCII)
          : answer.toString();
    }

    State step(int i) {
      InMemoryStore next = store.copy();
      List<Writer> stepped = new ArrayList<>(writers);
      stepped.set(i, run(i, next, writers.get(i)));
      return new State(next, stepped);
    }
  }

  /** Runs a writer from its beginning through its known answers and one step more. */
  private static Writer run(int i, InMemoryStore memory, Writer writer) {
    OneStepStore store = new OneStepStore(memory, writer.answers());
    int[] names = {0};
    boolean[] noisy = {false};
    End end;
    try {
      Log log =
          new Log(
              store,
              EntryAuthenticator.hash(),
              new Log.Surroundings(
                  () -> String.format("%016d%016d", i, names[0]++),
                  () -> "",
                  n -> {},
                  n -> {},
                  Heartbeat.PERIOD_NANOS));
      try (DurableLedger ledger = DurableLedger.open(log)) {
        end = fit(ledger, writer, i, noisy);
      }
    } catch (StoppedException stopped) {
      end = End.RUNNING;
    }
    return new Writer(writer.name(), writer.payAgain(), store.answers, end, noisy[0]);
  }

  private static End fit(DurableLedger ledger, Writer of, int writer, boolean[] noisy) {
    ChargeRequest ask = Fixtures.paying(Fixtures.ask(of.name(), 1), of.payAgain());
    try {
      ChargeReceipt receipt = ledger.charge(ask);
      ledger.draw(receipt);
      noisy[0] = true;
      assertTrue(ledger.store(receipt, "\"by " + writer + "\""));
      return End.RELEASED;
    } catch (ConcurrentReleaseException twin) {
      return end(ledger, ask);
    } catch (LedgerRefusedException refused) {
      return End.REFUSED;
    }
  }

  private static End end(DurableLedger ledger, ChargeRequest ask) {
    try {
      return ledger.find(ask).isPresent() ? End.REPLAYED : End.LOST;
    } catch (LedgerRefusedException refused) {
      return End.REFUSED;
    }
  }

  private static List<State> explore(int room, List<String> names) {
    return explore(room, names, ChargeRequest.PayAgain.NEVER);
  }

  private static List<State> explore(
      int room, List<String> names, ChargeRequest.PayAgain payAgain) {
    InMemoryStore store = new InMemoryStore();
    DurableLedger.init(store, EntryAuthenticator.hash(), Fixtures.terms(room));
    State first =
        new State(store, names.stream().map(name -> Writer.of(name, payAgain, store)).toList());
    Map<String, LedgerView> views = new HashMap<>();
    Set<String> known = new HashSet<>(Set.of(first.key()));
    Deque<State> waiting = new ArrayDeque<>(List.of(first));
    List<State> ends = new ArrayList<>();
    while (!waiting.isEmpty()) {
      State state = waiting.pop();
      check(state, views.computeIfAbsent(state.ofStore(), same -> verified(state.store())));
      boolean ended = true;
      for (int i = 0; i < names.size(); i++) {
        if (state.writers().get(i).end() == End.RUNNING) {
          ended = false;
          State next = state.step(i);
          if (known.add(next.key())) {
            waiting.push(next);
          }
        }
      }
      if (ended) {
        ends.add(state);
      }
    }
    assertTrue(known.size() > 400, () -> known.size() + " states: too few to mean anything");
    return ends;
  }

  /** What must hold in every state; that the log can be read says that nothing was drawn twice. */
  private static void check(State state, LedgerView view) {
    assertTrue(view.spent().fitsInto(view.terms().budget()));
    long drawn =
        view.charges().stream().filter(line -> line.state() != LedgerView.State.TICKET).count();
    long noisy = state.writers().stream().filter(Writer::noisy).count();
    assertTrue(noisy <= drawn, "noise without a draw");
    for (String name : names(state)) {
      long charges = view.charges().stream().filter(line -> has(line, name)).count();
      boolean isPaidAgain =
          state.writers().stream().anyMatch(w -> w.payAgain() != ChargeRequest.PayAgain.NEVER);
      assertTrue(charges <= 1 || isPaidAgain, "a name was paid twice");
      long released =
          state.writers().stream()
              .filter(w -> w.end() == End.RELEASED && w.name().equals(name))
              .count();
      assertTrue(released <= 1, "a name has two values");
      long noisyTwins =
          state.writers().stream().filter(w -> w.noisy() && w.name().equals(name)).count();
      assertTrue(noisyTwins <= charges, "two twins have noise");
    }
  }

  private static LedgerView verified(InMemoryStore store) {
    DurableLedger ledger = DurableLedger.open(store, EntryAuthenticator.hash());
    ledger.checkResults();
    return ledger.view();
  }

  private static boolean has(LedgerView.ChargeLine line, String name) {
    return Objects.equals(line.name(), Optional.of(name));
  }

  private static Set<String> names(State state) {
    return state.writers().stream().map(Writer::name).collect(Collectors.toSet());
  }

  private static long ended(State state, End... ends) {
    return state.writers().stream()
        .filter(w -> Stream.of(ends).anyMatch(e -> e == w.end()))
        .count();
  }

  @Test
  void threeNames_budgetForOne_oneReleasesAndTheOthersAreRefused() {
    checkThreeNames(1);
  }

  @Test
  @Tag("long")
  void threeNames_budgetForTwo_twoReleaseAndOneIsRefused() {
    checkThreeNames(2);
  }

  private static void checkThreeNames(int room) {
    List<State> ends = explore(room, List.of("a", "b", "c"));
    assertFalse(ends.isEmpty());
    for (State end : ends) {
      assertEquals(room, ended(end, End.RELEASED));
      assertEquals(3 - room, ended(end, End.REFUSED));
      assertEquals(1 + 2 * room, end.store().size());
    }
  }

  @Tag("long")
  @Test
  void threeFitsOfOneName_oneReleasesAndTheOthersReplayOrAreRefused() {
    List<State> ends = explore(2, List.of("a", "a", "a"));
    assertFalse(ends.isEmpty());
    for (State end : ends) {
      assertEquals(1, ended(end, End.RELEASED));
      assertEquals(2, ended(end, End.REPLAYED, End.REFUSED));
      assertEquals(3, end.store().size());
    }
    assertTrue(ends.stream().anyMatch(end -> ended(end, End.REPLAYED) == 2));
    assertTrue(ends.stream().anyMatch(end -> ended(end, End.REFUSED) == 2));
  }

  /** Each may be the zombie of the other: it wakes up at any step. */
  @Tag("long")
  @Test
  void twoFitsOfOneNameThatPayAgain_haveAtMostOneValue() {
    List<State> ends = explore(2, List.of("a", "a"), ChargeRequest.PayAgain.ALWAYS);
    assertFalse(ends.isEmpty());
    assertTrue(ends.stream().allMatch(end -> ended(end, End.RELEASED, End.LOST) >= 1));
    assertTrue(ends.stream().anyMatch(end -> ended(end, End.REFUSED) == 1));
    assertTrue(ends.stream().anyMatch(end -> ended(end, End.REPLAYED) == 1));
  }

  @Test
  @Tag("long")
  void twoFitsOfOneNameAndAnother_bothNamesAreReleasedOnce() {
    List<State> ends = explore(2, List.of("a", "a", "b"));
    assertFalse(ends.isEmpty());
    for (State end : ends) {
      assertEquals(2, ended(end, End.RELEASED));
      assertEquals(5, end.store().size());
    }
  }
}
