/**
 * Range counts in the shuffle model. Every user hides among dummy messages that all users add; what
 * the server sees is exactly a count plus independent Poisson noise.
 *
 * <p>The search of the mean, by thresholds or flat cells, is in {@link
 * org.privatemean.shuffle.range.search}.
 */
@Internal
package org.privatemean.shuffle.range;

import org.privatemean.annotation.Internal;
