package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the notebooks cell by cell and holds them to the outputs stored in them. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class NotebookIT {
  private static final int MOST_CELLS = 12;
  private static final int MOST_OF_A_PICTURE = 60_000;

  private static SparkSession session;

  @BeforeAll
  static void start() {
    session = NotebookRecorder.session();
  }

  @AfterAll
  static void stop() {
    session.stop();
  }

  /** A stored notebook and the source that it was written from. */
  record Stored(Path source, NotebookFormat format) {
    Path file() {
      return format.fileOf(source);
    }

    List<RecordedCell> recorded() throws IOException {
      return format.read(file());
    }

    /** The cells of the source, without what the format adds. */
    List<RecordedCell> ofSource() throws IOException {
      return recorded().stream()
          .filter(recorded -> !recorded.cell().equals(NotebookFormat.DISPLAY_HTML))
          .toList();
    }

    @Override
    public String toString() {
      return file().getFileName().toString();
    }
  }

  static Stream<Stored> notebooks() {
    return sources()
        .flatMap(source -> NotebookFormat.all().stream().map(format -> new Stored(source, format)));
  }

  static Stream<Path> sources() {
    return NotebookRecorder.sources().stream();
  }

  /** With a seed the released numbers, and so all that is printed of them, never change. */
  @ParameterizedTest
  @MethodSource("sources")
  void cells_runInOrder_printWhatIsStored(Path source) throws IOException {
    Stored note = new Stored(source, new ZeppelinNote());
    try (ScalaInterpreter interpreter = new ScalaInterpreter(session)) {
      for (RecordedCell recorded : note.recorded()) {
        if (recorded.cell().isCode()) {
          assertEquals(
              recorded.output(), interpreter.run(recorded.cell()), recorded.cell().title());
        }
      }
    }
    assertEquals(note.ofSource(), new Stored(source, new JupyterNotebook()).ofSource());
  }

  @ParameterizedTest
  @MethodSource("notebooks")
  void cells_ofEachFile_areThoseOfTheSource(Stored notebook) throws IOException {
    assertEquals(
        NotebookSource.read(notebook.source()),
        notebook.ofSource().stream().map(RecordedCell::cell).toList());
  }

  /** A reader sees what comes out before reading how. */
  @ParameterizedTest
  @MethodSource("notebooks")
  void cells_ofEachFile_openWithResultAndPicture(Stored notebook) throws IOException {
    assertTrue(notebook.recorded().size() <= MOST_CELLS);
    List<RecordedCell> opening = notebook.ofSource().subList(0, 3);
    assertFalse(opening.get(0).cell().isCode());
    assertTrue(opening.get(1).output().text().lines().count() >= 5);
    assertTrue(opening.get(2).output().html().startsWith("<svg "));
    assertTrue(opening.get(2).output().html().length() < MOST_OF_A_PICTURE);
  }

  @ParameterizedTest
  @MethodSource("notebooks")
  void file_asStored_namesNoMachineAndNoDate(Stored notebook) throws IOException {
    String file = Files.readString(notebook.file());
    for (String trace :
        List.of(
            System.getProperty("user.dir"),
            System.getProperty("user.home") + "/",
            "$$hashKey",
            "\"date",
            "\"user\"")) {
      assertFalse(file.contains(trace), trace);
    }
  }

  @ParameterizedTest
  @MethodSource("notebooks")
  void cells_ofEachFile_haveOneOfSql(Stored notebook) throws IOException {
    assertEquals(
        1, notebook.recorded().stream().filter(recorded -> recorded.cell().isSql()).count());
  }

  @Test
  void run_cellThatFails_throwsWithItsTitle() {
    try (ScalaInterpreter interpreter = new ScalaInterpreter(session)) {
      for (String text : List.of("val x: Int = \"a\"", "sys.error(\"no\")", "val open = (")) {
        IllegalStateException failure =
            assertThrows(
                IllegalStateException.class, () -> interpreter.run(Cell.code("bad one", text)));
        assertTrue(failure.getMessage().contains("bad one"));
      }
    }
  }
}
