package org.privatemean.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.Warning;
import org.privatemean.release.report.KeyedRelease;
import org.privatemean.request.RecentredSpec.Moments;
import org.privatemean.spark.FitPlan;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.Progress;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.PaidFit;
import org.privatemean.spark.ledger.PaidFit.InputDescriptor;
import org.privatemean.spark.param.FitRequest.KeyRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code CALL pm.fit(...)}: releases the private mean of the rows of a table or of a query. {@code
 * CALL pm.covariance(...)} takes the same arguments and also releases the covariance matrix.
 */
final class FitProcedure extends CatalogProcedure {
  /** Number of releases by calls in this JVM, each paid for except a stored one. */
  static final AtomicLong RELEASES = new AtomicLong();

  private static final String MODEL = "model";

  private static final Logger LOG = LoggerFactory.getLogger("org.privatemean.sql.fit");

  private final CatalogOptions options;
  private final Moments moments;

  private FitProcedure(CatalogOptions options, String name, Moments moments, String description) {
    super(name, description, arguments());
    this.options = options;
    this.moments = moments;
  }

  static FitProcedure forMean(CatalogOptions options) {
    return new FitProcedure(
        options,
        "fit",
        Moments.MEAN,
        "releases the private mean of a vector column of a table or a query, or of each group");
  }

  static FitProcedure forCovariance(CatalogOptions options) {
    return new FitProcedure(
        options,
        "covariance",
        Moments.COVARIANCE,
        "releases the private mean and covariance of a vector column of a table or a query");
  }

  /** Declares the arguments; the most frequent ones come first. */
  private static List<ProcedureParameter> arguments() {
    Stream<ProcedureParameter> first =
        Stream.of(
            ProcedureParameter.in("column", DataTypes.StringType)
                .comment(StageArguments.doc("inputCol"))
                .build(),
            text("table", "table or view of the rows; either this or query"),
            text("query", "query that gives the rows; either this or table"));
    ProcedureParameter model =
        text(
            MODEL,
            "path that the model is saved to, where nothing is yet (default: it is not saved)");
    return Stream.of(
            first,
            StageArguments.FIT.declared("inputCol"),
            Stream.of(model),
            StageArguments.FIT.formerNames())
        .flatMap(each -> each)
        .toList();
  }

  private static ProcedureParameter text(String name, String doc) {
    return StageArguments.optional(name, DataTypes.StringType, doc);
  }

  @Override
  ResultTable result(CallValues given, SparkSession session) {
    PrivateMean requested = StageArguments.FIT.stage(given);
    options.applyTo(requested);
    checkSeed(requested);
    boolean isPaid = LedgerSettings.resolve(requested, session).isPresent();
    checkNamed(requested, isPaid);
    Optional<String> target = given.text(MODEL);
    target.ifPresent(FitProcedure::checkFree);
    Dataset<Row> input = rows(given, session);
    ResolvedColumns columns = ResolvedColumns.in(input);
    PrivateMean stage = columns.resolve(requested);
    Dataset<?> rows = columns.select(input);
    StructType schema = rows.schema();
    StageArguments.setScales(stage, given, () -> names(stage, schema));
    FitPlan plan = FitPlan.create(stage, schema, Optional.<KeyRequest.File>empty(), moments);
    if (stage.isGrouped()) {
      ReleaseTables.checkNames(stage.getGroupCols());
    }
    boolean isPublished = Neighbours.of(stage.getNeighbours()) == Neighbours.REPLACE;
    List<Warning> warnings = PaidFit.warnOfQuery(rows, isPublished && !isPaid);
    PrivateMeanModel model = plan.fit(rows, describeInput(given), Progress.UNHEARD, warnings);
    RELEASES.incrementAndGet();
    List<String> more = new ArrayList<>();
    target.flatMap(path -> save(model, path)).ifPresent(more::add);
    return table(model, schema, more);
  }

  /** Creates the result. Without groups it has no rows, so the warnings are logged. */
  private static ResultTable table(PrivateMeanModel model, StructType schema, List<String> more) {
    if (!model.isGrouped()) {
      return ReleaseTables.create(model, more);
    }
    KeyedRelease released = model.summary().keyed().orElseThrow();
    List<String> warnings = new ArrayList<>(model.summary().warnings());
    warnings.addAll(more);
    if (released.size() == 0) {
      warnings.forEach(LOG::warn);
    }
    return ReleaseTables.create(released, schema, warnings);
  }

  private void checkSeed(PrivateMean stage) {
    if (stage.isSet(stage.seed()) && !options.allowsSeed()) {
      throw new ParamException(
          "seed",
          "{seed} is for tests only, and this catalog takes none",
          "leave {seed} out, or set "
              + options.seedSetting()
              + " to true where nothing is private");
    }
  }

  /** Requires a name under a ledger: only the name finds a fit that fails after its charge. */
  private static void checkNamed(PrivateMean stage, boolean isPaid) {
    if (isPaid && !stage.isSet(stage.releaseName())) {
      throw new ParamException(
          "releaseName",
          "a ledger pays for this fit, and {releaseName} is not set",
          "give each release a name, such as visits/2026-11-21, by which a fit that dies can be"
              + " called again");
    }
  }

  private static Dataset<Row> rows(CallValues given, SparkSession session) {
    Optional<String> table = given.text("table");
    Optional<String> query = given.text("query");
    if (table.isPresent() == query.isPresent()) {
      throw new IllegalArgumentException(
          (table.isPresent() ? "both table and query are set" : "neither table nor query is set")
              + ": set exactly one");
    }
    // Only a query parses in parentheses. Without them, sql would run the text of a command.
    return table
        .map(session::table)
        .orElseGet(() -> session.sql("SELECT * FROM (\n" + query.get() + "\n)"));
  }

  private static List<String> names(PrivateMean stage, StructType schema) {
    List<String> names = VectorColumn.givenNames(schema, stage.getInputCol());
    if (!names.isEmpty()) {
      return names;
    }
    int declared = VectorColumn.declaredSize(schema, stage.getInputCol());
    int dimension = stage.isSet(stage.dimension()) ? stage.getDimension() : declared;
    if (dimension < 1) {
      throw new ParamException(
          "dimension",
          "{scales} are given, and {dimension} is not set",
          "set {dimension} to the number of coordinates");
    }
    return StageArguments.places(dimension);
  }

  /** Returns the input that a name in a ledger identifies, in addition to the arguments. */
  private static InputDescriptor describeInput(CallValues given) {
    return new InputDescriptor(
        given
            .text("table")
            .map(table -> Map.of("table", table))
            .orElseGet(() -> Map.of("query", given.text("query").get())),
        false,
        Optional.empty());
  }

  private static void checkFree(String path) {
    boolean exists;
    try {
      Path place = new Path(path);
      exists = place.getFileSystem(SparkHadoopUtil.get().conf()).exists(place);
    } catch (IOException | RuntimeException failure) {
      ParamException refusal =
          new ParamException(
              MODEL,
              String.format(
                  "{%s} cannot be looked at: %s (%s)",
                  MODEL, Refusal.literal(path), failure.getClass().getSimpleName()),
              "name a path of a file system that Spark can reach");
      refusal.initCause(failure);
      throw refusal;
    }
    if (exists) {
      throw new ParamException(
          MODEL,
          String.format("{%s} is there already: %s", MODEL, Refusal.literal(path)),
          "name another path");
    }
  }

  /** Saves the model. A failure gives a warning: the mean is paid for and must not be lost. */
  private static Optional<String> save(PrivateMeanModel model, String path) {
    try {
      model.write().save(path);
      return Optional.empty();
    } catch (IOException | RuntimeException failure) {
      return Optional.of(
          String.format(
              "the model was not saved to %s (%s): keep this result",
              path, failure.getClass().getSimpleName()));
    }
  }
}
