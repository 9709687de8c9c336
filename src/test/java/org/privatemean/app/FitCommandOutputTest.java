package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.app.FailingFileSystem.Failing;
import org.privatemean.spark.PrivateMeanModel;

/** A run leaves all of its outputs or none, and replaces only what it was told to. */
final class FitCommandOutputTest {
  private static final String FILE_SYSTEM = "spark.hadoop.fs." + FailingFileSystem.SCHEME + ".impl";

  @TempDir private static Path inputs;

  private static String good;
  private static String bad;

  @TempDir private Path folder;

  @BeforeAll
  static void startSpark() throws IOException {
    Sample.session();
    good = Sample.csv(Files.createDirectory(inputs.resolve("good"))).toString();
    bad = Sample.csvWithLast(Files.createDirectory(inputs.resolve("bad")), "1,two,3").toString();
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
    return Run.fit(
        Stream.concat(Stream.of("--input", input, "--features", "a,b,c c"), Stream.of(args))
            .toArray(String[]::new));
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  /** The paths at the top, hidden ones too: no temporary folder and no checksum may be there. */
  private void assertHolds(String... names) {
    List<String> found =
        Sample.listing(folder).stream()
            .filter(name -> !name.isEmpty() && !name.contains("/"))
            .toList();
    assertEquals(List.of(names), found);
  }

  private static double[] mean(String model) {
    return PrivateMeanModel.load(model).mean().toArray();
  }

  /** A folder as a run of the report leaves it that is killed. */
  private Path left(String name, String... contents) throws IOException {
    byte[] place = ("file:" + folder.resolve("r.json")).getBytes(StandardCharsets.UTF_8);
    Path left = folder.resolve(".private-mean-" + UUID.nameUUIDFromBytes(place) + "-" + name);
    Files.createDirectory(left);
    for (String content : contents) {
      Files.writeString(left.resolve(content), "1");
    }
    return left;
  }

  @Test
  void fit_afterARunThatWasKilled_removesItsFoldersAndKeepsCopies() throws IOException {
    left("empty");
    left("written", "new");
    Path copy = left("copied", "new", "old");
    Path other = Files.createDirectory(folder.resolve(".private-mean-of-another"));
    fit(bad, "--report", at("r.json"), "--handle-invalid", "error").assertRefused(1, "");
    assertEquals(4, Sample.listing(folder).stream().filter(name -> name.matches("[^/]+")).count());
    fit(good, "--report", at("r.json")).assertDone();
    assertHolds(copy.getFileName().toString(), other.getFileName().toString(), "r.json");
  }

  @Test
  void fit_modelAndReport_leavesBothAndPrintsNothing() throws IOException {
    Run run = fit(good, "--output", at("m"), "--report", at("r.json")).assertDone();
    assertEquals("", run.out());
    assertHolds("m", "r.json");
    PrivateMeanModel model = PrivateMeanModel.load(at("m"));
    assertArrayEquals(Sample.fit().mean().toArray(), model.mean().toArray(), 0.0);
    assertEquals(
        model.summary().toJson(), Files.readString(folder.resolve("r.json")).stripTrailing());
  }

  @Test
  void fit_outputs_areNamedInOneLine() {
    Run run = fit(good, "--output", at("m"), "--report", at("r.json")).assertDone();
    assertEquals(
        String.format("wrote the model to %s, the report to %s", at("m"), at("r.json")),
        run.err().strip());
    assertEquals("", fit(good).assertDone().err());
  }

  @Test
  void fit_reportOfEachExtension_isInThatForm() throws IOException {
    fit(good, "--report", at("r.csv")).assertDone();
    List<String> csv = Files.readAllLines(folder.resolve("r.csv"));
    assertEquals(
        "column,mean,half_width,noise_std_dev,covers,seeded,n,rho,epsilon,delta,created_at,replayed,"
            + "note",
        csv.get(0));
    double[] mean = Sample.fit().mean().toArray();
    for (int j = 0; j < mean.length; j++) {
      assertTrue(csv.get(j + 1).startsWith(List.of("a", "b", "c c").get(j) + "," + mean[j] + ","));
    }
    fit(good, "--report", at("R.MD")).assertDone();
    String page = Files.readString(folder.resolve("R.MD"));
    assertTrue(page.startsWith("# Private mean of n = 400 rows, 3 coordinates"), page);
    assertTrue(page.contains("not to be published"), page);
  }

  @ParameterizedTest
  @ValueSource(strings = {"r.txt", "r", "json", "r.json.gz", "r.xlsx"})
  void fit_reportOfAnotherExtension_isRefused(String name) {
    fit(bad, "--report", at(name))
        .assertRefused(2, "--report: the name of " + name + " must end in .json, .csv or .md");
    assertHolds();
  }

  @Test
  void fit_relativePathInClusterMode_isRefused() {
    System.setProperty("spark.submit.deployMode", "cluster");
    try {
      for (String option : List.of("--output", "--report")) {
        fit(bad, option, "r.json").assertRefused(2, option + ": 'r.json' is relative, and with");
      }
      Run.fit("--input", "x.csv", "--features", "a")
          .assertRefused(2, "--input: 'x.csv' is relative, and with --deploy-mode cluster");
      fit(good, "--report", at("r.json")).assertDone();
    } finally {
      System.clearProperty("spark.submit.deployMode");
    }
  }

  @Test
  void fit_outputsInNewFolders_makesThem() {
    fit(good, "--output", at("x/y/m"), "--report", at("z/r.json")).assertDone();
    assertHolds("x", "z");
    assertArrayEquals(Sample.fit().mean().toArray(), mean(at("x/y/m")), 0.0);
    assertTrue(Files.exists(folder.resolve("z/r.json")));
  }

  @Test
  void fit_existingOutput_isReplacedOnlyWithOverwrite() throws IOException {
    fit(good, "--output", at("m")).assertDone();
    Files.writeString(folder.resolve("r.json"), "before");
    fit(bad, "--output", at("m")).assertRefused(2, "exists: give --overwrite");
    fit(bad, "--report", at("r.json")).assertRefused(2, "exists: give --overwrite");
    assertEquals("before", Files.readString(folder.resolve("r.json")));
    fit(good, "--output", at("m"), "--report", at("r.json"), "--overwrite").assertDone();
    assertHolds("m", "r.json");
    assertEquals(
        3, Run.json(Files.readString(folder.resolve("r.json"))).get("dimension").intValue());
  }

  @Test
  void fit_failedOverwrite_keepsTheOldOutput() throws IOException {
    fit(good, "--output", at("m"), "--report", at("r.json")).assertDone();
    String before = Files.readString(folder.resolve("r.json"));
    List<String> listing = Sample.listing(folder);
    fit(bad, "--output", at("m"), "--report", at("r.json"), "--overwrite")
        .assertRefused(1, "--handle-invalid");
    assertEquals(listing, Sample.listing(folder));
    assertEquals(before, Files.readString(folder.resolve("r.json")));
    assertArrayEquals(Sample.fit().mean().toArray(), mean(at("m")), 0.0);
  }

  @Test
  void fit_failedRun_leavesNothing() {
    fit(bad, "--output", at("x/m"), "--report", at("r.json")).assertRefused(1, "--handle-invalid");
    assertHolds();
  }

  @Tag("long")
  @Test
  void fit_reportThatCannotBePutInPlace_leavesNoModelEither() {
    FailingFileSystem.order(Failing.NEW_CONTENT);
    fit(good, "--output", at("m"), "--report", FailingFileSystem.path(folder.resolve("r.json")))
        .assertRefused(1, "could not be written: IOException: no renames today");
    assertHolds();
  }

  @Test
  void fit_reportThatCannotReplace_leavesTheOldModelAndReport() throws IOException {
    fit(good, "--output", at("m")).assertDone();
    Files.writeString(folder.resolve("r.json"), "before");
    List<String> listing = Sample.listing(folder);
    FailingFileSystem.order(Failing.NEW_CONTENT);
    String report = FailingFileSystem.path(folder.resolve("r.json"));
    fit(good, "--output", at("m"), "--report", report, "--overwrite")
        .assertRefused(1, "no renames");
    assertEquals(listing, Sample.listing(folder));
    assertEquals("before", Files.readString(folder.resolve("r.json")));
  }

  @Test
  void fit_oldReportThatCannotBePutBack_isKeptAndItsPathNamed() throws IOException {
    Files.writeString(folder.resolve("r.json"), "before");
    FailingFileSystem.order(Failing.NEW_AND_OLD_CONTENT);
    String report = FailingFileSystem.path(folder.resolve("r.json"));
    Run run = fit(good, "--report", report, "--overwrite").assertRefused(1, "is kept in");
    String kept =
        run.err().strip().replaceFirst(".*is kept in " + FailingFileSystem.SCHEME + ":", "");
    assertEquals("before", Files.readString(Path.of(kept)));
  }

  @Test
  void fit_reportOnAnotherFileSystem_isWrittenThere() {
    fit(good, "--report", FailingFileSystem.path(folder.resolve("r.json"))).assertDone();
    assertHolds("r.json");
  }

  @Test
  void fit_unwritableReport_isRefusedBeforeRowsAreRead() throws IOException {
    FailingFileSystem.order(Failing.FOLDERS);
    String report = FailingFileSystem.path(folder.resolve("r.json"));
    fit(bad, "--output", at("m"), "--report", report).assertRefused(2, "--report: cannot write");
    Files.writeString(folder.resolve("file"), "");
    fit(bad, "--report", at("file/r.json")).assertRefused(2, "--report: cannot write");
    assertHolds("file");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fit_folderThatIsNoModel_isNotReplaced(boolean asModel) throws IOException {
    Files.createDirectory(folder.resolve("docs"));
    Files.writeString(folder.resolve("docs/a.txt"), "");
    fit(bad, asModel ? "--output" : "--report", at("docs"), "--overwrite")
        .assertRefused(2, asModel ? "is not a saved model" : "is a folder");
    assertTrue(Files.exists(folder.resolve("docs/a.txt")));
  }

  @Test
  void fit_outputsInOneAnother_areRefused() {
    fit(bad, "--output", at("m"), "--report", at("m/r.json")).assertRefused(2, "in one another");
    fit(bad, "--output", at("m"), "--report", at("m")).assertRefused(2, "in one another");
    fit(bad, "--report", bad, "--overwrite").assertRefused(2, "--report would replace the input");
    assertHolds();
    assertFalse(Sample.listing(inputs).isEmpty());
  }
}
