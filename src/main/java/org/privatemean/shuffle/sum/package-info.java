/**
 * Sums in the shuffle model. {@link org.privatemean.shuffle.sum.SplitAndMix} hides everything about
 * a number of each user but their sum; noise whose shares the users add first makes that sum
 * private: {@link org.privatemean.shuffle.sum.VectorSum} for vectors of bounded norm.
 */
@Internal
package org.privatemean.shuffle.sum;

import org.privatemean.annotation.Internal;
