package org.privatemean.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Runs the cells of a notebook's source and writes it, with what they print, in each format. */
public final class NotebookRecorder {
  /** The source of the notebook, from the top folder of the project. */
  static final Path SOURCE = Path.of("notebooks", "private-mean.scala");

  private NotebookRecorder() {}

  /**
   * Records the notebook. Run from the top folder of the project.
   *
   * @param args none
   */
  public static void main(String[] args) throws IOException {
    List<RecordedCell> cells = new ArrayList<>();
    try (SparkSession session = session();
        ScalaInterpreter interpreter = new ScalaInterpreter(session)) {
      interpreter.run(NotebookFormat.DISPLAY_HTML);
      for (Cell cell : NotebookSource.read(SOURCE)) {
        cells.add(new RecordedCell(cell, cell.isCode() ? interpreter.run(cell) : Output.NONE));
      }
    }
    for (NotebookFormat format : NotebookFormat.all()) {
      format.write("private-mean", cells, format.fileOf(SOURCE));
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
