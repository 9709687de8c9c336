package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.app.FailingFileSystem.Failing;
import org.privatemean.spark.PrivateMeanSummary;

/** Pictures of a release, by fit and by inspect. */
final class FitCommandPlotTest {
  private static final String FILE_SYSTEM = "spark.hadoop.fs." + FailingFileSystem.SCHEME + ".impl";

  @TempDir private static Path inputs;

  private static String good;

  /** Fails as soon as rows are read, to show that a refusal came before. */
  private static String bad;

  private static String vectors;

  @TempDir private Path folder;

  @BeforeAll
  static void startSpark() throws IOException {
    Sample.session();
    good = Sample.csv(Files.createDirectory(inputs.resolve("good"))).toString();
    bad = Sample.csvWithLast(Files.createDirectory(inputs.resolve("bad")), "1,two,3").toString();
    vectors = Sample.parquet(inputs).toString();
    System.setProperty(FILE_SYSTEM, FailingFileSystem.class.getName());
  }

  @AfterAll
  static void forgetFileSystem() {
    System.clearProperty(FILE_SYSTEM);
  }

  @AfterEach
  void failNoMore() {
    FailingFileSystem.order(Failing.NOTHING);
  }

  private static Run fit(String input, String... args) {
    List<String> all = new ArrayList<>(List.of("--input", input, "--features", "a,b,c c"));
    all.addAll(List.of(args));
    return Run.fit(all.toArray(String[]::new));
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private static PrivateMeanSummary summary() {
    return Sample.fit().summary();
  }

  @Test
  void fit_plotAlone_writesItAndPrintsTheReport() throws IOException {
    Run run = fit(good, "--plot", at("x.svg")).assertDone();
    assertEquals(3, run.json().get("dimension").intValue());
    String svg = Files.readString(folder.resolve("x.svg"));
    for (String text : List.of(">a</text>", ">c c</text>", "n = 400 rows", "seeded: for tests")) {
      assertTrue(svg.contains(text), svg);
    }
    assertEquals(List.of("", "x.svg"), Sample.listing(folder));
  }

  @Test
  void fit_plotWithOtherOutputs_writesAllAndPrintsNothing() throws IOException {
    Run run =
        fit(good, "--output", at("m"), "--report", at("r.json"), "--plot", at("p/x.PNG"))
            .assertDone();
    assertEquals("", run.out());
    assertNotNull(ImageIO.read(folder.resolve("p/x.PNG").toFile()));
    assertTrue(Files.exists(folder.resolve("m/metadata")));
    assertTrue(Files.exists(folder.resolve("r.json")));
  }

  @Test
  void fit_plotShape_drawsAnImage() throws IOException {
    Run.fit(
            "--input",
            vectors,
            "--vector-col",
            "features",
            "--dimension",
            "3",
            "--plot-shape",
            "1x3",
            "--plot",
            at("x.svg"))
        .assertDone();
    String svg = Files.readString(folder.resolve("x.svg"));
    assertTrue(svg.contains("<image ") && svg.contains("1 x 3 pixels"), svg);
    assertEquals(summary().plot(1, 3), svg);
  }

  @Tag("long")
  @Test
  void inspect_plot_equalsThePlotOfTheFit() throws IOException {
    fit(good, "--output", at("m"), "--plot", at("x.png")).assertDone();
    Run run = Run.of("inspect", at("m"), "--plot", at("y.png")).assertDone();
    assertTrue(run.out().contains("400"), run.out());
    assertArrayEquals(
        Files.readAllBytes(folder.resolve("x.png")), Files.readAllBytes(folder.resolve("y.png")));
    Run.of("inspect", at("m"), "--plot", at("y.png")).assertRefused(2, "give --overwrite");
    Run.of("inspect", at("m"), "--plot", at("y.png"), "--overwrite").assertDone();
    Run.of("inspect", at("m"), "--plot", at("z.png"), "--plot-shape", "2x2")
        .assertRefused(2, "--plot-shape 2x2 does not fit the mean");
    Run.of("inspect", at("m"), "--plot", at("z.jpg")).assertRefused(2, "must end in .png or .svg");
    assertTrue(Files.notExists(folder.resolve("z.png")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --plot DIR/x.jpg                         | x.jpg must end in .png or .svg
          --plot DIR/png                           | must end in .png or .svg
          --plot-shape 1x3                         | --plot-shape needs --plot FILE
          --plot DIR/x.png --plot-shape 3          | 3 must be height x width in pixels: write it as 28x28
          --plot DIR/x.png --plot-shape 1x-3       | must be height x width
          --plot DIR/x.png --plot-shape 99999999999x1 | must be height x width
          --plot DIR/x.png --plot-shape 2x2        | --plot-shape 2x2 does not fit the mean: height times width must be its 3 coordinates
          --plot DIR/x.svg --plot-shape 0x3        | does not fit the mean
          --plot DIR/x.png --report DIR/x.png      | --report and --plot must not lie in one another
          --output DIR --plot DIR/x.png --overwrite | is not a saved model
          --plot DIR/x.png --plot DIR/y.png        | given twice
          --plot INPUT.png --overwrite             | --plot would replace the input
          """)
  void fit_wrongPlot_isRefusedBeforeRowsAreRead(String args, String message) throws IOException {
    Path png = Files.copy(Path.of(bad), folder.resolve("rows.csv.png"));
    List<String> words = new ArrayList<>();
    for (String word : args.split(" ", -1)) {
      words.add(word.replace("DIR", folder.toString()).replace("INPUT.png", png.toString()));
    }
    words.addAll(List.of("--format", "csv"));
    fit(png.toString(), words.toArray(String[]::new)).assertRefused(2, message);
    assertEquals(List.of("", "rows.csv.png"), Sample.listing(folder));
  }

  @Test
  void fit_existingPlot_isReplacedOnlyWithOverwrite() throws IOException {
    Files.writeString(folder.resolve("x.svg"), "before");
    fit(bad, "--plot", at("x.svg")).assertRefused(2, "exists: give --overwrite");
    assertEquals("before", Files.readString(folder.resolve("x.svg")));
    fit(bad, "--plot", at("x.svg"), "--overwrite").assertRefused(1, "--handle-invalid");
    assertEquals("before", Files.readString(folder.resolve("x.svg")));
    fit(good, "--plot", at("x.svg"), "--overwrite").assertDone();
    assertTrue(Files.readString(folder.resolve("x.svg")).startsWith("<svg"));
    Files.createDirectory(folder.resolve("d.svg"));
    fit(bad, "--plot", at("d.svg"), "--overwrite").assertRefused(2, "is a folder");
  }

  @Test
  void fit_plotThatCannotBePutInPlace_leavesNoModelEither() {
    FailingFileSystem.order(Failing.NEW_CONTENT);
    fit(good, "--output", at("m"), "--plot", FailingFileSystem.path(folder.resolve("x.svg")))
        .assertRefused(1, "could not be written: IOException: no renames today");
    assertEquals(List.of(""), Sample.listing(folder));
  }
}
