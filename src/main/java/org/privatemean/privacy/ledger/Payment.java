package org.privatemean.privacy.ledger;

import org.privatemean.annotation.Internal;

/**
 * The payment of a fit for its release: the whole price before the fit reads any row whose number
 * or values are private, and the draw before its first noise.
 *
 * <p><b>Contract.</b> Call {@link #charge} once, then {@link #draw} once or more. Noise exists only
 * after a call of draw has returned.
 */
@Internal
public interface Payment {
  /** A payment from a budget that lives as long as the fit: nothing is recorded elsewhere. */
  Payment IN_PROCESS =
      new Payment() {
        @Override
        public double charge(double rho) {
          return rho;
        }

        @Override
        public void draw() {}
      };

  /** Pays a price; returns the granted rho: the price, or less by at most one part in 2^40. */
  double charge(double rho);

  /** Records that noise is about to be drawn, for the first time or again. */
  void draw();
}
