package org.privatemean.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.column.Decoded;
import picocli.CommandLine;

/**
 * A format of files, and the ways in which a fit may name its columns.
 *
 * @param <R> a record as it stands in a file
 */
public interface OddSource<R> {
  /** Number of coordinates of every row. */
  int DIMENSION = 3;

  /** What to call it. */
  String name();

  /** A record that is read as these coordinates under every shape. */
  R clean(double... row);

  /** Records that a reader may stumble over; the same at every call. */
  List<OddRecord<R>> odd();

  /** A record that is there, but holds no value. */
  R nothing();

  /** The kind of that among the odd records that a whole fit is tried with. */
  String worst();

  /** The records that something written in the place of one record is. */
  List<R> split(R written);

  /** Equal for equal records. */
  Object key(R record);

  /** Writes tables to files of a new folder. */
  void write(Path folder, Map<String, List<R>> tables);

  /** The format, as the job names it. */
  String format();

  /** Ways of naming columns: the job's options for each. */
  List<List<String>> shapes();

  /** The arguments of the job that say what is read of the files in a folder. */
  default List<String> input(Path folder, int shape) {
    List<String> args = new ArrayList<>(List.of("--input", folder.toString()));
    args.addAll(List.of("--format", format()));
    args.addAll(shapes().get(shape));
    return args;
  }

  /** The one column of vectors that a fit of the files in a folder gets, by the job's reader. */
  default Dataset<Row> open(Path folder, int shape) {
    InputOptions parsed =
        CommandLine.populateCommand(
            new InputOptions(), input(folder, shape).toArray(String[]::new));
    PrivateMean stage = new PrivateMean().setDimension(DIMENSION);
    Input input = parsed.input(true);
    input.check(stage);
    return Sample.open(input, stage);
  }

  /**
   * What was read of each table.
   *
   * @param folder the name of the folder
   * @param rows all that was read of its files, in the order of files and places
   */
  Map<String, List<List<Double>>> tables(String folder, List<Decoded> rows);
}
