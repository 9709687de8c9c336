package org.privatemean.sql;

import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.refusal.ParamException;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.spark.ledger.OpenLedger;
import org.privatemean.sql.ResultTable.Column;

/** {@code CALL pm.ledger()}: what the ledger promises, and what is left of it. Writes nothing. */
final class LedgerProcedure extends CatalogProcedure {
  private static final List<Column<LedgerView.Line>> ENTRY =
      List.of(
          Column.of("number", DataTypes.LongType, LedgerView.Line::number),
          Column.nullable("name", DataTypes.StringType, line -> line.name().orElse(null)),
          Column.of("scope", DataTypes.StringType, LedgerView.Line::scope),
          Column.of("rho", DataTypes.DoubleType, line -> line.price().rhoCeiling()),
          Column.of("delta", DataTypes.DoubleType, line -> line.price().deltaCeiling()),
          Column.of("state", DataTypes.StringType, line -> line.state().label()),
          Column.of("written", DataTypes.StringType, LedgerView.Line::written));

  private static final List<Column<LedgerView>> LEDGER =
      List.of(
          Column.of("unit", DataTypes.StringType, view -> view.terms().unit()),
          Column.of("neighbours", DataTypes.StringType, view -> view.terms().neighbours().label()),
          Column.of("budget_rho", DataTypes.DoubleType, view -> view.terms().budget().rhoCeiling()),
          Column.of("spent_rho", DataTypes.DoubleType, view -> view.spent().rhoCeiling()),
          Column.of("remaining_rho", DataTypes.DoubleType, view -> view.remaining().rhoFloor()),
          Column.of(
              "entries",
              DataTypes.createArrayType(ResultTable.schema(ENTRY), false),
              view -> ResultTable.structs(ENTRY, view.charges())));

  private final CatalogOptions options;

  LedgerProcedure(CatalogOptions options) {
    super("ledger", "shows what the ledger promises and has spent", new ProcedureArguments());
    this.options = options;
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  ResultTable result(CallValues given, SparkSession session) {
    PrivateMean stage = new PrivateMean();
    options.applyTo(stage);
    LedgerSettings settings =
        CatalogOptions.paying(stage, session)
            .orElseThrow(
                () ->
                    new ParamException(
                        "ledger",
                        "there is no ledger",
                        "set " + options.ledgerSetting() + " to its URI"));
    try (DurableLedger ledger = OpenLedger.of(settings, session)) {
      return ResultTable.of(LEDGER, List.of(ledger.view()));
    }
  }
}
