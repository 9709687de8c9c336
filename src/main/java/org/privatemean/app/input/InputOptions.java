package org.privatemean.app.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Option;

/** Options that say which rows are read, and which of their columns. */
public final class InputOptions {
  private static final List<String> FILES =
      List.of("csv", "json", "parquet", "libsvm", "orc", "text", "avro");

  @Option(
      names = "--input",
      paramLabel = "PATH",
      description = {
        "Files to read: a file, a folder or a pattern, local or on any file system of Hadoop."
      })
  private String input;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "Table or view to read, in place of --input.")
  private String table;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = {
        "Format of the input: csv (the first line names the columns), json (one object a line),"
            + " parquet, libsvm, or any other source by the name Spark knows it by. Default: by the"
            + " extension of PATH."
      })
  private String format;

  @Option(
      names = "--option",
      paramLabel = "KEY=VALUE",
      description = "Option of Spark's reader, such as header=false for csv; repeatable.")
  private Map<String, String> options = new LinkedHashMap<>();

  @Option(
      names = "--vector-col",
      paramLabel = "NAME",
      description = {
        "Column of vectors or arrays of numbers; give --dimension unless the column's metadata"
            + " tell it. Default for libsvm: features."
      })
  private String vectorCol;

  @Option(
      names = "--features",
      paramLabel = "NAME",
      split = ",",
      description = {
        "Columns of numbers, the coordinates of the rows, in place of --vector-col. Text is read as"
            + " a number; what is none makes its row invalid (see --handle-invalid)."
      })
  private List<String> features = new ArrayList<>();

  /**
   * The input asked for. Looks whether the files exist, but reads none.
   *
   * @throws WrongInputException if the options contradict each other or there are no such files
   */
  public Input input() {
    if ((input == null) == (table == null)) {
      throw new WrongInputException(
          input == null
              ? "the input is missing: give --input PATH or --table NAME"
              : "both --input and --table are given: give one");
    }
    if (table != null) {
      checkTable();
      return new Input(table, Optional.empty(), Optional.empty(), Map.of(), columns(""));
    }
    String chosen = format == null ? formatOf(input) : format;
    Columns columns = columns(chosen);
    checkMode(chosen);
    if (!FILES.contains(lower(chosen))) {
      return new Input(input, Optional.empty(), Optional.of(chosen), options, columns);
    }
    Path path = Storage.path("--input", input);
    checkExists(path);
    return new Input(
        path.toString(), Optional.of(path), Optional.of(lower(chosen)), options, columns);
  }

  private void checkTable() {
    if (format != null || !options.isEmpty()) {
      throw new WrongInputException("--format and --option go with --input, not with --table");
    }
  }

  private Columns columns(String chosen) {
    if (vectorCol != null && !features.isEmpty()) {
      throw new WrongInputException("both --vector-col and --features are given: give one");
    }
    if (features.stream().anyMatch(String::isEmpty)) {
      throw new WrongInputException("--features has an empty name");
    }
    if (new HashSet<>(features).size() < features.size()) {
      throw new WrongInputException("--features names a column twice");
    }
    if (!features.isEmpty()) {
      return new Columns.Features(features);
    }
    if (vectorCol == null && !lower(chosen).equals("libsvm")) {
      throw new WrongInputException("no column is named: give --vector-col or --features");
    }
    return new Columns.Vector(vectorCol == null ? "features" : vectorCol);
  }

  /** A reader that drops bad lines would change n; one that fails on them would print them. */
  private void checkMode(String chosen) {
    if (!lower(chosen).equals("csv") && !lower(chosen).equals("json")) {
      return;
    }
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (lower(option.getKey()).equals("mode") && !lower(option.getValue()).equals("permissive")) {
        throw new WrongInputException(
            "--option mode must be PERMISSIVE: bad lines are invalid rows, see --handle-invalid");
      }
    }
  }

  private static String formatOf(String path) {
    String name = lower(path).replaceAll("\\.(gz|bz2|zst|zstd|lz4|snappy|deflate)$", "");
    String extension = name.substring(name.lastIndexOf('.') + 1);
    return switch (extension) {
      case "csv", "json", "parquet", "libsvm", "orc", "avro" -> extension;
      case "jsonl", "ndjson" -> "json";
      case "svm" -> "libsvm";
      default ->
          throw new WrongInputException(
              String.format(
                  "the extension of %s does not tell its format: give --format csv, json, parquet,"
                      + " libsvm or another",
                  path));
    };
  }

  private static void checkExists(Path path) {
    try {
      FileStatus[] found = Storage.fileSystem(path).globStatus(path);
      if (found == null || found.length == 0) {
        throw new WrongInputException("--input: there is no " + path);
      }
    } catch (IOException unreachable) {
      throw new WrongInputException(
          String.format("--input: cannot look at %s: %s", path, unreachable.getMessage()),
          unreachable);
    }
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
