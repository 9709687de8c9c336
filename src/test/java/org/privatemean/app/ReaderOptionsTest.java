package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;

/** No option lets one row act on others, however it or its source is written. */
@Promise("reader options with which one row acts on others are refused")
final class ReaderOptionsTest {
  static Stream<String> refused() {
    return Stream.of(
        "inferSchema=true",
        "inferSchema=false",
        "samplingRatio=0.5",
        "multiLine=true",
        "multiLine=false",
        "wholeFile=true",
        "wholetext=true",
        "columnNameOfCorruptRecord=x",
        "dropFieldIfAllNull=true",
        "prefersDecimal=true",
        "primitivesAsString=true",
        "preferDate=true",
        "inferTimestamp=true",
        "comment=#",
        "maxColumns=5",
        "maxCharsPerColumn=5",
        "mergeSchema=true",
        "rowTag=row",
        "singleVariantColumn=v",
        "badRecordsPath=/x",
        "ignoreCorruptFiles=true",
        "ignoreMissingFiles=true",
        "path=/x",
        "mode=DROPMALFORMED",
        "mode=FAILFAST",
        "mode=",
        "enforceSchema=false");
  }

  private static final List<String> READERS =
      List.of(
          "csv",
          "JSON",
          "com.databricks.spark.csv",
          "org.apache.spark.sql.execution.datasources.json.JsonFileFormat",
          "org.apache.spark.sql.execution.datasources.v2.csv.CSVDataSourceV2",
          "parquet",
          "org.apache.spark.sql.execution.datasources.orc.OrcFileFormat",
          "org.apache.spark.ml.source.libsvm.LibSVMFileFormat",
          "avro",
          "text",
          "com.acme.Rows",
          "delta");

  @ParameterizedTest
  @MethodSource("refused")
  void of_refusedOption_isRefusedInEverySpellingForEverySource(String option) {
    String name = option.substring(0, option.indexOf('='));
    for (String spelling :
        List.of(
            name,
            name.toLowerCase(Locale.ROOT),
            name.toUpperCase(Locale.ROOT),
            " " + name + " ",
            name.replaceAll("([A-Z])", "_$1"))) {
      for (String reader : READERS) {
        String given = spelling + option.substring(option.indexOf('='));
        WrongInputException refusal =
            assertThrows(
                WrongInputException.class,
                () -> ReaderOptions.parse(Format.fromReader(reader), List.of(given)),
                reader + " " + given);
        assertTrue(
            refusal
                .getMessage()
                .toLowerCase(Locale.ROOT)
                .replace("_", "")
                .startsWith("--option " + name.toLowerCase(Locale.ROOT)),
            refusal.getMessage());
      }
    }
  }

  @Test
  void of_valuesWithoutEffect_areAccepted() {
    ReaderOptions options =
        ReaderOptions.parse(
            Format.CSV,
            List.of("Mode=permissive", "ENFORCESCHEMA=True", "sep=;", "pathGlobFilter=*.csv"));
    assertEquals(Map.of("sep", ";", "pathGlobFilter", "*.csv"), options.asGiven());
    assertEquals(Map.of("pathGlobFilter", "*.csv"), options.ofFiles());
  }

  @Test
  void of_unknownOption_isRefusedForFormatsAndAcceptedForOtherSources() {
    WrongInputException refusal =
        assertThrows(
            WrongInputException.class,
            () -> ReaderOptions.parse(Format.JSON, List.of("header=true")));
    assertTrue(refusal.getMessage().startsWith("--option header: json takes allowComments"));
    assertEquals(
        Map.of("dbtable", "t"), ReaderOptions.parse(Format.OTHER, List.of("dbtable=t")).asGiven());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          header            | give KEY=VALUE
          =x                | give KEY=VALUE
          sep=a;SEP=b       | --option SEP is given twice
          sep=a;delimiter=b | both --option sep and delimiter
          sep=              | --option sep must not be empty
          quote=ab          | --option quote must be one character
          escape=ab         | --option escape must be one character
          ignoreLeadingWhiteSpace=2 | must be true or false
          """)
  void dialect_unusableOption_isRefused(String options, String message) {
    WrongInputException refusal =
        assertThrows(
            WrongInputException.class,
            () ->
                CsvFields.Dialect.from(
                    ReaderOptions.parse(Format.CSV, Arrays.asList(options.split(";", -1)))));
    assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
  }

  private static Charset charset(String name) {
    return ReaderOptions.parse(Format.CSV, List.of("charset=" + name)).charset();
  }

  /** In the others half of a character could be a line's end. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "utf-16le", "UTF-32", "IBM037", "GB18030", "none", "", "x y"})
  void charset_notByteForByte_isRefused(String name) {
    WrongInputException refusal = assertThrows(WrongInputException.class, () -> charset(name));
    assertTrue(refusal.getMessage().startsWith("--option encoding"), refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"utf-8", "US-ASCII", "ISO-8859-1", "latin1", "windows-1252"})
  void charset_byteForByte_isTaken(String name) {
    assertEquals(Charset.forName(name), charset(name));
  }
}
