package org.privatemean.bench.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.bench.Bench;

final class ColumnsCommandTest {
  @TempDir private Path folder;

  private List<String> run(String... options) throws IOException {
    Path csv = folder.resolve("columns.csv");
    String[] all = new String[options.length + 2];
    all[0] = "columns";
    all[1] = "--csv=" + csv;
    System.arraycopy(options, 0, all, 2, options.length);
    assertEquals(0, Bench.run(all));
    return Files.readAllLines(csv);
  }

  @Test
  void columns_twoTables_writesALineForEach() throws IOException {
    List<String> lines = run("--table=normals@3000,lab:60", "--fits=3");
    assertEquals(3, lines.size());
    String[] normals = lines.get(1).split(",", -1);
    assertEquals(lines.get(0).split(",", -1).length, normals.length);
    assertEquals("normals@3000", normals[0]);
    assertEquals("3", normals[2]);
    // The noise of the sum alone: some .002 deviations.
    double error = Double.parseDouble(normals[5]);
    assertTrue(error > 1e-5 && error < 0.05, lines.get(1));
  }

  @Test
  void columns_otherThreadsAndTables_givesTheSame() throws IOException {
    List<String> alone = run("--table=flag:4:.01@2000", "--fits=4");
    List<String> others = run("--table=skew2,flag:4:.01@2000", "--fits=4", "--threads=2");
    assertEquals(withoutTime(alone.get(1)), withoutTime(others.get(2)));
  }

  private static String withoutTime(String line) {
    return line.substring(0, line.lastIndexOf(','));
  }

  @Test
  void columns_otherRequests_areMeasured() throws IOException {
    assertEquals(2, run("--table=normals@3000", "--fits=1", "--neighbours=addRemove").size());
    assertEquals(2, run("--table=normals@30000", "--fits=1", "--sampling=auto").size());
    assertEquals(2, run("--table=normals@3000", "--fits=1", "--deviations").size());
  }

  @Test
  void columns_wrongOptions_areRefused() {
    assertEquals(2, Bench.run("columns", "--table=nothing"));
    assertEquals(2, Bench.run("columns", "--fits=0"));
    assertEquals(2, Bench.run("columns", "--neighbours=other"));
    assertEquals(2, Bench.run("columns", "--sampling=some"));
    assertEquals(2, Bench.run("columns", "--rho=0"));
  }
}
