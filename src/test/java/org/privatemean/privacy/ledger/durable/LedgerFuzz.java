package org.privatemean.privacy.ledger.durable;

import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.privatemean.fuzz.FuzzTarget;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerStore.Area;
import org.privatemean.refusal.ParamException;

/** Readers of what a store of a ledger holds, and of addresses and terms. */
public final class LedgerFuzz {
  private static final EntryAuthenticator SEAL = EntryAuthenticator.hash();

  private static final String WORDS =
      "\" { } [ ] , : \\ \\u0000 \\u007f true false null 0 1 -1 1.0 1e9 9223372036854775807"
          + " 9223372036854775808 99999999999999999999999999 \"v\" \"number\":1 \"kind\":\"draw\""
          + " \"kind\":\"charge\" \"kind\":\"open\" \"kind\":\"reader\" \"charge\":1 \"charge\":-1"
          + " \"spentRho\" \"rho\":\"0\" \"rho\":\"-1\" \"delta\":\"x\" \"scope\":\"/\""
          + " \"scope\":\"/hash=3\" \"parts\":\"hash(a):3\" \"parts\":\"a=b\" \"unit\":\"row\""
          + " \"unit\":\"person:a\" \"outside\":true \"allowError\":true /region=EU \u0001 \u00e9"
          + " {\"a\":[ [[ {\"a\":{";

  private static final Pattern NUMBER = Pattern.compile("\"number\":(\\d{1,9})\\b");

  private LedgerFuzz() {}

  /** The entries of a ledger, and its terms with parts. */
  private static List<byte[]> entries() {
    InMemoryStore store = new InMemoryStore();
    DurableLedger ledger = DurableLedger.init(store, SEAL, Fixtures.terms(8));
    for (int i = 0; i < 2; i++) {
      Fixtures.release(ledger, Fixtures.ask("n" + i, 1), "{\"value\":" + i + "}");
      ledger.note("note " + i);
    }
    ledger.chargeOutside("elsewhere", "/", Price.toPay(0.5, 0), "by hand");
    ledger.charge(Fixtures.ask("t", 0.25));
    List<byte[]> all = new ArrayList<>();
    for (long number : store.numbers(Area.ENTRIES)) {
      all.add(store.get(Area.ENTRIES, number).orElseThrow());
    }
    return all;
  }

  private static String line(byte[] entry) {
    return SEAL.open(entry).orElseThrow();
  }

  /** The ledger of the first entries with one more, which is sealed as it should be. */
  private static Object taken(List<byte[]> entries, String line) {
    LedgerState state = new LedgerState("a ledger", SEAL);
    Matcher number = NUMBER.matcher(line);
    int before = number.find() ? Math.min(entries.size(), Integer.parseInt(number.group(1))) : 1;
    entries.subList(0, before).forEach(state::take);
    String joined =
        before == 0
            ? line
            : line.replaceFirst("\"number\":\\d+", "\"number\":" + before)
                .replaceFirst(
                    "\"previous\":\"[^\"]*\"", "\"previous\":\"" + state.lastHash() + '"');
    state.take(SEAL.seal(joined));
    return state;
  }

  private static byte[] form(Optional<LedgerTerms.Parts> parts) {
    return FuzzTarget.bytes(parts.map(LedgerTerms.Parts::text).orElse(""));
  }

  public static List<FuzzTarget<?>> targets() {
    List<byte[]> entries = entries();
    List<String> lines = entries.stream().map(LedgerFuzz::line).toList();
    return List.of(
        FuzzTarget.ofTexts("ledger JSON", lines, WORDS, LedgerEntry::readJson)
            .refusing(ParseException.class)
            .times(200_000),
        FuzzTarget.ofTexts("ledger entry line", lines, WORDS, LedgerEntry::read)
            .written(entry -> FuzzTarget.bytes(entry.map(LedgerEntry::line).orElse("{\"v\":2}")))
            .refusing(ParseException.class)
            .times(150_000),
        FuzzTarget.ofBytes(
                "sealed ledger entry",
                entries.subList(0, 1),
                bytes -> {
                  LedgerState state = new LedgerState("a ledger", SEAL);
                  state.take(bytes);
                  return state;
                })
            .refusing(LedgerUnavailableException.class),
        FuzzTarget.ofTexts("entries of a ledger", lines, WORDS, line -> taken(entries, line))
            .refusing(LedgerUnavailableException.class)
            .allocating(1 << 20, 256)
            .times(60_000),
        FuzzTarget.ofTexts(
                "address of a database",
                List.of(
                    "jdbc:postgresql://h1:5432,h2:5432/db?ssl=true&currentSchema=a#visits.2026",
                    "jdbc:oracle:thin:@//h:1521/service",
                    "jdbc:mysql://address=(host=h)(port=1)/db",
                    "jdbc:sqlserver://[::1]:1433;databaseName=d;encrypt=true",
                    "jdbc:h2:mem:x;DB_CLOSE_DELAY=-1"),
                "jdbc: :// @ # ? & ; = , ( ) [ ] % %41 %4 %-1 + user= password= passw secret token"
                    + " user : :5432 h/ \u0001 \u00e9",
                JdbcAddress::parse)
            .written(address -> FuzzTarget.bytes(address.text()))
            .refusing(ParamException.class)
            .times(200_000),
        FuzzTarget.ofTexts(
                "parts of a ledger",
                List.of("region=EU,US", "hash(user id):16", "a=b", "hash(a):999999999"),
                "= , hash( ) ): : hash 0 1 9999999999 \n \u0001 \u007f a",
                LedgerTerms.Parts::parse)
            .written(LedgerFuzz::form)
            .refusing(ParamException.class),
        FuzzTarget.ofTexts(
                "unit of a ledger",
                List.of("row", "person:user"),
                "row person: : user \n \u0001",
                unit -> LedgerTerms.personOf(unit).orElse(""))
            .refusing(ParamException.class),
        FuzzTarget.ofTexts(
                "label of neighbours",
                Arrays.stream(Neighbours.values()).map(Neighbours::label).toList(),
                "replace addRemove R",
                Neighbours::of)
            .refusing(IllegalArgumentException.class)
            .times(50_000),
        FuzzTarget.ofTexts(
                "names of files of a ledger",
                List.of("000000000017", "000000000018.tmp", "999999999999999999"),
                "0 9 000000000000 999999999999999999999 \u0663",
                name -> Area.numbers(List.of(name)))
            .times(100_000));
  }
}
