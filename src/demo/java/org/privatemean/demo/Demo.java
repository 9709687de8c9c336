package org.privatemean.demo;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.stat.Summarizer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.privatemean.app.PrivateMeanJob;
import org.privatemean.spark.PrivateMeanModel;

/**
 * Runs the job on the two public samples and shows how far the private means are from the exact
 * ones.
 */
public final class Demo {
  private static final String[] MEASURES = {"carat", "depth", "table", "price", "x", "y", "z"};

  private final SparkSession session;
  private final Path samples;
  private final Path results;

  private Demo(SparkSession session, Path samples, Path results) {
    this.session = session;
    this.samples = samples;
    this.results = results;
  }

  /**
   * Runs the demonstration.
   *
   * @param args the folder of the samples, and the folder for the results
   */
  public static void main(String[] args) throws IOException {
    Path results = Files.createDirectories(fromHere(args[1]));
    SparkSession session =
        SparkSession.builder()
            .master("local[*]")
            .appName("private-mean demo")
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate();
    try {
      Demo demo = new Demo(session, fromHere(args[0]), results);
      demo.digits();
      demo.diamonds();
    } finally {
      session.stop();
    }
  }

  /** The path from the working folder, so that the commands shown are short and can be repeated. */
  private static Path fromHere(String path) {
    return Path.of("").toAbsolutePath().relativize(Path.of(path).toAbsolutePath());
  }

  private void digits() throws IOException {
    say("== The mean of 6,903 images of the digit 0 (MNIST), 28 x 28 = 784 pixels each");
    say(
        "All that the job is told of them is how many pixels there are, that these are of one unit,");
    say("and the budget.");
    Path input = samples.resolve("mnist-zeros.parquet");
    PrivateMeanModel model =
        fit(
            "mnist-zeros",
            input,
            "--vector-col",
            "features",
            "--dimension",
            "784",
            "--scaling",
            "none");
    Dataset<Row> rows = session.read().parquet(input.toString());
    double[] exact = exactMean(rows, col("features"));
    compare(model, exact);
    Path picture = results.resolve("mnist-zeros.png");
    DigitPicture.write(exact, model.summary().mean(), picture);
    say("The exact mean digit (left) and the private one (right): " + picture);
  }

  private void diamonds() {
    say("");
    say("== The mean of seven measures of 53,940 diamonds");
    say(
        "Dollars stand beside percentages, millimetres and carats: each column errs in proportion to");
    say("its own spread, which is found privately.");
    Path input = samples.resolve("diamonds.csv");
    PrivateMeanModel model = fit("diamonds", input, "--features", String.join(",", MEASURES));
    Dataset<Row> rows =
        session.read().option("header", true).option("inferSchema", true).csv(input.toString());
    Column[] measures =
        Arrays.stream(MEASURES).map(name -> col(name).cast("double")).toArray(Column[]::new);
    double[] exact = exactMean(rows, array(measures));
    compare(model, exact);
    say(String.format("%-8s %12s %12s", "", "private", "exact"));
    for (int j = 0; j < MEASURES.length; j++) {
      double released = model.summary().mean()[j];
      say(String.format(Locale.ROOT, "%-8s %12.6f %12.6f", MEASURES[j], released, exact[j]));
    }
  }

  /** Runs the job as the launcher does, says so, and loads what it saved. */
  private PrivateMeanModel fit(String name, Path input, String... columns) {
    String output = results.resolve(name).toString();
    List<String> args = new ArrayList<>(List.of("fit", "--input", input.toString()));
    args.addAll(List.of(columns));
    args.addAll(List.of("--rho", "0.5", "--overwrite", "--output", output));
    args.addAll(List.of("--report", output + ".json"));
    say("$ target/dist/bin/private-mean " + String.join(" ", args));
    int code = PrivateMeanJob.execute(args.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException("the job ended with " + code);
    }
    PrivateMeanModel model = PrivateMeanModel.load(output);
    System.out.print(model.summary());
    return model;
  }

  private static double[] exactMean(Dataset<Row> rows, Column coordinates) {
    Column mean = Summarizer.mean(functions.array_to_vector(coordinates));
    return rows.select(mean).first().<Vector>getAs(0).toArray();
  }

  private static void compare(PrivateMeanModel model, double[] exact) {
    double[] released = model.summary().mean();
    double squares = 0;
    for (int j = 0; j < exact.length; j++) {
      squares += (released[j] - exact[j]) * (released[j] - exact[j]);
    }
    say(
        String.format(
            Locale.ROOT,
            "l2 distance to the exact mean: %.6f%n(told only because this sample is public: the exact"
                + " mean of private rows must stay private)",
            Math.sqrt(squares)));
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
