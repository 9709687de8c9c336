package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.durable.ChargeRequest;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.FileStore;
import org.privatemean.privacy.ledger.durable.Price;

/** The commands on a ledger, as an operator types them. */
final class LedgerCommandTest {
  private static final List<String> FIELDS =
      List.of(
          "formatVersion",
          "ledger",
          "unit",
          "neighbours",
          "allowError",
          "population",
          "budgetRho",
          "budgetDelta",
          "spentRho",
          "spentDelta",
          "remainingRho",
          "charges",
          "retries",
          "retriesRho",
          "retriesDelta",
          "epsilonAtDelta",
          "readers",
          "entries");

  @TempDir private static Path disk;

  private Path folder;
  private String uri;

  @BeforeEach
  void place() {
    folder = disk.resolve(UUID.randomUUID().toString());
    uri = "file:" + folder;
  }

  private Run ledger(String action, String... options) {
    return Run.of(
        Stream.concat(Stream.of("ledger", action, "--ledger", uri), Stream.of(options)).toList());
  }

  private Run init(String... options) {
    List<String> usual =
        new ArrayList<>(
            List.of("--rho", "1", "--unit", "row", "--population", "Visits to \u00c4rzte, 2026"));
    usual.addAll(List.of(options));
    if (!usual.contains("--neighbours")) {
      usual.addAll(List.of("--neighbours", "addRemove"));
    }
    return ledger("init", usual.toArray(String[]::new));
  }

  private JsonNode shown() {
    return ledger("show", "--json").assertDone().json();
  }

  @Test
  void show_newLedger_hasTheFieldsOfTheContract() {
    init().assertDone();
    JsonNode json = shown();
    List<String> names = new ArrayList<>();
    json.fieldNames().forEachRemaining(names::add);
    assertEquals(FIELDS, names);
    assertEquals(1, json.get("formatVersion").intValue());
    assertTrue(json.get("ledger").textValue().matches("[0-9a-f]{32}"));
    assertEquals("row", json.get("unit").textValue());
    assertEquals("addRemove", json.get("neighbours").textValue());
    assertEquals("Visits to \u00c4rzte, 2026", json.get("population").textValue());
    assertEquals(1, json.get("budgetRho").doubleValue());
    assertEquals(0, json.get("budgetDelta").doubleValue());
    assertEquals(0, json.get("spentRho").doubleValue());
    assertEquals(1, json.get("remainingRho").doubleValue());
    assertEquals(0, json.get("entries").size());
    JsonNode epsilons = json.get("epsilonAtDelta");
    assertEquals(2, epsilons.size());
    for (int i = 0; i < 2; i++) {
      double delta = i == 0 ? 1e-6 : 1e-9;
      assertEquals(delta, epsilons.get(i).get("delta").doubleValue());
      assertEquals(
          Conversions.epsilonUp(new Zcdp(1), delta), epsilons.get(i).get("epsilon").doubleValue());
    }
  }

  /** The ledger's own delta is part of what is promised. */
  @Test
  void show_ledgerWithDelta_addsItToTheDeltas() {
    init("--delta", "1e-5").assertDone();
    JsonNode json = shown();
    assertEquals(1e-5, json.get("budgetDelta").doubleValue(), 1e-20);
    assertEquals(1.1e-5, json.get("epsilonAtDelta").get(0).get("delta").doubleValue(), 1e-15);
    assertEquals(1.0001e-5, json.get("epsilonAtDelta").get(1).get("delta").doubleValue(), 1e-15);
  }

  @Test
  void charge_fitsAndThenDoesNot_exits0AndThen3() {
    init().assertDone();
    ledger("charge", "--name", "elsewhere/1", "--rho", "0.625").assertDone();
    Run refused = ledger("charge", "--name", "elsewhere/2", "--rho", "0.5");
    refused.assertRefused(3, "only rho 0.375 remains");
    ledger("charge", "--name", "elsewhere/1", "--rho", "0.1").assertRefused(3, "--name");
    JsonNode json = shown();
    assertEquals(0.625, json.get("spentRho").doubleValue());
    assertEquals(0.375, json.get("remainingRho").doubleValue());
    assertEquals(0, json.get("fitsLeft").intValue());
    JsonNode entry = json.get("entries").get(0);
    assertEquals(1, json.get("entries").size());
    assertEquals(1, entry.get("number").intValue());
    assertEquals("charge", entry.get("kind").textValue());
    assertEquals("elsewhere/1", entry.get("name").textValue());
    assertEquals("/", entry.get("scope").textValue());
    assertEquals(0.625, entry.get("rho").doubleValue());
    assertEquals(0, entry.get("delta").doubleValue());
    assertEquals("outside", entry.get("state").textValue());
    assertTrue(entry.get("written").textValue().matches("\\d{4}-.*Z"));
  }

  @Test
  void show_asText_hasChargesNotesAndFitsLeft() {
    init().assertDone();
    ledger("charge", "--name", "night 1", "--rho", "0.125").assertDone();
    ledger("note", "--text", "signed by the board").assertDone();
    String out = ledger("show").assertDone().out();
    assertTrue(out.contains("remaining   rho 0.875"), out);
    assertTrue(out.contains("fits left   7 at what the last one cost, rho 0.125"), out);
    assertTrue(out.contains("note: signed by the board"), out);
    assertTrue(out.lines().anyMatch(line -> line.matches(" +1 .*outside +0.125 +/ +night 1")), out);
  }

  @Test
  void show_nameChargedTwice_hasTheCostOfTheRetry() {
    init().assertDone();
    ChargeRequest ask =
        new ChargeRequest(
            Optional.of("a"),
            "r",
            "/",
            Price.toPay(0.125, 0),
            true,
            ChargeRequest.PayAgain.ALWAYS,
            Map.of(),
            "a test");
    for (int i = 0; i < 3; i++) {
      try (DurableLedger ledger =
          DurableLedger.open(FileStore.open(folder), EntryAuthenticator.hash())) {
        ledger.draw(ledger.charge(ask));
      }
    }
    JsonNode json = shown();
    assertEquals(3, json.get("charges").intValue());
    assertEquals(2, json.get("retries").intValue());
    assertEquals(0.25, json.get("retriesRho").doubleValue());
    assertEquals(0, json.get("retriesDelta").doubleValue());
    String out = ledger("show").assertDone().out();
    assertTrue(out.contains("retries     2 charges beyond the first of their name, rho 0.25"), out);
    ledger("verify").assertDone();
  }

  @Test
  void init_existingLedger_exits2AndChangesNothing() {
    init().assertDone();
    JsonNode before = shown();
    init("--delta", "0.5").assertRefused(2, "there is a ledger");
    assertEquals(before, shown());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--neighbours", "--unit", "--population", "--rho"})
  void init_withoutAnOption_exits2NamingIt(String left) {
    List<String> args = new ArrayList<>(List.of("ledger", "init", "--ledger", uri));
    for (List<String> option :
        List.of(
            List.of("--rho", "1"),
            List.of("--neighbours", "replace"),
            List.of("--unit", "row"),
            List.of("--population", "all"))) {
      if (!option.get(0).equals(left)) {
        args.addAll(option);
      }
    }
    Run.of(args).assertRefused(2, left);
    assertFalse(Files.exists(folder));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--neighbours replace --parts region=EU,US | --parts-public",
        "--neighbours both | --neighbours",
        "--unit user:id | --unit",
        "--unit person: | --unit",
        "--rho 0 | --rho",
        "--rho NaN | --rho",
        "--delta 1 | --delta",
        "--parts region | --parts",
        "--parts-public | --parts",
        "--ledger-key /nosuch/key | --ledger-key"
      })
  void init_wrongOption_exits2NamingIt(String options, String named) {
    List<String> given = List.of(options.split(" ", -1));
    List<String> args = new ArrayList<>(List.of("ledger", "init", "--ledger", uri));
    for (List<String> usual :
        List.of(
            List.of("--rho", "1"),
            List.of("--neighbours", "addRemove"),
            List.of("--unit", "row"),
            List.of("--population", "all"))) {
      if (!given.contains(usual.get(0))) {
        args.addAll(usual);
      }
    }
    args.addAll(given);
    Run.of(args).assertRefused(2, named);
    assertFalse(Files.exists(folder));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--neighbours replace | replaced by another | one row out for each row in",
        "--neighbours addRemove | added or removed | one row of the population",
        "--unit person:id | one person with all rows | column id",
        "--parts day=1,2 | cost the largest of them | rows and not for persons",
        "--unit person:id --parts hash(id):8 | cost the largest of them | a person is in one",
        "--unit person:id --parts day=1,2 | cost their sum | may be in each of them"
      })
  void init_printsItsGuarantee(String options, String promise, String more) {
    List<String> given = List.of(options.split(" ", -1));
    List<String> args = new ArrayList<>(List.of("--rho", "1", "--population", "all"));
    if (!given.contains("--unit")) {
      args.addAll(List.of("--unit", "row"));
    }
    if (!given.contains("--neighbours")) {
      args.addAll(List.of("--neighbours", "addRemove"));
    }
    args.addAll(given);
    String out = ledger("init", args.toArray(String[]::new)).assertDone().out();
    assertTrue(out.contains(promise), out);
    assertTrue(out.contains(more), out);
  }

  @Test
  void verify_wholeDamagedAndLost_exits0And4() throws IOException {
    init().assertDone();
    ledger("charge", "--name", "one", "--rho", "0.25").assertDone();
    Run charged = ledger("charge", "--name", "two", "--rho", "0.25").assertDone();
    String entry = charged.out().replaceAll("(?s).*as entry (\\d+:[0-9a-f]{64}).*", "$1");
    ledger("verify").assertDone();
    ledger("verify", "--contains", entry, "--clean").assertDone();
    ledger("verify", "--contains", "7:" + entry.substring(2)).assertRefused(4, "has lost entry 7:");
    ledger("verify", "--contains", "seven").assertRefused(2, "--contains");
    Path last = folder.resolve("entries/000000000002");
    byte[] bytes = Files.readAllBytes(last);
    Files.delete(last);
    ledger("verify").assertDone();
    ledger("verify", "--contains", entry).assertRefused(4, "has lost entry 2:");
    bytes[40] ^= 1;
    Files.write(last, bytes);
    ledger("verify").assertRefused(4, "entry 2");
    ledger("show").assertRefused(4, "entry 2");
    ledger("charge", "--name", "three", "--rho", "0.25").assertRefused(4, "entry 2");
  }

  @Test
  void verify_clean_removesLeftoverFiles() throws IOException {
    init().assertDone();
    Files.write(folder.resolve("staging/" + "0".repeat(32)), new byte[7]);
    String out = ledger("verify", "--clean").assertDone().out();
    assertTrue(out.contains("removed 1 leftover"), out);
  }

  @Test
  void show_noLedger_exits4() {
    ledger("show").assertRefused(4, "ledger init");
    ledger("charge", "--name", "one", "--rho", "0.25").assertRefused(4, "ledger init");
  }

  @Test
  void key_otherOrNone_exits4() throws IOException {
    Path key = Files.writeString(disk.resolve("key " + UUID.randomUUID()), "k".repeat(32));
    Path other = Files.writeString(disk.resolve("key " + UUID.randomUUID()), "o".repeat(32));
    init("--ledger-key", key.toString()).assertDone();
    ledger("show", "--ledger-key", key.toString()).assertDone();
    assertEquals(4, ledger("show").code());
    assertEquals(4, ledger("show", "--ledger-key", other.toString()).code());
    ledger("show", "--ledger-key", folder.toString()).assertRefused(2, "--ledger-key");
  }

  @Test
  void database_initShowAndCharge_areDoneWithoutSpark() {
    uri = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1#visits";
    init().assertDone();
    ledger("charge", "--name", "one", "--rho", "0.25").assertDone();
    ledger("verify").assertDone();
    assertEquals(0.75, shown().get("remainingRho").doubleValue());
    init().assertRefused(2, "there is a ledger");
    uri = uri.replace("#visits", "#other");
    ledger("show").assertRefused(4, "ledger init");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://localhost/db?user=bob&password=Sesame",
        "s3a://bob:Sesame@bucket/dir",
        "hdfs://bob:Sesame@host/dir"
      })
  void uri_withPassword_exits2AndDoesNotShowIt(String withPassword) {
    uri = withPassword;
    Run refused = ledger("show").assertRefused(2, "PRIVATE_MEAN_LEDGER_PASSWORD");
    assertFalse(refused.err().contains("Sesame"), refused.err());
  }

  @Test
  void ledger_withoutAction_exits2() {
    Run.of("ledger").assertRefused(2, "subcommand");
  }

  /** Files need nothing of Spark; others need its settings or jars. */
  @Test
  void launch_filesDirectly_othersBySparkSubmit() {
    assertEquals(2, Launch.withoutSpark("ledger", "init", "--ledger", uri));
    assertEquals(4, Launch.withoutSpark("ledger", "show", "--ledger", uri));
    assertEquals(
        Failure.ON_SPARK, Launch.withoutSpark("ledger", "show", "--ledger", "hdfs://host/dir"));
    assertEquals(
        Failure.ON_SPARK,
        Launch.withoutSpark("ledger", "show", "--ledger", "jdbc:postgresql://h/db"));
    assertEquals(2, Launch.withoutSpark("ledger", "show", "--ledger", "gs://bucket/dir"));
    assertEquals(0, Launch.withoutSpark("ledger", "show", "--help"));
  }
}
