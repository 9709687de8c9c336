package org.privatemean.it;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file format for notebooks with stored outputs. */
abstract class NotebookFormat {
  static final String LANGUAGE = "scala";
  static final ObjectMapper JSON = new ObjectMapper();

  /** How {@code displayHTML} prints so that Zeppelin shows HTML. Databricks brings its own. */
  static final Cell DISPLAY_HTML =
      Cell.code("Show HTML", "def displayHTML(html: String): Unit = println(\"%html \" + html)");

  private final String extension;

  NotebookFormat(String extension) {
    this.extension = extension;
  }

  /** All formats that the notebook is kept in. */
  static List<NotebookFormat> all() {
    return List.of(new ZeppelinNote(), new JupyterNotebook());
  }

  /** The file of this format beside a source file. */
  final Path fileOf(Path source) {
    String name = source.getFileName().toString();
    return source.resolveSibling(name.substring(0, name.lastIndexOf('.') + 1) + extension);
  }

  final void write(String name, List<RecordedCell> cells, Path file) throws IOException {
    DefaultIndenter indent = new DefaultIndenter(" ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER));
    printer.indentArraysWith(indent);
    printer.indentObjectsWith(indent);
    Files.writeString(file, JSON.writer(printer).writeValueAsString(toJson(name, cells)) + "\n");
  }

  final List<RecordedCell> read(Path file) throws IOException {
    return fromJson(JSON.readTree(Files.readString(file)));
  }

  abstract JsonNode toJson(String name, List<RecordedCell> cells);

  abstract List<RecordedCell> fromJson(JsonNode notebook);

  @Override
  public final String toString() {
    return extension;
  }
}
