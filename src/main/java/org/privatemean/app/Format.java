package org.privatemean.app;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Formats of inputs: four of lines of text, read here, then three that store their schema. */
enum Format {
  CSV(
      "Csv",
      "header sep delimiter quote escape nullValue ignoreLeadingWhiteSpace"
          + " ignoreTrailingWhiteSpace encoding charset lineSep"),
  /** The columns are members of the objects. */
  JSON(
      "Json",
      "allowComments allowUnquotedFieldNames allowSingleQuotes allowNumericLeadingZeros"
          + " allowNonNumericNumbers allowBackslashEscapingAnyCharacter allowUnquotedControlChars"
          + " encoding charset lineSep"),
  /** A number a line, in the column {@code value}. */
  TEXT("PlainText", "encoding charset lineSep"),
  /** A label, which is not read, and pairs of index and value, in the column {@code features}. */
  LIBSVM("Libsvm", "lineSep"),
  PARQUET("Stored", "basePath datetimeRebaseMode int96RebaseMode"),
  ORC("Stored", "basePath"),
  AVRO(
      "Stored",
      "basePath avroSchema avroSchemaUrl datetimeRebaseMode positionalFieldMatching"
          + " ignoreExtension"),
  /** Any other source, by the name of its reader, which takes any options. */
  OTHER("Other", ""),
  /** A table or view, with the schema that it stores. */
  TABLE("Table", "");

  /** Which files of a folder are read. */
  private static final List<String> OF_FILES =
      List.of("pathGlobFilter", "recursiveFileLookup", "modifiedBefore", "modifiedAfter");

  /** Package prefixes of Spark's own sources, when they are named by their classes. */
  private static final List<String> OF_SPARK =
      List.of("org.apache.spark.", "com.databricks.spark.");

  private final String label;
  private final String options;

  Format(String label, String options) {
    this.label = label;
    this.options = options;
  }

  /** Returns the kind of the reader. Ledgers hold digests of it, so it never changes. */
  String label() {
    return label;
  }

  /** True for files, which this job reads: each record gives one row, whatever it holds. */
  boolean isOfFiles() {
    return compareTo(OTHER) < 0;
  }

  List<String> options() {
    return Stream.concat(Stream.of(options.split(" ", -1)), OF_FILES.stream()).toList();
  }

  static boolean isOfFiles(String option) {
    return OF_FILES.stream().anyMatch(option::equalsIgnoreCase);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the format of a reader of Spark by its name, class or package, in any case. */
  static Format fromReader(String reader) {
    if (names(reader, "xml")) {
      throw new WrongInputException(
          "xml is not supported, since one record could change how others are read: "
              + "convert it to Parquet first");
    }
    return Arrays.stream(values())
        .filter(format -> format.isOfFiles() && names(reader, format.toString()))
        .findFirst()
        .orElse(OTHER);
  }

  private static boolean names(String reader, String format) {
    String name = reader.toLowerCase(Locale.ROOT);
    return name.equals(format)
        || (OF_SPARK.stream().anyMatch(name::startsWith)
            && Arrays.asList(name.split("\\.", -1)).contains(format));
  }

  /** Returns the format of an extension, below an extension of compression or not. */
  static Format fromExtension(String path) {
    String name =
        path.toLowerCase(Locale.ROOT)
            .replaceAll("/+$", "")
            .replaceAll("\\.(gz|bz2|zst|zstd|lz4|snappy|deflate)$", "");
    String extension = name.substring(name.lastIndexOf('.') + 1);
    String reader =
        switch (extension) {
          case "jsonl", "ndjson" -> "json";
          case "svm" -> "libsvm";
          case "text" -> "none";
          default -> extension;
        };
    Format format = fromReader(reader);
    if (format == OTHER) {
      throw WrongInputException.format(
          "the extension of %s does not name its format: give --format csv, json, parquet, libsvm"
              + " or another",
          path);
    }
    return format;
  }
}
