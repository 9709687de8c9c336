package org.privatemean.app;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Option;

/** Options for the source of rows, independent of the columns that are read. */
abstract class SourceOptions {
  @Option(
      names = "--input",
      paramLabel = "PATH",
      description =
          "Files to read: a file, a folder or a pattern, local or on any Hadoop file "
              + "system. If repeated, all of them together.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "Table or view to read, instead of --input.")
  private String table;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description =
          "Format of the input: csv (the first line names the columns), json (one object "
              + "per line; an array of objects is not read), parquet, libsvm, or any other "
              + "source by its Spark name. Default: by the extension of PATH.")
  private String format;

  @Option(
      names = "--option",
      paramLabel = "KEY=VALUE",
      description =
          "Option of the reader, such as header=false or sep=; for csv; repeatable. Options by "
              + "which one row could change how others are read, such as inferSchema, are refused.")
  private List<String> options = new ArrayList<>();

  @Option(
      names = "--columns",
      paramLabel = "NAME",
      split = ColumnName.COMMAS,
      splitSynopsisLabel = ",",
      description =
          "Names of the columns of csv files without header lines, in order; --features "
              + "selects from them.")
  private List<String> names = new ArrayList<>();

  abstract CoordinateColumns columns(boolean isLibsvm);

  Optional<Condition> condition() {
    return Optional.empty();
  }

  /** Returns the input. Reads no file, and without {@code isSeen} looks for none. */
  final Input input(boolean isSeen) {
    if (inputs.isEmpty() == (table == null)) {
      throw new WrongInputException(
          inputs.isEmpty()
              ? "the input is missing: give --input PATH or --table NAME"
              : "both --input and --table are given: give one");
    }
    if (table != null) {
      if (format != null || !options.isEmpty() || !names.isEmpty()) {
        throw new WrongInputException(
            "--format, --option and --columns go with --input, not with --table");
      }
      return new Input(Source.table(table), columns(false), condition());
    }
    Format chosen = format == null ? formatOfAll() : Format.fromReader(format);
    ReaderOptions checked = ReaderOptions.parse(chosen, options);
    checkNames(chosen, checked);
    CoordinateColumns named = columns(chosen == Format.LIBSVM);
    List<Path> paths = isSeen && chosen.isOfFiles() ? Storage.inputs(inputs) : List.of();
    Source source =
        chosen.isOfFiles()
            ? Source.files(chosen, paths, checked, ColumnName.unquote(names))
            : new Source(chosen, format, paths, checked, inputs);
    return new Input(source, named, condition());
  }

  private Format formatOfAll() {
    List<Format> formats = inputs.stream().map(Format::fromExtension).distinct().toList();
    if (formats.size() > 1) {
      throw new WrongInputException(
          "--input: the inputs must be of one format: convert some, or give --format");
    }
    return formats.get(0);
  }

  /** Checks the names of a CSV file's fields, which replace its header. */
  private void checkNames(Format chosen, ReaderOptions checked) {
    if (names.isEmpty()) {
      return;
    }
    if (chosen != Format.CSV) {
      throw new WrongInputException("--columns goes with csv only");
    }
    if (checked.get("header").isPresent() && checked.isTrue("header", false)) {
      throw new WrongInputException(
          "--columns names the columns of files without header, but --option header=true is given");
    }
    checkList("--columns", names);
  }

  static void checkList(String option, List<String> list) {
    if (list.stream().anyMatch(String::isEmpty)) {
      throw new WrongInputException(option + " has an empty name");
    }
    if (new HashSet<>(list).size() < list.size()) {
      throw new WrongInputException(option + " names a column twice");
    }
  }
}
