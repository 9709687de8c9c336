package org.privatemean.bench.groups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.bench.fit.LocalSession;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the errors of means of persons, by whole fits on Spark. */
@Command(
    name = "persons",
    description =
        "Fits 2,000 persons of 1 to 1,000 rows, and 10,000 persons each in 4 of 100 groups with 1,"
            + " 2 and 4 groups a person: median errors beside what the design foretold.")
public final class PersonsCommand implements Callable<Integer> {
  private static final int DIMENSION = 16;
  private static final double RHO = 1;
  private static final double LIMIT = 1.1;

  private static final int FEW = 2_000;
  private static final int MOST_ROWS = 1_000;

  /** Of the means of the persons, in every coordinate. */
  private static final double MEAN = 10;

  private static final double GOAL_OF_FEW = 0.0105;

  private static final int MANY = 10_000;
  private static final int GROUPS = 100;
  private static final int OF_A_PERSON = 4;
  private static final double[] GOALS = {0.365, 0.219, 0.068};
  private static final int[] MOST_GROUPS = {1, 2, 4};

  private static final StructType SCHEMA =
      new StructType()
          .add(KeyedRows.GROUP, DataTypes.IntegerType, false)
          .add(KeyedRows.PERSON, DataTypes.LongType, false)
          .add(DataTypes.createStructField(KeyedRows.VECTOR, SQLDataTypes.VectorType(), false));

  @Option(names = "--scaling", defaultValue = "none", description = "Default: none.")
  private String scaling;

  @Option(names = "--fits", defaultValue = "20", description = "Of the one mean. Default: 20.")
  private int fits;

  @Option(names = "--group-fits", defaultValue = "3", description = "With groups. Default: 3.")
  private int groupFits;

  @Option(names = "--csv", required = true, description = "Where the figures go.")
  private Path csv;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public PersonsCommand() {}

  /**
   * Fits, and writes a line for each setting.
   *
   * @return 0
   * @throws IOException if the file cannot be written
   */
  @Override
  public Integer call() throws IOException {
    if (fits < 1 || groupFits < 1) {
      throw new ParameterException(
          spec.commandLine(), "--fits and --group-fits must be at least 1");
    }
    List<String> lines =
        new ArrayList<>(
            List.of(
                "setting,persons,groups,most_groups_a_person,d,rho,scaling,fits,means,goal,"
                    + "median_l2_error,over_goal,limit,without_mean,verdict"));
    try (SparkSession spark = LocalSession.start()) {
      lines.add(oneMean(spark));
      System.out.println(lines.get(1));
      for (int k = 0; k < GOALS.length; k++) {
        lines.add(ofGroups(spark, MOST_GROUPS[k], GOALS[k]));
        System.out.println(lines.get(lines.size() - 1));
        Files.write(csv, lines);
      }
    }
    return 0;
  }

  /** The error to the mean of the persons' means. */
  private String oneMean(SparkSession spark) {
    double[] errors = new double[fits];
    double[] middle = new double[DIMENSION];
    Arrays.fill(middle, MEAN);
    for (int seed = 0; seed < fits; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Row> rows = new ArrayList<>();
      double[] target = new double[DIMENSION];
      for (long person = 0; person < FEW; person++) {
        double[] own = normal(random, middle, 1);
        int count = rowsOfPerson(random);
        double[] sum = new double[DIMENSION];
        for (int i = 0; i < count; i++) {
          double[] row = normal(random, own, 1);
          add(sum, row, 1.0 / count);
          rows.add(RowFactory.create(0, person, Vectors.dense(row)));
        }
        add(target, sum, 1.0 / FEW);
      }
      PrivateMeanModel model =
          mean(seed).setNeighbours("addRemove").fit(spark.createDataFrame(rows, SCHEMA));
      errors[seed] = distance(model.mean().toArray(), target);
    }
    return line("2000 persons of 1 to 1000 rows", FEW, 1, 1, fits, GOAL_OF_FEW, errors, 0);
  }

  /** One for half of the persons, and 15,000 for 2,000 of them. */
  private static int rowsOfPerson(SplittableRandom random) {
    double tail = 1 / (1 - random.nextDouble()) - 1;
    return (int) Math.max(1, Math.min(MOST_ROWS, Math.ceil(tail)));
  }

  /** The errors to the means over all persons of a group. */
  private String ofGroups(SparkSession spark, int most, double goal) {
    spark
        .range(GROUPS)
        .selectExpr("cast(id as int) as " + KeyedRows.GROUP)
        .createOrReplaceTempView("groups_of_persons");
    List<Double> errors = new ArrayList<>();
    int without = 0;
    for (int seed = 0; seed < groupFits; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] means = new double[GROUPS][];
      for (int g = 0; g < GROUPS; g++) {
        means[g] = normal(random, new double[DIMENSION], 4);
      }
      double[][] targets = new double[GROUPS][DIMENSION];
      int[] counts = new int[GROUPS];
      Dataset<Row> rows = spark.createDataFrame(inGroups(random, means, targets, counts), SCHEMA);
      PrivateMeanModel model =
          mean(seed)
              .setGroupCols(KeyedRows.GROUP)
              .setPublicKeysTable("groups_of_persons")
              .setMaxGroupsPerPerson(most)
              .fit(rows);
      for (Row group : model.groups().collectAsList()) {
        int g = group.getInt(group.fieldIndex(KeyedRows.GROUP));
        Vector released = group.getAs("mean");
        if (released == null) {
          without++;
        } else {
          double[] target = Arrays.stream(targets[g]).map(x -> x / counts[g]).toArray();
          errors.add(distance(released.toArray(), target));
        }
      }
    }
    return line(
        "10000 persons each in 4 of 100 groups",
        MANY,
        GROUPS,
        most,
        groupFits,
        goal,
        errors.stream().mapToDouble(x -> x).toArray(),
        without);
  }

  private static List<Row> inGroups(
      SplittableRandom random, double[][] means, double[][] sums, int[] counts) {
    List<Row> rows = new ArrayList<>();
    for (long person = 0; person < MANY; person++) {
      int[] in = random.ints(0, GROUPS).distinct().limit(OF_A_PERSON).toArray();
      for (int g : in) {
        double[] row = normal(random, means[g], 1);
        add(sums[g], row, 1);
        counts[g]++;
        rows.add(RowFactory.create(g, person, Vectors.dense(row)));
      }
    }
    return rows;
  }

  private PrivateMean mean(long seed) {
    return new PrivateMean()
        .setInputCol(KeyedRows.VECTOR)
        .setDimension(DIMENSION)
        .setRho(RHO)
        .setScaling(scaling)
        .setPersonCol(KeyedRows.PERSON)
        .setSeed(seed);
  }

  private String line(
      String setting,
      int persons,
      int groups,
      int most,
      int fitted,
      double goal,
      double[] errors,
      int without) {
    Arrays.sort(errors);
    int n = errors.length;
    double median = (errors[(n - 1) / 2] + errors[n / 2]) / 2;
    return String.format(
        Locale.ROOT,
        "%s,%d,%d,%d,%d,%.0f,%s,%d,%d,%s,%.4f,%.3f,%s,%d,%s",
        setting,
        persons,
        groups,
        most,
        DIMENSION,
        RHO,
        scaling,
        fitted,
        n,
        goal,
        median,
        median / goal,
        LIMIT,
        without,
        median <= LIMIT * goal ? "pass" : "ABOVE");
  }

  private static double[] normal(SplittableRandom random, double[] mean, double deviation) {
    double[] row = new double[mean.length];
    for (int j = 0; j < row.length; j++) {
      row[j] = mean[j] + deviation * random.nextGaussian();
    }
    return row;
  }

  private static void add(double[] sum, double[] values, double times) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += times * values[j];
    }
  }

  private static double distance(double[] one, double[] other) {
    double square = 0;
    for (int j = 0; j < one.length; j++) {
      square += (one[j] - other[j]) * (one[j] - other[j]);
    }
    return Math.sqrt(square);
  }
}
