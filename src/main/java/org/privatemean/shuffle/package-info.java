/**
 * The shuffle model: users randomize, a shuffler permutes the messages of all of them, and the
 * server sees no more than their multiset. Accuracy is that of a trusted curator; who is trusted is
 * the shuffler, not to deal with the server. Here is the shifted clipped mean in rounds; the
 * parties and their messages are in {@link org.privatemean.shuffle.message}.
 */
package org.privatemean.shuffle;
