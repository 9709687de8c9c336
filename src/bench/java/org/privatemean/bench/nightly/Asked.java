package org.privatemean.bench.nightly;

import java.math.BigInteger;
import java.util.List;
import org.privatemean.central.CentralTrust;
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

/** A curator who counts the questions of a fit: each is one pass over the rows. */
final class Asked implements TrustModel {
  private final CentralTrust curator;
  private int questions;

  Asked(CentralTrust curator) {
    this.curator = curator;
  }

  /** How many were asked. */
  int questions() {
    return questions;
  }

  @Override
  public <B extends Block> RangeCounter rangeCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
    questions++;
    return curator.rangeCounter(blocks, statistic, rho, step);
  }

  @Override
  public <B extends Block> BigInteger[] clippedSum(
      Blocks<B> blocks, ClippedSum<B> sum, double rho, Step step) {
    questions++;
    return curator.clippedSum(blocks, sum, rho, step);
  }

  @Override
  public double clippedSumDeviation(BoundedSum sum, double rho) {
    return curator.clippedSumDeviation(sum, rho);
  }

  @Override
  public long noisyCount(Rows rows, double rho, Step step) {
    questions++;
    return curator.noisyCount(rows, rho, step);
  }

  @Override
  public BigInteger[] wideSum(WideSum sum, double rho, Step step) {
    return curator.wideSum(sum, rho, step);
  }

  @Override
  public BitSource sampleBits() {
    return curator.sampleBits();
  }

  @Override
  public BitSource publicBits() {
    return curator.publicBits();
  }

  @Override
  public ZcdpGrant open(String release, double rho, PrivacyUnit unit) {
    return curator.open(release, rho, unit);
  }

  @Override
  public List<Charge> charges() {
    return curator.charges();
  }
}
