package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats by name, class and extension. */
final class FormatTest {
  @ParameterizedTest
  @CsvSource({
    "csv, CSV",
    "Csv, CSV",
    "com.databricks.spark.csv, CSV",
    "org.apache.spark.sql.execution.datasources.csv, CSV",
    "org.apache.spark.sql.execution.datasources.csv.CSVFileFormat, CSV",
    "org.apache.spark.sql.json, JSON",
    "org.apache.spark.sql.json.DefaultSource, JSON",
    "org.apache.spark.sql.execution.datasources.v2.json.JsonDataSourceV2, JSON",
    "org.apache.spark.sql.execution.datasources.v2.text.TextDataSourceV2, TEXT",
    "org.apache.spark.ml.source.libsvm, LIBSVM",
    "org.apache.spark.sql.parquet, PARQUET",
    "org.apache.spark.sql.hive.orc.OrcFileFormat, ORC",
    "com.databricks.spark.avro, AVRO",
    "org.apache.spark.sql.avro.AvroFileFormat, AVRO"
  })
  void of_sparksReaders_areKnownByNameAndClass(String reader, Format format) {
    assertEquals(format, Format.fromReader(reader));
  }

  @ParameterizedTest
  @ValueSource(strings = {"delta", "jdbc", "com.acme.csv.Source", "csvs", "binaryFile", ""})
  void of_otherNames_areUnknown(String reader) {
    assertEquals(Format.OTHER, Format.fromReader(reader));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "xml",
        "XML",
        "com.databricks.spark.xml",
        "org.apache.spark.sql.execution.datasources.xml.XmlFileFormat"
      })
  void of_xml_isRefusedWithTheRemedy(String reader) {
    WrongInputException refusal =
        assertThrows(WrongInputException.class, () -> Format.fromReader(reader));
    assertTrue(refusal.getMessage().contains("convert it to Parquet first"));
  }

  @ParameterizedTest
  @CsvSource({
    "x.csv, CSV",
    "a/x.CSV.gz, CSV",
    "x.jsonl, JSON",
    "x.ndjson.zst, JSON",
    "hdfs:///a.b/x.svm, LIBSVM",
    "x.parquet/, PARQUET",
    "x/*.orc, ORC"
  })
  void ofExtension_known_returnsTheFormat(String path, Format format) {
    assertEquals(format, Format.fromExtension(path));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "x.txt", "x.text", "x.gz", "x.csv.zip", "x.delta", "/"})
  void ofExtension_unknown_isRefused(String path) {
    assertTrue(
        assertThrows(WrongInputException.class, () -> Format.fromExtension(path))
            .getMessage()
            .contains("give --format"));
  }
}
