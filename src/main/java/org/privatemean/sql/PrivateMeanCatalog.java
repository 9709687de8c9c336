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
}
