package org.privatemean.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.privatemean.spark.column.Decoded;
import org.privatemean.spark.column.Decoding;

/**
 * The one law of reading: row i of a table is a function of record i alone, and the number of rows
 * is the number of records, whatever is in them.
 *
 * <p>It is held by pairs of tables that differ in one odd record. Every record is also written
 * alone, to a file of its own, and read in the same job: what it gives there it has to give in
 * every table, by the internal and by the public path of a fit.
 *
 * @param <R> a record of the source
 */
final class OneLaw<R> {
  /** Few, as a record would act on its neighbours first. */
  private static final int ROWS = 6;

  private static final int CLEAN_RECORDS = 20;

  private static final String TABLES = "tables";
  private static final String ALONE = "alone";

  private final OddSource<R> source;
  private final Path folder;
  private final List<R> clean = new ArrayList<>();
  private final List<Table<R>> tables = new ArrayList<>();
  private final Map<Object, Alone<R>> alone = new LinkedHashMap<>();

  /**
   * A table.
   *
   * @param about what is odd in it
   * @param written what stands in each place: of a text format perhaps several records
   */
  private record Table<R>(String about, String name, List<R> written) {}

  /** A record in a file of its own, and what it stands for in the tables. */
  private record Alone<R>(String name, R record, List<OddRecord<R>> meanings) {}

  /** What was read of the tables by one shape and path. */
  private record Reading(
      int shape,
      boolean internal,
      Map<String, List<List<Double>>> tables,
      Map<String, List<List<Double>>> alone) {
    @Override
    public String toString() {
      return String.format("shape %d, %s path", shape, internal ? "internal" : "public");
    }
  }

  private OneLaw(OddSource<R> source, Path folder) {
    this.source = source;
    this.folder = folder;
  }

  /**
   * Writes pairs of tables, the odd record first, somewhere in the middle or last.
   *
   * @param odd records, a pair for each
   */
  static <R> OneLaw<R> of(OddSource<R> source, Path folder, List<OddRecord<R>> odd) {
    OneLaw<R> law = new OneLaw<>(source, folder);
    law.addClean();
    SplittableRandom random = new SplittableRandom(14);
    for (OddRecord<R> one : odd) {
      law.addPair(one, random);
    }
    law.write();
    return law;
  }

  private void addClean() {
    for (int i = 0; i < CLEAN_RECORDS; i++) {
      double[] row = {i + 0.25, 100 + i + 0.5, -i - 0.75};
      R record = source.clean(row);
      clean.add(record);
      List<Verdict> verdicts =
          IntStream.range(0, source.shapes().size()).mapToObj(shape -> Verdict.of(row)).toList();
      alone(record).meanings.add(new OddRecord<>("clean", record, verdicts));
    }
    for (int first = 0; first < CLEAN_RECORDS; first++) {
      tables.add(new Table<>("clean", "clean" + first, cleanFrom(first)));
    }
  }

  private List<R> cleanFrom(int first) {
    return IntStream.range(first, first + ROWS)
        .mapToObj(i -> clean.get(i % CLEAN_RECORDS))
        .toList();
  }

  /** The table with the odd record; the one without it is the clean one from the same record. */
  private void addPair(OddRecord<R> odd, SplittableRandom random) {
    List<R> with = new ArrayList<>(cleanFrom(random.nextInt(CLEAN_RECORDS)));
    int place =
        switch (random.nextInt(3)) {
          case 0 -> 0;
          case 1 -> 1 + random.nextInt(ROWS - 2);
          default -> ROWS - 1;
        };
    with.set(place, odd.record());
    tables.add(new Table<>(odd.kind() + " in place " + place, "odd" + pairs(), with));
    List<R> records = source.split(odd.record());
    for (R record : records) {
      Alone<R> one = alone(record);
      if (records.size() == 1) {
        one.meanings.add(odd);
      }
    }
  }

  private Alone<R> alone(R record) {
    return alone.computeIfAbsent(
        source.key(record), key -> new Alone<>("alone" + alone.size(), record, new ArrayList<>()));
  }

  private void write() {
    Map<String, List<R>> written = new LinkedHashMap<>();
    tables.forEach(table -> written.put(table.name, table.written));
    source.write(folder.resolve(TABLES), written);
    Map<String, List<R>> single = new LinkedHashMap<>();
    alone.values().forEach(one -> single.put(one.name, List.of(one.record)));
    source.write(folder.resolve(ALONE), single);
  }

  /** Number of pairs. */
  int pairs() {
    return tables.size() - CLEAN_RECORDS;
  }

  /**
   * Reads all of it in one job and says where the law is broken: nowhere, if it holds.
   *
   * @param decoding how vectors are read out of the column: as a fit does, or with a fault
   */
  List<String> violations(Decoding decoding) {
    List<String> found = new ArrayList<>();
    for (Reading reading : readings(decoding)) {
      if (reading.internal) {
        alone.values().forEach(one -> checkAlone(reading, one, found));
      }
      tables.forEach(table -> checkTable(reading, table, found));
    }
    return found;
  }

  /** Tables by both paths, records alone by one: what they give there holds for both. */
  private List<Reading> readings(Decoding decoding) {
    List<Decoding.Column> columns = new ArrayList<>();
    for (int shape = 0; shape < source.shapes().size(); shape++) {
      Dataset<Row> together = source.open(folder.resolve(TABLES), shape);
      columns.add(new Decoding.Column(together, true));
      columns.add(new Decoding.Column(together, false));
      columns.add(new Decoding.Column(source.open(folder.resolve(ALONE), shape), true));
    }
    List<List<Decoded>> decoded = decoding.decode(columns, OddSource.DIMENSION);
    List<Reading> readings = new ArrayList<>();
    for (int shape = 0; shape < source.shapes().size(); shape++) {
      Map<String, List<List<Double>>> single = source.tables(ALONE, decoded.get(3 * shape + 2));
      readings.add(new Reading(shape, true, source.tables(TABLES, decoded.get(3 * shape)), single));
      readings.add(
          new Reading(shape, false, source.tables(TABLES, decoded.get(3 * shape + 1)), single));
    }
    return readings;
  }

  private void checkAlone(Reading reading, Alone<R> one, List<String> found) {
    List<List<Double>> read = reading.alone.getOrDefault(one.name, List.of());
    String kinds = one.meanings.stream().map(OddRecord::kind).collect(Collectors.joining(", "));
    if (read.size() != 1) {
      found.add(String.format("%s: %s alone gives %d rows", reading, kinds, read.size()));
      return;
    }
    for (OddRecord<R> meaning : one.meanings) {
      Verdict verdict = meaning.verdict(reading.shape);
      if (!verdict.allows(read.get(0))) {
        found.add(
            String.format(
                "%s: %s is read as %s, not as %s",
                reading, meaning.kind(), read.get(0), verdict.row()));
      }
    }
  }

  private void checkTable(Reading reading, Table<R> table, List<String> found) {
    List<R> records = new ArrayList<>();
    table.written.forEach(written -> records.addAll(source.split(written)));
    List<List<Double>> read = reading.tables.getOrDefault(table.name, List.of());
    if (read.size() != records.size()) {
      found.add(
          String.format(
              "%s: %s: %d records give %d rows",
              reading, table.about, records.size(), read.size()));
      return;
    }
    for (int i = 0; i < records.size(); i++) {
      List<List<Double>> expected =
          reading.alone.getOrDefault(alone.get(source.key(records.get(i))).name, List.of());
      if (expected.size() == 1 && !Objects.equals(expected.get(0), read.get(i))) {
        found.add(
            String.format(
                "%s: %s: row %d is read as %s, alone as %s",
                reading, table.about, i, read.get(i), expected.get(0)));
      }
    }
  }
}
