package org.privatemean.bench.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.bench.Bench;

final class ReportsCommandTest {
  @TempDir private Path folder;

  @Test
  void reports_oneDimension_writesEveryRandomizerWithItsRates() throws IOException {
    Path out = folder.resolve("made");
    assertEquals(0, Bench.run("reports", "--dim=8", "--millis=2", "--out=" + out));
    List<String> lines = Files.readAllLines(out.resolve("reports.csv"));
    List<Party> parties = Parties.of(8);
    assertEquals(parties.size() + 1, lines.size());
    for (int i = 0; i < parties.size(); i++) {
      String line = lines.get(i + 1);
      String named = "8,\"" + parties.get(i).name() + "\",";
      assertTrue(line.startsWith(named), line);
      String[] fields = line.substring(named.length()).split(",", -1);
      assertEquals(3, fields.length);
      assertTrue(Double.parseDouble(fields[1]) > 100, line);
      assertEquals(i == 0, Double.parseDouble(fields[2]) == 0, line);
    }
    // PrivUnit: 10 bytes and two for each coordinate.
    assertTrue(lines.get(2).contains("\"PrivUnit\",26.0,"), lines.get(2));
    String page = Files.readString(out.resolve("reports.md"));
    assertTrue(page.contains("## d = 8") && page.contains("| PrivUnitG | 26.0 |"), page);
  }

  @Test
  void reports_withABadOption_isRefused() {
    assertEquals(2, Bench.run("reports", "--dim=0", "--out=" + folder));
    assertEquals(2, Bench.run("reports", "--millis=0", "--out=" + folder));
  }
}
