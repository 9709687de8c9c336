package org.privatemean.app;

import java.util.Arrays;
import java.util.List;
import org.privatemean.fuzz.FuzzTarget;
import picocli.CommandLine;

/** Readers of lines, conditions and options. */
public final class AppFuzz {
  private static final String OF_LINES = "\" ' , ; \t \\ || 1 -2.5 NaN 1e400 \u0001 \u00e9 \u0000";

  private static final String OF_JSON =
      "{ } [ ] , : \" ' \\ \\u12 \\ud800 /* // # true null NaN Infinity -0 01 1e999999999 \"a\":"
          + " \"b\":{ \"c\": {\"a\": [[ {\"b\":{ \u0001 \u00e9 \u0000";

  private static final String OF_CONDITIONS =
      "( ) and or not in is null like between a b `c` '' 'x' \"y\" 1 .5 1e9 = <> < <= + - * / % , `"
          + " ' \" abs( length( lower( upper( trim( true false not( -( \u0001 \u00e9 \u0130 \u00df";

  private AppFuzz() {}

  private static ReaderOptions csv(String... options) {
    return ReaderOptions.parse(Format.CSV, List.of(options));
  }

  private static FuzzTarget<?> lines(String name, List<String> seeds, String words, Fields fields) {
    return FuzzTarget.ofTexts(
            name,
            seeds,
            words,
            line -> {
              fields.coordinates(line);
              return fields.of(line);
            })
        // Each line is read several times.
        .allocating(1 << 16, 1024)
        .times(200_000);
  }

  private static FuzzTarget<?> csvLines(String name, String... options) {
    CsvFields.Dialect dialect = CsvFields.Dialect.from(csv(options));
    CsvFields some = new CsvFields(dialect, new int[] {0, 2, 1}, new int[0]);
    Fields both =
        (line, folders) -> {
          CsvFields.first(dialect, line, Integer.MAX_VALUE);
          CsvFields.usual(line);
          return some.of(line, folders);
        };
    return lines(
        name, List.of("1,2,3", "\"1\",\"2,5\";3", "1;'2';\"3\"\"4\"", " 1 || 2 "), OF_LINES, both);
  }

  private static FuzzTarget<?> json(String name, JsonFields fields) {
    List<String> seeds =
        List.of(
            "{\"a\":1,\"b\":{\"c\":2.5,\"d\":[1,{\"c\":3}]},\"x\":null}",
            "{'a':NaN,\"v\":[1,2,3],\"b.c\":\"4\"}",
            "{\"a\":true,\"b\":{\"c\":{\"c\":1}},\"v\":[[1],{\"a\":2}]}");
    return lines(name, seeds, OF_JSON, fields);
  }

  private static FuzzTarget<?> conditions() {
    return FuzzTarget.ofTexts(
            "condition",
            List.of(
                "a > 5 or a > 2 and not b < 0",
                "t like 'B%n' and length(trim(t)) in (1, 2 + 3, -4)",
                "`c ``c` % 4 between a and abs(-b) * 2 / .5e1",
                "(lower(t) = 'x') <> (a is not null)"),
            OF_CONDITIONS,
            text -> {
              Condition condition = Condition.parse(text);
              String[] row = new String[condition.columns().size()];
              condition.holds(row);
              Arrays.fill(row, "2.5");
              condition.holds(row);
              Arrays.fill(row, text);
              condition.holds(row);
              return condition;
            })
        .written(condition -> FuzzTarget.bytes(condition.toString()))
        .refusing(IllegalArgumentException.class)
        // Each token and each part of a condition is an object.
        .allocating(1 << 16, 1024)
        .times(200_000);
  }

  private static FuzzTarget<?> readerOptions(Format format) {
    return FuzzTarget.ofTexts(
            "options of a reader of " + format,
            List.of(
                format == Format.CSV ? "sep=;\nquote='" : "allowComments=true", "encoding=latin1"),
            "= \n sep delimiter quote escape nullValue mode permissive enforceSchema true false"
                + " encoding charset utf-8 utf-16 x-\u00e9 lineSep multiLine comment \\t \u0001"
                + " allowSingleQuotes",
            text -> {
              ReaderOptions options =
                  ReaderOptions.parse(format, Arrays.asList(text.split("\n", -1)));
              CsvFields.Dialect.from(options);
              options.charset();
              options.ofFiles();
              return JsonFields.members(options, List.of("a")).of("{}");
            })
        .refusing(WrongInputException.class)
        .times(50_000);
  }

  private static FuzzTarget<?> columnNames() {
    return FuzzTarget.ofTexts(
            "names of columns",
            List.of("a.b", "`a.b`.c", "\"x\"", "_c12"),
            "` . , \" a _c0 _c9999999 `` \u0001",
            text -> {
              List<String> names = Arrays.asList(text.split(ColumnName.COMMAS));
              new CsvFields.CsvNames(List.of(), List.of(text), false)
                  .reader(CsvFields.Dialect.from(csv()), List.of(text), name -> name);
              return List.of(ColumnName.parts(text), ColumnName.unquote(names));
            })
        // A pattern is made for each part.
        .allocating(1 << 16, 2048)
        .times(30_000);
  }

  private static FuzzTarget<?> stageOptions() {
    CommandLine all = PrivateMeanJob.commandLine();
    return FuzzTarget.ofTexts(
            "options of a fit",
            List.of(
                "--input\na.csv\n--columns\na,b\n--rho\n1\n--group-cols\n`a,b`,c",
                "--input=a\n--vector-col=v\n--epsilon=1\n--delta=1e-6\n--public-keys=a,b",
                "--input\na\n--features\na\n--rho\n0.5\n--pay-again\n--sigma-max\n3",
                "--input\na\n--columns\na\n--rho\n1\n--method\nclipped\n--scales\na=1,*=2"),
            "\n = , ` -- - ' \" --rho --epsilon --delta --beta --seed --method --columns --scope"
                + " --public-keys --group-cols --sampling --confidence --trust-model NaN 1e400 -1"
                + " 99999999999 true \u0001 @ @@ \\",
            text -> {
              // No argument is the name of a file of arguments.
              CommandLine.ParseResult parsed =
                  all.parseArgs(("fit\n" + text.replace("@", "")).split("\n", -1));
              return StageOptions.FIT.stage(parsed.subcommand()).params().length;
            })
        .refusing(CommandLine.ParameterException.class, WrongInputException.class)
        .allocating(1 << 24, 4096)
        .times(2_000);
  }

  public static List<FuzzTarget<?>> targets() {
    ReaderOptions json = ReaderOptions.parse(Format.JSON, List.of("allowComments=true"));
    return List.of(
        csvLines("line of csv"),
        csvLines("line of csv in another dialect", "sep=||", "quote='", "escape="),
        csvLines(
            "trimmed line of csv",
            "ignoreLeadingWhiteSpace=true",
            "ignoreTrailingWhiteSpace=true",
            "escape=\""),
        json("line of json", JsonFields.members(json, List.of("a", "b.c", "b.d"))),
        json("array of json", JsonFields.array(json, "v")),
        FuzzTarget.ofTexts(
            "line of libsvm",
            List.of("1 1:1.5 4:-2e3", " label\t2:0  ", "-1"),
            ": 1: 2:1 4: 5: -1:1 99999999999:1 1e400 NaN \t \u0663:1",
            line -> String.valueOf(Fields.parseLibsvm(line, 4))),
        conditions(),
        readerOptions(Format.CSV),
        readerOptions(Format.JSON),
        FuzzTarget.ofTexts(
                "scales",
                List.of("age=10,income=10000,*=1", "1,2.5,1e-3", "age=1,income=2"),
                "= , * age income 1 -1 0 1e400 NaN 1e-320 0x1p3 1d",
                text ->
                    text.contains("=")
                        ? CoordinateColumns.parseScales(List.of("age", "income"), text)
                        : CoordinateColumns.parseScales(text))
            .refusing(WrongInputException.class),
        columnNames(),
        stageOptions());
  }
}
