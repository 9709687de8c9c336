package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.privatemean.privacy.ledger.durable.Fixtures.ask;
import static org.privatemean.privacy.ledger.durable.Fixtures.payingAgain;
import static org.privatemean.privacy.ledger.durable.Fixtures.release;
import static org.privatemean.privacy.ledger.durable.Fixtures.terms;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.DurableLedger.ConcurrentReleaseException;
import org.privatemean.privacy.ledger.durable.DurableLedger.StoredResult;
import org.privatemean.privacy.ledger.durable.LedgerTerms.Parts;
import org.privatemean.privacy.ledger.durable.LedgerView.State;
import org.privatemean.refusal.ParamException;

@Promise("a ledger pays once for a name, and never more than its budget")
final class DurableLedgerTest {
  private final InMemoryStore store = new InMemoryStore();

  private DurableLedger init(double rho) {
    return DurableLedger.init(store, EntryAuthenticator.hash(), terms(rho));
  }

  private DurableLedger reopened() {
    return DurableLedger.open(store, EntryAuthenticator.hash());
  }

  private static void assertSays(Exception said, String... words) {
    for (String word : words) {
      assertTrue(said.getMessage().contains(word), said.getMessage());
    }
  }

  @Test
  void init_existingLedger_isRefusedAndUnchanged() {
    String id = init(1).id();
    assertTrue(id.matches("[0-9a-f]{32}"), id);
    LedgerRefusedException refusal =
        assertThrows(
            LedgerRefusedException.class,
            () -> DurableLedger.init(store, EntryAuthenticator.hash(), terms(2)));
    assertTrue(refusal.exists());
    assertSays(refusal, "memory:", "already");
    assertEquals(id, reopened().id());
    assertEquals(terms(1), reopened().terms());
  }

  @Test
  void open_noLedger_isUnavailable() {
    assertSays(
        assertThrows(LedgerUnavailableException.class, this::reopened), "no ledger", "memory:");
  }

  @Test
  void find_storedResult_isReturnedAndNothingCharged() {
    ChargeReceipt receipt = release(init(1), ask("n", 0.5), "{\"mean\":[0.1]}");
    DurableLedger again = reopened();
    StoredResult stored = again.find(ask("n", 0.5)).orElseThrow();
    assertEquals(receipt, stored.receipt());
    assertEquals("{\"mean\":[0.1]}", stored.body());
    assertFalse(again.store(receipt, "2"), "stored twice");
    assertEquals(stored, again.find(ask("n", 0.5)).orElseThrow());
    assertEquals(0.5, again.view().remaining().rhoFloor());
    assertThrows(ConcurrentReleaseException.class, () -> again.charge(ask("n", 0.5)));
    assertEquals(3, store.size());
  }

  @Test
  void find_storedResultOfASpentLedger_isReturned() {
    release(init(1), ask("n", 1), "1");
    assertTrue(reopened().find(ask("n", 1)).isPresent());
  }

  @Test
  void charge_receiptNotDrawn_isFoundByItsNameAndPaidOnce() {
    ChargeReceipt receipt = init(1).charge(ask("n", 1));
    assertEquals(Optional.empty(), reopened().find(ask("n", 1)));
    assertEquals(receipt, reopened().charge(ask("n", 1)));
    assertEquals(2, store.size());
  }

  @Test
  void chargeOutside_partOfAnotherLedger_isRefused() {
    DurableLedger ledger = init(1);
    assertSays(
        assertThrows(
            LedgerRefusedException.class,
            () -> ledger.chargeOutside("n", "/day=1", Price.toPay(0.5, 0), "a test")),
        "'/day=1' is not part of it");
    assertEquals(1, store.size());
  }

  @Test
  void charge_withoutName_isLostToAllOthers() {
    ChargeRequest nameless =
        new ChargeRequest(
            Optional.empty(),
            "r",
            "/",
            Price.toPay(0.5, 0),
            true,
            ChargeRequest.PayAgain.NEVER,
            Map.of(),
            "a test");
    DurableLedger ledger = init(1);
    assertEquals(1, ledger.charge(nameless).number());
    assertEquals(2, ledger.charge(nameless).number());
    LedgerRefusedException refusal =
        assertThrows(LedgerRefusedException.class, () -> ledger.charge(nameless));
    assertFalse(refusal.exists());
    assertEquals(Optional.empty(), ledger.view().charges().get(0).name());
  }

  @Test
  void room_afterCharges_isWhatIsLeftOfAKnownScope() {
    DurableLedger ledger = init(1);
    DurableLedger other = reopened();
    release(ledger, ask("n", 0.25), "1");
    assertEquals(Price.budget(0.75, 0), ledger.remaining());
    assertEquals(Price.budget(1, 0), other.remaining());
    assertEquals(Price.budget(0.75, 0), other.room("/"));
    assertSays(
        assertThrows(LedgerRefusedException.class, () -> other.room("/day=1")),
        "'/day=1' is not part of it",
        "this ledger has none");
  }

  @Test
  void awaitOthers_requestThatTheLedgerCannotHold_isRefused() {
    DurableLedger ledger = init(1);
    assertThrows(ParamException.class, () -> ledger.awaitOthers(ask("a\nb", 0.5)));
  }

  /** By its name a writer knows its entry from an equal one of another. */
  @Test
  void names_ofAttempts_differ() {
    Supplier<String> names = Log.Surroundings.real().names();
    assertNotEquals(names.get(), names.get());
  }

  @Test
  void openAndClose_ofALedger_checkAndCloseItsStore() {
    init(1);
    List<String> calls = new ArrayList<>();
    LedgerStore watched =
        new ForwardingStore(store) {
          @Override
          public void check() {
            calls.add("check");
          }

          @Override
          public void close() {
            calls.add("close");
          }
        };
    DurableLedger.open(watched, EntryAuthenticator.hash()).close();
    assertEquals(List.of("check", "close"), calls);
  }

  /** Its form is that of other versions, which read it too. */
  @Test
  void charge_paidAgain_marksTheFirstAsClosed() {
    DurableLedger ledger = init(1);
    ChargeReceipt first = ledger.charge(ask("n", 0.25));
    ledger.draw(first);
    reopened().charge(payingAgain(ask("n", 0.25)));
    assertEquals(
        String.format(
            "{\"v\":1,\"ledger\":\"%s\",\"charge\":%d,\"entry\":\"%s\",\"closed\":true}",
            ledger.id(), first.number(), first.hash()),
        EntryAuthenticator.hash()
            .open(store.get(LedgerStore.Area.RESULTS, first.number()).orElseThrow())
            .orElseThrow());
  }

  private static ChargeRequest reading(String name, String reader) {
    return new ChargeRequest(
        Optional.of(name),
        "r",
        "/",
        Price.toPay(0.25, 0),
        false,
        ChargeRequest.PayAgain.NEVER,
        Map.of("person", reader),
        "a test");
  }

  @Test
  void charge_columnReadInAnotherWay_isRefusedAtNoCost() {
    DurableLedger ledger = init(1);
    assertEquals(2, ledger.charge(reading("a", "csv")).number());
    assertEquals(3, store.size());
    assertSays(
        assertThrows(
            LedgerRefusedException.class, () -> reopened().charge(reading("b", "parquet"))),
        "column 'person'",
        "in another way");
    assertThrows(LedgerRefusedException.class, () -> ledger.charge(reading("b", "parquet")));
    assertEquals(3, store.size());
    DurableLedger other = reopened();
    assertEquals(3, other.charge(reading("b", "csv")).number());
    assertEquals(0.75, ledger.remaining().rhoFloor());
    assertEquals(0.5, ledger.room("/").rhoFloor());
    assertEquals(0.5, ledger.remaining().rhoFloor());
    assertSays(assertThrows(LedgerRefusedException.class, () -> ledger.room("/day=1")), "'/day=1'");
  }

  @Test
  void charge_twoNamesWithBudgetForOne_refusesTheSecondWithTheRemainder() {
    DurableLedger first = init(1);
    DurableLedger second = reopened();
    first.charge(ask("a", 0.75));
    assertSays(
        assertThrows(LedgerRefusedException.class, () -> second.charge(ask("b", 0.5))),
        "memory:",
        "'b'",
        "rho 0.5",
        "rho 0.25",
        "entry 1");
    assertThrows(LedgerRefusedException.class, () -> second.find(ask("b", 0.5)));
    assertEquals(2, store.size());
  }

  @Test
  void draw_secondOfTwoConcurrentReleases_loses() {
    DurableLedger first = init(1);
    DurableLedger second = reopened();
    ChargeReceipt receipt = first.charge(ask("n", 1));
    assertEquals(receipt, second.charge(ask("n", 1)));
    second.draw(receipt);
    assertThrows(ConcurrentReleaseException.class, () -> first.draw(receipt));
    assertThrows(ConcurrentReleaseException.class, () -> second.draw(receipt));
  }

  @Test
  void charge_drawnWithoutResult_isRefusedUnlessPaidAgain() {
    DurableLedger ledger = init(1);
    ledger.draw(ledger.charge(ask("n", 0.25)));
    for (DurableLedger either : List.of(ledger, reopened())) {
      assertSays(
          assertThrows(LedgerRefusedException.class, () -> either.find(ask("n", 0.25))),
          "entry 1",
          "payAgain");
      assertThrows(LedgerRefusedException.class, () -> either.charge(ask("n", 0.25)));
    }
    ChargeRequest again = payingAgain(ask("n", 0.25));
    assertEquals(Optional.empty(), reopened().find(again));
    assertEquals(3, reopened().charge(again).number());
    assertEquals(0.5, ledger.view().remaining().rhoFloor());
  }

  @Test
  void store_paidAgainMeanwhile_isRefusedAndTheLaterResultStays() {
    DurableLedger slow = init(1);
    ChargeReceipt first = slow.charge(ask("n", 0.25));
    slow.draw(first);
    release(reopened(), payingAgain(ask("n", 0.25)), "\"second\"");
    assertEquals("\"second\"", reopened().find(ask("n", 0.25)).orElseThrow().body());
    assertThrows(LedgerRefusedException.class, () -> slow.store(first, "\"first\""));
    assertEquals("\"second\"", reopened().find(ask("n", 0.25)).orElseThrow().body());
  }

  @ParameterizedTest
  @CsvSource({"other, /, 0.5", "same, /region=EU, 0.5", "same, /, 0.25"})
  void charge_sameNameOtherRequest_isRefusedWithTheEntry(String request, String scope, double rho) {
    LedgerTerms plain = terms(1);
    DurableLedger ledger =
        DurableLedger.init(
            store,
            EntryAuthenticator.hash(),
            new LedgerTerms(
                plain.budget(),
                Optional.empty(),
                plain.neighbours(),
                Parts.parse("region=EU,US"),
                false,
                false,
                "all"));
    ledger.charge(ask("n", "same", "/", 0.5));
    ChargeRequest other = ask("n", request, scope, rho);
    assertSays(
        assertThrows(LedgerRefusedException.class, () -> ledger.charge(other)),
        "another request",
        "entry 1");
    assertThrows(LedgerRefusedException.class, () -> ledger.find(payingAgain(other)));
  }

  @Test
  void charge_tenEqualParts_takeTheWholeAndNoMore() {
    DurableLedger ledger = init(0.5);
    for (int i = 0; i < 10; i++) {
      assertEquals(0.05, ledger.charge(ask("n" + i, 0.05)).granted().rhoFloor(), 0x1p-44);
    }
    assertEquals(Price.NONE, ledger.view().remaining());
    assertEquals(ledger.terms().budget(), ledger.view().spent());
    // Found again by a price that is more than what was granted by its rounding.
    assertEquals(10, reopened().charge(ask("n9", 0.05)).number());
    assertThrows(LedgerRefusedException.class, () -> ledger.charge(ask("n10", 0x1p-60)));
  }

  @Test
  void charge_partBeyondTheRounding_isRefused() {
    DurableLedger ledger = init(1);
    ledger.charge(ask("a", 0.5));
    assertThrows(LedgerRefusedException.class, () -> ledger.charge(ask("b", 0.5 * (1 + 0x1p-38))));
    ChargeRequest exact =
        new ChargeRequest(
            Optional.of("c"),
            "r",
            "/",
            Price.toPay(0.5 + 0x1p-53, 0),
            false,
            ChargeRequest.PayAgain.NEVER,
            Map.of(),
            "t");
    assertThrows(LedgerRefusedException.class, () -> ledger.charge(exact));
    assertEquals(Price.toPay(0.5, 0), ledger.charge(ask("d", 0.5 + 0x1p-53)).granted());
  }

  @Test
  void charge_delta_isKeptWithinItsBudget() {
    DurableLedger none =
        DurableLedger.init(new InMemoryStore(), EntryAuthenticator.hash(), terms(1));
    ChargeRequest requested =
        new ChargeRequest(
            Optional.of("n"),
            "r",
            "/",
            Price.toPay(0.1, 6e-7),
            true,
            ChargeRequest.PayAgain.NEVER,
            Map.of(),
            "t");
    assertSays(assertThrows(LedgerRefusedException.class, () -> none.find(requested)), "no delta");
    DurableLedger ledger = DurableLedger.init(store, EntryAuthenticator.hash(), terms(1, 1e-6));
    ledger.charge(requested);
    ChargeRequest second =
        new ChargeRequest(
            Optional.of("m"),
            "r",
            "/",
            Price.toPay(0.1, 6e-7),
            true,
            ChargeRequest.PayAgain.NEVER,
            Map.of(),
            "t");
    assertSays(assertThrows(LedgerRefusedException.class, () -> ledger.charge(second)), "delta 6");
    assertEquals(Price.toPay(0.1, 6e-7), reopened().view().spent());
  }

  @Test
  void charge_scopeOfUnknownPart_isRefused() {
    DurableLedger ledger = init(1);
    assertSays(
        assertThrows(
            LedgerRefusedException.class, () -> ledger.find(ask("n", "r", "/region=EU", 0.1))),
        "/region=EU",
        "ledgerScope");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "é", "a\nb", "a{b"})
  void find_nameOfOtherLetters_isRefused(String name) {
    DurableLedger ledger = init(1);
    ParamException said = assertThrows(ParamException.class, () -> ledger.find(ask(name, 0.1)));
    assertEquals("releaseName", said.param());
    assertThrows(ParamException.class, () -> ledger.find(ask("n".repeat(201), 0.1)));
    assertEquals(Optional.empty(), ledger.find(ask("visits/2026-11-21 @a:b+c._-", 0.1)));
  }

  @Test
  void chargeOutside_unusedName_isChargedAndCannotBeDrawn() {
    DurableLedger ledger = init(1);
    ChargeReceipt outside = ledger.chargeOutside("census", "/", Price.toPay(0.25, 0), "by hand");
    assertEquals(0.75, reopened().view().remaining().rhoFloor());
    assertEquals(State.OUTSIDE, reopened().view().charges().get(0).state());
    assertThrows(IllegalArgumentException.class, () -> ledger.draw(outside));
    assertThrows(LedgerRefusedException.class, () -> ledger.charge(ask("census", "", "/", 0.25)));
    assertSays(
        assertThrows(
            LedgerRefusedException.class,
            () -> ledger.chargeOutside("census", "/", Price.toPay(0.25, 0), "by hand")),
        "entry 1");
    assertSays(
        assertThrows(
            LedgerRefusedException.class,
            () -> ledger.chargeOutside("more", "/", Price.toPay(0.8, 0), "by hand")),
        "rho 0.75");
  }

  /** Ten times the double 0.05 is more than 0.5, by rounding. */
  @Test
  void chargeOutside_tenEqualParts_fillTheBudgetAndNoMore() {
    DurableLedger ledger = init(0.5);
    for (int part = 0; part < 10; part++) {
      ledger.chargeOutside("part " + part, "/", Price.toPay(0.05, 0), "by hand");
    }
    assertEquals(0, reopened().view().remaining().rhoCeiling());
    assertThrows(
        LedgerRefusedException.class,
        () -> ledger.chargeOutside("more", "/", Price.toPay(1e-15, 0), "by hand"));
  }

  @Test
  void view_afterEachStep_showsTheProgress() {
    DurableLedger ledger = init(1);
    DurableLedger watcher = reopened();
    ChargeReceipt receipt = ledger.charge(ask("n", 0.5));
    assertEquals(State.TICKET, watcher.view().charges().get(0).state());
    ledger.draw(receipt);
    assertEquals(State.DRAWN, watcher.view().charges().get(0).state());
    ledger.store(receipt, "[1]");
    ledger.note("kept \"for\" the audit \\ é");
    LedgerView view = watcher.view();
    assertEquals(State.STORED, view.charges().get(0).state());
    assertEquals(receipt.hash(), view.charges().get(0).hash());
    assertEquals("kept \"for\" the audit \\ é", view.notes().get(0).text());
    assertTrue(view.head().startsWith("3:"));
    watcher.checkResults();
    watcher.checkContains(view.head());
    watcher.checkContains(receipt.entry());
  }

  @Test
  void checkContains_entryThatWasLost_isUnavailable() {
    DurableLedger ledger = init(1);
    String entry = ledger.charge(ask("n", 0.5)).entry();
    store.lose(LedgerStore.Area.ENTRIES, 1);
    assertSays(
        assertThrows(LedgerUnavailableException.class, () -> reopened().checkContains(entry)),
        "lost",
        entry);
    reopened().charge(ask("m", 0.5));
    assertThrows(LedgerUnavailableException.class, () -> reopened().checkContains(entry));
    assertThrows(ParamException.class, () -> reopened().checkContains("1"));
  }

  @Test
  void store_receiptNotDrawnOrInvalidJson_isRefused() {
    DurableLedger ledger = init(1);
    ChargeReceipt receipt = ledger.charge(ask("n", 0.5));
    assertThrows(IllegalArgumentException.class, () -> ledger.store(receipt, "{}"));
    ledger.draw(receipt);
    for (String body : List.of("{}\n", "{", "", "{} {}", "{\"a\":1,}")) {
      assertThrows(IllegalArgumentException.class, () -> ledger.store(receipt, body), body);
    }
    assertTrue(ledger.store(receipt, "{\"a\":{\"b\":[1,null]}}"));
    ChargeReceipt strange = new ChargeReceipt(1, "0".repeat(64), receipt.granted());
    assertThrows(IllegalArgumentException.class, () -> ledger.store(strange, "{}"));
  }

  @Test
  void store_storeThatFailsFourTimes_isStored() {
    assertTrue(storedAfter(4));
    assertFalse(storedAfter(5));
  }

  private static boolean storedAfter(int failures) {
    InMemoryStore memory = new InMemoryStore();
    DurableLedger.init(memory, EntryAuthenticator.hash(), terms(1));
    int[] left = {failures};
    LedgerStore failing =
        new ForwardingStore(memory) {
          @Override
          public boolean putIfAbsent(Area area, long number, byte[] bytes) {
            if (area == Area.RESULTS && left[0]-- > 0) {
              throw new LedgerUnavailableException("by plan");
            }
            return super.putIfAbsent(area, number, bytes);
          }
        };
    DurableLedger ledger = DurableLedger.open(failing, EntryAuthenticator.hash());
    ChargeReceipt receipt = ledger.charge(ask("n", 1));
    ledger.draw(receipt);
    boolean stored = ledger.store(receipt, "{}");
    assertEquals(
        stored,
        DurableLedger.open(memory, EntryAuthenticator.hash()).view().charges().stream()
            .anyMatch(line -> line.state() == State.STORED));
    return stored;
  }

  @Test
  void append_storeThatRefusesAndShowsNothing_endsWithAnError() {
    init(1);
    LedgerStore stubborn =
        new ForwardingStore(store) {
          @Override
          public boolean putIfAbsent(Area area, long number, byte[] bytes) {
            return false;
          }
        };
    Log log =
        new Log(
            stubborn,
            EntryAuthenticator.hash(),
            new Log.Surroundings(
                () -> "0".repeat(32),
                () -> "now",
                nanos -> {},
                nanos -> {},
                Heartbeat.PERIOD_NANOS));
    DurableLedger ledger = DurableLedger.open(log);
    assertSays(
        assertThrows(LedgerUnavailableException.class, () -> ledger.charge(ask("n", 1))),
        "entry 1");
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "NaN, 0", "Infinity, 0", "1, -1e-9"})
  void price_outOfRange_isRefused(double rho, double delta) {
    assertThrows(IllegalArgumentException.class, () -> Price.toPay(rho, delta));
    assertThrows(IllegalArgumentException.class, () -> Price.budget(rho, delta));
  }

  @Test
  void price_thirdOfAUnit_isRoundedUpInChargesAndDownInBudgets() {
    double rho = 0x1p-60 * 7 / 3;
    double delta = 0x1p-120 * 7 / 3;
    assertEquals(new Price(BigInteger.valueOf(3), BigInteger.valueOf(3)), Price.toPay(rho, delta));
    assertEquals(new Price(BigInteger.TWO, BigInteger.TWO), Price.budget(rho, delta));
    Price large = new Price(BigInteger.ONE.shiftLeft(60).add(BigInteger.ONE), BigInteger.ONE);
    assertEquals(1, large.rhoFloor());
    assertEquals(Math.nextUp(1.0), large.rhoCeiling());
    assertEquals(0x1p-120, large.deltaFloor());
    assertEquals(0x1p-120, large.deltaCeiling());
  }

  @Test
  void newerVersionOrKind_isRefusedAsSuch() {
    init(1);
    String id = reopened().id();
    Stream.of(
            "{\"v\":2,\"what\":[1,{}]}",
            "{\"v\":1,\"ledger\":\""
                + id
                + "\",\"number\":1,\"previous\":\"\",\"kind\":\"merge\","
                + "\"attempt\":\"\",\"spentRho\":\"0\",\"spentDelta\":\"0\",\"written\":\"\"}")
        .forEach(
            line -> {
              InMemoryStore later = store.copy();
              later.tamper(LedgerStore.Area.ENTRIES, 1, EntryAuthenticator.hash().seal(line));
              assertSays(
                  assertThrows(
                      LedgerUnavailableException.class,
                      () -> DurableLedger.open(later, EntryAuthenticator.hash())),
                  "entry 1",
                  "newer version");
            });
  }
}
