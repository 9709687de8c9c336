package org.privatemean.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.privatemean.mean.ColumnForecast;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.refusal.ParamException;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.sql.ResultTable.ResultColumn;

/**
 * The procedures of private means, as a catalog of Spark SQL:
 *
 * <pre>{@code
 * SET spark.sql.catalog.pm = org.privatemean.sql.PrivateMeanCatalog;
 * CALL pm.fit(table => 'people', column => 'features', dimension => 2, rho => 0.5);
 * CALL pm.covariance(table => 'people', column => 'features', dimension => 2, rho => 0.5);
 * CALL pm.forecast(rows => 100000, dimension => 784, spread => 3, rho => 0.5);
 * CALL pm.ledger();
 * }</pre>
 *
 * <p><b>Contract.</b> A {@code CALL} is a command: it runs once, when the statement is submitted.
 * Its rows are then a local relation, which can be read repeatedly. {@code EXPLAIN} runs nothing.
 * Options of the catalog, such as {@code spark.sql.catalog.pm.ledger}: {@code ledger} is the URI of
 * the durable ledger that pays for every fit, which then requires {@code release_name}; {@code
 * ledger-key-file} is the file with the ledger's secret key; {@code allow-seed} allows seeds in
 * fits (default false; for tests only).
 *
 * <p><b>Privacy guarantee.</b> One {@code CALL pm.fit} or {@code pm.covariance} is one fit of
 * {@link org.privatemean.spark.PrivateMean} of the rows that {@code table} or {@code query} gives.
 * Several calls add up: without a ledger each call has its own budget, and a session that calls
 * twice has spent twice. Neither the catalog nor its options control access: a session can set
 * them. A cluster enforces a ledger by {@code spark.privatemean.ledger.required}.
 *
 * <p>Requires Spark 4.0 or newer. Earlier versions have no {@code CALL} and cannot load this class.
 *
 * @since 0.1.0
 */
public final class PrivateMeanCatalog implements ProcedureCatalog {
  private static final String[] ROOT = new String[0];

  private String name;
  private Map<String, UnboundProcedure> procedures = Map.of();

  /** Creates a catalog. Spark then calls {@link #initialize}. */
  public PrivateMeanCatalog() {}

  /**
   * Sets the name and the options.
   *
   * @throws IllegalArgumentException if an option is unknown or its value is malformed
   */
  @Override
  public void initialize(String name, CaseInsensitiveStringMap options) {
    this.name = name;
    CatalogOptions read = CatalogOptions.parse(name, options);
    TreeMap<String, UnboundProcedure> all = new TreeMap<>();
    for (CatalogProcedure each :
        List.of(
            FitProcedure.forMean(read),
            FitProcedure.forCovariance(read),
            new ForecastProcedure(),
            new LedgerProcedure(read))) {
      all.put(each.name(), each);
    }
    procedures = all;
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * Returns the procedure of a name in any case. For an unknown name it is one whose binding fails:
   * Spark hides the message of an exception thrown here.
   */
  @Override
  public UnboundProcedure loadProcedure(Identifier ident) {
    UnboundProcedure found =
        ident.namespace().length == 0
            ? procedures.get(ident.name().toLowerCase(Locale.ROOT))
            : null;
    return found == null
        ? new NoProcedure(
            ident.name(),
            String.format(
                "%s has no procedure %s: call one of %s.%s",
                name, ident, name, String.join(", " + name + ".", procedures.keySet())))
        : found;
  }

  /** Procedure that does not exist; its description is the error message. */
  private record NoProcedure(String name, String description) implements UnboundProcedure {
    @Override
    public BoundProcedure bind(StructType inputType) {
      throw new IllegalArgumentException(description);
    }
  }

  /** Returns all procedures, which are in the root namespace. */
  @Override
  public Identifier[] listProcedures(String[] namespace) {
    return Arrays.equals(namespace, ROOT)
        ? procedures.keySet().stream()
            .map(procedure -> Identifier.of(ROOT, procedure))
            .toArray(Identifier[]::new)
        : new Identifier[0];
  }

  /**
   * {@code CALL pm.ledger()}: shows the terms, charges and remaining budget, and writes nothing.
   */
  static final class LedgerProcedure extends CatalogProcedure {
    private static final List<ResultColumn<LedgerView.ChargeLine>> ENTRY =
        List.of(
            ResultColumn.of("number", DataTypes.LongType, LedgerView.ChargeLine::number),
            ResultColumn.nullable("name", DataTypes.StringType, line -> line.name().orElse(null)),
            ResultColumn.text("scope", LedgerView.ChargeLine::scope),
            ResultColumn.number("rho", line -> line.price().rhoCeiling()),
            ResultColumn.number("delta", line -> line.price().deltaCeiling()),
            ResultColumn.text("state", line -> line.state().label()),
            ResultColumn.text("written", LedgerView.ChargeLine::written));

    private static final List<ResultColumn<LedgerView>> LEDGER =
        List.of(
            ResultColumn.text("unit", view -> view.terms().unit()),
            ResultColumn.text("neighbours", view -> view.terms().neighbours().label()),
            ResultColumn.number("budget_rho", view -> view.terms().budget().rhoCeiling()),
            ResultColumn.number("spent_rho", view -> view.spent().rhoCeiling()),
            ResultColumn.number("remaining_rho", view -> view.remaining().rhoFloor()),
            ResultColumn.of(
                "entries",
                DataTypes.createArrayType(ResultTable.schema(ENTRY), false),
                view -> ResultTable.structs(ENTRY, view.charges())));

    private final CatalogOptions options;

    LedgerProcedure(CatalogOptions options) {
      super("ledger", "shows what the ledger promises and has spent", List.of());
      this.options = options;
    }

    @Override
    ResultTable result(CallValues given, SparkSession session) {
      PrivateMean stage = new PrivateMean();
      options.applyTo(stage);
      LedgerSettings settings =
          LedgerSettings.resolve(stage, session)
              .orElseThrow(
                  () ->
                      new ParamException(
                          "ledger",
                          "there is no ledger",
                          "set " + options.ledgerSetting() + " to its URI"));
      try (DurableLedger ledger = settings.open(session)) {
        return ResultTable.of(LEDGER, List.of(ledger.view()));
      }
    }
  }

  /**
   * {@code CALL pm.forecast(...)}: forecasts the error from public values, without reading rows.
   */
  static final class ForecastProcedure extends CatalogProcedure {
    private static final String COLUMNS_LIKE = "columns_like";

    private static final List<ResultColumn<ColumnForecast>> COLUMNS =
        List.of(
            ResultColumn.text("kind", ColumnForecast::kind),
            ResultColumn.of("columns", DataTypes.IntegerType, ColumnForecast::columns),
            ResultColumn.number("half_width", ColumnForecast::halfWidth),
            ResultColumn.number("times_normal", ColumnForecast::timesNormal),
            ResultColumn.text("seen", ColumnForecast::seen));

    ForecastProcedure() {
      super("forecast", "forecasts what a fit would report, from public values", arguments());
    }

    private static List<ProcedureParameter> arguments() {
      Stream<ProcedureParameter> first =
          Stream.of(
              ProcedureParameter.in("rows", DataTypes.LongType)
                  .comment("number of rows, >= 0")
                  .build(),
              StageArguments.optional(
                  "dimension",
                  DataTypes.IntegerType,
                  "number of coordinates, >= 1; needed without columns_like"),
              StageArguments.optional(
                  "spread",
                  DataTypes.DoubleType,
                  "guessed root mean squared distance of the rows to their mean (to zero for method"
                      + " clipped), in data units, > 0 (default: 1, so that errors are in units of"
                      + " the spread)"));
      ProcedureParameter kinds =
          StageArguments.optional(
              COLUMNS_LIKE,
              DataTypes.StringType,
              "kinds of the columns, such as flag:0.01,lognormal:1,normal*20, in place of dimension"
                  + " and spread: a row for each kind");
      return Stream.of(first, StageArguments.FORECAST.declared("dimension"), Stream.of(kinds))
          .flatMap(each -> each)
          .toList();
    }

    @Override
    ResultTable result(CallValues given, SparkSession session) {
      PrivateMean stage = StageArguments.FORECAST.stage(given);
      Optional<String> kinds = given.text(COLUMNS_LIKE);
      if (kinds.isPresent()) {
        return forecastColumns(stage, given, kinds.get());
      }
      int dimension = given.number("dimension").intValue();
      StageArguments.setScales(stage, given, () -> StageArguments.places(dimension));
      double spread = given.isGiven("spread") ? given.number("spread").doubleValue() : 1;
      return ReleaseTables.createForecast(
          stage.forecast(given.number("rows").longValue(), dimension, spread));
    }

    private static ResultTable forecastColumns(PrivateMean stage, CallValues given, String kinds) {
      for (String other : List.of("dimension", "spread", "scales")) {
        if (given.isGiven(other)) {
          throw new IllegalArgumentException(
              other + " does not go with " + COLUMNS_LIKE + ": leave one of them out");
        }
      }
      return ResultTable.of(
          COLUMNS, stage.forecastColumns(given.number("rows").longValue(), kinds));
    }
  }
}
