package org.privatemean.central;

import java.math.BigInteger;
import java.util.Set;
import java.util.TreeSet;
import org.privatemean.mean.Settings;
import org.privatemean.noise.NoiseSource;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * A curator that charges every step in full, and draws the noise of those of one name for 1 / 0.8^2
 * of what it charged: a fifth too little.
 */
final class CheapTrust extends WatchedTrust {
  private static final double SHARE = 0.8 * 0.8;

  private final String name;
  private final NoiseSource noise;
  private final Set<String> drawn = new TreeSet<>();
  private CentralTrust hidden;

  CheapTrust(PrivacyLedger ledger, NoiseSource noise, String name) {
    super(Settings.with(ledger, noise, 1));
    this.name = name;
    this.noise = noise;
  }

  /** The step and level of every draw that was too small, as an audit writes them. */
  Set<String> drawn() {
    return drawn;
  }

  /** A curator with a ledger of its own, once the step has been charged to the right one. */
  private CentralTrust charged(double rho, Step step, int level) {
    grant().charge(step.name(), new Zcdp(rho));
    drawn.add(String.format("[%d, %d]", step.id(), level));
    if (hidden == null) {
      hidden = Settings.opened(400, noise, unit());
    }
    return hidden;
  }

  @Override
  public <B extends Block> RangeCounter rangeCounter(
      Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
    if (!step.name().equals(name)) {
      return super.rangeCounter(blocks, statistic, rho, step);
    }
    return new HistogramCounter<>(
        blocks,
        statistic,
        (counts, rhoOfLevel, of, level) ->
            charged(rhoOfLevel, of, level).addCountNoise(counts, rhoOfLevel / SHARE, of, level),
        rho,
        step);
  }

  @Override
  public <B extends Block> BigInteger[] clippedSum(
      Blocks<B> blocks, ClippedSum<B> clipped, double rho, Step step) {
    if (!step.name().equals(name)) {
      return super.clippedSum(blocks, clipped, rho, step);
    }
    CentralTrust curator = charged(rho, step, 0);
    return record(clipped, step, curator.clippedSum(blocks, clipped, rho / SHARE, step));
  }

  @Override
  public BigInteger[] wideSum(WideSum wide, double rho, Step step) {
    return step.name().equals(name)
        ? record(wide, step, charged(rho, step, 0).wideSum(wide, rho / SHARE, step))
        : super.wideSum(wide, rho, step);
  }

  @Override
  public long noisyCount(Rows rows, double rho, Step step) {
    return step.name().equals(name)
        ? charged(rho, step, 0).noisyCount(rows, rho / SHARE, step)
        : super.noisyCount(rows, rho, step);
  }
}
