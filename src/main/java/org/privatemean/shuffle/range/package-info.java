/**
 * Range counts and quantiles in the shuffle model. Every user hides among dummy messages that all
 * users add; what the server sees is exactly a count, or a histogram, plus independent Poisson
 * noise.
 *
 * <p>{@link org.privatemean.shuffle.range.ThresholdCounts} asks for one count a round and has the
 * error of a trusted curator.
 */
package org.privatemean.shuffle.range;
