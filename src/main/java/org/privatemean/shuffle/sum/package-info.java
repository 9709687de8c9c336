/**
 * Sums in the shuffle model. {@link org.privatemean.shuffle.sum.SplitAndMix} hides everything about
 * a number of each user but their sum; noise whose shares the users add first makes that sum
 * private: {@link org.privatemean.shuffle.sum.VectorSum} for vectors of bounded norm, {@link
 * org.privatemean.shuffle.sum.ScalarSum} for integers of a range. {@link
 * org.privatemean.shuffle.sum.CoordinateSum} sums a vector one coordinate at a time, for
 * comparison.
 */
@Internal
package org.privatemean.shuffle.sum;

import org.privatemean.annotation.Internal;
