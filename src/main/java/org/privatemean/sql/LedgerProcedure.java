package org.privatemean.sql;

import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.LedgerView;
import org.privatemean.refusal.ParamException;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.ledger.LedgerSettings;
import org.privatemean.sql.ResultTable.ResultColumn;

/** {@code CALL pm.ledger()}: shows the terms, charges and remaining budget, and writes nothing. */
final class LedgerProcedure extends CatalogProcedure {
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
