package org.privatemean.spark.ledger;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.ml.param.Param;
import org.privatemean.privacy.ledger.durable.ChargeRequest;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.param.FitParams;

/**
 * The request of a stage's params to a ledger. A default of the cluster may name the ledger itself.
 *
 * @param scope {@code /}, or a part such as {@code /region=EU} or {@code /hash=3}
 * @param atLeast an entry that the ledger must hold, as {@code number:hash}
 * @param isSeeded whether the noise has a seed, for which no ledger pays
 * @param alone the first param set that is valid only with a ledger
 */
public record LedgerRequest(
    Optional<String> uri,
    Optional<String> name,
    String scope,
    ChargeRequest.PayAgain payAgain,
    Optional<String> keyFile,
    Optional<String> atLeast,
    boolean isSeeded,
    Optional<String> alone) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9 ._/@:+-]{1,200}");
  private static final Pattern SCOPE = Pattern.compile("/|/[^=]+=.*", Pattern.DOTALL);
  private static final Pattern ENTRY = Pattern.compile("(?:0|[1-9]\\d{0,8}):[0-9a-f]{64}");

  /** Reads the params; refuses malformed ones, and a seed under a ledger. */
  public static LedgerRequest from(FitParams<?, ?> params) {
    LedgerRequest request =
        new LedgerRequest(
            find(params, params.ledger()),
            find(params, params.releaseName()),
            params.getLedgerScope(),
            ChargeRequest.PayAgain.parse(params.getPayAgain()),
            find(params, params.ledgerKeyFile()),
            find(params, params.ledgerAtLeast()),
            params.isDefined(params.seed()),
            alone(params));
    request.check();
    return request;
  }

  private static Optional<String> find(FitParams<?, ?> params, Param<String> param) {
    return params.isDefined(param) ? Optional.of(params.getOrDefault(param)) : Optional.empty();
  }

  private static Optional<String> alone(FitParams<?, ?> params) {
    List<Param<?>> ofLedgers =
        List.of(
            params.releaseName(),
            params.ledgerScope(),
            params.payAgain(),
            params.ledgerKeyFile(),
            params.ledgerAtLeast());
    return ofLedgers.stream().filter(params::isSet).map(Param::name).findFirst();
  }

  private void check() {
    name.ifPresent(
        given ->
            check(
                "releaseName", NAME, given, "1 to 200 letters, digits, blanks and any of ._/@:+-"));
    check("ledgerScope", SCOPE, scope, "/, /COLUMN=VALUE or /hash=BUCKET");
    atLeast.ifPresent(
        given -> check("ledgerAtLeast", ENTRY, given, "NUMBER:HASH as a report's ledgerEntry has"));
    if (uri.isPresent()) {
      checkUnseeded();
    }
  }

  private static void check(String param, Pattern pattern, String given, String needed) {
    if (!pattern.matcher(given).matches()) {
      throw new ParamException(
          param,
          String.format(
              "{%s} must be %s. Provided value: %s", param, needed, Refusal.literal(given)),
          "change it");
    }
  }

  /** Refuses a seed, under any ledger. */
  public void checkUnseeded() {
    if (isSeeded) {
      throw new ParamException(
          "seed",
          "{seed} is set under a {ledger}: anyone who knows a seed can remove the noise, "
              + "and a ledger pays only for noise that nobody can remove",
          "unset {seed}, or fit without a {ledger}");
    }
  }

  /** Refuses params that are valid only with a ledger, if there is none. */
  public void checkAlone() {
    if (alone.isPresent()) {
      throw new ParamException(
          alone.get(),
          "{" + alone.get() + "} is set, and there is no {ledger}",
          "set {ledger}, or unset {" + alone.get() + "}");
    }
  }

  /**
   * The caller's description of the rows of a fit, in addition to the params of its stage.
   *
   * @param input options by which the rows were read, such as files and their format
   * @param areRowsKept whether the caller has read the rows, one per record of the source
   * @param reader all options that determine a cell's text, if the caller reads the rows
   */
  public record InputDescriptor(
      Map<String, String> input, boolean areRowsKept, Optional<String> reader) {
    /** No description. */
    public static final InputDescriptor NOTHING =
        new InputDescriptor(Map.of(), false, Optional.empty());

    public InputDescriptor {
      input = Map.copyOf(input);
    }
  }
}
