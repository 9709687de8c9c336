package org.privatemean.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/** Runs the cells of each notebook's source and writes it, with what they print, in each format. */
public final class NotebookRecorder {
  private static final Path FOLDER = Path.of("notebooks", "scala");

  private NotebookRecorder() {}

  /** The sources of the notebooks, from the top folder of the project. */
  static List<Path> sources() {
    return Stream.of("first-release", "groups-and-persons")
        .map(name -> FOLDER.resolve(name + ".scala"))
        .toList();
  }

  /**
   * Records the notebooks. Run from the top folder of the project.
   *
   * @param args none
   */
  public static void main(String[] args) throws IOException {
    try (SparkSession session = session()) {
      for (Path source : sources()) {
        record(session, source);
      }
    }
  }

  private static void record(SparkSession session, Path source) throws IOException {
    List<RecordedCell> cells = new ArrayList<>();
    try (ScalaInterpreter interpreter = new ScalaInterpreter(session)) {
      interpreter.run(NotebookFormat.DISPLAY_HTML);
      for (Cell cell : NotebookSource.read(source)) {
        cells.add(new RecordedCell(cell, cell.isCode() ? interpreter.run(cell) : Output.NONE));
      }
    }
    String name = source.getFileName().toString().replace(".scala", "");
    for (NotebookFormat format : NotebookFormat.all()) {
      format.write(name, cells, format.fileOf(source));
    }
  }

  /** A local session, as small as the notebook allows. */
  static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("notebook")
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.warehouse.dir", "target/spark-warehouse")
        .getOrCreate();
  }
}
