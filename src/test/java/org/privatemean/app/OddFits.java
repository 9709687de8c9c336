package org.privatemean.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.release.Undated;
import org.privatemean.spark.PrivateMean;

/**
 * Whole fits of a table with one odd record, and what they must release: bit for bit what a fit in
 * memory releases of the same rows, with the row of that record in its place, or null for it.
 */
final class OddFits {
  private static final int ROWS = 400;
  private static final int PLACE = 217;
  private static final long SEED = 7;

  private final Path folder;
  private final Map<String, String> references = new HashMap<>();
  private final Map<Integer, Run> refusals = new HashMap<>();
  private int tables;

  /** Rules for invalid rows, with the neighbours that they go with. */
  enum Rule {
    ERROR,
    ZERO,
    SKIP;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    String neighbours() {
      return this == SKIP ? "addRemove" : "replace";
    }
  }

  /**
   * Fits of tables that are written to a folder.
   *
   * @param folder an empty folder
   */
  OddFits(Path folder) {
    // The job takes the session that there is, and has no master to make one.
    Sample.session();
    this.folder = folder;
  }

  private static double[][] rows() {
    SplittableRandom random = new SplittableRandom(11);
    double[][] rows = new double[ROWS][OddSource.DIMENSION];
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = (random.nextInt(-20, 60) + 12 * j) / 16.0;
      }
    }
    return rows;
  }

  /** Writes the table with a record in the place of another. */
  <R> Path write(OddSource<R> source, R odd) {
    List<R> records = Arrays.stream(rows()).map(source::clean).collect(Collectors.toList());
    records.set(PLACE, odd);
    Path path = folder.resolve("table" + tables++);
    source.write(path, Map.of("rows", records));
    return path;
  }

  /** Runs the job on a table. */
  static <R> Run fit(OddSource<R> source, Path table, int shape, Rule rule) {
    List<String> args = new ArrayList<>(List.of("fit"));
    args.addAll(source.input(table, shape));
    args.addAll(List.of("--dimension", String.valueOf(OddSource.DIMENSION)));
    args.addAll(List.of("--method", "clipped", "--clipping-norm", "10", "--rho", "0.5"));
    args.addAll(List.of("--seed", String.valueOf(SEED)));
    args.addAll(List.of("--handle-invalid", rule.label(), "--neighbours", rule.neighbours()));
    Run run = Run.of(args);
    return new Run(run.code(), comparable(run.out()), run.err());
  }

  /** A report without what differs between formats: the moment, and the name of a vector column. */
  private static String comparable(String report) {
    return Undated.json(report).replaceAll("\"inputCol\" : \"[^\"]*\",\\s*", "");
  }

  /**
   * What the job does with a table that has a record without any value, where that is an error. The
   * same for every kind of invalid record: so it is tried once.
   */
  <R> Run refusal(OddSource<R> source, int shape) {
    return refusals.computeIfAbsent(
        shape,
        key -> {
          Run run = fit(source, write(source, source.nothing()), shape, Rule.ERROR);
          return run.assertRefused(1, "handle-invalid");
        });
  }

  /** The report of a fit in memory with a row in the place of the odd record's, or with null. */
  String reference(Rule rule, List<Double> row) {
    return references.computeIfAbsent(rule + " " + row, key -> report(rule, row));
  }

  private static String report(Rule rule, List<Double> row) {
    double[][] rows = rows();
    rows[PLACE] = row == null ? null : row.stream().mapToDouble(x -> x).toArray();
    List<Row> list = Arrays.stream(rows).map(cells -> RowFactory.create((Object) cells)).toList();
    StructType schema =
        new StructType().add("features", DataTypes.createArrayType(DataTypes.DoubleType));
    return comparable(
        new PrivateMean()
            .setInputCol("features")
            .setDimension(OddSource.DIMENSION)
            .setMethod("clipped")
            .setClippingNorm(10)
            .setRho(0.5)
            .setSeed(SEED)
            .setHandleInvalid(rule.label())
            .setNeighbours(rule.neighbours())
            .fit(Sample.session().createDataFrame(list, schema))
            .summary()
            .toJson());
  }
}
