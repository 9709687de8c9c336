package org.privatemean.app;

import static org.apache.spark.sql.functions.lit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.spark.LocalSpark;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateMeans;
import org.privatemean.spark.PrivateStandardScaler;

/**
 * What the job and the stages released and printed for fixed seeds, byte for byte, when it was
 * recorded: no change of the structure may change it. {@code -Dgolden.write=true} records it anew,
 * which needs a reason.
 */
final class GoldenTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final boolean RECORDS = Boolean.getBoolean("golden.write");
  private static final int ROWS = 400;

  private static final List<String> MODELS = List.of(GOLDEN + "/model", GOLDEN + "/model2");

  /** Arguments, of which some are in quotes. */
  private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private static final Pattern INSTANT = Pattern.compile("2\\d{3}-\\d\\d-\\d\\dT[0-9:.]+Z");
  private static final Pattern UID = Pattern.compile("_[0-9a-f]{12}\\b");

  @TempDir private static Path data;

  @TempDir private Path work;

  @BeforeAll
  static void writeData() throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,a,b,c,flag,g,h,user"));
    List<String> sparse = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double a = 5 + unit(3 * i) + unit(3 * i + 1) - 1;
      double b = 1000 * (unit(7 * i + 2) - 0.25);
      double c = 0.01 * Math.floor(100 * unit(11 * i + 5) * unit(13 * i + 1));
      String group = i % 3 == 0 ? "x" : i % 7 == 1 ? "z" : "y";
      lines.add(
          String.format(
              Locale.ROOT,
              "u%d,%.6f,%.3f,%.2f,%d,%s,%d,p%d",
              i,
              a,
              b,
              c,
              i % 29 == 0 ? 1 : 0,
              group,
              i % 2,
              i % 150));
      sparse.add(String.format(Locale.ROOT, "0 %d:%.4f %d:%.4f", 1 + i % 3, a, 4 + i % 3, c));
    }
    Files.write(data.resolve("rows.csv"), lines);
    Files.write(data.resolve("few.csv"), lines.subList(0, 4));
    Files.write(data.resolve("rows.libsvm"), sparse);
    LocalSpark.session();
    saveModels();
  }

  /** The fractional parts of multiples of the golden ratio. */
  private static double unit(int i) {
    double x = i * 0.6180339887498949;
    return x - Math.floor(x);
  }

  /** Models whose noise is not that of a seed: fits may start from them, and they are combined. */
  private static void saveModels() {
    for (String model : MODELS) {
      if (RECORDS && !Files.exists(Path.of(model))) {
        String given = "fit --features a,b --rho 1 --input " + data.resolve("rows.csv");
        Run.of((given + " --output " + model).split(" ")).assertDone();
      }
    }
  }

  static Stream<String> cases() throws IOException {
    return Files.readAllLines(GOLDEN.resolve("cases.txt")).stream()
        .filter(line -> !line.startsWith("#"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void run_eachCase_isAsRecorded(String line) throws IOException {
    String[] parts = line.split(" \\| ", 2);
    String text = parts[1].replace("$D", data.toString()).replace("$W", work.toString());
    List<String> arguments =
        ARGUMENT
            .matcher(text)
            .results()
            .map((MatchResult m) -> m.group(1) == null ? m.group(2) : m.group(1))
            .toList();
    Run run = Run.of(arguments);
    StringBuilder all = new StringBuilder(parts[1]).append("\nexit code ").append(run.code());
    add(all, "standard output", run.out());
    add(all, "standard error", run.err());
    try (Stream<Path> files = Files.list(work)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        add(all, file.getFileName().toString(), Files.readString(file));
      }
    }
    if (Files.exists(work.resolve("model"))) {
      add(all, "inspect", Run.of("inspect", work.resolve("model").toString()).out());
    }
    assertGolden(parts[0], all.toString());
  }

  private static void add(StringBuilder all, String title, String text) {
    all.append("\n----- ").append(title).append('\n').append(text);
  }

  private void assertGolden(String name, String text) throws IOException {
    String stable =
        INSTANT
            .matcher(text.replace(work.toString(), "$W").replace(data.toString(), "$D"))
            .replaceAll("INSTANT");
    stable = UID.matcher(stable).replaceAll("_UID").replace(System.lineSeparator(), "\n");
    Path file = GOLDEN.resolve(name + ".txt");
    if (RECORDS) {
      Files.writeString(file, stable);
    }
    assertEquals(Files.readString(file), stable);
  }

  private static Dataset<Row> rows() {
    StructType schema =
        new StructType().add("v", DataTypes.createArrayType(DataTypes.DoubleType, false));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(RowFactory.create(new double[] {5 + unit(3 * i), 100 * unit(7 * i + 2)}));
    }
    return LocalSpark.session().createDataFrame(rows, schema);
  }

  private static PrivateMean stage() {
    return new PrivateMean().setInputCol("v").setDimension(2).setRho(0.5);
  }

  @Test
  void stages_combinedMeansAndScalers_areAsRecorded() throws IOException {
    List<PrivateMeanModel> saved = MODELS.stream().map(PrivateMeanModel::load).toList();
    PrivateStandardScaler scaler = new PrivateStandardScaler().setInputCol("v").setDimension(2);
    String all =
        String.join(
            "\n",
            saved.get(0).summary().toString(),
            PrivateMeans.combine(saved).toString(),
            scaler.setRho(0.5).setSeed(3).setWithMean(true).fit(rows()).summary().toJson());
    assertGolden("stages", all);
  }

  /**
   * Names of Spark jobs of rows on executors, in their order, and the mean of a sample of rows in
   * three partitions.
   */
  @Tag("long")
  @Test
  void jobs_ofFits_areAsRecorded() throws Exception {
    Dataset<Row> keyed =
        rows()
            .withColumn("g", functions.pmod(functions.floor(functions.col("v").getItem(1)), lit(2)))
            .withColumn("user", functions.concat(lit("u"), functions.col("v").getItem(0)))
            .repartition(3, functions.col("user"))
            .sortWithinPartitions("user")
            .cache();
    keyed.count();
    Map<String, PrivateMean> stages = new LinkedHashMap<>();
    stages.put("recentred", stage());
    stages.put("scaling none", stage().setScaling("none"));
    stages.put("add or remove", stage().setNeighbours("addRemove"));
    stages.put("sampling always", stage().setRho(2).setSampling("always"));
    stages.put("clipped", stage().setMethod("clipped").setBound(200));
    stages.put("shifted", stage().setMethod("shiftedClipped").setBound(200));
    stages.put("persons", stage().setPersonCol("user"));
    stages.put("groups", stage().setRho(2).setGroupCols("g").setPublicKeys("0", "1"));
    stages.put(
        "private keys",
        stage().setGroupCols("g").setRho(2).setKeySelection("private").setKeyDelta(1e-6));
    stages.put("local", local().setTrustModel("local").setEpsilon(6));
    stages.put("shuffle", local().setTrustModel("shuffle").setEpsilon(4).setDelta(1e-6));
    StringBuilder all = new StringBuilder();
    for (Map.Entry<String, PrivateMean> each : stages.entrySet()) {
      List<String> jobs = Collections.synchronizedList(new ArrayList<>());
      SparkListener listener =
          new SparkListener() {
            @Override
            public void onJobStart(SparkListenerJobStart job) {
              String name = job.properties().getProperty("spark.job.description");
              // How many jobs Spark runs for one step may differ between its versions.
              if (jobs.isEmpty() || !jobs.get(jobs.size() - 1).equals(name)) {
                jobs.add(name);
              }
            }
          };
      SparkContext context = LocalSpark.session().sparkContext();
      context.addSparkListener(listener);
      PrivateMeanModel model = LocalSpark.onExecutors(() -> each.getValue().setSeed(7).fit(keyed));
      context.listenerBus().waitUntilEmpty(10_000);
      context.removeSparkListener(listener);
      all.append(each.getKey()).append('\n');
      jobs.forEach(job -> all.append("  ").append(job).append('\n'));
      if (each.getKey().equals("sampling always")) {
        all.append("  mean ").append(model.mean()).append('\n');
      }
    }
    keyed.unpersist();
    assertGolden("jobs", all.toString());
  }

  private static PrivateMean local() {
    return new PrivateMean().setInputCol("v").setDimension(2).setIdCol("user").setBound(200);
  }

  /** The ledger was written by another build: a name of a class in a digest would be refused. */
  @Test
  void ledger_ofAnotherBuild_replaysItsResults() throws IOException {
    Path recorded = GOLDEN.resolve("ledger");
    String name = "recorded";
    if (RECORDS && !Files.exists(recorded)) {
      String terms = "--rho 2 --neighbours replace --unit row --population tests";
      Run.of(("ledger init --ledger " + recorded.toUri() + " " + terms).split(" ")).assertDone();
      stage().setLedger(recorded.toUri().toString()).setReleaseName(name).fit(rows());
    }
    Path copy = work.resolve("ledger");
    try (Stream<Path> files = Files.walk(recorded)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(recorded.relativize(file).toString()));
      }
    }
    // Empty folders are not kept in version control.
    Files.createDirectories(copy.resolve("staging"));
    String uri = copy.toUri().toString();
    PrivateMeanModel again = stage().setLedger(uri).setReleaseName(name).fit(rows());
    assertTrue(again.summary().replayed());
    Run shown = Run.of("ledger", "show", "--ledger", uri);
    Run verified = Run.of("ledger", "verify", "--ledger", uri);
    assertGolden(
        "ledger",
        String.join("\n", again.summary().toJson(), shown.out(), verified.out(), verified.err())
            .replace(uri, "LEDGER"));
  }
}
