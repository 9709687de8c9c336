package org.privatemean.bench.ledger;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.privatemean.bench.fit.LocalSession;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.FileStore;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.spark.PrivateMean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures what a ledger on a disk adds to the wall time of a fit. */
@Command(
    name = "ledger-fit",
    description = "Fits the same cached rows without and with a ledger of files, in turns.")
public final class LedgerFitCommand implements Callable<Integer> {
  private static final int WARM_UP = 3;
  private static final int DIMENSION = 10;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(names = "--folder", required = true, description = "Where the ledgers go; empty.")
  private Path folder;

  @Option(names = "--rows", defaultValue = "10000", description = "Default: 10000.")
  private int rows;

  @Option(names = "--pairs", defaultValue = "15", description = "Default: 15.")
  private int pairs;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public LedgerFitCommand() {}

  /**
   * Fits in pairs that take turns, so that other load meets both, and prints medians.
   *
   * @return 0
   */
  @Override
  public Integer call() {
    if (rows < 1 || pairs < 1) {
      throw new ParameterException(spec.commandLine(), "--rows and --pairs must be at least 1");
    }
    SparkSession session = LocalSession.start();
    try {
      Dataset<Row> frame = frame(session).cache();
      for (Neighbours neighbours : Neighbours.values()) {
        compare(frame, neighbours);
      }
    } finally {
      session.stop();
    }
    return 0;
  }

  private Dataset<Row> frame(SparkSession session) {
    SplittableRandom random = new SplittableRandom(1);
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      double[] row = new double[DIMENSION];
      Arrays.setAll(row, j -> random.nextGaussian());
      list.add(RowFactory.create(Vectors.dense(row)));
    }
    return session.createDataFrame(
        list, new StructType().add("features", SQLDataTypes.VectorType()));
  }

  private void compare(Dataset<Row> frame, Neighbours neighbours) {
    Path place = folder.resolve(neighbours.label());
    LedgerTerms terms =
        new LedgerTerms(
            Price.budget(pairs + WARM_UP, 0),
            Optional.empty(),
            neighbours,
            Optional.empty(),
            false,
            false,
            "rows of the benchmark");
    DurableLedger.init(FileStore.open(place), EntryAuthenticator.hash(), terms).close();
    double[] without = new double[pairs];
    double[] with = new double[pairs];
    for (int k = -WARM_UP; k < pairs; k++) {
      double plain = seconds(stage(neighbours), frame);
      PrivateMean paid = stage(neighbours).setLedger("file:" + place.toAbsolutePath());
      double paying = seconds(paid.setReleaseName("fit " + (k + WARM_UP)), frame);
      if (k >= 0) {
        without[k] = plain;
        with[k] = paying;
      }
    }
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "%s: %.3f s without a ledger, %.3f s with (medians of %d)%n",
            neighbours.label(),
            median(without),
            median(with),
            pairs);
    spec.commandLine().getOut().flush();
  }

  private static PrivateMean stage(Neighbours neighbours) {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(DIMENSION)
        .setRho(0.5)
        .setNeighbours(neighbours.label());
  }

  private static double seconds(PrivateMean stage, Dataset<Row> frame) {
    long start = System.nanoTime();
    stage.fit(frame);
    return (System.nanoTime() - start) / NANOS_PER_SECOND;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
