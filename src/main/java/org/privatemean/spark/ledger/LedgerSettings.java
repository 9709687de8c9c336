package org.privatemean.spark.ledger;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.SparkSession;
import org.privatemean.privacy.ledger.durable.ChargeRequest;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.param.FitParams;

/**
 * The ledger that pays for a fit, that of the params or that of the cluster, and what the params
 * ask of it.
 *
 * @param scope {@code /}, or a part such as {@code /region=EU} or {@code /hash=3}
 * @param atLeast an entry that the ledger must hold, as {@code number:hash}
 * @param isRequired whether every fit must be paid for
 */
public record LedgerSettings(
    String uri,
    Optional<String> name,
    String scope,
    ChargeRequest.PayAgain payAgain,
    Optional<String> keyFile,
    Optional<String> atLeast,
    boolean isRequired) {
  /** Setting of Spark: the ledger of fits that name none. */
  public static final String LEDGER = "spark.privatemean.ledger";

  /** Setting of Spark: whether {@link #LEDGER} must pay for all fits: true or false. */
  public static final String REQUIRED = "spark.privatemean.ledger.required";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9 ._/@:+-]{1,200}");
  private static final Pattern SCOPE = Pattern.compile("/|/[^=]+=.*", Pattern.DOTALL);
  private static final Pattern ENTRY = Pattern.compile("(?:0|[1-9]\\d{0,8}):[0-9a-f]{64}");

  /**
   * Returns the settings of a fit; empty if no ledger is requested. The requirement of a cluster
   * and its ledger are read from the settings its driver was started with, which a session cannot
   * change.
   */
  public static Optional<LedgerSettings> resolve(FitParams<?, ?> stage, SparkSession session) {
    check(stage);
    boolean isRequired = isRequired(session);
    Optional<String> named = find(stage, stage.ledger());
    Optional<String> configured =
        isRequired && readFromDriver(REQUIRED).isPresent()
            ? readFromDriver(LEDGER)
            : setting(session, LEDGER);
    if (isRequired) {
      checkRequired(named, configured);
    }
    Optional<String> uri = isRequired ? configured : named.or(() -> configured);
    if (uri.isEmpty()) {
      checkUnused(stage);
      return Optional.empty();
    }
    checkUnseeded(stage);
    return Optional.of(
        new LedgerSettings(
            uri.get(),
            find(stage, stage.releaseName()),
            stage.getLedgerScope(),
            ChargeRequest.PayAgain.parse(stage.getPayAgain()),
            find(stage, stage.ledgerKeyFile()),
            find(stage, stage.ledgerAtLeast()),
            isRequired));
  }

  private static Optional<String> find(FitParams<?, ?> stage, Param<String> param) {
    return stage.isDefined(param) ? Optional.of(stage.getOrDefault(param)) : Optional.empty();
  }

  /** Checks the params for a ledger; refuses malformed ones, and a seed under a named ledger. */
  public static void check(FitParams<?, ?> stage) {
    check(stage, stage.releaseName(), NAME, "1 to 200 letters, digits, blanks and any of ._/@:+-");
    check(stage, stage.ledgerScope(), SCOPE, "/, /COLUMN=VALUE or /hash=BUCKET");
    check(stage, stage.ledgerAtLeast(), ENTRY, "NUMBER:HASH as a report's ledgerEntry has");
    if (stage.isDefined(stage.ledger())) {
      checkUnseeded(stage);
    }
  }

  private static void check(
      FitParams<?, ?> stage, Param<String> param, Pattern pattern, String needed) {
    Optional<String> given = find(stage, param);
    if (given.isPresent() && !pattern.matcher(given.get()).matches()) {
      throw new ParamException(
          param.name(),
          String.format(
              "{%s} must be %s. Provided value: %s",
              param.name(), needed, Refusal.literal(given.get())),
          "change it");
    }
  }

  /** Refuses a seed, under any ledger. */
  private static void checkUnseeded(FitParams<?, ?> stage) {
    if (stage.isDefined(stage.seed())) {
      throw new ParamException(
          "seed",
          "{seed} is set under a {ledger}: anyone who knows a seed can remove the noise, "
              + "and a ledger pays only for noise that nobody can remove",
          "unset {seed}, or fit without a {ledger}");
    }
  }

  /** Refuses params that are valid only with a ledger. */
  private static void checkUnused(FitParams<?, ?> stage) {
    List<Param<?>> ofLedgers =
        List.of(
            stage.releaseName(),
            stage.ledgerScope(),
            stage.payAgain(),
            stage.ledgerKeyFile(),
            stage.ledgerAtLeast());
    for (Param<?> param : ofLedgers) {
      if (stage.isSet(param)) {
        throw new ParamException(
            param.name(),
            "{" + param.name() + "} is set, and there is no {ledger}",
            "set {ledger}, or unset {" + param.name() + "}");
      }
    }
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

  /** Opens and verifies the ledger, which must hold a required entry. Writes nothing. */
  public DurableLedger open(SparkSession session) {
    EntryAuthenticator seal = LedgerStores.seal(keyFile);
    LedgerStore store =
        LedgerStores.open(
            uri,
            () -> SparkHadoopUtil.get().conf(),
            LedgerStores.credentials(name -> setting(session, name)));
    try {
      DurableLedger ledger = DurableLedger.open(store, seal);
      atLeast.ifPresent(ledger::checkContains);
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

  private static void checkRequired(Optional<String> named, Optional<String> configured) {
    if (configured.isEmpty()) {
      throw new ParamException(
          "ledger",
          String.format(
              "%s is true, and %s%s names no ledger",
              REQUIRED, LEDGER, readFromDriver(REQUIRED).isPresent() ? " of the driver" : ""),
          "ask the cluster's administrator to set both");
    }
    if (named.isPresent() && !named.equals(configured)) {
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
