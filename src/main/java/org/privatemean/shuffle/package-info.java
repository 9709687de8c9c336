/**
 * The shuffle model: users randomize, a shuffler permutes the messages of all of them, and the
 * server sees no more than their multiset. Accuracy is that of a trusted curator; who is trusted is
 * the shuffler, not to deal with the server.
 *
 * <p>The three parties are {@link org.privatemean.shuffle.Randomizer}, {@link
 * org.privatemean.shuffle.Shuffler} and {@link org.privatemean.shuffle.Analyzer}.
 */
package org.privatemean.shuffle;
