package org.privatemean.spark.param;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.ChargeRequest;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.ErrorBarCoverage.CoverageKind;
import org.privatemean.request.RecentredSpec;

/**
 * Params that all fits of the central model share: the privacy budget and its ledger, error bars,
 * and norms. {@link ParamTable} has the doc of each.
 */
public abstract class FitParams<M extends Model<M>, S extends FitParams<M, S>>
    extends StageParams<M, S> {
  private static final long serialVersionUID = 1L;

  private final IntParam dimension = atLeastOne("dimension");
  private final DoubleParam rho = positive("rho");
  private final DoubleParam epsilon = positive("epsilon");
  private final Param<String> neighbours =
      oneOf("neighbours", List.of(Neighbours.REPLACE.label(), Neighbours.ADD_REMOVE.label()));
  private final Param<String> ledger = text("ledger");
  private final Param<String> releaseName = text("releaseName");
  private final Param<String> ledgerScope = text("ledgerScope");
  private final Param<String> payAgain =
      oneOf("payAgain", List.of("never", "dead", "always", "true", "false"));
  private final Param<String> ledgerKeyFile = text("ledgerKeyFile");
  private final Param<String> ledgerAtLeast = text("ledgerAtLeast");
  private final Param<String> regions =
      oneOf("regions", Stream.of(CoverageKind.values()).map(CoverageKind::label).toList());
  private final DoubleParam bound = positive("bound");
  private final DoubleParam minNorm = positive("minNorm");
  private final DoubleParam coordinateBound = positive("coordinateBound");
  private final DoubleParam rareUnit =
      new DoubleParam(
          this,
          "rareUnit",
          ParamTable.doc("rareUnit"),
          ParamValidators.inRange(0.0, Double.MAX_VALUE));

  /** Number of coordinates, at least 1. Default from the column's metadata. */
  public final IntParam dimension() {
    return dimension;
  }

  public final int getDimension() {
    return (Integer) $(dimension);
  }

  public final S setDimension(int value) {
    return put(dimension, value);
  }

  /** Budget in rho-zCDP, positive. No default; either this or epsilon and delta. */
  public final DoubleParam rho() {
    return rho;
  }

  public final double getRho() {
    return (Double) $(rho);
  }

  public final S setRho(double value) {
    return put(rho, value);
  }

  /** Budget epsilon of (epsilon, delta)-DP, positive; alone in the local model. No default. */
  public final DoubleParam epsilon() {
    return epsilon;
  }

  public final double getEpsilon() {
    return (Double) $(epsilon);
  }

  public final S setEpsilon(double value) {
    return put(epsilon, value);
  }

  /**
   * Neighbour relation of the guarantee: replace or addRemove. Default addRemove for groups of
   * {@code PrivateMean}, else replace; {@link #getNeighbours} returns the effective value.
   */
  public final Param<String> neighbours() {
    return neighbours;
  }

  /** Value of {@link #neighbours}, or the default. */
  public final String getNeighbours() {
    return isSet(neighbours) ? $(neighbours) : usualNeighbours().label();
  }

  public final S setNeighbours(String value) {
    return put(neighbours, value);
  }

  Neighbours usualNeighbours() {
    return Neighbours.REPLACE;
  }

  /** URI of the ledger that pays for the fit. Default {@code spark.privatemean.ledger}, if set. */
  public final Param<String> ledger() {
    return ledger;
  }

  public final String getLedger() {
    return $(ledger);
  }

  public final S setLedger(String value) {
    return put(ledger, value);
  }

  /** Name of the release in the ledger: 1 to 200 letters, digits, {@code ._/@:+-} or blanks. */
  public final Param<String> releaseName() {
    return releaseName;
  }

  public final String getReleaseName() {
    return $(releaseName);
  }

  public final S setReleaseName(String value) {
    return put(releaseName, value);
  }

  /** Part of the ledger's rows to fit: /, /COLUMN=VALUE or /hash=BUCKET. Default /. */
  public final Param<String> ledgerScope() {
    return ledgerScope;
  }

  public final String getLedgerScope() {
    return $(ledgerScope);
  }

  public final S setLedgerScope(String value) {
    return put(ledgerScope, value);
  }

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
    return put(payAgain, value);
  }

  /** Sets {@link #payAgain} to always if true, else to never. */
  public final S setPayAgain(boolean value) {
    return setPayAgain(value ? "always" : "never");
  }

  /** File with the secret key that authenticates the ledger's entries. No default. */
  public final Param<String> ledgerKeyFile() {
    return ledgerKeyFile;
  }

  public final String getLedgerKeyFile() {
    return $(ledgerKeyFile);
  }

  public final S setLedgerKeyFile(String value) {
    return put(ledgerKeyFile, value);
  }

  /** Entry that the ledger must hold, as NUMBER:HASH. No default. */
  public final Param<String> ledgerAtLeast() {
    return ledgerAtLeast;
  }

  public final String getLedgerAtLeast() {
    return $(ledgerAtLeast);
  }

  public final S setLedgerAtLeast(String value) {
    return put(ledgerAtLeast, value);
  }

  /** Coverage of the error bars of recentred: none (noise), sample or proved. Default sample. */
  public final Param<String> regions() {
    return regions;
  }

  public final String getRegions() {
    return $(regions);
  }

  public final S setRegions(String value) {
    return put(regions, value);
  }

  final ErrorBarCoverage errorBars() {
    return new ErrorBarCoverage(CoverageKind.of(getRegions()), getConfidence());
  }

  /** Bound on the l2 norm of every row, data units, positive. Optional for recentred. */
  public final DoubleParam bound() {
    return bound;
  }

  public final double getBound() {
    return (Double) $(bound);
  }

  public final S setBound(double value) {
    return put(bound, value);
  }

  /** Norm below which recentred does not search, data units, positive. No default. */
  public final DoubleParam minNorm() {
    return minNorm;
  }

  public final double getMinNorm() {
    return (Double) $(minNorm);
  }

  public final S setMinNorm(double value) {
    return put(minNorm, value);
  }

  /** Bound on the absolute value of every coordinate, data units, positive. */
  public final DoubleParam coordinateBound() {
    return coordinateBound;
  }

  public final double getCoordinateBound() {
    return (Double) $(coordinateBound);
  }

  public final S setCoordinateBound(double value) {
    return put(coordinateBound, value);
  }

  /**
   * Unit of a column in which the private queries of recentred detect only one value, data units,
   * finite and not negative; 0 for none. Default 1.
   */
  public final DoubleParam rareUnit() {
    return rareUnit;
  }

  public final double getRareUnit() {
    return (Double) $(rareUnit);
  }

  public final S setRareUnit(double value) {
    return put(rareUnit, value);
  }

  final OptionalDouble optional(DoubleParam param) {
    return isDefined(param) ? OptionalDouble.of((Double) $(param)) : OptionalDouble.empty();
  }

  public FitParams(String uid) {
    super(uid, ParamTable::doc, List.of("error", "zero", "skip"));
    setDefault(ledgerScope, "/");
    setDefault(payAgain, "never");
    setDefault(regions, CoverageKind.SAMPLE.label());
    setDefault(rareUnit, RecentredSpec.RARE_UNIT);
  }
}
