package org.privatemean.spark.ledger;

import java.util.Locale;
import java.util.Optional;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * The ledger that pays for a fit: that of the params, or that of the cluster.
 *
 * @param isRequired whether every fit must be paid for
 */
public record LedgerSettings(String uri, LedgerRequest request, boolean isRequired) {
  /** Setting of Spark: the ledger of fits that name none. */
  public static final String LEDGER = "spark.privatemean.ledger";

  /** Setting of Spark: whether {@link #LEDGER} must pay for all fits: true or false. */
  public static final String REQUIRED = "spark.privatemean.ledger.required";

  /**
   * Returns the settings of a fit; empty if no ledger is requested. The requirement of a cluster
   * and its ledger are read from the settings its driver was started with, which a session cannot
   * change.
   */
  public static Optional<LedgerSettings> resolve(LedgerRequest request, SparkSession session) {
    boolean isRequired = isRequired(session);
    Optional<String> configured =
        isRequired && readFromDriver(REQUIRED).isPresent()
            ? readFromDriver(LEDGER)
            : setting(session, LEDGER);
    if (isRequired) {
      checkRequired(request, configured);
    }
    Optional<String> uri = isRequired ? configured : request.uri().or(() -> configured);
    if (uri.isEmpty()) {
      request.checkAlone();
      return Optional.empty();
    }
    request.checkUnseeded();
    return Optional.of(new LedgerSettings(uri.get(), request, isRequired));
  }

  /** Refuses a release that no ledger can pay for, if a ledger is required. */
  public static void checkUnpaid(SparkSession session, String name) {
    if (isRequired(session)) {
      throw new LedgerRefusedException(
          String.format(
              "%s has no {ledger} that pays for it, and this cluster requires one (%s): use"
                  + " PrivateMean, with {trustModel} local where users trust nobody",
              name, REQUIRED));
    }
  }

  /**
   * Opens and verifies the ledger, and checks that no required entry is lost. Writes no entry and
   * runs no job.
   */
  public DurableLedger open(SparkSession session) {
    EntryAuthenticator seal = LedgerStores.seal(request.keyFile());
    LedgerStore store =
        LedgerStores.open(
            uri,
            () -> SparkHadoopUtil.get().conf(),
            LedgerStores.credentials(name -> setting(session, name)));
    try {
      DurableLedger ledger = DurableLedger.open(store, seal);
      request.atLeast().ifPresent(ledger::checkContains);
      return ledger;
    } catch (RuntimeException failure) {
      store.close();
      throw failure;
    }
  }

  /** Rejects unknown words: read as false, they would let fits run without a ledger. */
  private static boolean isRequired(SparkSession session) {
    String word = setting(session, REQUIRED).orElse("false").strip().toLowerCase(Locale.ROOT);
    if (!word.equals("true") && !word.equals("false")) {
      throw new ParamException(
          "ledger",
          String.format(
              "the setting %s must be true or false. Provided value: %s",
              REQUIRED, Refusal.literal(word)),
          "ask the cluster's administrator to set it");
    }
    return word.equals("true");
  }

  private static void checkRequired(LedgerRequest request, Optional<String> configured) {
    if (configured.isEmpty()) {
      throw new ParamException(
          "ledger",
          String.format(
              "%s is true, and %s%s names no ledger",
              REQUIRED, LEDGER, readFromDriver(REQUIRED).isPresent() ? " of the driver" : ""),
          "ask the cluster's administrator to set both");
    }
    if (request.uri().isPresent() && !request.uri().equals(configured)) {
      throw new ParamException(
          "ledger",
          "{ledger} names another ledger than the one that this cluster requires",
          "unset {ledger}");
    }
  }

  /** Returns a setting of the driver, or else of the session. */
  private static Optional<String> setting(SparkSession session, String name) {
    return readFromDriver(name).or(() -> Optional.ofNullable(session.conf().get(name, null)));
  }

  private static Optional<String> readFromDriver(String name) {
    SparkEnv driver = SparkEnv.get();
    return driver == null
        ? Optional.empty()
        : Optional.ofNullable(driver.conf().get(name, null))
            .filter(value -> !value.isBlank() || name.equals(REQUIRED));
  }
}
