package org.privatemean.spark.param;

import java.util.List;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.privatemean.privacy.ledger.durable.ChargeRequest;

/**
 * Params of the durable ledger that pays for a fit.
 *
 * @param <M> model type of a fit
 * @param <S> type of the stage
 */
public abstract class LedgerParams<M extends Model<M>, S extends LedgerParams<M, S>>
    extends BudgetParams<M, S> {
  private static final long serialVersionUID = 1L;

  private static final List<String> PAY_AGAIN = List.of("never", "dead", "always", "true", "false");

  private final Param<String> ledger = text("ledger");

  /** URI of the ledger that pays for the fit. Default {@code spark.privatemean.ledger}, if set. */
  public final Param<String> ledger() {
    return ledger;
  }

  /** Value of {@link #ledger}. */
  public final String getLedger() {
    return $(ledger);
  }

  /** Sets {@link #ledger}. */
  public final S setLedger(String value) {
    set(ledger, value);
    return self();
  }

  private final Param<String> releaseName = text("releaseName");

  /** Name of the release in the ledger: 1 to 200 letters, digits, {@code ._/@:+-} or blanks. */
  public final Param<String> releaseName() {
    return releaseName;
  }

  /** Value of {@link #releaseName}. */
  public final String getReleaseName() {
    return $(releaseName);
  }

  /** Sets {@link #releaseName}. */
  public final S setReleaseName(String value) {
    set(releaseName, value);
    return self();
  }

  private final Param<String> ledgerScope = text("ledgerScope");

  /** Part of the ledger's rows to fit: /, /COLUMN=VALUE or /hash=BUCKET. Default /. */
  public final Param<String> ledgerScope() {
    return ledgerScope;
  }

  /** Value of {@link #ledgerScope}. */
  public final String getLedgerScope() {
    return $(ledgerScope);
  }

  /** Sets {@link #ledgerScope}. */
  public final S setLedgerScope(String value) {
    set(ledgerScope, value);
    return self();
  }

  private final Param<String> payAgain = oneOf("payAgain", PAY_AGAIN);

  /**
   * Policy for a second payment after a release was drawn without a result: {@code never}, {@code
   * dead} (if the run shows no heartbeat for 50 seconds) or {@code always}. Default never.
   */
  public final Param<String> payAgain() {
    return payAgain;
  }

  /** Value of {@link #payAgain}: never, dead or always. */
  public final String getPayAgain() {
    return ChargeRequest.PayAgain.parse($(payAgain)).label();
  }

  /** Sets {@link #payAgain}: never, dead or always; true means always, and false never. */
  public final S setPayAgain(String value) {
    set(payAgain, value);
    return self();
  }

  /** Sets {@link #payAgain} to always if true, else to never. */
  public final S setPayAgain(boolean value) {
    return setPayAgain(value ? "always" : "never");
  }

  private final Param<String> ledgerKeyFile = text("ledgerKeyFile");

  /** File with the secret key that authenticates the ledger's entries. No default. */
  public final Param<String> ledgerKeyFile() {
    return ledgerKeyFile;
  }

  /** Value of {@link #ledgerKeyFile}. */
  public final String getLedgerKeyFile() {
    return $(ledgerKeyFile);
  }

  /** Sets {@link #ledgerKeyFile}. */
  public final S setLedgerKeyFile(String value) {
    set(ledgerKeyFile, value);
    return self();
  }

  private final Param<String> ledgerAtLeast = text("ledgerAtLeast");

  /** Entry that the ledger must hold, as NUMBER:HASH. No default. */
  public final Param<String> ledgerAtLeast() {
    return ledgerAtLeast;
  }

  /** Value of {@link #ledgerAtLeast}. */
  public final String getLedgerAtLeast() {
    return $(ledgerAtLeast);
  }

  /** Sets {@link #ledgerAtLeast}. */
  public final S setLedgerAtLeast(String value) {
    set(ledgerAtLeast, value);
    return self();
  }

  LedgerParams(String uid) {
    super(uid);
    setDefault(ledgerScope, "/");
    setDefault(payAgain, "never");
  }
}
