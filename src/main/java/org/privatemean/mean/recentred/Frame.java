package org.privatemean.mean.recentred;

import org.privatemean.query.block.RowView;

/**
 * How the last steps see the rows.
 *
 * @param centre what is subtracted, in data units; released
 * @param weights what coordinates are multiplied by then; released or public
 * @param radius the median norm to expect of what comes out
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Frame(double[] centre, Weights weights, double radius) {
  RowView view() {
    return weights.view(centre);
  }
}
