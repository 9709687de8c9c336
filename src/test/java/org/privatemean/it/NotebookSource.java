package org.privatemean.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Reads the cells of a notebook from the plain Scala file that Databricks calls source format. */
final class NotebookSource {
  private static final String HEADER = "// Databricks notebook source\n";
  private static final String SEPARATOR = "// COMMAND ----------";
  private static final String TITLE = "// DBTITLE 1,";
  private static final String PROSE = "// MAGIC %md\n";
  private static final String SQL = "// MAGIC %sql\n";
  private static final String MAGIC_LINE = "// MAGIC";

  private NotebookSource() {}

  static List<Cell> read(Path file) throws IOException {
    String source = Files.readString(file);
    if (!source.startsWith(HEADER)) {
      throw new IllegalArgumentException(file + " must begin with: " + HEADER.strip());
    }
    List<Cell> cells = new ArrayList<>();
    for (String chunk : source.substring(HEADER.length()).split(SEPARATOR, -1)) {
      cells.add(cell(chunk.strip()));
    }
    return List.copyOf(cells);
  }

  private static Cell cell(String chunk) {
    if (chunk.startsWith(PROSE)) {
      return Cell.prose(magic(chunk.substring(PROSE.length())));
    }
    int end = chunk.indexOf('\n');
    if (!chunk.startsWith(TITLE) || end < 0) {
      throw new IllegalArgumentException("a cell with code must begin with: " + TITLE);
    }
    String title = chunk.substring(TITLE.length(), end);
    String text = chunk.substring(end).strip();
    return text.startsWith(SQL)
        ? Cell.sql(title, magic(text.substring(SQL.length())))
        : Cell.code(title, text);
  }

  private static String magic(String lines) {
    return Arrays.stream(lines.split("\n", -1))
        .map(line -> line.substring(MAGIC_LINE.length()))
        .map(line -> line.startsWith(" ") ? line.substring(1) : line)
        .collect(Collectors.joining("\n"));
  }
}
