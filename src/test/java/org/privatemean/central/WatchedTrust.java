package org.privatemean.central;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.BoundedSum;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/** Passes everything on to another trust model and keeps the last clipped sum, and all norms. */
public class WatchedTrust implements TrustModel {
  private final CentralTrust inner;
  private ZcdpGrant grant;
  private PrivacyUnit unit;
  private long norm;
  private BigInteger[] sum;
  private final Map<Step, Long> norms = new LinkedHashMap<>();
  private final Map<Step, Double> claims = new LinkedHashMap<>();

  public WatchedTrust(CentralTrust inner) {
    this.inner = inner;
  }

  public final CentralTrust inner() {
    return inner;
  }

  /** Of the release that was opened last. */
  final ZcdpGrant grant() {
    return grant;
  }

  /** What the release that was opened last protects. */
  public final PrivacyUnit unit() {
    return unit;
  }

  /** The clipping norm of the sum, in steps; 0 before there was one. */
  public final long norm() {
    return norm;
  }

  public final BigInteger[] sum() {
    return sum;
  }

  /** The clipping norms of all sums, in steps. */
  public final Map<Step, Long> norms() {
    return norms;
  }

  /** The squared sensitivities that sums of known totals claim; replays hold them. */
  final Map<Step, Double> claims() {
    return claims;
  }

  @Override
  public <B extends Block> RangeCounter rangeCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
    return inner.rangeCounter(blocks, statistic, rho, step);
  }

  @Override
  public <B extends Block> BigInteger[] clippedSum(
      Blocks<B> blocks, ClippedSum<B> clipped, double rho, Step step) {
    return record(clipped, step, inner.clippedSum(blocks, clipped, rho, step));
  }

  public final BigInteger[] record(ClippedSum<?> clipped, Step step, BigInteger[] released) {
    norm = clipped.norm();
    norms.put(step, norm);
    sum = released;
    return released;
  }

  @Override
  public double clippedSumDeviation(BoundedSum clipped, double rho) {
    return inner.clippedSumDeviation(clipped, rho);
  }

  @Override
  public long noisyCount(Rows rows, double rho, Step step) {
    return inner.noisyCount(rows, rho, step);
  }

  @Override
  public BigInteger[] wideSum(WideSum wide, double rho, Step step) {
    return record(wide, step, inner.wideSum(wide, rho, step));
  }

  final BigInteger[] record(WideSum wide, Step step, BigInteger[] released) {
    claims.put(step, wide.squaredSensitivity(unit).doubleValue());
    sum = released;
    return released;
  }

  @Override
  public BitSource sampleBits() {
    return inner.sampleBits();
  }

  @Override
  public BitSource publicBits() {
    return inner.publicBits();
  }

  @Override
  public final ZcdpGrant open(String release, double rho, PrivacyUnit unit) {
    grant = inner.open(release, rho, unit);
    this.unit = unit;
    return grant;
  }

  @Override
  public List<Charge> charges() {
    return inner.charges();
  }
}
