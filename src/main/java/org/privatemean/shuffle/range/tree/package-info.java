/**
 * Range counts and quantiles in the shuffle model, many in one round: what the server sees is a
 * histogram plus independent Poisson noise.
 *
 * <p>{@link org.privatemean.shuffle.range.tree.TreeCounts} answers several levels of a search in
 * one round, {@link org.privatemean.shuffle.range.tree.DyadicCounts} all of them; {@link
 * org.privatemean.shuffle.range.tree.HadamardCounts} is the protocol of Ghazi, Golowich, Kumar,
 * Pagh and Velingker (2019), for small universes.
 */
@Internal
package org.privatemean.shuffle.range.tree;

import org.privatemean.annotation.Internal;
