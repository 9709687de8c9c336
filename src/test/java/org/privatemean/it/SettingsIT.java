package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Settings of Spark change no released bit, and what Spark records of fits has no value of rows.
 */
@Tag("long")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
final class SettingsIT {
  /** Digits of the rows of one diamond: of its measures, and of its price, which names a person. */
  private static final List<String> CANARIES =
      List.of("718281828459", "314159265358", "1414213562");

  private static final String CANARY_LINE =
      "0.718281828459,Ideal,E,SI2,61.314159265358,55,1414213562,3.718281828459,3.98,2.43\n";

  /** What a plan shows, as a sign that records are searched. */
  private static final String SHOWN = "57721566";

  private static final List<String> PAGES =
      List.of(
          "jobs",
          "stages?details=true&withSummaries=true",
          "sql?details=true&planDescription=true&length=1000",
          "storage/rdd",
          "environment",
          "allexecutors");

  /** Two serializers, each with and without encryption of files. */
  private static final int SESSIONS = 4;

  @TempDir private Path folder;

  @Test
  void fit_otherSettingsOfSpark_releasesTheSameBitsAndShowsNoValue()
      throws IOException, InterruptedException {
    Path table = folder.resolve("diamonds.csv");
    Files.writeString(table, Files.readString(DiamondsFit.TABLE) + CANARY_LINE);
    Map<PassKind, String> expected = new EnumMap<>(PassKind.class);
    List<String> records = new ArrayList<>();
    for (String serializer : List.of("JavaSerializer", "KryoSerializer")) {
      for (boolean encrypted : new boolean[] {false, true}) {
        try (SparkSession session = session(serializer, encrypted)) {
          for (PassKind kind : PassKind.values()) {
            expected.computeIfAbsent(kind, first -> first.release(session, table));
          }
          // So any three of the four settings are met in all their combinations.
          boolean differ = encrypted ^ serializer.startsWith("Kryo");
          assertSame(expected, session, table, false, differ);
          assertSame(expected, session, table, true, !differ);
          records.addAll(pages(session));
        }
      }
    }
    try (Stream<Path> logs = Files.walk(folder.resolve("events"))) {
      for (Path log : logs.filter(Files::isRegularFile).toList()) {
        records.add(Files.readString(log));
      }
    }
    assertEquals(SESSIONS * (1 + PAGES.size()), records.size());
    // The event log and the queries of each session.
    assertTrue(
        2 * SESSIONS <= records.stream().filter(text -> text.contains(SHOWN)).count(), "searched");
    for (String text : records) {
      for (String canary : CANARIES) {
        int at = text.indexOf(canary);
        assertTrue(at < 0, () -> text.substring(Math.max(0, at - 300), at + 100));
      }
    }
  }

  private SparkSession session(String serializer, boolean encrypted) throws IOException {
    SparkSession session =
        DiamondsFit.session("local[2]")
            .config("spark.serializer", "org.apache.spark.serializer." + serializer)
            .config("spark.io.encryption.enabled", encrypted)
            .config("spark.eventLog.enabled", true)
            .config("spark.eventLog.rolling.enabled", false)
            .config("spark.eventLog.compress", false)
            .config("spark.eventLog.logBlockUpdates.enabled", true)
            .config("spark.eventLog.logStageExecutorMetrics", true)
            .config(
                "spark.eventLog.dir",
                Files.createDirectories(folder.resolve("events")).toUri().toString())
            .config("spark.ui.enabled", true)
            .config("spark.ui.port", 0)
            .getOrCreate();
    assertEquals(1, session.range(1).filter("id < " + SHOWN).count());
    return session;
  }

  /** Half of the kinds by public calls. */
  private static void assertSame(
      Map<PassKind, String> expected, SparkSession session, Path table, boolean ansi, boolean aqe) {
    session.conf().set("spark.sql.ansi.enabled", Boolean.toString(ansi));
    session.conf().set("spark.sql.adaptive.enabled", Boolean.toString(aqe));
    boolean publicly = aqe;
    for (PassKind kind : PassKind.values()) {
      publicly = !publicly;
      PassKind.keepOnExecutors(session, publicly);
      assertEquals(expected.get(kind), kind.release(session, table), kind::name);
    }
  }

  /** What Spark's interface shows of the application. */
  private static List<String> pages(SparkSession session) throws IOException, InterruptedException {
    String root =
        session.sparkContext().uiWebUrl().get()
            + "/api/v1/applications/"
            + session.sparkContext().applicationId();
    HttpClient client = HttpClient.newHttpClient();
    List<String> pages = new ArrayList<>();
    for (String page : PAGES) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(root + "/" + page)).build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(200, answer.statusCode(), page);
      assertFalse(answer.body().isEmpty(), page);
      pages.add(answer.body());
    }
    return pages;
  }
}
