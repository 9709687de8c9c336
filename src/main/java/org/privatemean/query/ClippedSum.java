package org.privatemean.query;

import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks.Fold;

/**
 * Sum of vectors of integers, each clipped to the l2 norm {@link #norm}, to which formula (2) of
 * Huang, Liang and Yi (2021) adds noise (Lemma 3.1).
 *
 * <p><b>Sensitivity.</b> Every row has one summand, and {@code sum y_j^2 <= norm^2} holds for it
 * exactly; the {@link PrivacyUnit} derives the sensitivity from this.
 */
public interface ClippedSum<B extends Block> extends Fold<B>, BoundedSum {
  /** Returns the clipping norm, in the integers' units. */
  long norm();
}
