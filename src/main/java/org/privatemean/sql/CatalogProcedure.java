package org.privatemean.sql;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;
import org.privatemean.refusal.Refusal;

/** A procedure whose calls return one table; messages name arguments instead of params. */
abstract class CatalogProcedure implements UnboundProcedure {
  private final String name;
  private final String description;
  private final List<ProcedureParameter> arguments;

  CatalogProcedure(String name, String description, List<ProcedureParameter> arguments) {
    if (arguments.stream().map(ProcedureParameter::name).distinct().count() < arguments.size()) {
      throw new IllegalStateException("an argument is declared twice");
    }
    this.name = name;
    this.description = description;
    this.arguments = arguments;
  }

  abstract ResultTable result(CallValues given, SparkSession session);

  @Override
  public final String name() {
    return name;
  }

  /** Returns the description with the arguments, which DESCRIBE PROCEDURE does not show. */
  @Override
  public final String description() {
    return arguments.stream()
        .map(each -> each.name() + " " + each.dataType().sql())
        .collect(Collectors.joining(", ", description + ". Arguments: ", ""));
  }

  @Override
  public final BoundProcedure bind(StructType inputType) {
    return new Bound();
  }

  private Iterator<Scan> call(InternalRow input) {
    try {
      ResultTable table = result(new CallValues(arguments, input), SparkSession.active());
      return List.<Scan>of(table).iterator();
    } catch (LedgerRefusedException refusal) {
      LedgerRefusedException named = new LedgerRefusedException(Refusal.literal(describe(refusal)));
      named.initCause(refusal);
      throw named;
    } catch (LedgerUnavailableException failure) {
      throw new LedgerUnavailableException(Refusal.literal(describe(failure)), failure);
    } catch (IllegalArgumentException refusal) {
      throw refusal instanceof Refusal named
          ? new IllegalArgumentException(describe(named), refusal)
          : refusal;
    }
  }

  private static String describe(Refusal refusal) {
    return refusal.inTerms(StageArguments::argument);
  }

  /**
   * The procedure after Spark has matched its arguments. A type apart: Spark takes each call of a
   * bound procedure for matched, and would not cast within its arguments.
   */
  private final class Bound implements BoundProcedure {
    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      return CatalogProcedure.this.description();
    }

    @Override
    public boolean isDeterministic() {
      return false;
    }

    @Override
    public ProcedureParameter[] parameters() {
      return arguments.toArray(ProcedureParameter[]::new);
    }

    @Override
    public Iterator<Scan> call(InternalRow input) {
      return CatalogProcedure.this.call(input);
    }
  }
}
