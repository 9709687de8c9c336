package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerTerms.Parts;
import org.privatemean.privacy.ledger.durable.LedgerView.State;
import org.privatemean.spark.FileLedger;
import org.privatemean.spark.ledger.LedgerSettings;

/** {@code fit} under a ledger: exit codes, replays, and what is refused without Spark. */
final class FitCommandLedgerTest {
  @TempDir Path folder;

  @BeforeAll
  static void openSession() {
    Sample.session();
  }

  private Path csv() throws IOException {
    Path file = folder.resolve("rows.csv");
    if (!Files.exists(file)) {
      List<String> lines = new ArrayList<>(List.of("region,a,b"));
      for (int i = 0; i < 300; i++) {
        lines.add((i % 2 == 0 ? "EU" : "US") + "," + (5 + Math.sin(i)) + "," + Math.cos(i));
      }
      Files.write(file, lines);
    }
    return file;
  }

  private Run fit(String... more) throws IOException {
    return Run.of(args(more));
  }

  private List<String> args(String... more) throws IOException {
    Stream<String> usual = Stream.of("fit", "--input", csv().toString(), "--features", "a,b");
    return Stream.concat(usual, Stream.of(more)).toList();
  }

  private FileLedger ledger(double rho, Neighbours neighbours) {
    return FileLedger.of(folder.resolve("ledger"), rho, 0, neighbours);
  }

  @Test
  void fit_sameNameAgain_endsWith0AndReplaysTheMeanAtNoCost() throws IOException {
    FileLedger ledger = ledger(6, Neighbours.REPLACE);
    String[] under = {
      "--rho", "5", "--ledger", ledger.uri(), "--release-name", "visits/2026-11-21"
    };
    Run first = fit(under);
    assertEquals(0, first.code(), first.err());
    assertFalse(first.json().get("replayed").booleanValue());
    Run again = fit(under);
    assertEquals(0, again.code(), again.err());
    JsonNode report = again.json();
    assertTrue(report.get("replayed").booleanValue());
    assertEquals(first.json().get("mean"), report.get("mean"));
    assertEquals(first.json().get("ledgerEntry"), report.get("ledgerEntry"));
    assertEquals("visits/2026-11-21", report.get("releaseName").textValue());
    assertTrue(again.err().contains("warning: this release was made before"), again.err());
    Path file = folder.resolve("r.json");
    assertEquals(
        0,
        Run.of(Stream.concat(args(under).stream(), Stream.of("--report", file.toString())).toList())
            .code());
    assertEquals(report.get("mean"), Run.json(Files.readString(file)).get("mean"));
    assertEquals(List.of(State.STORED), ledger.states());
  }

  @Test
  void fit_payAgain_needsNoValue() throws IOException {
    FileLedger ledger = ledger(6, Neighbours.REPLACE);
    String[] under = {"--ledger", ledger.uri(), "--release-name", "a", "--dry-run", "--rho", "5"};
    for (String[] given :
        List.of(
            new String[] {"--pay-again"},
            new String[] {"--pay-again", "dead"},
            new String[] {"--pay-again=true"})) {
      Run run = fit(Stream.of(given, under).flatMap(Stream::of).toArray(String[]::new));
      assertEquals(0, run.code(), run.err());
    }
    fit(with(under, "--pay-again", "maybe")).assertRefused(2, "--pay-again");
  }

  @Test
  void fit_otherRequestOrTooLittleLeft_endsWith3() throws IOException {
    FileLedger ledger = ledger(6, Neighbours.REPLACE);
    assertEquals(0, fit("--rho", "5", "--ledger", ledger.uri(), "--release-name", "a").code());
    fit("--rho", "4", "--ledger", ledger.uri(), "--release-name", "a").assertRefused(3, "request");
    // The same params, of other coordinates.
    Run.of(
            "fit",
            "--input",
            csv().toString(),
            "--features",
            "b,a",
            "--rho",
            "5",
            "--ledger",
            ledger.uri(),
            "--release-name",
            "a")
        .assertRefused(3, "request");
    fit("--rho", "5", "--ledger", ledger.uri(), "--release-name", "b").assertRefused(3, "remain");
    fit("--rho", "1", "--neighbours", "addRemove", "--ledger", ledger.uri(), "--release-name", "b")
        .assertRefused(3, "--neighbours");
    assertEquals(1, ledger.view().charges().size());
  }

  /** A fit that fails reveals one exact bit about the rows. */
  @Test
  void fit_handleInvalidErrorUnderALedger_endsWith3UnlessItsTermsAllowIt() throws IOException {
    String[] error = {"--rho", "5", "--release-name", "a", "--handle-invalid", "error", "--ledger"};
    FileLedger ledger = ledger(6, Neighbours.REPLACE);
    fit(with(error, ledger.uri())).assertRefused(3, "--handle-invalid");
    assertEquals(List.of(), ledger.states());
    String allowing = "file:" + folder.resolve("allowing");
    String[] init = {"ledger", "init", "--ledger", allowing, "--rho", "6", "--unit", "row"};
    Run.of(with(init, "--population", "test", "--neighbours", "replace", "--allow-error"))
        .assertDone();
    // A ledger takes no seed: by chance the noise may be worth a warning.
    assertEquals(0, fit(with(error, allowing)).code());
    Files.writeString(csv(), "EU,5,oops\n", StandardOpenOption.APPEND);
    error[1] = "1";
    error[3] = "b";
    fit(with(error, allowing)).assertRefused(1, "--handle-invalid");
  }

  @Test
  void fit_missingLedgerOrEntry_endsWith4() throws IOException {
    fit("--rho", "5", "--ledger", "file:" + folder.resolve("none"), "--release-name", "a")
        .assertRefused(4, "no ledger");
    FileLedger ledger = ledger(6, Neighbours.REPLACE);
    fit(
            "--rho",
            "5",
            "--ledger",
            ledger.uri(),
            "--release-name",
            "a",
            "--ledger-at-least",
            "7:" + "0".repeat(64))
        .assertRefused(4, "7");
    assertEquals(List.of(), ledger.states());
  }

  @Test
  void fit_wrongOptions_areRefusedWithoutSpark() throws IOException {
    String uri = "file:" + folder.resolve("none");
    for (List<String> wrong :
        List.of(
            args("--rho", "5", "--ledger", uri),
            args("--rho", "5", "--ledger", uri, "--release-name", "a", "--seed", "3"),
            args("--rho", "5", "--ledger", uri, "--release-name", "a;b"),
            args("--rho", "5", "--ledger", "ftp://host/x", "--release-name", "a"),
            args("--rho", "5", "--ledger", "jdbc:h2:mem:x;PASSWORD=q", "--release-name", "a"),
            args("--rho", "5", "--ledger", uri, "--release-name", "a", "--scope", "EU"))) {
      assertEquals(2, Launch.withoutSpark(wrong.toArray(String[]::new)), wrong.toString());
      assertEquals(2, Run.of(wrong).code(), wrong.toString());
    }
    fit("--rho", "5", "--release-name", "a").assertRefused(2, "--release-name is set");
  }

  @Test
  void fit_ledgerOfTheCluster_requiresAReleaseName() throws IOException {
    FileLedger ledger = ledger(6, Neighbours.REPLACE);
    var settings = Sample.session().conf();
    settings.set(LedgerSettings.LEDGER, ledger.uri());
    try {
      fit("--rho", "5").assertRefused(2, "--release-name is missing");
      assertEquals(0, fit("--rho", "5", "--release-name", "a").code());
    } finally {
      settings.unset(LedgerSettings.LEDGER);
    }
    assertEquals(List.of(State.STORED), ledger.states());
  }

  @Test
  void fit_dryRun_readsTheLedgerOnly() throws IOException {
    FileLedger ledger = ledger(6, Neighbours.REPLACE);
    String[] under = {"--rho", "5", "--ledger", ledger.uri(), "--release-name", "a"};
    String[] dry = Stream.concat(Stream.of(under), Stream.of("--dry-run")).toArray(String[]::new);
    String before = fit(dry).out();
    assertTrue(before.contains("would be charged rho 5"), before);
    assertTrue(before.contains("rho 6 remains"), before);
    assertTrue(before.contains("an invalid one is the zero vector"), before);
    assertEquals(List.of(), ledger.states());
    assertEquals(0, fit(under).code());
    String after = fit(dry).out();
    assertTrue(after.contains("nothing would be charged"), after);
    fit("--rho", "5", "--ledger", ledger.uri(), "--release-name", "b", "--dry-run")
        .assertRefused(3, "remain");
  }

  @Test
  void fit_scope_readsItsColumnAndTheCoordinates() throws IOException {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("parts"),
            900,
            0,
            Neighbours.ADD_REMOVE,
            Optional.empty(),
            "region=EU,US");
    Run eu =
        fit(
            "--rho",
            "800",
            "--neighbours",
            "addRemove",
            "--ledger",
            ledger.uri(),
            "--release-name",
            "eu",
            "--scope",
            "/region=EU");
    assertEquals(0, eu.code(), eu.err());
    assertEquals(150, eu.json().get("n").doubleValue(), 3);
  }

  /** The ledger alone knows the column of a scope by hash. */
  @Test
  void fit_scopeOfAHashOfRows_readsTheColumnNamedByTheLedger() throws IOException {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("parts"),
            900,
            0,
            Neighbours.ADD_REMOVE,
            Optional.empty(),
            "hash(region):8");
    Parts.Hashed parts = new Parts.Hashed("region", 8);
    String id = ledger.view().id();
    int eu = parts.bucket(id, "EU");
    int expected = eu == parts.bucket(id, "US") ? 300 : 150;
    String[] under = {
      "--rho", "800", "--neighbours", "addRemove", "--ledger", ledger.uri(), "--release-name"
    };
    String[] part = with(under, "eu", "--scope", "/hash=" + eu);
    assertEquals(0, fit(with(part, "--dry-run")).code());
    assertEquals(expected, fit(part).json().get("n").doubleValue(), 3);
    assertTrue(fit(part).json().get("replayed").booleanValue());
    fit(with(under, "none", "--scope", "/hash=8")).assertRefused(3, "hash=8");
    Path text = folder.resolve("x.txt");
    Files.writeString(text, "1\n2\n");
    List<String> ofText =
        List.of("fit", "--format", "text", "--input", text.toString(), "--features", "value");
    Run.of(Stream.concat(ofText.stream(), Stream.of(part)).toList())
        .assertRefused(2, "text has no column region");
    assertEquals(1, ledger.view().charges().size());
  }

  private static String[] with(String[] args, String... more) {
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
  }

  @Tag("long")
  @Test
  void fit_ofGroupsAndOfStandardDeviations_areReplayed() throws IOException {
    FileLedger ledger = ledger(50, Neighbours.ADD_REMOVE);
    for (List<String> way :
        List.of(
            List.of("--std", "--neighbours", "addRemove"),
            List.of("--group-cols", "region", "--public-keys", "EU,US"))) {
      List<String> more = new ArrayList<>(way);
      more.addAll(
          List.of(
              "--rho", "5", "--ledger", ledger.uri(), "--release-name", way.get(0).substring(2)));
      Run first = fit(more.toArray(String[]::new));
      assertEquals(0, first.code(), first.err());
      Run again = fit(more.toArray(String[]::new));
      assertTrue(again.json().get("replayed").booleanValue(), again.out());
      String key = way.get(0).equals("--std") ? "std" : "groups";
      assertEquals(first.json().get(key), again.json().get(key));
    }
    assertEquals(2, ledger.view().charges().size());
  }

  /** A digest that another build wrote: else its ledgers would refuse these files. */
  @ParameterizedTest
  @CsvSource({
    "csv, 93b9f36f343e4939151acc6378d38888058b392ae025b00e04485bc3cc6a7c2f",
    "json, 14a5639f851fa68256953c4c6e46694692d29a0fbb54d9cb4bd797d9fb0914c5"
  })
  void fit_readerOfAPart_isBoundByTheSameDigestInEveryBuild(String format, String digest)
      throws IOException {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("parts"), 1000, 0, Neighbours.ADD_REMOVE, Optional.empty(), "hash(g):2");
    List<String> lines = new ArrayList<>(format.equals("csv") ? List.of("g,a") : List.of());
    for (int i = 0; i < 400; i++) {
      double a = 5 + Math.sin(i);
      lines.add(
          format.equals("csv") ? "g" + i + "," + a : "{\"g\":\"g" + i + "\",\"a\":" + a + "}");
    }
    Path file = folder.resolve("rows." + format);
    Files.write(file, lines);
    Run run =
        Run.of(
            ("fit --features a --rho 50 --neighbours addRemove --scope /hash=0 --release-name r"
                    + " --input "
                    + file
                    + " --ledger "
                    + ledger.uri())
                .split(" "));
    assertEquals(0, run.code(), run.err());
    assertEquals(digest, ledger.view().readers().get(0).digest());
  }

  /** A value may hold a line break: it is not two options. */
  @Test
  void fit_partReadByAnAmbiguousOption_isRefusedBeforeItsCharge() throws IOException {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("lines"),
            60,
            0,
            Neighbours.ADD_REMOVE,
            Optional.empty(),
            "region='a',a");
    Path file = folder.resolve("lines.csv");
    List<String> lines = new ArrayList<>(List.of("region,a"));
    for (int i = 0; i < 300; i++) {
      lines.add("'a'," + (5 + Math.sin(i)));
    }
    Files.write(file, lines);
    List<String> usual =
        List.of(
            "fit",
            "--input",
            file.toString(),
            "--features",
            "a",
            "--rho",
            "50",
            "--neighbours",
            "addRemove",
            "--ledger",
            ledger.uri(),
            "--release-name");
    List<String> two =
        List.of("a", "--scope", "/region=a", "--option", "nullValue=x", "--option", "quote='");
    Run first = Run.of(Stream.concat(usual.stream(), two.stream()).toList());
    assertEquals(0, first.code(), first.err());
    List<String> one = List.of("b", "--scope", "/region='a'", "--option", "nullValue=x\nquote='");
    Run.of(Stream.concat(usual.stream(), one.stream()).toList())
        .assertRefused(3, "column 'region'");
    assertEquals(1, ledger.view().charges().size());
  }

  /** One cell, two texts: its rows would pay from the budgets of two parts. */
  @Test
  void fit_partReadByOtherOptions_isRefusedBeforeItsCharge() throws IOException {
    FileLedger ledger =
        FileLedger.of(
            folder.resolve("quoted"),
            60,
            0,
            Neighbours.ADD_REMOVE,
            Optional.empty(),
            "region='a',a");
    Path file = folder.resolve("quoted.csv");
    List<String> lines = new ArrayList<>(List.of("region,a,b"));
    for (int i = 0; i < 300; i++) {
      lines.add("'a'," + (5 + Math.sin(i)) + "," + Math.cos(i));
    }
    Files.write(file, lines);
    List<String> usual =
        List.of(
            "fit",
            "--input",
            file.toString(),
            "--features",
            "a,b",
            "--rho",
            "50",
            "--neighbours",
            "addRemove",
            "--ledger",
            ledger.uri());
    Run first =
        Run.of(
            Stream.concat(
                    usual.stream(), Stream.of("--scope", "/region='a'", "--release-name", "a"))
                .toList());
    assertEquals(0, first.code(), first.err());
    Run.of(
            Stream.concat(
                    usual.stream(),
                    Stream.of("--scope", "/region=a", "--release-name", "b", "--option", "quote='"))
                .toList())
        .assertRefused(3, "column 'region'");
    assertEquals(1, ledger.view().charges().size());
    Files.write(file, lines.stream().map(line -> line.replace("region,a", "region,B")).toList());
    Run.of(
            Stream.concat(
                    usual.stream().map(word -> word.equals("a,b") ? "b" : word),
                    Stream.of("--scope", "/region='a'", "--release-name", "c"))
                .toList())
        .assertRefused(3, "column 'region'");
    String reader = ledger.view().readers().get(0).digest();
    String text = Run.of("ledger", "show", "--ledger", ledger.uri()).out();
    assertTrue(text.contains("reader      of column region since entry 1, " + reader), text);
    JsonNode shown = Run.of("ledger", "show", "--json", "--ledger", ledger.uri()).json();
    assertEquals(1, shown.get("readers").size());
    assertEquals("region", shown.get("readers").get(0).get("column").textValue());
    assertEquals(reader, shown.get("readers").get(0).get("digest").textValue());
    assertEquals(1, shown.get("readers").get(0).get("number").intValue());
  }
}
