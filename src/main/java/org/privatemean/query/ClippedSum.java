package org.privatemean.query;

import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.rows.Block;
import org.privatemean.rows.Fold;

/**
 * The sum of vectors of integers, each clipped to the l2 norm {@link #norm}: what formula (2) of
 * Huang, Liang and Yi (2021) adds its noise to.
 *
 * <p><b>Error.</b> Lemma 3.1 of that paper: clipping costs a row at most what its norm has above
 * {@link #norm}, and the noise grows with it. That both are equal is what the rank of the clipping
 * norm is chosen for.
 *
 * <p><b>Sensitivity.</b> Every row has one summand, and {@code sum y_j^2 <= norm^2} holds for it
 * exactly. What that makes of the sum's sensitivity is for the {@link PrivacyUnit} of the release
 * to say.
 *
 * @param <B> the blocks
 */
public interface ClippedSum<B extends Block> extends Fold<B>, BoundedSum {
  /** The clipping norm, in the integers' own units. */
  long norm();

  @Override
  int size();
}
