package org.privatemean.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The procedures of private means, as a catalog of Spark SQL:
 *
 * <pre>{@code
 * SET spark.sql.catalog.pm = org.privatemean.sql.PrivateMeanCatalog;
 * CALL pm.fit(table => 'people', column => 'features', dimension => 2, rho => 0.5);
 * CALL pm.forecast(rows => 100000, dimension => 784, spread => 3, rho => 0.5);
 * CALL pm.ledger();
 * }</pre>
 *
 * <p><b>Contract.</b> A {@code CALL} is a command: it runs once, when the statement is given, and
 * its rows are then a local relation, however often they are read. {@code EXPLAIN} runs nothing.
 * Options of the catalog, such as {@code spark.sql.catalog.pm.ledger}: {@code ledger}, the URI of
 * the durable ledger that pays for every fit, which then needs {@code release}; {@code
 * ledger-key-file}, with the ledger's secret key; {@code allow-seed}, whether a fit may have a seed
 * (false by default: for tests only).
 *
 * <p><b>Privacy guarantee.</b> One {@code CALL pm.fit} is one fit of {@link
 * org.privatemean.spark.PrivateMean} of the rows that {@code table} or {@code query} gives. Several
 * add up: without a ledger each has its own budget, and a session that calls twice has spent twice.
 * Neither the catalog nor its options are an access control: a session sets them as it likes. What
 * a cluster requires is {@code spark.privatemean.ledger.required}.
 *
 * <p>Needs Spark 4.0 or newer; where a Spark before has no {@code CALL}, it cannot load this class.
 *
 * @since 0.1.0
 */
public final class PrivateMeanCatalog implements ProcedureCatalog {
  private static final String[] ROOT = new String[0];

  private String name;
  private Map<String, UnboundProcedure> procedures = Map.of();

  /** Made by Spark, which then names and configures it. */
  public PrivateMeanCatalog() {}

  /**
   * Takes name and options.
   *
   * @throws IllegalArgumentException if an option is not known or its value is malformed
   */
  @Override
  public void initialize(String name, CaseInsensitiveStringMap options) {
    this.name = name;
    CatalogOptions read = CatalogOptions.parse(name, options);
    TreeMap<String, UnboundProcedure> all = new TreeMap<>();
    for (CatalogProcedure each :
        List.of(new FitProcedure(read), new ForecastProcedure(), new LedgerProcedure(read))) {
      all.put(each.name(), each);
    }
    procedures = all;
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * A procedure by its name, in any case. For another name one that refuses to be bound: what is
   * thrown here Spark hides behind its own message.
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

  /**
   * Stands for a procedure that does not exist.
   *
   * @param name as it was called
   * @param description that there is none, and which there are
   */
  private record NoProcedure(String name, String description) implements UnboundProcedure {
    @Override
    public BoundProcedure bind(StructType inputType) {
      throw new IllegalArgumentException(description);
    }
  }

  /** All procedures, in the root. */
  @Override
  public Identifier[] listProcedures(String[] namespace) {
    return Arrays.equals(namespace, ROOT)
        ? procedures.keySet().stream()
            .map(procedure -> Identifier.of(ROOT, procedure))
            .toArray(Identifier[]::new)
        : new Identifier[0];
  }
}
