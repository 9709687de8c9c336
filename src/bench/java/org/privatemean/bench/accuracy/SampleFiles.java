package org.privatemean.bench.accuracy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The samples of real data, read when first asked for. */
final class SampleFiles {
  private static final List<String> MEASURES =
      List.of("carat", "depth", "table", "price", "x", "y", "z");

  /** The documented greatest values of the measures. */
  private static final double[] LARGEST_DIAMOND = {5.01, 79, 95, 18823, 10.74, 58.9, 31.8};

  private final Path folder;
  private Population images;
  private Population diamonds;

  SampleFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * The images of the digit 0, pixels in [0, 1]. CoinPress is told a deviation of 1: what its
   * authors' code takes for granted.
   */
  synchronized Population images() {
    if (images == null) {
      images = new Population(readImages(), "MNIST digit 0", 1);
    }
    return images;
  }

  /** The seven measures in their own units. */
  synchronized Population diamonds() {
    if (diamonds == null) {
      diamonds = population(readDiamonds(), "diamonds");
    }
    return diamonds;
  }

  /** Each measure divided by its documented greatest value. */
  Population diamondShares() {
    double[][] rows = diamonds().draw(null).rows();
    double[][] shares = new double[rows.length][LARGEST_DIAMOND.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < LARGEST_DIAMOND.length; j++) {
        shares[i][j] = rows[i][j] / LARGEST_DIAMOND[j];
      }
    }
    return population(shares, "diamonds as shares");
  }

  /** CoinPress is told the true deviation. */
  private static Population population(double[][] rows, String name) {
    double[] mean = Sample.ofPopulation(rows).empiricalMean();
    double[][] centred =
        Stream.of(rows).map(row -> Vectors.difference(row, mean)).toArray(double[][]::new);
    double[] squares = Eigen.of(Vectors.secondMoment(centred)).values();
    return new Population(rows, name, Math.sqrt(squares[squares.length - 1] / rows.length));
  }

  private double[][] readDiamonds() {
    try {
      List<String> lines = Files.readAllLines(folder.resolve("diamonds.csv"));
      int[] places = places(lines.get(0));
      return lines.stream()
          .skip(1)
          .map(line -> numbers(line.split(",", -1), places))
          .toArray(double[][]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the measures stand: the file has columns of text between them. */
  private static int[] places(String header) {
    List<String> names = List.of(header.split(",", -1));
    int[] places = MEASURES.stream().mapToInt(names::indexOf).toArray();
    if (IntStream.of(places).anyMatch(place -> place < 0)) {
      throw new IllegalStateException(
          "diamonds.csv needs the columns " + MEASURES + ", but its header is " + header);
    }
    return places;
  }

  private static double[] numbers(String[] cells, int[] places) {
    return IntStream.of(places).mapToDouble(place -> Double.parseDouble(cells[place])).toArray();
  }

  private double[][] readImages() {
    Path file = folder.resolve("mnist-zeros.parquet");
    SparkSession spark =
        SparkSession.builder()
            .appName("private-mean-bench")
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .getOrCreate();
    try {
      List<Row> rows = spark.read().parquet(file.toString()).select("features").collectAsList();
      return rows.stream().map(row -> pixels(row.getList(0))).toArray(double[][]::new);
    } finally {
      spark.stop();
    }
  }

  private static double[] pixels(List<Float> pixels) {
    return pixels.stream().mapToDouble(Float::doubleValue).toArray();
  }
}
