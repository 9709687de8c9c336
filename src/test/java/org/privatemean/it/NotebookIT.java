package org.privatemean.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
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
  private static SparkSession session;

  @BeforeAll
  static void start() {
    session = NotebookRecorder.session();
  }

  @AfterAll
  static void stop() {
    session.stop();
  }

  static Stream<NotebookFormat> formats() {
    return NotebookFormat.all().stream();
  }

  private static List<RecordedCell> stored(NotebookFormat format) throws IOException {
    return format.read(format.fileOf(NotebookRecorder.SOURCE));
  }

  /** With a seed the released numbers, and so all that is printed of them, never change. */
  @ParameterizedTest
  @MethodSource("formats")
  void cells_runInOrder_printWhatIsStored(NotebookFormat format) throws IOException {
    try (ScalaInterpreter interpreter = new ScalaInterpreter(session)) {
      format.platform().forEach(interpreter::run);
      for (RecordedCell recorded : stored(format)) {
        if (recorded.cell().isCode()) {
          assertEquals(
              recorded.output(), interpreter.run(recorded.cell()), recorded.cell().title());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void cells_ofEachFile_areThoseOfTheSource(NotebookFormat format) throws IOException {
    List<Cell> cells =
        stored(format).stream()
            .map(RecordedCell::cell)
            .filter(cell -> !cell.equals(NotebookFormat.DISPLAY_HTML))
            .toList();
    assertEquals(NotebookSource.read(NotebookRecorder.SOURCE), cells);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void outputs_ofEachFile_holdNumbersAndAPlot(NotebookFormat format) throws IOException {
    List<Output> outputs = stored(format).stream().map(RecordedCell::output).toList();
    assertTrue(outputs.stream().filter(output -> !output.text().isEmpty()).count() >= 6);
    assertEquals(3, outputs.stream().filter(output -> output.html().startsWith("<svg ")).count());
  }

  @ParameterizedTest
  @MethodSource("formats")
  void file_asStored_namesNoMachineAndNoDate(NotebookFormat format) throws IOException {
    String file = Files.readString(format.fileOf(NotebookRecorder.SOURCE));
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
  @MethodSource("formats")
  void cells_ofEachFile_haveOneOfSql(NotebookFormat format) throws IOException {
    assertEquals(
        List.of("Mean by SQL"),
        stored(format).stream()
            .map(RecordedCell::cell)
            .filter(Cell::isSql)
            .map(Cell::title)
            .toList());
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
