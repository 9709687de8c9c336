/**
 * The shuffle model: users randomize, a shuffler permutes the messages of all of them, and the
 * server sees no more than their multiset. Accuracy is that of a trusted curator; the shuffler is
 * trusted not to deal with the server.
 */
package org.privatemean.shuffle;
