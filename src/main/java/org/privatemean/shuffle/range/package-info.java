/**
 * Range counts and quantiles in the shuffle model. Every user hides among dummy messages that all
 * users add; what the server sees is exactly a count, or a histogram, plus independent Poisson
 * noise.
 *
 * <p>{@link org.privatemean.shuffle.range.ThresholdCounts} asks for one count a round and has the
 * error of a trusted curator; {@link org.privatemean.shuffle.range.TreeCounts} answers several
 * levels of a search in one round, {@link org.privatemean.shuffle.range.DyadicCounts} all of them;
 * {@link org.privatemean.shuffle.range.HadamardCounts} is the protocol of Ghazi, Golowich, Kumar,
 * Pagh and Velingker (2019), for small universes.
 */
package org.privatemean.shuffle.range;
