/**
 * Range counts in the shuffle model. Every user hides among dummy messages that all users add; what
 * the server sees is exactly a count plus independent Poisson noise.
 *
 * <p>{@link org.privatemean.shuffle.range.ThresholdCounts} asks for one count a round and has the
 * error of a trusted curator. Protocols that answer many counts in one round are in {@link
 * org.privatemean.shuffle.range.tree}.
 */
@Internal
package org.privatemean.shuffle.range;

import org.privatemean.annotation.Internal;
