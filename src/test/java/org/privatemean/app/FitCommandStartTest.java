package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fit --start-from}: the report says whether it was of use; wrong starts end with 2. */
final class FitCommandStartTest {
  @TempDir Path folder;

  @BeforeAll
  static void openSession() {
    Sample.session();
  }

  private Run fit(String features, String... more) throws IOException {
    Path csv = folder.resolve("rows.csv");
    if (!Files.exists(csv)) {
      SplittableRandom random = new SplittableRandom(1);
      List<String> lines = new ArrayList<>(List.of("a,b,c"));
      for (int i = 0; i < 500; i++) {
        lines.add(random.nextGaussian() + "," + (9 + random.nextGaussian()) + "," + (1e6 + i % 7));
      }
      Files.write(csv, lines);
    }
    Stream<String> usual =
        Stream.of("fit", "--input", csv.toString(), "--features", features, "--rho", "2");
    return Run.of(Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void fit_startFrom_isInTheReportIfSet() throws IOException {
    String model = folder.resolve("model").toString();
    String report = folder.resolve("r.json").toString();
    assertEquals(0, fit("a,b", "--output", model, "--report", report).code());
    assertFalse(Files.readString(Path.of(report)).contains("startFrom"));
    Run begun = fit("a,b", "--start-from", model);
    assertEquals(0, begun.code(), begun.err());
    assertTrue(begun.json().get("startFrom").get("used").booleanValue());
    Run elsewhere = fit("a,c", "--start-from", model);
    assertEquals(0, elsewhere.code(), elsewhere.err());
    assertFalse(elsewhere.json().get("startFrom").get("used").booleanValue());
    Run wider = fit("a,b,c", "--start-from", model);
    assertEquals(2, wider.code(), wider.err());
    assertTrue(wider.err().contains("--start-from is a release of 2"), wider.err());
  }

  @Tag("long")
  @Test
  void fit_invalidStart_endsWith2AndNamesTheOption() throws IOException {
    String seeded = folder.resolve("seeded").toString();
    String report = folder.resolve("s.json").toString();
    assertEquals(0, fit("a,b", "--seed", "1", "--output", seeded, "--report", report).code());
    for (String[] wrong :
        new String[][] {
          {"--start-from", seeded},
          {"--start-from", folder.resolve("none").toString()},
          {"--start-from", seeded, "--trust-model", "local", "--bound", "20"},
          {"--start-from", seeded, "--method", "clipped", "--bound", "20"},
          {"--start-from", seeded, "--group-cols", "c", "--public-keys", "1"}
        }) {
      Run run = fit("a,b", wrong);
      assertEquals(2, run.code(), run.err());
      assertTrue(run.err().contains("--start-from"), run.err());
    }
  }
}
