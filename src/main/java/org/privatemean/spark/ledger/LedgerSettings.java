package org.privatemean.spark.ledger;

import java.util.Locale;
import java.util.Optional;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.SparkSession;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/**
 * Which ledger pays for a fit: that of the params, or that of the cluster.
 *
 * @param uri of the ledger
 * @param request what the params ask of it
 * @param isRequired whether no fit may do without it
 */
public record LedgerSettings(String uri, LedgerRequest request, boolean isRequired) {
  /** Setting of Spark: the ledger of fits that name none. */
  public static final String LEDGER = "spark.privatemean.ledger";

  /**
   * Setting of Spark: whether all fits are to be paid for by {@link #LEDGER}: {@code true} or
   * {@code false}, in any case.
   */
  public static final String REQUIRED = "spark.privatemean.ledger.required";

  /**
   * The settings of a fit; empty where no ledger is asked for. What a cluster requires is read from
   * the settings that its driver was started with, which a session cannot change.
   *
   * @throws ParamException if params are of use with a ledger only and there is none, if a seed is
   *     set, if another ledger is named than the one that is required, or if {@link #REQUIRED} is
   *     neither true nor false
   */
  public static Optional<LedgerSettings> resolve(LedgerRequest request, SparkSession session) {
    Optional<String> configured = setting(session, LEDGER);
    boolean isRequired = isRequired(session);
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

  /**
   * Refuses what releases something of rows and cannot be paid for, where a ledger is required.
   *
   * @param name of a stage or a command
   * @throws LedgerRefusedException naming it
   * @throws ParamException if {@link #REQUIRED} is neither true nor false
   */
  public static void checkUnpaid(SparkSession session, String name) {
    if (isRequired(session)) {
      throw new LedgerRefusedException(
          String.format(
              "%s has no {ledger} that pays for it, and this cluster requires one (%s): use"
                  + " PrivateMean, with {trustModel} local where users trust nobody",
              name, REQUIRED));
    }
  }

  /** A word that is not known must not stand for false: the fits would do without a ledger. */
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
          REQUIRED + " is true, and " + LEDGER + " names no ledger",
          "ask the cluster's administrator to set both");
    }
    if (request.uri().isPresent() && !request.uri().equals(configured)) {
      throw new ParamException(
          "ledger",
          "{ledger} names another ledger than the one that this cluster requires",
          "unset {ledger}");
    }
  }

  /** A setting of the driver, or else of the session. */
  static Optional<String> setting(SparkSession session, String name) {
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
