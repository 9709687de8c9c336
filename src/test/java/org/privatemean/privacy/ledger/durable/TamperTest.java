package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;

@Promise("a ledger that was damaged or edited is refused, and with a key one that was forged")
final class TamperTest {
  private static final int ENTRIES = 20;
  private static final byte[] KEY = bytes("k".repeat(32));

  private final InMemoryStore store = new InMemoryStore();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A ledger of 20 entries of all kinds, with six results. */
  @BeforeEach
  void fill() {
    fill(store, EntryAuthenticator.hash());
  }

  private static void fill(LedgerStore store, EntryAuthenticator seal) {
    DurableLedger ledger = DurableLedger.init(store, seal, Fixtures.terms(8));
    for (int i = 0; i < 6; i++) {
      Fixtures.release(ledger, Fixtures.ask("n" + i, 1), "{\"value\":" + i + "}");
      if (i % 2 == 0) {
        ledger.note("note " + i);
      }
    }
    ledger.chargeOutside("elsewhere", "/", Price.toPay(0.5, 0), "by hand");
    for (int i = 0; i < 3; i++) {
      ledger.charge(Fixtures.ask("t" + i, 0.25));
    }
  }

  private static void assertRefused(LedgerStore store, EntryAuthenticator seal, long number) {
    LedgerUnavailableException said =
        assertThrows(LedgerUnavailableException.class, () -> DurableLedger.open(store, seal));
    assertTrue(said.getMessage().contains("entry " + number + " "), said.getMessage());
  }

  @Test
  void open_unchanged_isComplete() {
    assertEquals(ENTRIES, store.size());
    DurableLedger.open(store, EntryAuthenticator.hash()).checkResults();
  }

  @Test
  void anyByteOfAnyEntry_flipped_isRefusedWithItsNumber() {
    for (int number = 0; number < ENTRIES; number++) {
      byte[] whole = store.get(Area.ENTRIES, number).orElseThrow();
      for (int at = 0; at < whole.length; at++) {
        byte[] flipped = whole.clone();
        flipped[at] ^= (byte) (1 << (at % 8));
        store.tamper(Area.ENTRIES, number, flipped);
        assertRefused(store, EntryAuthenticator.hash(), number);
      }
      store.tamper(Area.ENTRIES, number, whole);
    }
    open_unchanged_isComplete();
  }

  @Test
  void anyEntry_cutOrLengthened_isRefusedWithItsNumber() {
    byte[] whole = store.get(Area.ENTRIES, 7).orElseThrow();
    for (int length = 0; length < whole.length; length++) {
      store.tamper(Area.ENTRIES, 7, Arrays.copyOf(whole, length));
      assertRefused(store, EntryAuthenticator.hash(), 7);
    }
    store.tamper(Area.ENTRIES, 7, Arrays.copyOf(whole, whole.length + 1));
    assertRefused(store, EntryAuthenticator.hash(), 7);
  }

  @Test
  void anyEntry_droppedOrReplacedByAnother_isRefusedWithItsNumber() {
    for (int number = 0; number < ENTRIES; number++) {
      for (int other = 0; other < ENTRIES; other++) {
        if (other != number) {
          InMemoryStore swapped = store.copy();
          byte[] one = store.get(Area.ENTRIES, number).orElseThrow();
          swapped.tamper(Area.ENTRIES, number, store.get(Area.ENTRIES, other).orElseThrow());
          assertRefused(swapped, EntryAuthenticator.hash(), number);
          swapped.tamper(Area.ENTRIES, other, one);
          assertRefused(swapped, EntryAuthenticator.hash(), Math.min(number, other));
        }
      }
      if (number < ENTRIES - 1) {
        InMemoryStore lacking = store.copy();
        lacking.lose(Area.ENTRIES, number);
        assertRefused(lacking, EntryAuthenticator.hash(), number);
      }
    }
  }

  @Test
  void lastEntry_doubled_isRefusedWithItsNumber() {
    store.tamper(Area.ENTRIES, ENTRIES, store.get(Area.ENTRIES, ENTRIES - 1).orElseThrow());
    assertRefused(store, EntryAuthenticator.hash(), ENTRIES);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"number\":1,', '\"number\":01,'",
    "'\"number\":1,', '\"number\":1.0,'",
    "'\"number\":1,', '\"number\":1,\"number\":1,'",
    "'\"number\":1,', '\"number\": 1,'",
    "'\"number\":1,', ''",
    "'\"v\":1,', '\"v\":1,\"more\":true,'",
    "'\"delta\":\"0\"', '\"delta\":\"+0\"'",
    "'\"delta\":\"0\"', '\"delta\":\"00\"'",
    "'\"delta\":\"0\"', '\"delta\":\"-1\"'",
    "'\"delta\":\"0\"', '\"delta\":0'",
    "'\"name\":\"n0\"', '\"name\":\"\\u006e0\"'",
    "'\"name\":\"n0\"', '\"name\":null'",
    "'\"name\":\"n0\"', '\"name\":[]'",
    "'\"scope\":\"/\"', '\"scope\":\"/region=EU\"'",
    "'\"spentDelta\":\"0\"', '\"spentDelta\":\"1\"'",
    "'\"rho\":\"1', '\"rho\":\"91'",
  })
  void entryWithItsHash_inOtherWords_isRefused(String from, String to) {
    edit(1, line -> line.replace(from, to));
    assertRefused(store, EntryAuthenticator.hash(), 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 2, 18, 1, 3, 16, ENTRIES, 999, -1})
  void drawWithoutAnUnusedReceipt_isRefused(long charge) {
    String line =
        EntryAuthenticator.hash()
            .open(store.get(Area.ENTRIES, ENTRIES - 1).orElseThrow())
            .orElseThrow();
    String head = DurableLedger.open(store, EntryAuthenticator.hash()).view().head();
    String start = line.substring(0, line.indexOf("\"number\""));
    String draw =
        String.format(
            "%s\"number\":%d,\"previous\":\"%s\",\"kind\":\"draw\",\"attempt\":\"\","
                + "\"charge\":%d,\"spentRho\":%s,\"spentDelta\":\"0\",\"written\":\"\"}",
            start, ENTRIES, head.substring(head.indexOf(':') + 1), charge, spentRho(line));
    store.tamper(Area.ENTRIES, ENTRIES, EntryAuthenticator.hash().seal(draw));
    if (charge == 18) {
      assertTrue(
          DurableLedger.open(store, EntryAuthenticator.hash())
              .view()
              .head()
              .startsWith(ENTRIES + ":"));
    } else {
      assertRefused(store, EntryAuthenticator.hash(), ENTRIES);
    }
  }

  private static String spentRho(String line) {
    String rest = line.substring(line.indexOf("\"spentRho\":") + "\"spentRho\":".length());
    return rest.substring(0, rest.indexOf(','));
  }

  private void edit(long number, UnaryOperator<String> change) {
    String line =
        EntryAuthenticator.hash().open(store.get(Area.ENTRIES, number).orElseThrow()).orElseThrow();
    String changed = change.apply(line);
    assertTrue(!changed.equals(line), "nothing was changed");
    store.tamper(Area.ENTRIES, number, EntryAuthenticator.hash().seal(changed));
  }

  @Test
  void keyedLedger_chainRecomputedWithoutTheKey_isRefused() {
    InMemoryStore keyed = new InMemoryStore();
    fill(keyed, EntryAuthenticator.withKey(KEY));
    DurableLedger.open(keyed, EntryAuthenticator.withKey(KEY)).checkResults();
    List<EntryAuthenticator> forgers =
        List.of(EntryAuthenticator.hash(), EntryAuthenticator.withKey(bytes("x".repeat(32))));
    for (EntryAuthenticator forger : forgers) {
      InMemoryStore forged = keyed.copy();
      String previous = EntryAuthenticator.sha256(keyed.get(Area.ENTRIES, 4).orElseThrow());
      for (int number = 5; number < ENTRIES; number++) {
        String line =
            EntryAuthenticator.withKey(KEY)
                .open(keyed.get(Area.ENTRIES, number).orElseThrow())
                .orElseThrow();
        byte[] bytes =
            forger.seal(
                line.replaceFirst("\"previous\":\"\\w+\"", "\"previous\":\"" + previous + "\""));
        forged.tamper(Area.ENTRIES, number, bytes);
        previous = EntryAuthenticator.sha256(bytes);
      }
      assertRefused(forged, EntryAuthenticator.withKey(KEY), 5);
    }
    assertRefused(keyed, EntryAuthenticator.hash(), 0);
    assertRefused(store, EntryAuthenticator.withKey(KEY), 0);
    assertThrows(IllegalArgumentException.class, () -> EntryAuthenticator.withKey(new byte[31]));
  }

  @Test
  void result_changedSwappedOrWithoutADraw_isRefused() {
    List<Long> results = store.numbers(Area.RESULTS);
    long first = results.get(0);
    byte[] whole = store.get(Area.RESULTS, first).orElseThrow();
    for (int at = 0; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 1;
      store.tamper(Area.RESULTS, first, flipped);
      assertResultRefused(results.get(0));
    }
    store.tamper(Area.RESULTS, first, store.get(Area.RESULTS, results.get(1)).orElseThrow());
    assertResultRefused(results.get(0));
    store.tamper(Area.RESULTS, first, whole);
    store.tamper(Area.RESULTS, ENTRIES - 1, whole);
    assertResultRefused(ENTRIES - 1);
    store.lose(Area.RESULTS, ENTRIES - 1);
    store.tamper(Area.RESULTS, 999, whole);
    assertResultRefused(999);
  }

  private void assertResultRefused(long number) {
    DurableLedger ledger = DurableLedger.open(store, EntryAuthenticator.hash());
    LedgerUnavailableException said =
        assertThrows(LedgerUnavailableException.class, ledger::checkResults);
    assertTrue(said.getMessage().contains("entry " + number + " "), said.getMessage());
  }

  @Test
  void complaint_ofLinesThatDoNotOpen_namesTheFaultAndTheRemedy() {
    EntryAuthenticator hash = EntryAuthenticator.hash();
    EntryAuthenticator key = EntryAuthenticator.withKey(KEY);
    byte[] hashed = hash.seal("line");
    byte[] tagged = key.seal("line");
    assertTrue(hash.complaint(tagged).contains("give {ledgerKeyFile}"));
    assertTrue(key.complaint(hashed).contains("has no key"));
    hashed[0]++;
    tagged[0]++;
    assertEquals("does not fit its hash: it was damaged", hash.complaint(hashed));
    assertTrue(key.complaint(tagged).contains("{ledgerKeyFile} is another ledger's"));
  }
}
