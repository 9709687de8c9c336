package org.privatemean.privacy.ledger;

import org.privatemean.annotation.Internal;

/**
 * The payment of a fit for its release: the whole price before it reads any row whose number or
 * values are private, and the draw before its first noise.
 *
 * <p><b>Contract.</b> {@link #charge} once, then {@link #draw} once or more. Anyone who has noise
 * has called draw before, and it returned.
 */
@Internal
public interface Payment {
  /** Pays from a budget that lives as long as the fit: nothing is kept of it elsewhere. */
  Payment IN_PROCESS =
      new Payment() {
        @Override
        public double charge(double rho) {
          return rho;
        }

        @Override
        public void draw() {}
      };

  /**
   * Pays. From here on rows may be read.
   *
   * @param rho the price in zCDP, as it was asked for before
   * @return the rho that was granted: that, or less by at most one part in 2^40
   */
  double charge(double rho);

  /** Says that noise is about to be drawn, for the first time or again. */
  void draw();
}
