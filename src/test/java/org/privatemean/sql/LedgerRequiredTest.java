package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.MainClasses;
import org.privatemean.app.PrivateMeanJob;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.local.LocalMeanState;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.request.Bounds;
import org.privatemean.spark.FileLedger;
import org.privatemean.spark.LocalGaussianMean;
import org.privatemean.spark.LocalRandomizer;
import org.privatemean.spark.LocalSpark;
import org.privatemean.spark.PrivateCovariance;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateStandardScaler;
import org.privatemean.spark.ledger.LedgerSettings;
import picocli.CommandLine.Command;

/**
 * Where a cluster requires a ledger, every stage, procedure and command that releases something of
 * rows pays or is refused. One that is in no list here fails the test.
 */
final class LedgerRequiredTest {
  /**
   * What releases nothing of rows: models hold releases, and so do the reports that LocalMean
   * collects; the others read params, ledgers and saved models.
   */
  private static final Set<String> FREE =
      Set.of(
          "PrivateMeanModel",
          "PrivateStandardScalerModel",
          "LocalGaussianMeanModel",
          "LocalMeanModel",
          "LocalMean",
          "CALL forecast",
          "CALL ledger",
          "audit",
          "forecast",
          "inspect",
          "ledger charge",
          "ledger init",
          "ledger note",
          "ledger show",
          "ledger verify");

  @TempDir private Path folder;

  private FileLedger ledger;

  private static Dataset<Row> rows(SparkSession session) {
    return session.sql(
        "SELECT array(id % 7 + 0.5D, double(id % 3)) AS v, double(id % 5) AS x, id FROM"
            + " range(0, 1000, 1, 1)");
  }

  private Map<String, Executable> paying(SparkSession session, String csv) {
    Map<String, Executable> all = new LinkedHashMap<>();
    all.put(
        "PrivateMean",
        () ->
            new PrivateMean()
                .setInputCol("v")
                .setDimension(2)
                .setRho(0.5)
                .setMethod("clipped")
                .setClippingNorm(9)
                .fit(rows(session)));
    all.put(
        "PrivateCovariance",
        () ->
            new PrivateCovariance()
                .setInputCol("v")
                .setDimension(2)
                .setRho(0.5)
                .fit(rows(session)));
    all.put(
        "PrivateStandardScaler",
        () ->
            new PrivateStandardScaler()
                .setInputCol("v")
                .setDimension(2)
                .setRho(0.5)
                .fit(rows(session)));
    all.put(
        "CALL fit",
        () ->
            session
                .sql(
                    "CALL pm.fit(query => 'SELECT array(double(id)) v FROM range(100)', column =>"
                        + " 'v', dimension => 1, rho => 0.5, release_name => 'called', method =>"
                        + " 'clipped', clipping_norm => 9D)")
                .collectAsList());
    all.put(
        "CALL covariance",
        () ->
            session
                .sql(
                    "CALL pm.covariance(query => 'SELECT array(double(id)) v FROM range(1000)',"
                        + " column => 'v', dimension => 1, rho => 0.5, release_name => 'matrix')")
                .collectAsList());
    all.put(
        "fit",
        () ->
            assertEquals(
                0,
                command(
                    csv,
                    "fit",
                    "--features",
                    "x",
                    "--rho",
                    "0.5",
                    "--method",
                    "clipped",
                    "--clipping-norm",
                    "9",
                    "--release-name",
                    "run")));
    return all;
  }

  private Map<String, Executable> refused(SparkSession session, String csv) {
    Map<String, Executable> all = new LinkedHashMap<>();
    all.put(
        "LocalGaussianMean",
        () ->
            new LocalGaussianMean()
                .setInputCol("x")
                .setEpsilon(8)
                .setMeanBound(10)
                .setSigma(1)
                .fit(rows(session)));
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(4), new Bounds.Box(10, OptionalDouble.empty()));
    LocalMeanState state = LocalMeanState.start(LocalMeanPlan.of(spec, 1000, 2), 1);
    all.put(
        "LocalRandomizer",
        () ->
            new LocalRandomizer()
                .setInputCol("v")
                .setIdCol("id")
                .setState(state)
                .transform(rows(session)));
    for (String model : List.of("local", "shuffle")) {
      all.put(
          "simulate " + model,
          () ->
              refusal(
                  command(
                      csv,
                      "simulate",
                      model,
                      "--features",
                      "x",
                      "--epsilon",
                      "4",
                      "--delta",
                      "1e-6",
                      "--coordinate-bound",
                      "10")));
    }
    all.put(
        "simulate gaussian",
        () ->
            refusal(
                command(
                    csv,
                    "simulate",
                    "gaussian",
                    "--column",
                    "x",
                    "--epsilon",
                    "4",
                    "--sigma",
                    "1",
                    "--mean-bound",
                    "10")));
    return all;
  }

  private static int command(String csv, String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--input", csv));
    return PrivateMeanJob.execute(all.toArray(String[]::new));
  }

  private static void refusal(int code) {
    assertEquals(3, code);
    throw new LedgerRefusedException("the command said so");
  }

  private double spent() {
    return ledger.view().spent().rhoCeiling();
  }

  @Tag("long")
  @Test
  void required_everyStageProcedureAndCommand_paysOrIsRefused() throws Throwable {
    ledger = FileLedger.of(folder.resolve("ledger"), 100, 0, Neighbours.REPLACE);
    SparkSession session = LocalSpark.session();
    String csv = folder.resolve("x.csv").toString();
    session
        .range(1000)
        .selectExpr("id % 5 as x")
        .coalesce(1)
        .write()
        .option("header", true)
        .csv(csv);
    Map<String, Executable> paying = paying(session, csv);
    Map<String, Executable> refused = refused(session, csv);
    session.conf().set("spark.sql.catalog.pm", PrivateMeanCatalog.class.getName());
    session.conf().set(LedgerSettings.LEDGER, ledger.uri());
    session.conf().set(LedgerSettings.REQUIRED, "true");
    try {
      for (Map.Entry<String, Executable> each : paying.entrySet()) {
        double before = spent();
        each.getValue().execute();
        assertTrue(spent() > before + 0.49, each.getKey());
      }
      double before = spent();
      for (Map.Entry<String, Executable> each : refused.entrySet()) {
        assertThrows(LedgerRefusedException.class, each.getValue(), each.getKey());
      }
      assertEquals(before, spent());
    } finally {
      session.conf().unset(LedgerSettings.LEDGER);
      session.conf().unset(LedgerSettings.REQUIRED);
    }
  }

  @Test
  void lists_haveEveryStageProcedureAndCommand() {
    Set<String> known = new TreeSet<>(FREE);
    known.addAll(paying(LocalSpark.session(), "").keySet());
    known.addAll(refused(LocalSpark.session(), "").keySet());
    assertEquals(known, found());
  }

  /** All public stages, procedures and commands that there are. */
  private static Set<String> found() {
    Set<String> found = new TreeSet<>();
    for (JavaClass each : MainClasses.all()) {
      if (each.isAssignableTo(PipelineStage.class)
          && !each.getModifiers().contains(JavaModifier.ABSTRACT)) {
        found.add(each.getSimpleName());
      }
    }
    PrivateMeanCatalog catalog = new PrivateMeanCatalog();
    catalog.initialize("pm", CaseInsensitiveStringMap.empty());
    Arrays.stream(catalog.listProcedures(new String[0]))
        .forEach(each -> found.add("CALL " + each.name()));
    addCommands("", PrivateMeanJob.class, found);
    return found;
  }

  private static void addCommands(String path, Class<?> type, Set<String> found) {
    Class<?>[] subcommands = type.getAnnotation(Command.class).subcommands();
    List<Command> methods =
        Arrays.stream(type.getDeclaredMethods())
            .map(method -> method.getAnnotation(Command.class))
            .filter(Objects::nonNull)
            .toList();
    methods.forEach(each -> found.add((path + " " + each.name()).trim()));
    if (subcommands.length == 0 && methods.isEmpty()) {
      found.add(path.strip());
    }
    for (Class<?> each : subcommands) {
      addCommands(path + " " + each.getAnnotation(Command.class).name(), each, found);
    }
  }
}
